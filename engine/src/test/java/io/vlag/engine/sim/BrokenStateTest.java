package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.check.Invariant;
import io.vlag.engine.check.InvariantChecker;
import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.state.EntityLayout;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.RqClockLayout;
import io.vlag.rbtree.AugmentedRbTree;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every invariant can fail: a simulation is stopped, one thing in its state is broken, and the
 * checker says so in these words. The last three need a queue of their own: FairQueueCheckTest.
 */
class BrokenStateTest {
    private static final long MS = 1_000_000;
    private static final int GROUP = 1; // its queue too: there is one CPU
    private static final long GROUP_STOP_NS = 101 * MS;
    private static final int RB_LINK = 0; // parent and colour, first in the node
    private static final int RB_LEFTMOST = 4; // in the tree's header

    /** Breaks the state and returns the first line of the report. */
    private interface Break extends Function<State, String> {}

    private static final Map<Invariant, Break> BREAKS = new EnumMap<>(Invariant.class);

    static {
        BREAKS.put(Invariant.TREE_SHAPE, BrokenStateTest::reddenRoot);
        BREAKS.put(Invariant.TREE_ORDER, BrokenStateTest::swapOrder);
        BREAKS.put(Invariant.SUBTREE_MINIMUM, BrokenStateTest::raiseMinimum);
        BREAKS.put(Invariant.SUBTREE_SLICES, BrokenStateTest::lowerMinSlice);
        BREAKS.put(
                Invariant.CURR_NOT_IN_TREE,
                state -> {
                    state.queues().curr(0, state.waiter());
                    return at(state.waiter(), "the running entity is in the tree");
                });
        BREAKS.put(
                Invariant.AVERAGE_SUMS,
                state -> {
                    final long sum = state.queues().sumWeight(0);
                    state.queues().sumWeight(0, sum + 1);
                    return onQueue(addsUp("sumWeight", sum + 1, sum));
                });
        BREAKS.put(
                Invariant.QUEUE_LOAD,
                state -> {
                    final long load = state.queues().loadWeight(0);
                    state.queues().loadWeight(0, load + 1);
                    return onQueue(addsUp("loadWeight", load + 1, load));
                });
        BREAKS.put(
                Invariant.QUEUE_COUNT,
                state -> {
                    state.queues().nrQueued(0, 5);
                    return onQueue(addsUp("nrQueued", 5, 4));
                });
        BREAKS.put(
                Invariant.RUNNABLE_COUNT,
                state -> {
                    state.queues().hNrRunnable(0, 3);
                    return onQueue(addsUp("hNrRunnable", 3, 4));
                });
        BREAKS.put(
                Invariant.BUDDY_QUEUED,
                state -> {
                    state.queues().next(0, state.sleeper());
                    return at(state.sleeper(), "next buddy, but onRq false and its queue CPU 0");
                });
        BREAKS.put(
                Invariant.DELAYED_STATE,
                state -> {
                    state.entities().delayed(state.runner(), true);
                    return at(state.runner(), "the running entity is delayed");
                });
        BREAKS.put(
                Invariant.REL_DEADLINE,
                state -> {
                    state.entities().relDeadline(state.waiter(), true);
                    return at(state.waiter(), "queued with a relative deadline");
                });
        BREAKS.put(Invariant.WAIT_BOUND, BrokenStateTest::letThemWait);
        BREAKS.put(
                Invariant.PELT_BOUNDS,
                state -> {
                    PeltLayout.utilAvg(state.entities().avgAt(state.waiter()), 1_025);
                    return at(state.waiter(), "util_avg is 1025, outside 0 .. 1024");
                });
        BREAKS.put(
                Invariant.PELT_SUM,
                state -> {
                    final long at = state.queues().avgAt(0);
                    PeltLayout.utilSum(at, PeltLayout.utilSum(at) + 40_000_000);
                    return onQueue("the queue's util_sum is " + PeltLayout.utilSum(at));
                });
        BREAKS.put(
                Invariant.UTIL_EST_SUM,
                state -> {
                    final long at = state.queues().avgAt(0);
                    PeltLayout.utilEst(at, PeltLayout.utilEst(at) + 7);
                    return onQueue(
                            "the queue's util_est is %d, its runnable entities add up to %d"
                                    .formatted(PeltLayout.utilEst(at), PeltLayout.utilEst(at) - 7));
                });
        BREAKS.put(
                Invariant.WEIGHT,
                state -> {
                    state.tables.kernel().tasks().nice(state.waiter(), 5);
                    return at(
                            state.waiter(),
                            "load weight is %d, nice 5 has 343040"
                                    .formatted(state.entities().loadWeight(state.waiter())));
                });
        BREAKS.put(
                Invariant.TASK_PLACE,
                state -> {
                    state.tables.kernel().tasks().state(state.waiter(), TaskState.SLEEPING);
                    return at(
                            state.waiter(),
                            "state SLEEPING, delayed false, onRq true of CPU 0; on 1 fair queues, 0 real-time lists, 0 wake lists");
                });
        BREAKS.put(
                Invariant.REAL_TIME_LIST,
                state -> {
                    state.tables.rtQueues().nrRunning(0, 1);
                    return onQueue("counts 1 tasks, 0 are on it");
                });
        BREAKS.put(
                Invariant.AFFINITY,
                state -> {
                    state.tables.kernel().affinity().setWord(state.waiter(), 0, 0);
                    return at(state.waiter(), "queued on a CPU it may not use");
                });
        BREAKS.put(
                Invariant.WAKE_SOURCE,
                state -> {
                    final int slot = state.tables.kernel().slots().ofTimer(state.sleeper());
                    state.tables.kernel().events().cancel(slot);
                    return at(
                            state.sleeper(),
                            "asleep, on no wait queue, without a timer, and nobody is waking it");
                });
        BREAKS.put(
                Invariant.CPU_STATE,
                state -> {
                    state.tables.kernel().cpus().tickOn(0, 0);
                    return onQueue(
                            "runs %d, operation 1, its end armed: true, idle state -1, tick on: 0, armed: true"
                                    .formatted(state.runner()));
                });
        BREAKS.put(
                Invariant.CLOCK_FORWARD,
                state -> {
                    state.nowNs--;
                    return "simulated time went back from %d to %d"
                            .formatted(state.nowNs + 1, state.nowNs);
                });
        BREAKS.put(
                Invariant.INTERRUPT_TIME,
                state -> {
                    state.tables
                            .kernel()
                            .cpus()
                            .irqNewNs(0, state.tables.kernel().cpus().irqNewNs(0) + 3);
                    final long booked =
                            state.tables.hw().counters().irqNs(0)
                                    + state.tables.kernel().cpus().irqCostNs(0);
                    return onQueue(
                            "clocks leave out %d ns, interrupts took %d"
                                    .formatted(booked + 3, booked));
                });
        BREAKS.put(
                Invariant.TASK_TIME,
                state -> {
                    final long ran = state.entities().sumExecNs(state.waiter());
                    state.tables.kernel().tasks().cpuNs(state.waiter(), ran + 9);
                    return at(
                            state.waiter(),
                            "ran %d ns by its switches, %d by its accounting"
                                    .formatted(ran + 9, ran));
                });
        BREAKS.put(
                Invariant.CPU_TIME,
                state -> {
                    final int ended = state.entities().count(); // first record of ended tasks
                    state.tables.kernel().tasks().cpuNs(ended, 9);
                    return "the task clocks show -9 ns more than tasks ran and CPUs idled";
                });
        BREAKS.put(
                Invariant.BUSY_TIME,
                state -> {
                    state.tables.kernel().tasks().pendingNs(state.waiter(), 400_000_000);
                    return "busy and idle time are ";
                });
        BREAKS.put(
                Invariant.ENERGY_FORWARD,
                state -> {
                    final long before = state.tables.hw().energy().totalUj(state.nowNs);
                    state.tables.hw().energy().reset(state.nowNs);
                    return "went back from %d to %d uJ"
                            .formatted(before, state.tables.hw().energy().totalUj(state.nowNs));
                });
    }

