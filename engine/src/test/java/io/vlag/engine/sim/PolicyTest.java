package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.UtilClamp;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.kernel.Clamps;
import io.vlag.engine.plan.SimPlan;
import io.vlag.hw.UclampBuckets;
import io.vlag.pelt.PeltLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clamps, boosts, calls of cpufreq and switches of features in whole simulations of a Pixel 6. */
class PolicyTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final int BIG = 6;
    private static final long TOP_KHZ = 2_802_000;

    private record Request(long timeNs, int cpu, long khz, int reason) {}

    private static TaskTemplate onBig(UtilClamp clamp, Step... steps) {
        return new TaskTemplate(
                "t",
                1,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                new CpuSet(List.of(BIG)),
                "",
                0,
                List.of(new Step.Loop(Step.FOREVER, List.of(steps))),
                false,
                clamp,
                SourcePosition.of("test"));
    }

    private static SimPlan plan(String kernel, TaskTemplate... tasks) {
        return Scenarios.planOf(
                List.of(tasks),
                kernel,
                "machine=pixel6",
                "variants=caps_160_498",
                "cpus=8",
                "governor=schedutil",
                "rateLimit=2ms");
    }

    private static List<Request> requests(SimPlan plan, long toNs) {
        final MemoryTarget target = new MemoryTarget(64L << 20);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at -> Journal.open(at, RunHeader.of(1, "p", "", "", 1, 1, 0), target),
                        100)) {
            simulation.runUntil(toNs);
        }
        final List<Request> requests = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (record.type() == RecordType.FREQ_REQUEST.code() && record.cpu() == BIG) {
                    requests.add(
                            new Request(
                                    record.timeNs(),
                                    record.cpu(),
                                    record.khz(),
                                    (int) (record.arg2() >>> 32)));
                }
            }
        }
        return requests;
    }

    private static Step[] periodic(long runNs) {
        return new Step[] {new Step.Run(runNs), new Step.Timer("t", 16 * MS, false, true)};
    }

    /** 6.8 and later honour the minimum exactly; before, the quarter comes on top. */
    @ParameterizedTest
    @CsvSource({"6.6, 640", "6.12, 512", "7.0, 512"})
    void aMinimumClampIsTheLeastClock(String kernel, long util) {
        final List<Request> requests =
                requests(plan(kernel, onBig(new UtilClamp(512, 1024), periodic(4 * MS))), 2 * S)
                        .stream()
                        .filter(request -> request.reason == FreqReason.UCLAMP)
                        .toList();
        assertTrue(requests.size() > 10, requests.toString());
        for (final Request request : requests) {
            assertTrue(request.khz >= TOP_KHZ * util / 1024, request.toString());
            assertTrue(request.khz < TOP_KHZ * util / 1024 + 250_000, request.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"6.6, 375", "6.12, 300", "7.0, 300"})
    void aMaximumClampHoldsTheClockOfAHog(String kernel, long util) {
        final List<Request> requests =
                requests(plan(kernel, onBig(new UtilClamp(0, 300), new Step.Run(S))), 2 * S);
        final long highest = // the call at its first enqueue misses the clamp before 6.16
                requests.stream()
                        .filter(request -> request.timeNs > 0)
                        .mapToLong(Request::khz)
                        .max()
                        .orElseGet(() -> requests.getLast().khz);
        assertTrue(highest >= TOP_KHZ * util / 1024, "highest " + highest);
        assertTrue(highest < TOP_KHZ * util / 1024 + 250_000, "highest " + highest);
    }

    @Test
    void aStepChangesClamps() {
        final List<Request> requests =
                requests(
                        plan(
                                "7.0",
                                onBig(
                                        UtilClamp.NONE,
                                        new Step.Run(S),
                                        new Step.SetUclamp(new UtilClamp(0, 200), Step.ITSELF),
                                        new Step.Run(10 * S))),
                        3 * S);
        assertTrue(requests.stream().anyMatch(request -> request.khz == TOP_KHZ));
        assertTrue(requests.getLast().khz < 900_000, requests.getLast().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0", "6.10-rc1+consolidate"})
    void waitsForInputAndOutputRaiseTheClock(String kernel) {
        final long with = highest(kernel, true);
        final long without = highest(kernel, false);
        assertTrue(with > 1_500_000 && without < 1_000_000, with + " against " + without);
    }

    private static long highest(String kernel, boolean ioWait) {
        final TaskTemplate task =
                onBig(UtilClamp.NONE, new Step.Run(50_000), new Step.Sleep(MS, ioWait));
        final List<Request> requests = requests(plan(kernel, task), S);
        assertTrue(!ioWait || requests.stream().anyMatch(r -> r.reason == FreqReason.IOWAIT_BOOST));
        long highest = 0; // in force during the second half
        for (final Request request : requests) {
            highest = request.timeNs < S / 2 ? request.khz : Math.max(highest, request.khz);
        }
        return highest;
    }

    @Test
    void consolidatedCallsAreFewer() {
        final long stock = hookCalls("6.10-rc1+pelt_update=always");
        final long patched = hookCalls("6.10-rc1+pelt_update=always+consolidate");
        assertTrue(patched > 100 && 4 * patched < 3 * stock, patched + " against " + stock);
    }

    private static long hookCalls(String kernel) {
        final SimPlan plan =
                Scenarios.plan(
                        "busy32",
                        kernel,
                        1,
                        "machine=pixel6",
                        "variants=caps_160_498",
                        "cpus=8",
                        "governor=schedutil");
        try (Simulation simulation = new Simulation(plan, Journal::none, 1_000)) {
            simulation.runUntil(S);
            long calls = 0;
            for (int cpu = 0; cpu < 8; cpu++) {
                calls += simulation.tables().kernel().runQueues().cpufreqHookCount(cpu);
            }
            return calls;
        }
    }

    /** 1024 (1 - 2^(-t / half-life)). */
    @ParameterizedTest
    @CsvSource({"32ms, 512", "16ms, 768", "8ms, 960"})
    void aShorterHalfLifeFollowsFaster(String halfLife, double expected) {
        final TaskTemplate task = onBig(UtilClamp.NONE, new Step.Sleep(S), new Step.Run(10 * S));
        final SimPlan plan =
                Scenarios.planOf(
                        List.of(task),
                        "7.0+pelt_half_life=" + halfLife,
                        "machine=pixel6",
                        "variants=caps_160_498",
                        "cpus=8",
                        "governor=performance");
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(S + 33 * MS);
            final double util =
                    PeltLayout.utilAvg(simulation.tables().kernel().queues().avgAt(BIG));
            assertEquals(expected, util, 0.1 * 1024);
        }
    }

    @Test
    void featuresThatAreSwitchedOffStayOff() {
        final SimPlan plan = Scenarios.plan("busy32", "7.0+delay_dequeue_off_at_ns=1000000000", 1);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(S);
            final long before = delayedSleeps(simulation);
            simulation.runUntil(2 * S);
            assertTrue(before > 100, "delayed sleeps " + before);
            assertTrue(delayedSleeps(simulation) - before < 10, "went on");
        }
    }

    private static long delayedSleeps(Simulation simulation) {
        return simulation.read().tasks().stream()
                .mapToLong(Reading.TaskReading::delayedSleeps)
                .sum();
    }

    /** What early delayed dequeue counted twice is never uncounted. */
    @ParameterizedTest
    @CsvSource({"6.6-android, false", "6.6-android+eevdf-complete, true", "6.12, false"})
    void delayedTasksLeakClampsWhereTheKernelDidNotPair(String kernel, boolean leaks) {
        final SimPlan plan = Scenarios.plan("pixel6-frames-heavy", kernel, 1);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(20 * S);
            final UclampBuckets buckets = new UclampBuckets(Clamps.BUCKET_COUNT);
            long counted = 0;
            long queued = 0;
            for (int cpu = 0; cpu < 8; cpu++) {
                queued += simulation.tables().kernel().queues().nrQueued(cpu);
                final long at = simulation.tables().clampsAt() + cpu * buckets.bytes();
                for (int bucket = 0; bucket < Clamps.BUCKET_COUNT; bucket++) {
                    counted += buckets.tasks(at, UclampBuckets.MIN, bucket);
                }
            }
            assertEquals(leaks, counted > queued, counted + " counted, " + queued + " queued");
        }
    }

    /**
     * The report of April 2024: with delayed dequeue and its accounting more energy goes into the
     * same frames, also after it was switched off at run time; not when it was off from boot.
     */
    @Test
    void powerStaysUpWhenDelayedDequeueIsSwitchedOffAtRunTime() {
        final String patched = "6.6-android+eevdf-complete";
        final double stock = framesEnergyJ("6.6-android");
        final double on = framesEnergyJ(patched);
        final double offLater = framesEnergyJ(patched + "+nodelay-runtime");
        final double neverOn = framesEnergyJ(patched + "+NO_DELAY_DEQUEUE+NO_DELAY_ZERO");
        final String all = stock + ", " + on + ", " + offLater + ", " + neverOn;
        assertTrue(on > stock && offLater > stock, all);
        assertTrue(neverOn < on && neverOn < offLater, all);
    }

    /** As reported in direction: shorter frames, more time on the biggest cores, more energy. */
    @Test
    void earlyDelayedDequeueShortensFramesOnBigCores() {
        final Frames stock = frames("6.6-android");
        final Frames patched = frames("6.6-android+eevdf-complete");
        final String both = stock + ", " + patched;
        assertTrue(patched.meanMs < 0.95 * stock.meanMs, both);
        assertTrue(patched.bigShare > stock.bigShare + 0.1, both);
        assertTrue(patched.energyJ > stock.energyJ, both);
    }

    /**
     * Frames between 21 and 31 seconds.
     *
     * @param bigShare of the frame threads' time
     */
    private record Frames(double meanMs, double bigShare, double energyJ) {}

    private static Frames frames(String kernel) {
        final Scenarios.Window window =
                Scenarios.run(Scenarios.plan("pixel6-frames", kernel, 1), 21 * S, 10 * S);
        final List<Long> before = window.from().frames().getFirst().durationsNs();
        final List<Long> all = window.to().frames().getFirst().durationsNs();
        double sumNs = 0;
        for (final long durationNs : all.subList(before.size(), all.size())) {
            sumNs += durationNs;
        }
        return new Frames(
                sumNs / (all.size() - before.size()) / MS,
                (double) window.ofTasks(task -> isOfFrames(task) ? task.bigNs() : 0)
                        / window.ofTasks(task -> isOfFrames(task) ? task.cpuNs() : 0),
                (window.to().totalEnergyUj() - window.from().totalEnergyUj()) / 1e6);
    }

    private static boolean isOfFrames(Reading.TaskReading task) {
        return task.name().equals("ui") || task.name().equals("render");
    }

    private static double framesEnergyJ(String kernel) {
        final SimPlan plan = Scenarios.plan("pixel6-frames-heavy", kernel, 1);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(21 * S);
            final long before = simulation.read().totalEnergyUj();
            simulation.runUntil(31 * S);
            return (simulation.read().totalEnergyUj() - before) / 1e6;
        }
    }
}
