package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class RecordSchemaTest {
    /** Written out by hand from docs/formats/journal.md. */
    @Test
    void theBytesOfARecordAreAsDocumented() {
        final MemoryTarget target = new MemoryTarget(1 << 20);
        Runs.run(
                Runs.HEADER,
                target,
                journal -> {
                    journal.runStarted(0);
                    journal.switched(
                            0x0102_0304_0506_0708L, 0xABCD, -1, 0x1122_3344, PrevState.DELAYED);
                });
        final byte[] document = target.document(1);
        final int at = DocumentHeader.BYTES + RecordSchema.RECORD_BYTES;
        assertEquals(
                "0301cdab"
                        + "ffffffff"
                        + "0807060504030201"
                        + "44332211"
                        + "03000000"
                        + "0000000000000000",
                HexFormat.of()
                        .formatHex(
                                Arrays.copyOfRange(document, at, at + RecordSchema.RECORD_BYTES)));
    }

    @Test
    void theBytesOfAHeaderAreAsDocumented() {
        final MemoryTarget target = new MemoryTarget(1 << 20);
        Runs.run(
                Runs.HEADER,
                target,
                journal -> {
                    journal.runStarted(5);
                    journal.ticked(7, 0, 1, 2, 3);
                });
        final byte[] document = target.document(1);
        assertEquals(
                HexFormat.of().formatHex("VLAGJRNL".getBytes(StandardCharsets.US_ASCII))
                        + "0100"
                        + "02"
                        + "01"
                        + "40000000" // format version, records, schema version, payload
                        + "ed5e000000000000"
                        + "0100000000000000" // run id, sequence
                        + "02000000"
                        + "00000000" // records, flags
                        + "0500000000000000"
                        + "0700000000000000" // times
                        + "20000000",
                HexFormat.of().formatHex(Arrays.copyOf(document, 60)));
    }

    @Test
    void everyFieldComesBackThroughItsName() {
        check(
                j -> j.switched(9, 65535, 1, -1, PrevState.EXITED),
                r -> {
                    assertEquals(
                            List.of(3, 65535, 1, -1, 4),
                            List.of(r.type(), r.cpu(), r.taskId(), r.nextTaskId(), r.prevState()));
                    assertEquals(9, r.timeNs());
                    assertEquals(RecordSchema.VERSION, r.version());
                });
        check(
                j -> j.woken(Long.MAX_VALUE, 3, 7, -1, 65535, 65534, 0xFFFF, 0x7FFF),
                r -> {
                    assertEquals(
                            List.of(7, -1, 65535),
                            List.of(r.taskId(), r.wakerTaskId(), r.targetCpu()));
                    assertEquals(
                            List.of(65534, 0xFFFF, 0x7FFF),
                            List.of(r.prevCpu(), r.wakeFlags(), r.placementReason()));
                    assertEquals(Long.MAX_VALUE, r.timeNs());
                });
        check(
                j -> j.migrated(1, 0, 5, 2, 3, MigrateReason.NEWIDLE),
                r ->
                        assertEquals(
                                List.of(5, 2, 3, MigrateReason.NEWIDLE),
                                List.of(r.taskId(), r.fromCpu(), r.toCpu(), r.migrateReason())));
        check(
                j -> j.freqRequested(1, 0, 2, 3_000_000, 1024, FreqReason.UTIL),
                r ->
                        assertEquals(
                                List.of(2, 3_000_000, 1024, FreqReason.UTIL),
                                List.of(r.domainIndex(), r.khz(), r.util(), r.freqReason())));
        check(
                j -> j.freqChanged(1, 0, 2, 3_000_000, 400_000, FreqReason.THERMAL),
                r ->
                        assertEquals(
                                List.of(2, 3_000_000, 400_000, FreqReason.THERMAL),
                                List.of(r.domainIndex(), r.khz(), r.prevKhz(), r.freqReason())));
        check(
                j -> j.freqDecided(1, 3, 2, 3_000_000, 1024, 0b110, FreqOutcome.SAME_CLOCK),
                r -> {
                    assertEquals(
                            List.of(3, 2, 3_000_000, 1024),
                            List.of(r.cpu(), r.domainIndex(), r.rawKhz(), r.utilSeen()));
                    assertEquals(
                            List.of(0b110, FreqOutcome.SAME_CLOCK),
                            List.of(r.freqClamp(), r.freqOutcome()));
                });
        check(
                j ->
                        j.energyWeighed(
                                1, 0, 9, 65535, 65534, EnergyCandidate.OTHER, -123_456_789_012L),
                r -> {
                    assertEquals(
                            List.of(9, 65535, 65534, EnergyCandidate.OTHER),
                            List.of(
                                    r.taskId(),
                                    r.candidateCpu(),
                                    r.perfDomainIndex(),
                                    r.energyCandidate()));
                    assertEquals(-123_456_789_012L, r.energyDelta());
                });
        check(
                j -> j.counted(1, 0, -1, Counter.ENERGY_UJ, 4, Long.MIN_VALUE),
                r ->
                        assertEquals(
                                List.of(-1, Counter.ENERGY_UJ, 4, Long.MIN_VALUE),
                                List.of(r.taskId(), r.arg0(), r.arg1(), r.arg2())));
    }

    @Test
    void codesAreUniqueAndFoundAgain() {
        for (RecordType type : RecordType.values()) {
            assertEquals(type, RecordType.of(type.code()));
            assertEquals(4, type.fields().size());
        }
        final int[] codes = Arrays.stream(RecordType.values()).mapToInt(RecordType::code).toArray();
        assertArrayEquals(IntStream.rangeClosed(1, codes.length).toArray(), codes);
        assertFalse(RecordType.isKnown(0));
        assertFalse(RecordType.isKnown(255));
        assertThrows(IllegalArgumentException.class, () -> RecordType.of(200));
    }

    @Test
    void namesOfCodesAreForPeopleAndSurviveNewerWriters() {
        assertEquals("delayed", PrevState.name(PrevState.DELAYED));
        assertEquals("idle_core", PlacementReason.name(PlacementReason.IDLE_CORE));
        assertEquals("newidle", MigrateReason.name(MigrateReason.NEWIDLE));
        assertEquals("thermal", FreqReason.name(FreqReason.THERMAL));
        assertEquals("barrier", BlockReason.name(BlockReason.BARRIER));
        assertEquals("runnable_count", Counter.name(Counter.RUNNABLE_COUNT));
        assertEquals("unknown-99", Counter.name(99));
    }

    @Test
    void theDocumentListsEveryTypeWithItsFields() throws IOException {
        final Path document = Path.of("..", "docs", "formats", "journal.md");
        Assumptions.assumeTrue(Files.exists(document), "the source tree is not there");
        final String text = Files.readString(document);
        for (RecordType type : RecordType.values()) {
            final StringBuilder row =
                    new StringBuilder("| " + type.code() + " | " + type.name() + " |");
            for (String field : type.fields()) {
                row.append(field.isEmpty() ? " |" : " " + field.replace("] ", "], ") + " |");
            }
            assertTrue(text.contains(row), "docs/formats/journal.md lacks the row: " + row);
        }
    }

    @Test
    void theDocumentListsEveryCode() throws IOException {
        final Path document = Path.of("..", "docs", "formats", "journal.md");
        Assumptions.assumeTrue(Files.exists(document), "the source tree is not there");
        final String text = Files.readString(document);
        assertListed(text, "prevState", PrevState::name);
        assertListed(text, "placementReason", PlacementReason::name);
        assertListed(text, "migrateReason", MigrateReason::name);
        assertListed(text, "freqReason", FreqReason::name);
        assertListed(text, "freqOutcome", FreqOutcome::name);
        assertListed(text, "energyCandidate", EnergyCandidate::name);
        assertListed(text, "blockReason", BlockReason::name);
        assertListed(text, "counter", Counter::name);
    }

    private static void assertListed(String text, String field, IntFunction<String> name) {
        final String names =
                IntStream.iterate(0, code -> code + 1)
                        .mapToObj(name)
                        .takeWhile(known -> !known.startsWith("unknown-"))
                        .collect(Collectors.joining(", "));
        final String row = "| " + field + " | " + names + " |";
        assertTrue(text.contains(row), "docs/formats/journal.md lacks the row: " + row);
    }

    private static void check(Consumer<Journal> write, Consumer<RecordView> check) {
        final MemoryTarget target = new MemoryTarget(1 << 20);
        Runs.run(
                Runs.HEADER,
                new WithReasons(target),
                journal -> {
                    journal.runStarted(0);
                    write.accept(journal);
                });
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView view = new RecordView();
            assertTrue(reader.next(view));
            assertEquals(RecordType.RUN_START.code(), view.type());
            assertTrue(reader.next(view));
            check.accept(view);
            assertFalse(reader.next(view));
        }
    }
}