    /** Invariants that are broken by tests of their own. */
    private static final EnumSet<Invariant> ELSEWHERE =
            EnumSet.of(
                    Invariant.GROUP_ENTITY,
                    Invariant.KEPT_OFF,
                    Invariant.IDLE_WITH_WORK,
                    Invariant.RESCHED_REASON,
                    Invariant.MIN_VRUNTIME,
                    Invariant.LAG_SUM,
                    Invariant.ELIGIBILITY,
                    Invariant.PICK);

    private static String at(int task, String values) {
        return ", CPU 0, task " + task + ": " + values;
    }

    private static String onQueue(String values) {
        return ", CPU 0: " + values;
    }

    private static String addsUp(String name, long kept, long added) {
        return name + " is " + kept + ", its entities add up to " + added;
    }

    private static String reddenRoot(State state) {
        final int root = state.tree().root(state.queues().treeAt(0));
        final long at = state.entities().at(root) + EntityLayout.NODE + RB_LINK;
        Memory.putInt(at, Memory.getInt(at) & ~1);
        return at(root, "red, below red or at the root");
    }

    private static String swapOrder(State state) {
        final int first = Memory.getInt(state.queues().treeAt(0) + RB_LEFTMOST);
        final int second = state.tree().next(first);
        state.entities().deadline(first, state.entities().deadline(first) + 1_000 * MS);
        return at(
                second,
                "key %d stands behind %d of task %d"
                        .formatted(
                                state.entities().deadline(second),
                                state.entities().deadline(first),
                                first));
    }

