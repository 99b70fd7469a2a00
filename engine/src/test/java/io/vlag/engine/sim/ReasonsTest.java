package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.EnergyCandidate;
import io.vlag.engine.journal.FreqClamp;
import io.vlag.engine.journal.FreqOutcome;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.PlacementReason;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.journal.WithReasons;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of reasons: what they say fits what happened, and without them nothing is different. */
class ReasonsTest {
    private static final long MS = 1_000_000;
    private static final long HORIZON_NS = 1_500 * MS;

    /** One record: type, time, task, arguments. */
    private record Entry(int type, long timeNs, int taskId, int arg0, int arg1, long arg2) {
        boolean isReason() {
            return type == RecordType.FREQ_DECISION.code()
                    || type == RecordType.ENERGY_DELTA.code();
        }

        int outcome() {
            return (int) (arg2 >>> Integer.SIZE);
        }

        int candidate() {
            return arg1 >>> Short.SIZE;
        }
    }

    private record Run(List<Entry> entries, long digest, Reading reading) {
        List<Entry> of(RecordType type) {
            return entries.stream().filter(entry -> entry.type == type.code()).toList();
        }
    }

    private static Run run(SimPlan plan, boolean reasons) {
        final MemoryTarget target = new MemoryTarget(256L << 20);
        final long digest;
        final Reading reading;
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at ->
                                Journal.open(
                                        at,
                                        RunHeader.of(1, "reasons", "", "", 1, 1, 0),
                                        reasons ? new WithReasons(target) : target))) {
            simulation.runUntil(HORIZON_NS);
            digest = simulation.digest();
            reading = simulation.read();
        }
        final List<Entry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                entries.add(
                        new Entry(
                                record.type(),
                                record.timeNs(),
                                record.taskId(),
                                record.arg0(),
                                record.arg1(),
                                record.arg2()));
            }
        }
        return new Run(entries, digest, reading);
    }

    private static SimPlan pixel(String kernel) {
        final List<TaskTemplate> tasks = new ArrayList<>();
        for (int task = 0; task < 5; task++) {
            tasks.add(
                    Scenarios.endless(
                            "t" + task,
                            new Step.Run((1 + task) * MS),
                            new Step.Sleep((9 + 4 * task) * MS)));
        }
        return Scenarios.planOf(
                tasks,
                kernel,
                "machine=pixel6",
                "variants=caps_160_498",
                "cpus=8",
                "governor=schedutil");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.18", "6.6", "7.0"})
    void theyChangeNothingButTheJournal(String kernel) {
        final Run plain = run(pixel(kernel), false);
        final Run full = run(pixel(kernel), true);
        assertEquals(
                plain.entries, full.entries.stream().filter(entry -> !entry.isReason()).toList());
        assertEquals(plain.reading, full.reading);
        assertNotEquals(plain.digest, full.digest);
        assertEquals(0, plain.entries.stream().filter(Entry::isReason).count());
    }

    /** 6.6 on a Pixel 6: at most one change in 10 ms and domain. */
    @Test
    void aCallIsRateLimitedExactlyUntilTheLimitIsOver() {
        final Map<Integer, Long> issuedNs = new HashMap<>();
        int limited = 0;
        int looked = 0;
        for (final Entry entry : run(pixel("6.6"), true).of(RecordType.FREQ_DECISION)) {
            final long sinceNs =
                    entry.timeNs - issuedNs.getOrDefault(entry.arg0, Long.MIN_VALUE / 2);
            if (entry.outcome() == FreqOutcome.RATE_LIMITED) {
                // the governor's clock is one PELT period ahead of the journal's at the start only
                assertTrue(sinceNs < 10 * MS + MS, entry.toString());
                limited++;
            } else {
                assertTrue(sinceNs >= 10 * MS - MS, entry.toString());
                looked++;
            }
            if (entry.outcome() == FreqOutcome.ISSUED) {
                issuedNs.put(entry.arg0, entry.timeNs);
            }
        }
        assertTrue(limited > 50 && looked > 50, limited + " limited, " + looked + " looked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void everyIssuedClockIsARequestAndTheOthersAreNone(String kernel) {
        final Run full = run(pixel(kernel), true);
        final long issued =
                full.of(RecordType.FREQ_DECISION).stream()
                        .filter(entry -> entry.outcome() == FreqOutcome.ISSUED)
                        .count();
        assertEquals(full.of(RecordType.FREQ_REQUEST).size(), issued);
        assertTrue(issued > 10, "issued " + issued);
    }

    /** A hog on a Pi asks for more than the highest clock: 1.25 times its capacity before 6.8. */
    @Test
    void aRequestBeyondTheTableIsCut() {
        final SimPlan hog =
                Scenarios.planOf(
                        List.of(Scenarios.endless("hog", new Step.Run(10 * MS))),
                        "6.6",
                        "governor=schedutil");
        final List<Entry> decisions = run(hog, true).of(RecordType.FREQ_DECISION);
        assertTrue(
                decisions.stream()
                        .anyMatch(
                                entry ->
                                        (entry.arg2 >>> Short.SIZE & FreqClamp.CUT_TO_MAX) != 0
                                                && entry.arg1 > 2_400_000));
        for (final Entry entry : decisions) {
            final boolean cut = (entry.arg2 >>> Short.SIZE & FreqClamp.CUT_TO_MAX) != 0;
            assertEquals(entry.arg1 > 2_400_000, cut, entry.toString());
            final boolean raised = (entry.arg2 >>> Short.SIZE & FreqClamp.RAISED_TO_MIN) != 0;
            assertEquals(entry.arg1 > 0 && entry.arg1 < 1_500_000, raised, entry.toString());
        }
    }

    @Test
    void hooksInsideASamplingPeriodSaySo() {
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(Scenarios.endless("hog", new Step.Run(10 * MS))),
                        "7.0",
                        "governor=ondemand");
        final List<Entry> decisions = run(plan, true).of(RecordType.FREQ_DECISION);
        assertTrue(
                decisions.stream().filter(e -> e.outcome() == FreqOutcome.SAMPLING).count() > 20);
        assertTrue(decisions.stream().anyMatch(e -> e.outcome() == FreqOutcome.ISSUED));
    }

    /**
     * From 6.6 on a wakee that moves to save energy goes to the candidate whose delta is the least,
     * and one that stays has none below its own CPU's.
     */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void theCandidateWithTheLeastDeltaWins(String kernel) {
        final List<Entry> search = new ArrayList<>();
        int moved = 0;
        int stayed = 0;
        for (final Entry entry : run(pixel(kernel), true).entries) {
            if (entry.type == RecordType.ENERGY_DELTA.code()) {
                if (!search.isEmpty() && search.getFirst().timeNs != entry.timeNs
                        || !search.isEmpty() && search.getFirst().taskId != entry.taskId) {
                    search.clear();
                }
                search.add(entry);
            } else if (entry.type == RecordType.WAKEUP.code() && !search.isEmpty()) {
                final int reason = (int) entry.arg2 >>> Short.SIZE;
                if (search.getFirst().taskId == entry.taskId
                        && search.getFirst().timeNs == entry.timeNs) {
                    final Entry least = least(search);
                    if (reason == PlacementReason.ENERGY) {
                        assertEquals(least.arg0, entry.arg1 & 0xFFFF, search.toString());
                        moved++;
                    } else if (reason == PlacementReason.ENERGY_PREV && least != null) {
                        assertEquals(delta(search, (int) entry.arg2 & 0xFFFF), least.arg2);
                        stayed++;
                    }
                }
                search.clear();
            }
        }
        assertTrue(moved > 5 && stayed > 5, moved + " moved, " + stayed + " stayed");
    }

    private static Entry least(List<Entry> search) {
        Entry least = null;
        for (final Entry entry : search) {
            final boolean weighed =
                    entry.candidate() == EnergyCandidate.PREVIOUS
                            || entry.candidate() == EnergyCandidate.OTHER;
            if (weighed && (least == null || entry.arg2 < least.arg2)) {
                least = entry;
            }
        }
        return least;
    }

    private static long delta(List<Entry> search, int cpu) {
        return search.stream()
                .filter(entry -> entry.arg0 == cpu)
                .filter(entry -> entry.candidate() == EnergyCandidate.PREVIOUS)
                .findFirst()
                .orElseThrow()
                .arg2;
    }
}
