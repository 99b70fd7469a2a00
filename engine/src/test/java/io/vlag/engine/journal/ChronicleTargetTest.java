package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleTargetTest {
    private static final int COUNT = 100_000; // 49 blocks of records, over several mapped chunks

    @TempDir Path directory;

    @Test
    void whatWasWrittenIsRead() {
        final Path run = directory.resolve("run");
        final MemoryTarget memory = new MemoryTarget(1L << 30);
        final long digest = Runs.run(new ChronicleTarget(run), COUNT);
        assertEquals(digest, Runs.run(memory, COUNT));
        try (JournalReader reader = JournalReader.open(run);
                JournalReader expected = JournalReader.open(memory)) {
            assertEquals(Runs.HEADER, reader.header());
            assertEquals(COUNT + 2, Records.assertSame(expected, reader));
            assertTrue(reader.isComplete());
            assertEquals(digest, reader.digest());
            assertEquals(COUNT, reader.recordCount());
        }
    }

    @Test
    void twoRunsOfOneConfigurationGiveTheSameDocumentsInOneFile() throws IOException {
        Runs.run(new ChronicleTarget(directory.resolve("a")), COUNT);
        Runs.run(new ChronicleTarget(directory.resolve("b")), COUNT);
        assertEquals(List.of("19700101F.cq4", "metadata.cq4t"), fileNames(directory.resolve("a")));
        assertEquals(fileNames(directory.resolve("a")), fileNames(directory.resolve("b")));
        final List<byte[]> a = documents(directory.resolve("a"));
        final List<byte[]> b = documents(directory.resolve("b"));
        assertEquals(50, a.size());
        assertEquals(a.size(), b.size());
        for (int i = 0; i < a.size(); i++) {
            assertArrayEquals(a.get(i), b.get(i), "document " + i);
        }
    }

    @Test
    void aReaderFollowsALiveJournal() {
        final Path run = directory.resolve("run");
        Runs.run(
                Runs.HEADER,
                new ChronicleTarget(run),
                journal -> {
                    journal.runStarted(0);
                    Runs.records(journal, 10, 1);
                    journal.flush();
                    try (JournalReader reader = JournalReader.open(run)) {
                        assertReads(reader, 10);
                        assertFalse(reader.isComplete());
                        Runs.records(journal, 5_000, 2);
                        journal.runEnded(1);
                        journal.flush();
                        assertReads(reader, 5_010);
                        assertTrue(reader.isComplete());
                        assertEquals(journal.digest(), reader.digest());
                    }
                });
    }

    @Test
    void aDirectoryThatHoldsSomethingIsRefused() throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "mine");
        final JournalException e =
                assertThrows(
                        JournalException.class, () -> Runs.run(new ChronicleTarget(directory), 1));
        assertTrue(e.getMessage().contains(directory + " is not empty"), e.getMessage());
    }

    @Test
    void aDirectoryThatDoesNotExistIsNoJournal() {
        final JournalException e =
                assertThrows(
                        JournalException.class,
                        () -> JournalReader.open(directory.resolve("none")));
        assertTrue(e.getMessage().contains("no such directory"), e.getMessage());
    }

    @Test
    void anEmptyDirectoryIsNoJournal() {
        assertThrows(JournalException.class, () -> JournalReader.open(directory));
    }

    @Test
    void aFlippedBitInTheFileNamesItsBlock() throws IOException {
        final byte[] file = write(10_000);
        final int block3 = documentOffsets(file).get(3);
        file[block3 + 5_000] ^= 4;
        assertTrue(messageOfReading(file).contains("block 3 has checksum"), messageOfReading(file));
    }

    @Test
    void anAbsurdLengthInTheFileIsRefusedBeforeItIsBelieved() throws IOException {
        final byte[] file = write(10_000);
        final int block2 = documentOffsets(file).get(2);
        for (int length : new int[] {70_000, 0x00FF_FFFF, 0x3FFF_FFFF}) {
            final byte[] broken = file.clone();
            ByteBuffer.wrap(broken)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(block2 - Integer.BYTES, length);
            assertTrue(messageOfReading(broken).contains("block 2 "), messageOfReading(broken));
        }
    }

    private byte[] write(int count) throws IOException {
        Runs.run(new ChronicleTarget(directory.resolve("run")), count);
        return Files.readAllBytes(directory.resolve("run").resolve("19700101F.cq4"));
    }

    private String messageOfReading(byte[] file) throws IOException {
        final Path broken = Files.createTempDirectory(directory, "broken");
        Files.copy(
                directory.resolve("run").resolve("metadata.cq4t"), broken.resolve("metadata.cq4t"));
        Files.write(broken.resolve("19700101F.cq4"), file);
        return assertThrows(JournalException.class, () -> readAll(broken)).getMessage();
    }

    private static void readAll(Path run) {
        try (JournalReader reader = JournalReader.open(run)) {
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                assertTrue(RecordType.isKnown(view.type()));
            }
        }
    }

    private static void assertReads(JournalReader reader, long count) {
        final RecordView view = new RecordView();
        while (reader.next(view)) {
            assertTrue(RecordType.isKnown(view.type()));
        }
        assertEquals(count, reader.recordCount());
    }

    private static List<Integer> documentOffsets(byte[] file) {
        final byte[] magic = "VLAGJRNL".getBytes(StandardCharsets.US_ASCII);
        final List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < file.length - magic.length; i += Integer.BYTES) {
            if (file[i] == 'V'
                    && ByteBuffer.wrap(file, i, magic.length).equals(ByteBuffer.wrap(magic))) {
                offsets.add(i);
            }
        }
        return offsets;
    }

    private static List<byte[]> documents(Path run) {
        final List<byte[]> documents = new ArrayList<>();
        final byte[] buffer = new byte[DocumentHeader.DOCUMENT_BYTES_MAX];
        try (ChronicleDocuments source = new ChronicleDocuments(run)) {
            for (int bytes = source.next(buffer);
                    bytes != DocumentSource.NOTHING;
                    bytes = source.next(buffer)) {
                documents.add(Arrays.copyOf(buffer, bytes));
            }
        }
        return documents;
    }

    private static List<String> fileNames(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