    private static String raiseMinimum(State state) {
        final long at = state.entities().at(state.waiter()) + EntityLayout.MIN;
        final long least = Memory.getLong(at);
        Memory.putLong(at, least + 1);
        return at(state.waiter(), "subtree minimum is " + (least + 1) + ", the least is " + least);
    }

    private static String lowerMinSlice(State state) {
        final long at = state.entities().at(state.waiter()) + EntityLayout.MIN_SLICE;
        final long least = Memory.getLong(at);
        final long largest =
                Memory.getLong(state.entities().at(state.waiter()) + EntityLayout.MAX_SLICE);
        Memory.putLong(at, least - 1);
        return at(
                state.waiter(),
                "subtree slices are %d .. %d, the true ones %d .. %d ns"
                        .formatted(least - 1, largest, least, largest));
    }

    /** Half a second passes in which the same task runs and nobody is asked. */
    private static String letThemWait(State state) {
        final long passedNs = 500 * MS;
        final long at = state.tables.kernel().runQueues().clockAt(0);
        RqClockLayout.clockNs(at, RqClockLayout.clockNs(at) + passedNs);
        RqClockLayout.clockTaskNs(at, RqClockLayout.clockTaskNs(at) + passedNs);
        RqClockLayout.clockTaskMulNs(at, RqClockLayout.clockTaskMulNs(at) + passedNs);
        state.tables
                .kernel()
                .cpus()
                .schedClockNs(0, state.tables.kernel().cpus().schedClockNs(0) + passedNs);
        state.nowNs += passedNs;
        return ", CPU 0, task ";
    }

    @TestFactory
    Stream<DynamicTest> theCheckerSeesEveryBreak() {
        return BREAKS.entrySet().stream()
                .map(
                        entry ->
                                DynamicTest.dynamicTest(
                                        entry.getKey().label(),
                                        () -> breakState(entry.getKey(), entry.getValue())));
    }

    private static void breakState(Invariant invariant, Break how) {
        try (State state = new State(plan("7.2"), 1)) {
            state.run(101 * MS);
            state.check(); // nothing is wrong yet
            final String expected = how.apply(state);
            state.assertBroken(invariant, expected);
        }
    }

    @TestFactory
    Stream<DynamicTest> theCheckerSeesEveryBreakOfAGroup() {
        final Map<String, Break> breaks =
                Map.of(
                        "group-entity, CPU 0, group 1, entity of group 1: ",
                        state -> {
                            final int se = state.groupEntity();
                            final int most = (int) state.tables.kernel().groups().shares(GROUP);
                            state.growWeight(se, most + 1L - state.entities().loadWeight(se));
                            return "weight is %d, outside 2 .. %d".formatted(most + 1, most);
                        },
                        "queue-count, CPU 0, group 1: ",
                        state -> {
                            state.queues().hNrQueued(GROUP, 7);
                            return addsUp("hNrQueued", 7, 2);
                        },
                        "task-place, CPU 0, group 1, task 1: ",
                        state -> {
                            assertTrue(state.runner() != 1, "task 1 waits");
                            state.entities().group(1, 0);
                            return "in the tree, but onRq true and its queue CPU 0";
                        },
                        "queue-load, CPU 0: ",
                        state -> {
                            final int se = state.groupEntity();
                            final long sum = state.queues().loadWeight(0);
                            final long added = state.entities().loadWeight(se);
                            state.growWeight(se, -1_024);
                            state.queues().loadWeight(0, sum);
                            assertTrue(added > 2_048, "heavy enough");
                            return addsUp("loadWeight", sum, sum - 1_024);
                        });
        return breaks.entrySet().stream()
                .map(
                        entry ->
                                DynamicTest.dynamicTest(
                                        entry.getKey(),
                                        () -> breakGroup(entry.getKey(), entry.getValue())));
    }

    private static void breakGroup(String where, Break how) {
        try (State state = new State(groupPlan(""), 1)) {
            state.run(GROUP_STOP_NS);
            state.check();
            final String values = how.apply(state);
            assertEquals(
                    where + values, state.violation().getMessage().lines().findFirst().orElse(""));
        }
    }

