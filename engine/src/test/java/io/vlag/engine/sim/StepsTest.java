package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.plan.SimPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each step of a program does, where it can be counted. */
class StepsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS = 1_000_000;

    private static Scenarios.Window run(SimPlan plan) {
        return Scenarios.run(plan, 0, SECOND_NS);
    }

    private static Reading.TaskReading task(Scenarios.Window window, String name) {
        return window.to().tasks().stream()
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Scenarios.Window run(String kernel, TaskTemplate... tasks) {
        return run(Scenarios.planOf(List.of(tasks), kernel));
    }

    @Test
    void runTakesItsTimeOnTheFastestClock() {
        final Scenarios.Window window =
                run("7.0", Scenarios.task("worker", SchedPolicy.OTHER, 0, new Step.Run(300 * MS)));
        // the reading of the ended task; its exit and a few ticks come on top
        assertEquals(300 * MS, task(window, "worker").cpuNs(), MS);
    }

    @Test
    void aPeriodicTimerKeepsItsPeriod() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless(
                                "periodic",
                                new Step.Run(2 * MS),
                                new Step.Timer("t", 10 * MS, false, false)));
        assertEquals(100, task(window, "periodic").activations(), 2);
        assertEquals(100 * 2 * MS, task(window, "periodic").cpuNs(), 3 * MS);
    }

    @Test
    void sleepIsCountedFromItsCall() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless("sleeper", new Step.Run(2 * MS), new Step.Sleep(8 * MS)));
        // 2 ms, 8 ms, 50 us of timer slack and a few microseconds of system call
        assertEquals(99, task(window, "sleeper").activations(), 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.6", "6.12", "7.0", "7.2"})
    void aSignalBetweenTheReleaseAndTheSleepIsNotLost(String kernel) {
        final Step[] round = {
            new Step.Lock("m"),
            new Step.Run(20_000),
            new Step.SignalAndWait("c", "m"),
            new Step.Unlock("m")
        };
        final Scenarios.Window window =
                run(
                        Scenarios.planOf(
                                List.of(
                                        Scenarios.endless("a", round),
                                        Scenarios.endless("b", round)),
                                kernel,
                                "cpus=2"));
        assertTrue(task(window, "a").wakeups() > 1_000, "a: " + task(window, "a").wakeups());
        assertTrue(task(window, "b").wakeups() > 1_000, "b: " + task(window, "b").wakeups());
    }

    @Test
    void waitersOfAConditionAreWokenOneByOneOrAllAtOnce() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless(
                                "one",
                                new Step.Lock("m"),
                                new Step.Wait("c", "m"),
                                new Step.Unlock("m")),
                        Scenarios.endless(
                                "two",
                                new Step.Lock("m"),
                                new Step.Wait("c", "m"),
                                new Step.Unlock("m")),
                        Scenarios.endless(
                                "waker",
                                new Step.Sleep(10 * MS),
                                new Step.Signal("c"),
                                new Step.Sleep(10 * MS),
                                new Step.Broadcast("c")));
        // each round of 20 ms wakes three times in all
        final long wakeups = task(window, "one").wakeups() + task(window, "two").wakeups();
        assertEquals(3 * 49, wakeups, 6);
    }

    @Test
    void aBarrierLetsNobodyThroughAlone() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless("fast", new Step.Run(MS), new Step.Barrier("b")),
                        Scenarios.endless(
                                "slow",
                                new Step.Run(MS),
                                new Step.Sleep(8 * MS),
                                new Step.Barrier("b")));
        assertEquals(task(window, "slow").cpuNs(), task(window, "fast").cpuNs(), 2 * MS);
    }

    @Test
    void resumeWakesWhoIsSuspendedAndIsForgottenOtherwise() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless("consumer", new Step.Suspend("e"), new Step.Run(MS)),
                        Scenarios.endless(
                                "producer",
                                new Step.Run(2 * MS),
                                new Step.Resume("e"),
                                new Step.Sleep(5 * MS)));
        assertEquals(
                task(window, "producer").activations(), task(window, "consumer").activations(), 2);
    }

    @Test
    void forkedTasksRunAndTheirRecordsAreUsedAgain() {
        final TaskTemplate child =
                new TaskTemplate(
                        "child",
                        0,
                        SchedPolicy.OTHER,
                        0,
                        0,
                        0,
                        io.vlag.engine.config.CpuSet.ALL,
                        "",
                        0,
                        List.of(new Step.Run(100_000)),
                        io.vlag.engine.config.SourcePosition.of("test"));
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless(
                                "parent", new Step.Fork("child"), new Step.Sleep(500_000)),
                        child);
        final long children =
                window.to().tasks().stream()
                        .filter(task -> task.name().equals("child"))
                        .mapToLong(Reading.TaskReading::switchesIn)
                        .sum();
        assertTrue(children > 1_200, "more than the pool holds: " + children);
    }

    @Test
    void aRealTimeTaskRunsBeforeAFairOne() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless("fair", new Step.Run(MS)),
                        Scenarios.task(
                                "rt",
                                SchedPolicy.FIFO,
                                50,
                                new Step.Loop(
                                        Step.FOREVER,
                                        List.of(new Step.Run(6 * MS), new Step.Sleep(4 * MS)))));
        assertEquals(0.6, (double) task(window, "rt").cpuNs() / SECOND_NS, 0.01);
        assertTrue(task(window, "rt").waitNsMax() < 10_000, "waits only for the switch");
    }

    @Test
    void aFairTaskBehindARealTimeHogIsPulledToAnIdleCpu() {
        final Step hog = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));
        final Scenarios.Window window =
                run(
                        Scenarios.planOf(
                                List.of(
                                        Scenarios.task("fair", SchedPolicy.OTHER, 0, hog),
                                        Scenarios.task("rt", SchedPolicy.FIFO, 50, hog)),
                                "7.0",
                                "cpus=2"));
        assertTrue(task(window, "fair").cpuNs() > 900 * MS, "got " + task(window, "fair").cpuNs());
        assertTrue(task(window, "rt").cpuNs() > 990 * MS);
    }

    @Test
    void roundRobinTasksShareByTheQuantum() {
        final Step hog = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.task("one", SchedPolicy.RR, 10, hog),
                        Scenarios.task("two", SchedPolicy.RR, 10, hog));
        assertEquals(task(window, "one").cpuNs(), task(window, "two").cpuNs(), 101 * MS);
        assertEquals(10, window.ofCpus(Reading.CpuReading::switches), 2);
    }

    @Test
    void yieldLetsTheOtherRun() {
        final Scenarios.Window window =
                run(
                        "7.0",
                        Scenarios.endless("one", new Step.Run(50_000), new Step.Yield()),
                        Scenarios.endless("two", new Step.Run(50_000), new Step.Yield()));
        assertEquals(task(window, "one").cpuNs(), task(window, "two").cpuNs(), 8 * MS);
        assertTrue(window.ofCpus(Reading.CpuReading::switches) > 500);
    }

    @Test
    void affinityAndNiceTakeEffectWhenTheProgramSetsThem() {
        final Step hog = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));
        final Scenarios.Window window =
                run(
                        Scenarios.planOf(
                                List.of(
                                        Scenarios.task(
                                                "moved",
                                                SchedPolicy.OTHER,
                                                0,
                                                new Step.SetAffinity(
                                                        new io.vlag.engine.config.CpuSet(
                                                                List.of(1))),
                                                new Step.SetNice(5),
                                                hog),
                                        Scenarios.task(
                                                "there",
                                                SchedPolicy.OTHER,
                                                0,
                                                new Step.SetAffinity(
                                                        new io.vlag.engine.config.CpuSet(
                                                                List.of(1))),
                                                hog)),
                                "7.0",
                                "cpus=2"));
        final double share =
                (double) task(window, "moved").cpuNs()
                        / (task(window, "moved").cpuNs() + task(window, "there").cpuNs());
        assertEquals(335.0 / (335 + 1024), share, 0.02);
    }
}
