package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;

/**
 * The rules of CFS on the queues of groups: latency 6 ms, min granularity 0.75 ms, wake-up
 * granularity 1 ms, one CPU. Expected values are worked out from docs/model/cfs.md.
 */
class CfsGroupsTest {
    private static final int CPU = 0;
    private static final int ROOT = GroupHarness.ROOT;
    private static final long SHARES = GroupHarness.SHARES;
    private static final long MS = 1_000_000;

    /** 0 in the root, 1 and 2 in group 1; shares as a nice-0 task. */
    private static GroupHarness taskAgainstGroup() {
        final GroupHarness cpu = new GroupHarness("v61", 1, 3, 2);
        cpu.fair.newGroup(1, ROOT, SHARES, false);
        return cpu;
    }

    /** Three tasks, period 6 ms: half of it for each entity of the root, a quarter inside. */
    @Test
    void aSliceIsTheProductOfTheSharesOnAllLevels() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.start(2, 1, CPU);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            // least of what is left of 3 ms for the group and of 1.5 ms for the task
            final long fullNs = cpu.fair.sliceLeftNs(CPU);
            assertEquals(1_500_000.0, (double) fullNs, 10.0);
        }
    }

    /** A group that fills up again is placed like a sleeper: half a latency before min_vruntime. */
    @Test
    void aGroupThatWakesGetsTheCredit() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.run(100 * MS);
            cpu.fair.newTask(CPU, 1, 0, EntityTable.POLICY_NORMAL, 1);
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            assertEquals(
                    cpu.bench.queues.zeroVruntime(CPU) - 3 * MS,
                    cpu.bench.entities.vruntime(group));
        }
    }

    /** The hog of the root leads the group by the credit of 3 ms, more than the granularity. */
    @Test
    void aWakeUpInAGroupPreemptsByTheGroupsVruntime() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.run(100 * MS);
            cpu.fair.newTask(CPU, 1, 0, EntityTable.POLICY_NORMAL, 1);
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            assertTrue(cpu.fair.wakeupPreempt(CPU, 1, FairClass.WAKE_TTWU));
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            assertEquals(group, cpu.bench.queues.next(CPU), "the group is next, not the task");
            cpu.fair.pickNext(CPU);
            assertEquals(1, cpu.running(CPU));
            assertEquals(FairClass.NONE, cpu.bench.queues.next(CPU));
        }
    }

    /** A wakee far behind in its own queue does not preempt while its group is not behind. */
    @Test
    void aWakeUpInAGroupThatIsAheadDoesNotPreempt() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.start(2, 1, CPU);
            cpu.run(100 * MS);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.sleepRunning(CPU);
            while (cpu.running(CPU) != 0) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            assertFalse(cpu.fair.wakeupPreempt(CPU, 1, FairClass.WAKE_TTWU));
        }
    }

    /** The last task but one sleeps: its group goes on, by the bias to where somebody slept. */
    @Test
    void theGroupOfASleeperBecomesNextBuddy() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.start(2, 1, CPU);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP);
            assertEquals(cpu.bench.entityTree.entityOf(1, CPU), cpu.bench.queues.next(CPU));
        }
    }

    @Test
    void aYieldMakesTheTaskAndItsGroupsSkipBuddies() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.start(2, 1, CPU);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.fair.yieldTask(CPU);
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            assertEquals(1, cpu.bench.queues.skip(cpu.bench.entityTree.queueOf(1)));
            assertEquals(group, cpu.bench.queues.skip(CPU));
            cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            assertEquals(
                    FairClass.NONE,
                    cpu.bench.queues.skip(CPU),
                    "the role ends on all levels with the task's");
        }
    }

    /** A new task of a group starts a slice behind the min_vruntime of the group's own queue. */
    @Test
    void aNewTaskIsPlacedOnTheQueueOfItsGroup() {
        try (GroupHarness cpu = taskAgainstGroup()) {
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.run(200 * MS);
            cpu.fair.newTask(CPU, 2, 0, EntityTable.POLICY_NORMAL, 1);
            cpu.fair.placeNew(CPU, 2);
            cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_INITIAL);
            final int own = cpu.bench.entityTree.queueOf(1);
            // 3 tasks: 6 ms, half of the root, half of the group
            assertEquals(
                    1_500_000.0,
                    (double) (cpu.bench.entities.vruntime(2) - cpu.bench.queues.zeroVruntime(own)),
                    10.0);
        }
    }
}