    @Test
    void aTaskThatWaitsForQuotaOnNoListIsSeen() {
        try (State state = new State(groupPlan(", quota: 5ms, period: 100ms"), 1)) {
            state.run(60 * MS);
            state.check();
            final int task = state.queues().offHead(GROUP);
            assertTrue(task != Index.NONE, "a task is kept off");
            state.entities().throttle(task, EntityTable.THROTTLE_NONE);
            assertEquals(
                    "kept-off, CPU 0, group 1, task "
                            + task
                            + ": on the list of tasks kept off: true, but its own mark is "
                            + EntityTable.THROTTLE_NONE,
                    state.violation().getMessage().lines().findFirst().orElse(""));
        }
    }

    private static SimPlan groupPlan(String limits) {
        final Step hog = new Step.Run(MS);
        return Scenarios.planOf(
                List.of(
                        GroupScenarioTest.hogs("inside", 2, "/inside"),
                        Scenarios.endless("outside", hog)),
                "7.2",
                "groups=[{path: /inside, weight: 100" + limits + "}]");
    }

    @Test
    void everyInvariantIsBrokenSomewhere() {
        final EnumSet<Invariant> broken = EnumSet.copyOf(ELSEWHERE);
        broken.addAll(BREAKS.keySet());
        assertEquals(EnumSet.allOf(Invariant.class), broken);
    }

    @Test
    void minVruntimeThatGoesBackIsSeen() {
        try (State state = new State(plan("6.6"), 1)) {
            state.run(101 * MS);
            state.check();
            final FairQueueTable queues = state.queues();
            final long zero = queues.zeroVruntime(0);
            queues.zeroVruntime(0, zero - 10);
            queues.sumWeightedVruntime(0, queues.sumWeightedVruntime(0) + 10 * queues.sumWeight(0));
            state.assertBroken(
                    Invariant.MIN_VRUNTIME,
                    onQueue("min_vruntime went back from %d to %d".formatted(zero, zero - 10)));
        }
    }

    @Test
    void aClockThatStaysStaleWithoutARequestIsSeen() {
        try (State state = new State(plan("7.2"), 1)) {
            state.run(101 * MS);
            state.check();
            state.tables.kernel().cpus().skipClockUpdate(0, 1);
            state.assertBroken(
                    Invariant.CPU_STATE,
                    onQueue("the next schedule() would not read the clock, but none is asked for"));
        }
    }

    @Test
    void aRequestToRescheduleWithoutAnybodyElseIsSeen() {
        final SimPlan alone =
                Scenarios.planOf(List.of(Scenarios.endless("a", new Step.Run(50 * MS))), "7.2");
        try (State state = new State(alone, 1)) {
            state.run(20 * MS);
            state.check();
            state.tables.kernel().runQueues().needResched(0, RunQueueTable.RESCHED_NOW);
            state.assertBroken(
                    Invariant.RESCHED_REASON,
                    onQueue(
                            "need_resched went from 0 to 2 with 1 tasks queued, 1 before, none woken"));
        }
    }

    @Test
    void anIdleCpuThatNobodyTellsAboutItsWorkIsSeen() {
        final SimPlan forks =
                Scenarios.planOf(
                        List.of(
                                Scenarios.endless("a", new Step.Run(MS)),
                                Scenarios.endless("b", new Step.Run(MS))),
                        "7.2",
                        "cpus=2");
        try (State state = new State(forks, 1)) {
            final int told = state.runUntilAnIdleCpuHasWork();
            state.tables.kernel().events().cancel(state.tables.kernel().slots().ofIpi(told));
            state.assertBroken(
                    Invariant.IDLE_WITH_WORK,
                    ", CPU "
                            + told
                            + ": idle with 1 tasks queued, need_resched 2, interrupt on its way: false");
        }
    }

    @Test
    void theReportNamesTimeEventSeedAndTheQueue() {
        try (State state = new State(plan("7.2"), 1)) {
            state.run(101 * MS);
            state.queues().nrQueued(0, 5);
            final String report = state.violation().getMessage();
            final List<String> lines = report.lines().toList();
            assertEquals(
                    "queue-count, CPU 0: nrQueued is 5, its entities add up to 4", lines.get(0));
            assertTrue(
                    lines.get(1)
                            .matches(
                                    "  at 101000000 ns, event \\d+: tick on CPU 0; seed "
                                            + state.seed),
                    report);
            assertTrue(lines.get(2).startsWith("  CPU 0: runs " + state.runner() + ","), report);
            assertTrue(lines.get(3).startsWith("  V "), report);
            assertEquals(4, lines.stream().filter(line -> line.contains(": vruntime ")).count());
        }
    }

