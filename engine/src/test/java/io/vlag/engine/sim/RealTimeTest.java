package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real-time tasks between CPUs, and what keeps them from starving fair ones. */
class RealTimeTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS = 1_000_000;
    private static final Step HOG = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));

    private static TaskTemplate rt(
            String name, int priority, CpuSet cpus, long startNs, Step... steps) {
        return task(name, SchedPolicy.FIFO, priority, cpus, startNs, steps);
    }

    private static TaskTemplate fair(String name) {
        return task(name, SchedPolicy.OTHER, 0, CpuSet.ALL, 0, HOG);
    }

    private static TaskTemplate task(
            String name,
            SchedPolicy policy,
            int priority,
            CpuSet cpus,
            long startNs,
            Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                0,
                priority,
                0,
                cpus,
                "",
                startNs,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static Step every(long periodNs, long runNs) {
        return new Step.Loop(
                Step.FOREVER,
                List.of(new Step.RunFor(runNs), new Step.Timer("t", periodNs, false, true)));
    }

    private static CpuSet cpu(int cpu) {
        return new CpuSet(List.of(cpu));
    }

    private static Scenarios.Window run(
            String kernel, int cpuCount, long warmupNs, long durationNs, TaskTemplate... tasks) {
        return Scenarios.run(
                Scenarios.planOf(List.of(tasks), kernel, "cpus=" + cpuCount), warmupNs, durationNs);
    }

    private static long cpuNs(Reading reading, String name) {
        return reading.tasks().stream()
                .filter(task -> task.name().equals(name))
                .mapToLong(Reading.TaskReading::cpuNs)
                .sum();
    }

    private static double share(Scenarios.Window window, String name) {
        final long ns = cpuNs(window.to(), name) - cpuNs(window.from(), name);
        return (double) ns / (window.to().timeNs() - window.from().timeNs());
    }

    /** Each CPU is busy half of the time, never both: one of them is always free. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void aPreemptedTaskIsPushedToACpuThatRunsLess(String kernel) {
        final Scenarios.Window window =
                run(
                        kernel,
                        2,
                        100 * MS,
                        SECOND_NS / 2,
                        rt("first", 50, cpu(0), 0, every(10 * MS, 4 * MS)),
                        rt("second", 50, cpu(1), 5 * MS, every(10 * MS, 4 * MS)),
                        rt("low", 10, CpuSet.ALL, 0, HOG));
        assertTrue(share(window, "low") > 0.97, "got " + share(window, "low"));
    }

    /**
     * Both CPUs are busy in a third of the time; the one that is free first is not the one on which
     * the low task waits.
     */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "7.0"})
    void aCpuThatFallsToALowerPriorityPulls(String kernel) {
        final Scenarios.Window window =
                run(
                        kernel,
                        2,
                        120 * MS,
                        SECOND_NS / 2,
                        rt("first", 50, cpu(0), 0, every(12 * MS, 8 * MS)),
                        rt("second", 50, cpu(1), 4 * MS, every(12 * MS, 8 * MS)),
                        rt("low", 10, CpuSet.ALL, 0, HOG));
        assertEquals(2.0 / 3, share(window, "low"), 0.03);
    }

    @Test
    void aWakeeBehindAHigherTaskThatIsBoundGoesElsewhere() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        2,
                        100 * MS,
                        SECOND_NS / 2,
                        rt("bound", 50, cpu(0), 0, every(20 * MS, 15 * MS)),
                        fair("fair"),
                        rt("low", 10, CpuSet.ALL, 0, every(10 * MS, 5 * MS)));
        assertEquals(0.5, share(window, "low"), 0.01);
        final Reading.TaskReading low =
                window.to().tasks().stream()
                        .filter(task -> task.name().equals("low"))
                        .findFirst()
                        .orElseThrow();
        assertTrue(low.waitNsMax() < MS, "waited " + low.waitNsMax());
    }

    @Test
    void throttlingLeavesFairTasksOneTwentieth() {
        final TaskTemplate hog = rt("rt", 50, CpuSet.ALL, 0, HOG);
        final Scenarios.Window throttled = run("6.6", 1, 0, 20 * SECOND_NS, hog, fair("fair"));
        // the end of the runtime is seen at a tick: up to 4 ms of 50 late
        assertEquals(0.05, share(throttled, "fair"), 0.005);
        final Scenarios.Window off =
                run("6.6+rt_throttling=off", 1, 100 * MS, 5 * SECOND_NS, hog, fair("fair"));
        assertEquals(0, share(off, "fair"), 0.0001);
    }

    @Test
    void aThrottledCpuIdlesWhenNothingElseIsThere() {
        final TaskTemplate hog = rt("rt", 50, CpuSet.ALL, 0, HOG);
        assertEquals(0.95, share(run("6.6", 1, 0, 20 * SECOND_NS, hog), "rt"), 0.005);
        assertTrue(share(run("7.0", 1, 0, 5 * SECOND_NS, hog), "rt") > 0.99);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.12", "6.18", "7.0", "7.2"})
    void theFairServerGivesStarvedTasksOneTwentieth(String kernel) {
        final TaskTemplate hog = rt("rt", 50, CpuSet.ALL, 0, HOG);
        final Scenarios.Window early = run(kernel, 1, 900 * MS, 50 * MS, hog, fair("fair"));
        assertTrue(cpuNs(early.from(), "fair") < 10_000, "deferred");
        final Scenarios.Window served =
                run(kernel, 1, 4 * SECOND_NS + SECOND_NS / 2, 20 * SECOND_NS, hog, fair("fair"));
        assertEquals(0.05, share(served, "fair"), 0.001);
        final Scenarios.Window none =
                run(kernel + "+fair_server=none", 1, 100 * MS, 5 * SECOND_NS, hog, fair("fair"));
        assertEquals(0, share(none, "fair"), 0.0001);
    }

    /** Fair tasks get a tenth by themselves, so that the server has nothing to do. */
    @ParameterizedTest
    @ValueSource(strings = {"6.12", "7.0"})
    void theFairServerDisturbsNobodyWhoLeavesEnough(String kernel) {
        final Scenarios.Window window =
                run(
                        kernel,
                        1,
                        0,
                        5 * SECOND_NS,
                        rt("rt", 50, CpuSet.ALL, 0, every(10 * MS, 9 * MS)),
                        fair("fair"));
        assertEquals(0.1, share(window, "fair"), 0.01);
        final Reading.TaskReading rt =
                window.to().tasks().stream()
                        .filter(task -> task.name().equals("rt"))
                        .findFirst()
                        .orElseThrow();
        assertTrue(rt.waitNsMax() < MS, "waited " + rt.waitNsMax());
    }
}
