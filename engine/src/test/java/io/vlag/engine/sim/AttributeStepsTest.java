package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that change how tasks are scheduled, their own or others, in every state. */
class AttributeStepsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS = 1_000_000;
    private static final Step HOG = new Step.Loop(Step.FOREVER, List.of(new Step.Run(10 * MS)));

    private static CpuSet cpus(Integer... cpus) {
        return new CpuSet(List.of(cpus));
    }

    private static TaskTemplate on(
            String name, SchedPolicy policy, int level, CpuSet cpus, Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                policy.isFair() ? level : 0,
                policy.isFair() ? 0 : level,
                0,
                cpus,
                "",
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    private static TaskTemplate forked(String name, boolean inherits, Step... steps) {
        return new TaskTemplate(
                name,
                0,
                SchedPolicy.OTHER,
                0,
                0,
                0,
                CpuSet.ALL,
                "",
                0,
                List.of(steps),
                inherits,
                SourcePosition.of("test"));
    }

    private static Reading.TaskReading task(Reading reading, String name) {
        return reading.tasks().stream()
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long cpuNs(Scenarios.Window window, String name) {
        return cpuNs(window.to(), name) - cpuNs(window.from(), name);
    }

    /** 0 for a task that has not run yet. */
    private static long cpuNs(Reading reading, String name) {
        return reading.tasks().stream()
                .filter(task -> task.name().equals(name))
                .mapToLong(Reading.TaskReading::cpuNs)
                .sum();
    }

    /** Share of {@code one} in what it and {@code two} got. */
    private static double share(Scenarios.Window window, String one, String two) {
        return (double) cpuNs(window, one) / (cpuNs(window, one) + cpuNs(window, two));
    }

    private static SimPlan plan(String kernel, int cpuCount, TaskTemplate... tasks) {
        return Scenarios.planOf(List.of(tasks), kernel, "cpus=" + cpuCount);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "6.18", "7.0", "7.2"})
    void aNiceChangeFromOutsideReachesRunningAndWaitingTasks(String kernel) {
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                kernel,
                                1,
                                on("one", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                                on("two", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                                on(
                                        "control",
                                        SchedPolicy.OTHER,
                                        0,
                                        CpuSet.ALL,
                                        new Step.Sleep(200 * MS),
                                        new Step.SetNice(5, "one"),
                                        new Step.SetNice(-5, "two"),
                                        new Step.Exit(),
                                        HOG)),
                        300 * MS,
                        2 * SECOND_NS);
        assertEquals(335.0 / (335 + 3121), share(window, "one", "two"), 0.005);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void anIdlePolicyTaskHasTheWeightThree(String kernel) {
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                kernel,
                                1,
                                on("idle", SchedPolicy.IDLE, 0, CpuSet.ALL, HOG),
                                on("normal", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG)),
                        SECOND_NS,
                        20 * SECOND_NS);
        assertEquals(3.0 / (3 + 1024), share(window, "idle", "normal"), 0.001);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void policiesOfTheFairClassChangeBackAndForth(String kernel) {
        final SimPlan plan =
                plan(
                        kernel,
                        1,
                        on("changed", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                        on("other", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                        on(
                                "control",
                                SchedPolicy.OTHER,
                                0,
                                CpuSet.ALL,
                                new Step.Sleep(100 * MS),
                                new Step.SetPolicy(SchedPolicy.IDLE, 0, false, "changed"),
                                new Step.Sleep(2 * SECOND_NS),
                                new Step.SetPolicy(SchedPolicy.BATCH, 0, false, "changed")));
        assertTrue(
                share(Scenarios.run(plan, 200 * MS, SECOND_NS), "changed", "other") < 0.02,
                "as SCHED_IDLE");
        assertEquals(
                0.5,
                share(Scenarios.run(plan, 3 * SECOND_NS, 2 * SECOND_NS), "changed", "other"),
                0.01,
                "as SCHED_BATCH");
    }

    /** A sleeper that would preempt at its wake-up waits for a slice as SCHED_BATCH. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12"})
    void aBatchTaskDoesNotPreemptWhenItWakes(String kernel) {
        final long[] waits = new long[2];
        for (int i = 0; i < 2; i++) {
            final Scenarios.Window window =
                    Scenarios.run(
                            plan(
                                    kernel,
                                    1,
                                    on("hog", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                                    on(
                                            "sleeper",
                                            i == 0 ? SchedPolicy.OTHER : SchedPolicy.BATCH,
                                            0,
                                            CpuSet.ALL,
                                            new Step.Loop(
                                                    Step.FOREVER,
                                                    List.of(
                                                            new Step.Run(100_000),
                                                            new Step.Sleep(20 * MS))))),
                            0,
                            2 * SECOND_NS);
            final Reading.TaskReading sleeper = task(window.to(), "sleeper");
            waits[i] = sleeper.waitNsSum() / sleeper.activations();
        }
        assertTrue(waits[1] > 2 * waits[0] && waits[1] > 500_000, waits[0] + " " + waits[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void aRunningTaskGoesToTheRealTimeClassAndBack(String kernel) {
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                kernel,
                                1,
                                on(
                                        "climber",
                                        SchedPolicy.OTHER,
                                        0,
                                        CpuSet.ALL,
                                        new Step.Run(20 * MS),
                                        new Step.SetPolicy(SchedPolicy.FIFO, 10, false, ""),
                                        new Step.Run(300 * MS),
                                        new Step.SetPolicy(SchedPolicy.OTHER, 0, false, ""),
                                        HOG),
                                on("other", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG)),
                        0,
                        SECOND_NS);
        // 40 ms shared, 300 ms alone, the rest shared
        assertEquals(20 + 300 + 330, cpuNs(window, "climber") / MS, 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.0+ttwu", "7.2"})
    void classChangesFromOutsideReachSleepingAndDelayedTasks(String kernel) {
        final List<Step> flips = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flips.add(new Step.Sleep(3 * MS + i * 70_000));
            flips.add(new Step.SetPolicy(SchedPolicy.FIFO, 10 + i, false, "sleeper"));
            flips.add(new Step.Sleep(2 * MS));
            flips.add(new Step.SetPolicy(SchedPolicy.RR, 5, false, "sleeper"));
            flips.add(new Step.Sleep(2 * MS));
            flips.add(new Step.SetPolicy(SchedPolicy.OTHER, i % 7, false, "sleeper"));
        }
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                kernel,
                                2,
                                on("hog", SchedPolicy.OTHER, 0, cpus(0), HOG),
                                on(
                                        "sleeper",
                                        SchedPolicy.OTHER,
                                        0,
                                        cpus(0),
                                        new Step.Loop(
                                                Step.FOREVER,
                                                List.of(
                                                        new Step.Run(700_000),
                                                        new Step.Sleep(600_000)))),
                                on(
                                        "control",
                                        SchedPolicy.OTHER,
                                        0,
                                        cpus(1),
                                        flips.toArray(Step[]::new))),
                        MS,
                        SECOND_NS);
        assertTrue(cpuNs(window, "sleeper") > 200 * MS, "got " + cpuNs(window, "sleeper"));
        assertTrue(cpuNs(window, "hog") > 200 * MS, "got " + cpuNs(window, "hog"));
        assertEquals(SECOND_NS, cpuNs(window, "hog") + cpuNs(window, "sleeper"), 10 * MS);
    }

    /** Running, waiting behind each other, sleeping and delayed, real-time. */
    private static List<TaskTemplate> movers() {
        final Step sleeps =
                new Step.Loop(
                        Step.FOREVER, List.of(new Step.Run(400_000), new Step.Sleep(500_000)));
        return List.of(
                on("hog1", SchedPolicy.OTHER, 0, cpus(0), HOG),
                on("hog2", SchedPolicy.OTHER, 0, cpus(0), HOG),
                on("sleeper1", SchedPolicy.OTHER, 0, cpus(0, 1), sleeps),
                on("sleeper2", SchedPolicy.OTHER, 0, cpus(0, 1), sleeps),
                on("rt1", SchedPolicy.FIFO, 10, cpus(1), sleeps),
                on("rt2", SchedPolicy.FIFO, 20, cpus(1), sleeps));
    }

    private static Step[] moveAll(CpuSet to, long afterNs) {
        final List<Step> steps = new ArrayList<>();
        steps.add(new Step.Sleep(afterNs));
        movers().forEach(mover -> steps.add(new Step.SetAffinity(to, mover.name())));
        return steps.toArray(Step[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "6.18", "7.0", "7.0+ttwu", "7.2"})
    void noTaskStaysOnACpuThatItMayNotUse(String kernel) {
        final List<TaskTemplate> tasks = new ArrayList<>(movers());
        tasks.add(on("control", SchedPolicy.FIFO, 99, cpus(3), moveAll(cpus(2, 3), 101 * MS)));
        final Scenarios.Window window =
                Scenarios.run(Scenarios.planOf(tasks, kernel, "cpus=4"), 120 * MS, 300 * MS);
        for (int cpu = 0; cpu < 4; cpu++) {
            final long userNs =
                    window.to().cpus().get(cpu).userNs() - window.from().cpus().get(cpu).userNs();
            assertEquals(cpu >= 2, userNs > 0, "CPU " + cpu + ": " + userNs);
        }
        movers().forEach(mover -> assertTrue(cpuNs(window, mover.name()) > 0, mover.name()));
    }

    /** The scheduler asserts at every switch that the task may run there. */
    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "6.18", "7.0", "7.0+ttwu", "7.0+ttwu+vincent", "7.2"})
    void affinityThatChangesAllTheTimeLosesNoTask(String kernel) {
        final List<TaskTemplate> tasks = new ArrayList<>(movers());
        final List<Step> body = new ArrayList<>();
        for (CpuSet to : List.of(cpus(0), cpus(1, 2), cpus(3), CpuSet.ALL, cpus(0, 3))) {
            body.addAll(List.of(moveAll(to, 1_370_000)));
        }
        tasks.add(
                on(
                        "control",
                        SchedPolicy.OTHER,
                        -10,
                        CpuSet.ALL,
                        new Step.Loop(Step.FOREVER, body)));
        final Scenarios.Window window =
                Scenarios.run(Scenarios.planOf(tasks, kernel, "cpus=4"), 500 * MS, SECOND_NS);
        movers().forEach(mover -> assertTrue(cpuNs(window, mover.name()) > 10 * MS, mover.name()));
        final long migrations = window.ofTasks(Reading.TaskReading::migrations);
        assertTrue(migrations > 1_000, "migrations " + migrations);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.6", "6.12", "7.0", "7.2"})
    void execMovesToAnIdleCpu(String kernel) {
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                kernel,
                                2,
                                on("hog", SchedPolicy.OTHER, 0, cpus(0), HOG),
                                on(
                                        "started",
                                        SchedPolicy.OTHER,
                                        0,
                                        cpus(0),
                                        new Step.SetAffinity(CpuSet.ALL),
                                        new Step.Exec(),
                                        new Step.RunFor(20 * MS))),
                        0,
                        60 * MS);
        assertEquals(1, task(window.to(), "started").migrations());
        assertTrue(cpuNs(window, "hog") > 50 * MS, "got " + cpuNs(window, "hog"));
    }

    /** Wakes where a hog runs, beside a CPU with background work; goes back each time. */
    private static double migrationsPerWakeup(SchedPolicy policy) {
        final Step[] wakee = {
            new Step.SetAffinity(cpus(0)),
            new Step.RunFor(MS / 2),
            new Step.SetAffinity(CpuSet.ALL),
            new Step.Sleep(2 * MS)
        };
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                "7.0+NO_SIS_UTIL",
                                2,
                                on("background", SchedPolicy.IDLE, 0, cpus(1), HOG),
                                on("hog", SchedPolicy.OTHER, 0, cpus(0), HOG),
                                on(
                                        "wakee",
                                        policy,
                                        0,
                                        cpus(0),
                                        new Step.Loop(Step.FOREVER, List.of(wakee)))),
                        200 * MS,
                        2 * SECOND_NS);
        final Reading.TaskReading task = task(window.to(), "wakee");
        assertTrue(task.wakeups() > 5, "wake-ups " + task.wakeups());
        return (double) task.migrations() / task.wakeups();
    }

    @Test
    void aCpuWithIdlePolicyTasksOnlyCountsAsIdleForOthers() {
        assertEquals(2, migrationsPerWakeup(SchedPolicy.OTHER), 0.2);
        assertTrue(migrationsPerWakeup(SchedPolicy.IDLE) < 1, "not for one of them");
    }

    @Test
    void execStaysWhereNothingIsIdler() {
        final Scenarios.Window window =
                Scenarios.run(
                        plan(
                                "7.0",
                                2,
                                on(
                                        "alone",
                                        SchedPolicy.OTHER,
                                        0,
                                        CpuSet.ALL,
                                        new Step.Loop(
                                                50, List.of(new Step.Exec(), new Step.Run(MS))))),
                        0,
                        SECOND_NS);
        assertEquals(0, task(window.to(), "alone").migrations());
        assertTrue(cpuNs(window, "alone") > 55 * MS, "exec costs something");
    }

    @Test
    void aSliceDecidesHowLongATaskRunsAtATime() {
        final long[] switches = new long[2];
        for (int i = 0; i < 2; i++) {
            final Step slice = new Step.SetSlice(i == 0 ? 0 : 20 * MS, "one");
            final Step other = new Step.SetSlice(i == 0 ? 0 : 20 * MS, "two");
            switches[i] =
                    Scenarios.run(
                                    plan(
                                            "6.12",
                                            1,
                                            on("one", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                                            on("two", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                                            on(
                                                    "control",
                                                    SchedPolicy.OTHER,
                                                    0,
                                                    CpuSet.ALL,
                                                    new Step.Sleep(50 * MS),
                                                    slice,
                                                    other)),
                                    SECOND_NS / 2,
                                    SECOND_NS)
                            .ofCpus(Reading.CpuReading::switches);
        }
        assertEquals(250, switches[0], 5); // every tick
        assertEquals(41, switches[1], 4); // 20 ms are over just after the fifth: 24 ms each
    }

    @Test
    void aForkedTaskInheritsOrIsReset() {
        final SimPlan plan =
                plan(
                        "7.0",
                        1,
                        on(
                                "parent",
                                SchedPolicy.OTHER,
                                0,
                                CpuSet.ALL,
                                new Step.SetNice(-5),
                                new Step.SetSlice(10 * MS, ""),
                                new Step.Fork("heir"),
                                new Step.SetPolicy(SchedPolicy.OTHER, -5, true, ""),
                                new Step.Fork("reset")),
                        forked("heir", true, HOG),
                        forked("reset", true, HOG));
        final Scenarios.Window window = Scenarios.run(plan, 200 * MS, 4 * SECOND_NS);
        assertEquals(3121.0 / (3121 + 1024), share(window, "heir", "reset"), 0.01);
    }

    @Test
    void aForkedTaskStartsWhereTheLoadIsLessAndNotWhereTasksAreFewer() {
        final SimPlan plan =
                plan(
                        "7.0",
                        2,
                        on(
                                "parent",
                                SchedPolicy.OTHER,
                                0,
                                cpus(0),
                                new Step.RunFor(100 * MS),
                                new Step.Fork("child"),
                                new Step.RunFor(100 * MS)),
                        on("beside", SchedPolicy.OTHER, 19, cpus(0), HOG),
                        on("light1", SchedPolicy.OTHER, 19, cpus(1), HOG),
                        on("light2", SchedPolicy.OTHER, 19, cpus(1), HOG),
                        on("light3", SchedPolicy.OTHER, 19, cpus(1), HOG),
                        forked("child", false, HOG));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(150 * MS);
            final Reading.TaskReading child = task(simulation.read(), "child");
            assertEquals(0, child.migrations());
            assertTrue(child.cpuNs() > 32 * MS, "got " + child.cpuNs());
        }
    }

    @Test
    void aRealTimeParentHasRealTimeChildrenUnlessTheyAreReset() {
        final Step reset = new Step.SetPolicy(SchedPolicy.FIFO, 10, true, "");
        final SimPlan plan =
                plan(
                        "6.6",
                        1,
                        on("hog", SchedPolicy.OTHER, 0, CpuSet.ALL, HOG),
                        on(
                                "parent",
                                SchedPolicy.FIFO,
                                10,
                                CpuSet.ALL,
                                new Step.Fork("heir"),
                                reset,
                                new Step.Fork("reset")),
                        forked("heir", true, new Step.Run(300 * MS)),
                        forked("reset", true, HOG));
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(200 * MS);
            final Reading early = simulation.read();
            assertTrue(task(early, "hog").cpuNs() < 10 * MS, "the heir runs first");
            simulation.runUntil(SECOND_NS);
            final Reading late = simulation.read();
            assertEquals(task(late, "hog").cpuNs(), task(late, "reset").cpuNs(), 15 * MS);
        }
    }
}