    @Test
    void aCheckEveryTenEventsLooksAtEveryTenth() {
        try (State state = new State(plan("7.2"), 10)) {
            state.run(50 * MS);
            state.queues().nrQueued(0, 5);
            int looks = 0;
            try {
                while (looks < 20) {
                    looks++;
                    state.check();
                }
            } catch (InvariantViolation seen) {
                assertEquals(Invariant.QUEUE_COUNT, seen.invariant());
            }
            assertTrue(looks <= 10, () -> "seen only at the end");
        }
    }

    private static SimPlan plan(String kernel) {
        final Step[] hog = {new Step.Run(50 * MS)};
        return Scenarios.planOf(
                List.of(
                        Scenarios.endless("a", hog),
                        Scenarios.endless("b", hog),
                        Scenarios.endless("c", hog),
                        Scenarios.endless("d", hog),
                        Scenarios.task(
                                "sleeper", SchedPolicy.OTHER, 0, new Step.Sleep(10_000 * MS))),
                kernel);
    }

    /** A checked simulation whose state a test can reach. */
    private static final class State implements AutoCloseable {
        final Simulation simulation;
        final SimTables tables;
        final long seed;
        private final InvariantChecker checker;
        long nowNs;

        State(SimPlan plan, long every) {
            simulation = new Simulation(plan, Journal::none, every);
            tables = simulation.tables();
            seed = plan.seed();
            checker = Objects.requireNonNull(simulation.checker());
        }

        void run(long untilNs) {
            simulation.runUntil(untilNs);
            nowNs = simulation.nowNs();
        }

        int runUntilAnIdleCpuHasWork() {
            while (simulation.runUntil(10 * MS, 1) > 0) {
                nowNs = simulation.nowNs();
                for (int cpu = 0; cpu < 2; cpu++) {
                    if (tables.kernel().cpus().curr(cpu) == Index.NONE
                            && queues().nrQueued(cpu) > 0) {
                        return cpu;
                    }
                }
            }
            throw new AssertionError("no idle CPU was given work");
        }

        /** As after a tick of CPU 0. */
        void check() {
            checker.eventHandled(tables.kernel().slots().ofTick(0), nowNs);
        }

        InvariantViolation violation() {
            return assertThrows(InvariantViolation.class, this::check);
        }

        void assertBroken(Invariant invariant, String firstLine) {
            final InvariantViolation violation = violation();
            assertEquals(invariant, violation.invariant(), violation::getMessage);
            final String line = violation.getMessage().lines().findFirst().orElse("");
            final String separator = firstLine.startsWith(",") ? "" : ": ";
            final String whole = invariant.label() + separator + firstLine;
            assertTrue(
                    line.equals(whole) || isOpenEnded(firstLine) && line.startsWith(whole),
                    () -> "expected: " + whole + "\nbut was: " + violation.getMessage());
        }

        /** Values behind these beginnings depend on the checker's own arithmetic. */
        private static boolean isOpenEnded(String firstLine) {
            return firstLine.endsWith("task ")
                    || firstLine.contains("util_sum is")
                    || firstLine.startsWith("busy and idle");
        }

        EntityTable entities() {
            return tables.kernel().entities();
        }

        FairQueueTable queues() {
            return tables.kernel().queues();
        }

        /** Reads the tree of a kernel ordered by deadline. */
        AugmentedRbTree tree() {
            return new AugmentedRbTree(entities().treeShape(true, true, true, true));
        }

        /** The entity that stands for the first group on the only CPU: the last record. */
        int groupEntity() {
            return entities().count() - 1;
        }

        /** Changes a queued entity's weight, and the sums of its queue with it. */
        void growWeight(int se, long by) {
            entities().loadWeight(se, entities().loadWeight(se) + by);
            queues().loadWeight(0, queues().loadWeight(0) + by);
            if (queues().curr(0) != se) {
                queues().sumWeight(0, queues().sumWeight(0) + by);
                queues().sumWeightedVruntime(
                                0,
                                queues().sumWeightedVruntime(0)
                                        + by
                                                * (entities().vruntime(se)
                                                        - queues().zeroVruntime(0)));
            }
        }

        int runner() {
            return tables.kernel().cpus().curr(0);
        }

        /** The first waiting task in record order. */
        int waiter() {
            int task = 0;
            while (task == runner() || !entities().onRq(task)) {
                task++;
            }
            return task;
        }

        int sleeper() {
            int task = 0;
            while (tables.kernel().tasks().state(task) != TaskState.SLEEPING) {
                task++;
            }
            return task;
        }

        @Override
        public void close() {
            simulation.close();
        }
    }
}
