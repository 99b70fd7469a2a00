package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.Step;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.workload.CpuMethods;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds of stress-ng's CPU stressor: how long they compute and how long they sleep. */
class CpuLoadTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1_000 * MS;
    private static final long CALL_NS = 640 * US;

    /** Busy stretches of the only task, from its switch in to its switch out. */
    private static List<Long> bursts(SimPlan plan, long toNs) {
        final MemoryTarget target = new MemoryTarget(64L << 20);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at -> Journal.open(at, RunHeader.of(1, "load", "", "", 1, 1, 0), target))) {
            simulation.runUntil(toNs);
        }
        final List<Long> bursts = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            long inNs = -1;
            while (reader.next(record)) {
                if (record.type() == RecordType.SWITCH.code()) {
                    if (inNs >= 0) {
                        bursts.add(record.timeNs() - inNs);
                    }
                    inNs = record.nextTaskId() >= 0 ? record.timeNs() : -1;
                }
            }
        }
        return bursts;
    }

    private static SimPlan plan(int load, long sliceNs, String... overrides) {
        return Scenarios.planOf(
                List.of(Scenarios.endless("cpu", new Step.CpuLoad(load, sliceNs, CALL_NS))),
                "7.0",
                overrides);
    }

    private static double share(SimPlan plan) {
        final Scenarios.Window window = Scenarios.run(plan, SECOND_NS, 20 * SECOND_NS);
        return window.ofTasks(Reading.TaskReading::cpuNs) / (20.0 * SECOND_NS);
    }

    @ParameterizedTest
    @CsvSource({
        // CPU time, load, too long last time -> sleep; (100 - load) / load of the CPU time, whole
        // us
        "41000000, 10, 0, 369000000",
        "41000000, 10, 57300, 368942000",
        "10000000, 30, 0, 23333000",
        "10000000, 90, 0, 1111000",
        "10000000, 50, -2500, 10002000",
        "10000000, 100, 0, 0",
        "10000000, 99, 101011, -1",
        "999, 50, 0, 0"
    })
    void theSleepIsInProportionToTheCpuTime(long usedNs, int load, long biasNs, long sleepNs) {
        assertEquals(sleepNs, CpuLoadSteps.sleepNs(usedNs, load, biasNs));
    }

    @Test
    void withoutASliceARoundIs64Calls() {
        final List<Long> bursts = bursts(plan(10, 0), 2 * SECOND_NS);
        assertTrue(bursts.size() >= 4, bursts.toString());
        for (int round = 0; round < bursts.size(); round++) {
            final int first = 64 * round % 83;
            // ticks and system calls come on top
            assertEquals(
                    CpuMethods.callsNs(first, 64, CALL_NS),
                    bursts.get(round),
                    200 * US,
                    "" + round);
        }
    }

    @Test
    void withASliceARoundEndsWithTheCallThatUsesItUp() {
        final List<Long> bursts = bursts(plan(10, 10 * MS), 3 * SECOND_NS);
        assertTrue(bursts.size() >= 20, bursts.toString());
        int next = 0;
        for (final long burstNs : bursts) {
            long callsNs = 0;
            while (callsNs < 10 * MS - 100 * US) { // ticks and system calls use up the rest
                callsNs += CpuMethods.callsNs(next, 1, CALL_NS);
                next = CpuMethods.after(next, 1);
            }
            assertEquals(callsNs, burstNs, 200 * US);
        }
    }

    /** The machine's lowest clock is 1.5 of 2.4 GHz. */
    @Test
    void callsTakeLongerAtALowClockAndTheLoadStays() {
        final SimPlan slow = plan(10, 0, "governor=powersave");
        final long firstNs = bursts(slow, SECOND_NS).getFirst();
        assertEquals(CpuMethods.callsNs(0, 64, CALL_NS) * 2_400 / 1_500, firstNs, 300 * US);
        assertEquals(0.10, share(slow), 0.005);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 30, 50, 70, 90, 100})
    void theShareOfTheTimeIsTheLoad(int load) {
        assertEquals(load / 100.0, share(plan(load, 0)), 0.01);
        assertEquals(load / 100.0, share(plan(load, 10 * MS)), 0.01);
    }

    /** Only its own CPU time counts: beside a hog it still computes for a whole round. */
    @Test
    void timeSpentWaitingIsNotCpuTime() {
        final SimPlan crowded =
                Scenarios.planOf(
                        List.of(
                                Scenarios.endless("hog", new Step.Run(10 * MS)),
                                Scenarios.endless("cpu", new Step.CpuLoad(50, 0, CALL_NS))),
                        "7.0");
        final Scenarios.Window window = Scenarios.run(crowded, 0, 20 * SECOND_NS);
        final long cpuNs =
                window.to().tasks().stream()
                        .filter(task -> task.name().equals("cpu"))
                        .findFirst()
                        .orElseThrow()
                        .cpuNs();
        // 41 ms in about 82 ms of wall time, then asleep for 41 ms
        assertEquals(1 / 3.0, cpuNs / (20.0 * SECOND_NS), 0.03);
    }
}
