package io.vlag.golden;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenReplayTest {
    @TempDir private Path directory;

    private static void twice(GoldenRow row) {
        row.expect("twice", 2 * row.number("value"));
    }

    private GoldenResult run(String text, RowReplay replay) throws IOException {
        final Path path = directory.resolve("segments.csv");
        Files.writeString(path, text);
        return run(path, replay);
    }

    private static GoldenResult run(Path path, RowReplay replay) {
        final GoldenFile file = GoldenFile.of("pelt", path).orElseThrow();
        return GoldenReplay.run(GoldenModule.PELT, file, replay);
    }

    @Test
    void everyRowIsCountedAndCompared() throws IOException {
        final GoldenResult result = run("value,twice\n1,2\n2,4\n-3,-6", GoldenReplayTest::twice);
        assertEquals("", result.failure());
        assertEquals(3, result.rows());
        assertEquals(0, result.mismatches());
        assertEquals(Set.of(), result.unread());
    }

    @Test
    void aDifferenceSaysFileRowColumnExpectedAndGot() throws IOException {
        final GoldenResult result = run("value,twice\n1,2\n2,5\n3,7\n", GoldenReplayTest::twice);
        assertEquals(2, result.mismatches());
        assertEquals(
                """
                pelt/segments.csv: 2 of 3 rows differ
                  pelt/segments.csv row 2 column twice: expected 5, got 4; the row: 2,5
                  pelt/segments.csv row 3 column twice: expected 7, got 6; the row: 3,7""",
                result.failure());
    }

    @Test
    void aReplayThatThrowsIsAMismatchOfItsRowAlone() throws IOException {
        final GoldenResult result = run("value,twice\nx,2\n2,4\n1\n,0\n", GoldenReplayTest::twice);
        assertEquals(4, result.rows());
        assertEquals(3, result.mismatches());
        assertTrue(result.failure().contains("row 1 java.lang.NumberFormatException"));
        assertTrue(result.failure().contains("row 3 1 cells, header has 2"));
    }

    @Test
    void aMissingColumnIsNamed() throws IOException {
        assertTrue(
                run("value,double\n1,2\n", GoldenReplayTest::twice)
                        .failure()
                        .contains("no column twice"));
    }

    @Test
    void anEmptyCellIsNotZero() throws IOException {
        assertTrue(
                run("value,twice\n0,\n", GoldenReplayTest::twice)
                        .failure()
                        .contains("column twice: expected , got 0"));
    }

    @Test
    void aFileWithoutRowsProvesNothing() throws IOException {
        assertTrue(run("value,twice\n", GoldenReplayTest::twice).failure().contains("no rows"));
        assertTrue(run("", GoldenReplayTest::twice).failure().contains("no rows"));
    }

    @Test
    void columnsThatNobodyLooksAtAreKnown() throws IOException {
        final GoldenResult result =
                run(
                        "seq,value,twice,more\n0,1,2,3\n",
                        row -> {
                            row.ignore("seq");
                            twice(row);
                        });
        assertEquals(Set.of("more"), result.unread());
    }

    @Test
    void gzippedFilesReadTheSame() throws IOException {
        final Path path = directory.resolve("segments.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            out.write("value,twice\n1,2\n1,3\n".getBytes(StandardCharsets.US_ASCII));
        }
        final GoldenResult result = run(path, GoldenReplayTest::twice);
        assertEquals(2, result.rows());
        assertEquals(1, result.mismatches());
        Files.writeString(path, "value,twice\n");
        assertTrue(
                run(path, GoldenReplayTest::twice)
                        .failure()
                        .contains("pelt/segments.csv.gz is not a gzip file"));
    }

    @Test
    void cellsAreSignedOrUnsignedAndListsHaveBars() throws IOException {
        final GoldenResult result =
                run(
                        "unsigned,signed,list,none\n18446744073709551615,-1,3|1,\n",
                        row -> {
                            row.expect("unsigned", -1);
                            row.expect("signed", -1);
                            assertArrayEquals(new long[] {3, 1}, row.numbers("list"));
                            assertArrayEquals(new long[0], row.numbers("none"));
                        });
        assertEquals("", result.failure());
    }
}
