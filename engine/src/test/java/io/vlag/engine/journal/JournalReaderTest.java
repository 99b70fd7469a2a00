package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The reader believes nothing: each test damages a sound journal in one way. */
class JournalReaderTest {
    private static final int COUNT = 10_000; // 1 document of metadata, 5 of records

    @Test
    void aSoundJournalIsReadToItsEnd() {
        assertEquals(COUNT + 2, readAll(documents()));
    }

    @Test
    void anyFlippedBitStopsAtItsBlock() {
        final SplittableRandom random = new SplittableRandom(11);
        final List<byte[]> sound = documents();
        for (int i = 0; i < 2_000; i++) {
            final List<byte[]> documents = new ArrayList<>(sound);
            final int broken = random.nextInt(documents.size());
            final byte[] document = documents.get(broken).clone();
            final int bit =
                    random.nextInt(
                            random.nextBoolean() ? DocumentHeader.BYTES * 8 : document.length * 8);
            document[bit / 8] ^= (byte) (1 << (bit % 8));
            documents.set(broken, document);
            final String message = messageOf(documents);
            assertTrue(
                    message.startsWith("test: block " + broken + " "),
                    "bit " + bit + ": " + message);
        }
    }

    @Test
    void aMissingBlockIsNoticed() {
        final List<byte[]> documents = documents();
        documents.remove(3);
        assertTrue(messageOf(documents).contains("block 3 has sequence 4"), messageOf(documents));
    }

    @Test
    void aRepeatedBlockIsNoticed() {
        final List<byte[]> documents = documents();
        documents.add(3, documents.get(2));
        assertTrue(messageOf(documents).contains("block 3 has sequence 2"), messageOf(documents));
    }

    @Test
    void swappedBlocksAreNoticed() {
        final List<byte[]> documents = documents();
        Collections.swap(documents, 2, 3);
        assertTrue(messageOf(documents).contains("block 2 has sequence 3"), messageOf(documents));
    }

    @Test
    void aShortenedBlockIsNoticed() {
        for (int bytes : new int[] {0, 1, 63, 64, 65, 1_000}) {
            final List<byte[]> documents = documents();
            documents.set(2, Arrays.copyOf(documents.get(2), bytes));
            assertTrue(messageOf(documents).contains("block 2 "), messageOf(documents));
        }
    }

    @Test
    void aBlockOfAnotherRunIsNoticed() {
        final List<byte[]> documents = documents();
        seal(documents, 4, document -> {}, 77);
        assertTrue(
                messageOf(documents).contains("block 4 belongs to run 4d"), messageOf(documents));
    }

    /** With a correct checksum over changed records, only the digest at the end can tell. */
    @Test
    void changedRecordsUnderAFreshChecksumAreNoticedAtTheEnd() {
        final List<byte[]> documents = documents();
        seal(
                documents,
                2,
                document -> document[DocumentHeader.BYTES + 100] ^= 1,
                Runs.HEADER.runId());
        assertTrue(
                messageOf(documents).contains("block 5 ends the run with"), messageOf(documents));
    }

    @Test
    void recordsBeforeTheStartOfTheRunAreNoticed() {
        final List<byte[]> documents = documents();
        final byte typeOfSwitch = (byte) RecordType.SWITCH.code();
        seal(
                documents,
                1,
                document -> document[DocumentHeader.BYTES] = typeOfSwitch,
                Runs.HEADER.runId());
        assertTrue(
                messageOf(documents).contains("block 1 does not begin with RUN_START"),
                messageOf(documents));
    }

    @Test
    void aRunThatWasCutOffIsReadButNotComplete() {
        final List<byte[]> documents = documents();
        documents.removeLast();
        try (JournalReader reader = open(documents)) {
            final RecordView view = new RecordView();
            while (reader.next(view)) {
                assertTrue(RecordType.isKnown(view.type()));
            }
            assertFalse(reader.isComplete());
            assertEquals(4L * DocumentHeader.RECORD_COUNT_MAX - 1, reader.recordCount());
        }
    }

    @Test
    void aTypeOfANewerWriterIsHandedOutUnderItsCode() {
        final List<byte[]> documents = documents();
        documents.removeLast();
        final int at = DocumentHeader.BYTES + RecordSchema.RECORD_BYTES;
        seal(documents, 1, document -> document[at] = (byte) 200, Runs.HEADER.runId());
        try (JournalReader reader = open(documents)) {
            final RecordView view = new RecordView();
            assertTrue(reader.next(view));
            assertTrue(reader.next(view));
            assertEquals(200, view.type());
            assertFalse(RecordType.isKnown(view.type()));
        }
    }

    @Test
    void metadataThatDoesNotEndIsNoticed() {
        final List<byte[]> documents = new ArrayList<>();
        assertTrue(messageOf(documents).contains("metadata is not complete"), messageOf(documents));
    }

    @Test
    void endlessMetadataIsRefused() {
        final byte[] piece = new byte[DocumentHeader.DOCUMENT_BYTES_MAX];
        final long[] sequence = {0};
        final DocumentSource endless =
                new DocumentSource() {
                    @Override
                    public int next(byte[] into) {
                        DocumentHeader.write(
                                MemorySegment.ofArray(piece),
                                new CRC32C(),
                                DocumentHeader.KIND_METADATA,
                                0,
                                Runs.HEADER.runId(),
                                sequence[0]++);
                        System.arraycopy(piece, 0, into, 0, piece.length);
                        return piece.length;
                    }

                    @Override
                    public void close() {}
                };
        final JournalException e =
                assertThrows(JournalException.class, () -> JournalReader.open("test", endless));
        assertTrue(e.getMessage().contains("past 16777216 bytes"), e.getMessage());
    }

    private static List<byte[]> documents() {
        final MemoryTarget target = new MemoryTarget(1 << 20);
        Runs.run(target, COUNT);
        final List<byte[]> documents = new ArrayList<>();
        for (int i = 0; i < target.documentCount(); i++) {
            documents.add(target.document(i));
        }
        assertEquals(6, documents.size());
        return documents;
    }

    /** Changes a document and gives it a correct header again. */
    private static void seal(
            List<byte[]> documents, int index, Consumer<byte[]> change, long runId) {
        final byte[] document = documents.get(index).clone();
        change.accept(document);
        DocumentHeader.write(
                MemorySegment.ofArray(document),
                new CRC32C(),
                DocumentHeader.KIND_RECORDS,
                0,
                runId,
                index);
        documents.set(index, document);
    }

    private static String messageOf(List<byte[]> documents) {
        return assertThrows(JournalException.class, () -> readAll(documents)).getMessage();
    }

    private static long readAll(List<byte[]> documents) {
        try (JournalReader reader = open(documents)) {
            final RecordView view = new RecordView();
            long count = 0;
            while (reader.next(view)) {
                count++;
            }
            assertTrue(reader.isComplete());
            return count;
        }
    }

    private static JournalReader open(List<byte[]> documents) {
        final MemoryTarget target = new MemoryTarget(1L << 30);
        for (byte[] document : documents) {
            try {
                target.append(MemorySegment.ofArray(document), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return JournalReader.open("test", new MemoryDocuments(target));
    }
}
