package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to a group when a task joins it: an empty one, a waiting one, a running one. */
class GroupJoinTest {
    private static final int CPU = 0;
    private static final int GROUP = 1;
    private static final int LEAVES = FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL;
    private static final long MS = 1_000_000;
    private static final long SLICE = GroupHarness.BASE_SLICE_NS;

    private GroupHarness cpu;
    private EntityTable entities;
    private int group;
    private int own;

    /** 0 runs in the root; 1 to 3 are to join group 1, which weighs as much. */
    private void start(String version) {
        cpu = new GroupHarness(version, 1, 4, 2);
        cpu.fair.newGroup(GROUP, GroupHarness.ROOT, GroupHarness.SHARES, false);
        entities = cpu.bench.entities;
        group = cpu.bench.entityTree.entityOf(GROUP, CPU);
        own = cpu.bench.entityTree.queueOf(GROUP, CPU);
        cpu.start(0, GroupHarness.ROOT, CPU);
        for (int task = 1; task < 4; task++) {
            cpu.fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL, GROUP);
        }
    }

    @AfterEach
    void freeTheSlab() {
        cpu.close();
    }

    @Test
    void theHalfSliceOfANewTaskIsNotOneOfItsGroup() {
        start("v70");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_INITIAL);
        assertEquals(SLICE / 2, entities.deadline(1) - entities.vruntime(1));
        assertEquals(SLICE, entities.deadline(group) - entities.vruntime(group));
    }

    /** It is cold there; its group did not come from anywhere. */
    @Test
    void aTaskThatComesFromAnotherCpuHasNotRunHere() {
        start("v70");
        entities.execStartNs(1, 77);
        entities.execStartNs(group, 88);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP | FairClass.ENQUEUE_MIGRATED);
        assertEquals(0, entities.execStartNs(1));
        assertEquals(88, entities.execStartNs(group));
        entities.execStartNs(2, 99);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(99, entities.execStartNs(2), "woken where it slept");
    }

    /** It waited for 3 ms and is owed service; that another task wakes changes nothing of that. */
    @Test
    void aWaitingGroupKeepsItsPlaceWhenAnotherTaskJoins() {
        start("v70");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.bench.advance(CPU, 3 * MS, 0);
        cpu.fair.account(CPU);
        final long vruntime = entities.vruntime(group);
        final long deadline = entities.deadline(group);
        assertTrue(cpu.fair.averageVruntime(CPU) > vruntime);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(vruntime, entities.vruntime(group));
        assertEquals(deadline, entities.deadline(group));
        assertEquals(2, cpu.bench.queues.nrQueued(CPU));
        assertEquals(3, cpu.bench.queues.hNrQueued(CPU));
    }

    @Test
    void anEmptyGroupIsPlacedWithTheSliceOfTheTaskThatJoins() {
        start("v70");
        cpu.fair.setSlice(CPU, 1, 400_000);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        assertEquals(400_000, entities.sliceNs(1));
        assertEquals(400_000, entities.sliceNs(group));
        assertEquals(400_000, entities.deadline(group) - entities.vruntime(group));

        cpu.fair.dequeue(CPU, 1, LEAVES);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(SLICE, entities.sliceNs(group));
        assertEquals(SLICE, entities.deadline(group) - entities.vruntime(group));
    }

    @Test
    void aRequestThatBeginsHasTheSliceOfTheTasksInTheGroup() {
        start("v70");
        cpu.fair.setSlice(CPU, 1, 400_000);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.fair.take(CPU, 1);
        cpu.bench.advance(CPU, 500_000, 0);
        cpu.fair.account(CPU);
        assertEquals(400_000, entities.deadline(group) - entities.vruntime(group));
    }

    /** In the tree of the root too: the next check shortens the runner's protection to it. */
    @Test
    void aWaitingGroupShowsAShorterSliceAtOnce() {
        start("v70");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.fair.setSlice(CPU, 2, 400_000);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(400_000, entities.sliceNs(group));
        assertEquals(SLICE / 2, entities.vprot(0) - entities.vruntime(0), "a new task's request");
        assertFalse(cpu.fair.wakeupPreempt(CPU, 3, FairClass.WAKE_FORK));
        cpu.fair.newTask(CPU, 3, 0, EntityTable.POLICY_NORMAL, GroupHarness.ROOT);
        cpu.fair.enqueue(CPU, 3, FairClass.ENQUEUE_WAKEUP);
        assertFalse(cpu.fair.wakeupPreempt(CPU, 3, FairClass.WAKE_TTWU));
        assertEquals(400_000, entities.vprot(0) - entities.vruntime(0));
    }

    /** Whoever joins or leaves the group beside it. */
    @Test
    void before612AGroupHasTheBaseSliceWhateverRunsInIt() {
        start("v66");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.fair.take(CPU, 1);
        entities.sliceNs(1, 400_000);
        entities.customSlice(1, true);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(SLICE, entities.sliceNs(group));
        cpu.fair.dequeue(CPU, 2, LEAVES);
        assertEquals(SLICE, entities.sliceNs(group));
        assertFalse(entities.customSlice(group));
    }

    /** The task has blocked but the CPU has not switched yet: both go on, 0.1 ms into a request. */
    @Test
    void aGroupThatIsEmptiedAndFilledBeforeTheSwitchGoesOnRunning() {
        start("v70");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.fair.take(CPU, 1);
        cpu.fair.dequeue(CPU, 0, LEAVES);
        cpu.bench.advance(CPU, MS, 0);
        assertTrue(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
        assertFalse(entities.onRq(group));
        cpu.bench.advance(CPU, 100_000, 0);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        for (final int se : new int[] {1, group}) {
            assertTrue(entities.onRq(se));
            assertEquals(SLICE - 100_000, entities.deadline(se) - entities.vruntime(se));
        }
        assertEquals(MS + 100_000, entities.sumExecNs(1));
        assertEquals(0, cpu.bench.queues.sumWeight(CPU), "nobody waits");
        assertEquals(0, cpu.bench.queues.sumWeight(own));
        assertEquals(1, cpu.fair.pickNext(CPU));
        assertEquals(FairClass.NONE, cpu.fair.firstWaiting(CPU));
    }

    /** What its queue has becomes known to a group that is queued already. */
    @Test
    void aQueuedGroupFollowsInRunnableTasksWeightAndAverages() {
        start("v70");
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        assertEquals(1, entities.nrRunnable(group));
        cpu.bench.advance(CPU, 10 * MS, 0);
        cpu.bench.groups.loadAvg(GROUP, 4_096); // most of the group's load is elsewhere
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(2, cpu.bench.queues.hNrRunnable(own));
        assertEquals(2, entities.nrRunnable(group));
        final GroupPropagation propagation = GroupPropagationTest.propagationOf(cpu.bench);
        assertEquals(propagation.shares(group), entities.loadWeight(group));
        assertTrue(entities.loadWeight(group) < GroupHarness.SHARES / 2);
        assertEquals(
                entities.loadWeight(group) + entities.loadWeight(0),
                cpu.bench.queues.loadWeight(CPU));
        final long nowNs = cpu.bench.runQueues.peltNowNs(CPU);
        for (final long at : new long[] {entities.avgAt(group), cpu.bench.queues.avgAt(CPU)}) {
            assertTrue(nowNs - PeltLayout.lastUpdateNs(at) < 1_024);
        }
    }

    /** A first task finds the weight that its group has now, before the group is placed. */
    @Test
    void aGroupJoinsWithTheWeightOfItsShare() {
        start("v70");
        cpu.bench.groups.loadAvg(GROUP, 3_072);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        // 1024 here of 3072 elsewhere and 1024 here
        assertEquals(GroupHarness.SHARES / 4, entities.loadWeight(group));
        assertEquals(4 * SLICE, entities.deadline(group) - entities.vruntime(group), 8);
        assertEquals(1, entities.nrRunnable(group));
    }
}
