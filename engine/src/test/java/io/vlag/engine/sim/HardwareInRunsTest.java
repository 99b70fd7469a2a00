package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads, turbo, heat, clocks that hold others up and idle states in whole simulations. */
class HardwareInRunsTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final String[] X86_8 = {"machine=x86-8", "variants=icelake_like", "cpus=8"};
    private static final String[] PIXEL = {"machine=pixel6", "variants=caps_160_498", "cpus=8"};

    /** A task on one CPU. */
    private static TaskTemplate on(int cpu, Step... steps) {
        return new TaskTemplate(
                "cpu" + cpu,
                1,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                new CpuSet(List.of(cpu)),
                "",
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static TaskTemplate hogOn(int cpu) {
        return on(cpu, new Step.Loop(Step.FOREVER, List.of(new Step.Run(MS))));
    }

    private static SimPlan plan(String[] machine, String governor, TaskTemplate... tasks) {
        final List<String> overrides = new ArrayList<>(List.of(machine));
        overrides.add("governor=" + governor);
        return Scenarios.planOf(List.of(tasks), "7.0", overrides.toArray(new String[0]));
    }

    private static Reading read(SimPlan plan, long atNs) {
        try (Simulation simulation = new Simulation(plan, Journal::none, 500)) {
            simulation.runUntil(atNs);
            return simulation.read();
        }
    }

    private record Seen(long timeNs, int cpu, int arg0, int arg1, long arg2) {
        int reason() {
            return (int) (arg2 >>> 32);
        }
    }

    private static List<Seen> records(SimPlan plan, long toNs, RecordType type) {
        final MemoryTarget target = new MemoryTarget(256L << 20);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at -> Journal.open(at, RunHeader.of(1, "h", "", "", 1, 1, 0), target))) {
            simulation.runUntil(toNs);
        }
        final List<Seen> found = new ArrayList<>();
        final RecordView record = new RecordView();
        try (JournalReader reader = JournalReader.open(target)) {
            while (reader.next(record)) {
                if (record.type() == type.code()) {
                    found.add(
                            new Seen(
                                    record.timeNs(),
                                    record.cpu(),
                                    record.arg0(),
                                    record.arg1(),
                                    record.arg2()));
                }
            }
        }
        return found;
    }

    /** When the first task ends that does 100 ms of work on CPU 0. */
    private static long endNs(String[] machine, int memoryMilli, int... hogs) {
        final List<TaskTemplate> tasks = new ArrayList<>();
        tasks.add(on(0, new Step.Run(100 * MS, memoryMilli), new Step.Exit()));
        for (int hog : hogs) {
            tasks.add(hogOn(hog));
        }
        return records(
                        plan(machine, "performance", tasks.toArray(new TaskTemplate[0])),
                        2 * S,
                        RecordType.EXIT)
                .getFirst()
                .timeNs();
    }

    @Test
    void twoThreadsOfACoreDoWhatTheMachineFileSays() {
        final long aloneNs = endNs(X86_8, 0);
        assertEquals(100 * MS, aloneNs, MS);
        assertEquals(
                aloneNs / 0.625, (double) endNs(X86_8, 0, 4), (double) MS, "CPU 4 is its sibling");
        final double withTwoCores = aloneNs * 3.5 / 3.2; // turbo: 3.5 GHz is for one core
        assertEquals(withTwoCores, (double) endNs(X86_8, 0, 5), (double) MS, "CPU 5 is not");
    }

    @Test
    void workThatWaitsForMemoryIsAsFastAtTheTopClock() {
        assertEquals(endNs(X86_8, 0), endNs(X86_8, 700), MS / 10);
    }

    @Test
    void theClockFallsWhenMoreCoresAreActive() {
        final SimPlan plan = plan(X86_8, "performance", hogOn(0), hogOn(1), hogOn(2), hogOn(3));
        final List<Seen> changes = records(plan, 100 * MS, RecordType.FREQ);
        assertTrue(
                changes.stream().allMatch(change -> change.reason() == FreqReason.BOOST_CEILING),
                changes.toString());
        assertEquals(4, changes.size(), "each of the four cores once");
        assertEquals(3_200_000, changes.getFirst().arg1());
        final Reading reading = read(plan, 100 * MS);
        assertTrue(reading.domains().get(0).oppNs().get(6) > 98 * MS);
    }

    @Test
    void aBusyBigClusterHoldsTheLittleClockUp() {
        final Reading reading = read(plan(PIXEL, "schedutil", hogOn(7)), S);
        // 1401 MHz at least once the big one is at its top: operating point 7
        final List<Long> littleNs = reading.domains().get(0).oppNs();
        final long heldNs = littleNs.subList(7, 11).stream().mapToLong(Long::longValue).sum();
        final long topNs = reading.domains().get(2).oppNs().getLast();
        assertTrue(topNs > 800 * MS, "big at its top for " + topNs);
        assertTrue(heldNs >= topNs - MS, heldNs + " of " + topNs);
    }

    @Test
    void idleCpusSleepDeeplyAndTheirClusterWithThem() {
        final Reading reading = read(plan(PIXEL, "schedutil", hogOn(7)), S);
        assertEquals(S, reading.cpus().get(4).idleStates().get(1).ns(), "c2 all the time");
        assertEquals(S, reading.clusters().get(1).states().getFirst().ns(), "and its cluster");
        assertEquals(0, reading.clusters().get(2).states().getFirst().stays() - 1, "woken once");
    }

    @Test
    void aHotChipIsHeldByTheKernelsPolicy() {
        final SimPlan plan = plan(PIXEL, "performance", hogOn(6), hogOn(7));
        final List<Seen> requests =
                records(plan, 20 * S, RecordType.FREQ_REQUEST).stream()
                        .filter(request -> request.reason() == FreqReason.THERMAL)
                        .toList();
        assertTrue(requests.size() > 3, "requests " + requests);
        final List<Seen> degrees =
                records(plan, 20 * S, RecordType.COUNTER).stream()
                        .filter(counter -> counter.arg1() == 1)
                        .toList();
        assertEquals(200, degrees.size());
        assertTrue(
                degrees.stream().allMatch(degree -> degree.arg2() < 95_000),
                "the policy keeps the chip near 90 C");
        assertTrue(degrees.getLast().arg2() > 80_000, degrees.getLast().toString());
    }

    @Test
    void aQuadOfPower9RunsAtItsHighestClock() {
        final SimPlan plan =
                plan(
                        new String[] {"machine=power9", "variants=smt4", "cpus=32"},
                        "schedutil",
                        hogOn(0));
        final Reading reading = read(plan, 500 * MS);
        for (int domain = 1; domain < 4; domain++) {
            assertEquals(
                    reading.domains().get(0).oppNs(),
                    reading.domains().get(domain).oppNs(),
                    "core " + domain);
        }
        assertEquals(500 * MS, reading.domains().get(4).oppNs().getFirst(), "another quad");
    }

    @Test
    void theTickOfAnIdleCpuGoesOnOnlyWhileItsStayMayBeShort() {
        final TaskTemplate napper =
                on(
                        0,
                        new Step.Loop(
                                Step.FOREVER,
                                List.of(new Step.Run(100_000), new Step.Sleep(300_000))));
        final Reading busyish = read(plan(PIXEL, "performance", napper), S);
        final Reading.CpuReading cpu = busyish.cpus().getFirst();
        assertTrue(
                cpu.idleStates().get(0).stays() > 100 * cpu.idleStates().get(1).stays(),
                "short naps stay in WFI: " + cpu.idleStates());
        assertEquals(0, busyish.cpus().get(3).ticks(), "a CPU that never runs has no tick");
        final TaskTemplate sleeper =
                on(
                        0,
                        new Step.Loop(
                                Step.FOREVER, List.of(new Step.Run(MS), new Step.Sleep(30 * MS))));
        final Reading idle = read(plan(PIXEL, "performance", sleeper), 2 * S);
        final Reading.StateReading c2 = idle.cpus().getFirst().idleStates().get(1);
        assertTrue(c2.ns() > 1_500 * MS, "long naps are slept deeply: " + c2);
        assertTrue(c2.tooDeep() * 10 < c2.stays(), c2.toString());
    }
}
