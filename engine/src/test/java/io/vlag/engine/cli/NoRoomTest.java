package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vlag.engine.TempFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that find no room for their results, or may not write them: the message names the place
 * and says what to do, what was written stays, and the same command goes on.
 */
class NoRoomTest {
    private static final String YAML =
            """
            name: few
            scenario: short-pi5
            set: {duration: 1ms}
            axes:
              kernel: ["6.6", "7.0"]
            seeds: 800
            metrics: [contextSwitches]
            """;

    @TempDir private Path directory;
    private Path file = Path.of("");

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("few.yaml"), YAML);
    }

    private String sweep(Path out) {
        return "vlag sweep '" + file + "' --workers 1 --json --out '" + out + "'";
    }

    private CommandRun sweepHere(Path out) {
        return CommandRun.of("sweep", file.toString(), "--json", "--out", out.toString());
    }

    private String wholeDigest() {
        final CommandRun run = sweepHere(directory.resolve("whole"));
        assertEquals(0, run.exitCode(), run.err());
        return run.json().get("digest").asString();
    }

    private void assertGoesOn(CommandRun again, long kept) {
        assertEquals(0, again.exitCode(), again.err());
        assertEquals(1_600, again.json().get("completed").asLong());
        assertEquals(kept, again.json().get("resumedFrom").asLong());
        assertEquals(wholeDigest(), again.json().get("digest").asString());
    }

    private static long kept(String err) {
        final var matcher =
                java.util.regex.Pattern.compile(
                                "; (\\d+) results are kept, the same command goes on")
                        .matcher(err);
        assertTrue(matcher.find(), err);
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void aSweepGoesOnAfterALimitOfFileSizesWasRaised() throws IOException, InterruptedException {
        final Path out = directory.resolve("a");
        final VlagProcess limited =
                VlagProcess.script(directory, "p", List.of(), "ulimit -f 4000; " + sweep(out));
        assertEquals(2, limited.exitCode(), limited::err);
        assertTrue(limited.err().contains(out.resolve("results") + "/"), limited.err());
        assertTrue(limited.err().contains("cannot grow: File too large"), limited.err());
        assertEquals(1, limited.err().lines().count(), limited.err());
        assertTrue(kept(limited.err()) > 0, limited.err());
        assertGoesOn(sweepHere(out), kept(limited.err()));
    }

    @Test
    void aSweepGoesOnAfterRoomWasMade() throws IOException, InterruptedException {
        assumeTrue(TempFileSystem.isAllowed(), TempFileSystem.REASON);
        final Path small = Files.createDirectory(directory.resolve("small"));
        final Path out = small.resolve("a");
        final Path saved = directory.resolve("saved");
        final VlagProcess full =
                VlagProcess.script(
                        directory,
                        "p",
                        TempFileSystem.WRAPPER,
                        TempFileSystem.mount(small, 18)
                                + sweep(out)
                                + "; code=$?; "
                                + TempFileSystem.remount(small, "ro")
                                + "vlag merge '"
                                + out
                                + "' >&2; cp -r '"
                                + out
                                + "' '"
                                + saved
                                + "'; exit $code");
        assertEquals(2, full.exitCode(), full::err);
        assertTrue(full.err().contains(out.resolve("results") + ": the disk has "), full.err());
        assertTrue(full.err().contains("make room"), full.err());
        final long kept = kept(full.err());
        assertTrue(kept > 0 && kept < 1_600, full.err());
        // Results are read where nothing may be written.
        assertTrue(
                full.err().contains("configurations " + kept + " to 1599 are missing"), full.err());
        assertGoesOn(sweepHere(saved), kept);
    }

    @Test
    void aReadOnlyFileSystemIsNamed() throws IOException, InterruptedException {
        assumeTrue(TempFileSystem.isAllowed(), TempFileSystem.REASON);
        final Path small = Files.createDirectory(directory.resolve("small"));
        final Path there = small.resolve("there");
        final Path notThere = small.resolve("not/there");
        final VlagProcess vlag =
                VlagProcess.script(
                        directory,
                        "p",
                        TempFileSystem.WRAPPER,
                        TempFileSystem.mount(small, 20)
                                + "mkdir '"
                                + there
                                + "'; "
                                + TempFileSystem.remount(small, "ro")
                                + sweep(there)
                                + "; echo $?; "
                                + sweep(notThere)
                                + "; echo $?; vlag run hog --duration 1ms --journal chronicle --out '"
                                + notThere
                                + "'; echo $?");
        assertEquals(0, vlag.exitCode(), vlag::err);
        assertEquals(List.of("2", "2", "2"), vlag.out().lines().toList(), vlag::err);
        final List<String> lines = vlag.err().lines().toList();
        assertEquals(3, lines.size(), vlag::err);
        assertTrue(
                lines.getFirst()
                        .equals(
                                there
                                        + ": may not be written to; change that, or name another"
                                        + " with --out DIR"),
                vlag::err);
        assertTrue(lines.get(1).startsWith(notThere + ": cannot be used ("), vlag::err);
        assertTrue(lines.get(1).contains("Read-only file system"), vlag::err);
        assertTrue(lines.get(1).endsWith("or name another with --out DIR"), vlag::err);
        assertTrue(lines.get(2).startsWith(notThere + ": cannot be made ("), vlag::err);
    }

    @Test
    void aDirectoryWithoutPermissionIsNamed() throws IOException {
        final Path closed =
                Files.createDirectory(
                        directory.resolve("closed"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeTrue(!Files.isWritable(closed), "root may write everywhere");
        final CommandRun run = sweepHere(closed);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains(closed + ": may not be written to; change that"), run.err());
        final CommandRun below = sweepHere(closed.resolve("below"));
        assertEquals(2, below.exitCode());
        assertTrue(below.err().contains(closed.resolve("below") + ": cannot be"), below.err());
    }

    @Test
    void aFileInPlaceOfADirectoryIsNamed() throws IOException {
        final Path note = Files.writeString(directory.resolve("note"), "mine");
        final String expected = note + ": is no directory; name another with --out DIR";
        final CommandRun sweep = sweepHere(note);
        assertEquals(2, sweep.exitCode());
        assertEquals(List.of(expected), sweep.err().lines().toList());
        final CommandRun run = CommandRun.of("run", "hog", "--out", note.toString());
        assertEquals(2, run.exitCode());
        assertEquals(List.of(expected), run.err().lines().toList());
        assertEquals("mine", Files.readString(note));
    }

    /** What a process killed between its first steps leaves behind. */
    @Test
    void beginningsOfASweepAreNoObstacle() throws IOException {
        final Path out = Files.createDirectory(directory.resolve("a"));
        Files.createFile(out.resolve("lock"));
        Files.writeString(out.resolve(".sweep.facts.new"), "name: fe");
        assertGoesOn(sweepHere(out), 0);
        assertEquals(List.of("lock", "results", "sweep.facts"), names(out));
        final Path later = Files.createDirectory(directory.resolve("b"));
        Files.copy(out.resolve("sweep.facts"), later.resolve("sweep.facts"));
        final Path half = Files.createDirectory(later.resolve(".results.new"));
        Files.write(half.resolve("metadata.cq4t"), new byte[1 << 16]);
        Files.write(half.resolve("19700101F.cq4"), new byte[100]);
        final CommandRun run = sweepHere(later);
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(1_600, run.json().get("completed").asLong());
        assertEquals(List.of("lock", "results", "sweep.facts"), names(later));
    }

    private static List<String> names(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }
}
