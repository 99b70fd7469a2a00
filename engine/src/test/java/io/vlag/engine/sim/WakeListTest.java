package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.importer.RtAppImporter;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.journal.WakeFlag;
import io.vlag.engine.plan.SimPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which wake-ups between CPUs that share a cache go through a wake list. */
class WakeListTest {
    private static final long DURATION_NS = 200_000_000;
    private static final long JOURNAL_BYTES_MAX = 16L << 20;

    /** One task wakes another one on a CPU that has been idle for half a millisecond. */
    private static final String WORKLOAD =
            """
            {"tasks": {
              "waker": {"cpus": [0], "run": 100, "resume": "wakee", "sleep": 500},
              "wakee": {"cpus": [1], "suspend": "wakee", "run": 50}}}
            """;

    @TempDir private Path directory;

    @Test
    void anIdleCpuTakesAWakeeByItsListFrom60On() throws IOException {
        assertEquals(1, shareByList("6.1"), 0);
    }

    @Test
    void before60OnlyATaskStillLeavingItsCpuDoes() throws IOException {
        assertEquals(0, shareByList("5.18"), 0);
        assertEquals(0, shareByList("6.1+ttwu_queue_idle=off"), 0);
    }

    /** Of the wake-ups of an idle CPU by another one. */
    private double shareByList(String kernel) throws IOException {
        final Path file = directory.resolve("wakes.json");
        Files.writeString(file, WORKLOAD);
        final SimPlan plan =
                Scenarios.planOf(RtAppImporter.read(file), kernel, 1, "variants=cpus_4");
        final MemoryTarget target = new MemoryTarget(JOURNAL_BYTES_MAX);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at ->
                                Journal.open(
                                        at, RunHeader.of(1, "wakes", "", "", 1, 4, 0), target))) {
            simulation.runUntil(DURATION_NS);
        }
        int all = 0;
        int byList = 0;
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (record.type() == RecordType.WAKEUP.code()
                        && record.targetCpu() != record.cpu()
                        && (record.wakeFlags() & WakeFlag.TARGET_IDLE) != 0) {
                    all++;
                    byList += (record.wakeFlags() & WakeFlag.WAKE_LIST) != 0 ? 1 : 0;
                }
            }
        }
        assertTrue(all > 100, kernel + ": only " + all + " wake-ups of idle CPUs");
        return (double) byList / all;
    }
}
