package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Groups in groups whose quota is used up: what leaves, what is counted on which level, and what
 * comes back when there is quota again.
 */
class GroupThrottleTest {
    private static final int CPU = 0;
    private static final int OTHER_CPU = 1;
    private static final int OUTER = 1;
    private static final int INNER = 2;
    private static final int BESIDE = 3;
    private static final int NONE = FairClass.NONE;
    private static final int LEAVES = FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    private GroupHarness cpus;
    private EntityTable entities;
    private EntityTree tree;
    private int outer;
    private int inner;

    /** 0 in the root, 1 and 2 in group 2, which is limited, 3 in group 1 around it, 4 nowhere. */
    private void start(String form) {
        cpus = new GroupHarness("v612", 2, 6, 4, "throttle_form", form);
        cpus.fair.newGroup(OUTER, GroupHarness.ROOT, SHARES, false);
        cpus.fair.newGroup(INNER, OUTER, SHARES, false);
        cpus.fair.newGroup(BESIDE, GroupHarness.ROOT, SHARES, false);
        entities = cpus.bench.entities;
        tree = cpus.bench.entityTree;
        outer = tree.entityOf(OUTER, CPU);
        inner = tree.entityOf(INNER, CPU);
        limit(INNER);
        cpus.start(0, GroupHarness.ROOT, CPU);
        cpus.start(1, INNER, CPU);
        cpus.start(2, INNER, CPU);
        cpus.start(3, OUTER, CPU);
        cpus.fair.newTask(CPU, 4, 0, EntityTable.POLICY_NORMAL, INNER);
        cpus.fair.newTask(CPU, 5, 0, EntityTable.POLICY_NORMAL, INNER);
    }

    @AfterEach
    void freeTheSlab() {
        cpus.close();
    }

    private void limit(int group) {
        cpus.fair.limitGroup(group, 5 * MS, 100 * MS, 200 * MS);
    }

    /** The task runs until its group has no quota, and is put back. */
    private void useUp(int task) {
        cpus.fair.take(CPU, task);
        cpus.bench.advance(CPU, 6 * MS, 0);
        cpus.fair.putPrev(CPU);
        assertEquals(1, cpus.bench.queues.throttled(tree.queueOf(task)));
    }

    private void refill(int group) {
        assertTrue(cpus.fair.refillQuota(group));
        assertTrue(cpus.fair.giveQuota(cpus.fair.firstThrottled(group)));
    }

    private int queue(int group) {
        return tree.queueOf(group, CPU);
    }

    private void assertQueued(int inRoot, int inOuter, int inInner) {
        assertEquals(inRoot, cpus.bench.queues.hNrQueued(CPU), "root");
        assertEquals(inOuter, cpus.bench.queues.hNrQueued(queue(OUTER)), "outer");
        assertEquals(inInner, cpus.bench.queues.hNrQueued(queue(INNER)), "inner");
    }

    private int[] runnable() {
        return new int[] {
            cpus.bench.queues.hNrRunnable(CPU),
            cpus.bench.queues.hNrRunnable(queue(OUTER)),
            cpus.bench.queues.hNrRunnable(queue(INNER))
        };
    }

    @Test
    void aThrottledQueueAndItsTasksLeaveAllLevelsAndComeBack() {
        start("queue");
        assertQueued(4, 3, 2);
        useUp(1);
        assertQueued(2, 1, 2);
        assertArrayEquals(new int[] {2, 1, 2}, runnable());
        assertFalse(entities.onRq(inner));
        assertTrue(entities.onRq(outer));
        assertEquals(1, entities.nrRunnable(outer));
        refill(INNER);
        assertQueued(4, 3, 2);
        assertArrayEquals(new int[] {4, 3, 2}, runnable());
        assertTrue(entities.onRq(inner));
        assertEquals(3, entities.nrRunnable(outer));
    }

    /** Whoever is delayed counts as queued only, before, while and after. */
    @Test
    void aDelayedTaskInAThrottledQueueIsCountedAsOne() {
        start("queue");
        cpus.fair.take(CPU, 2);
        cpus.bench.advance(CPU, 2 * MS, 0);
        assertFalse(cpus.fair.dequeue(CPU, 2, FairClass.DEQUEUE_SLEEP));
        assertArrayEquals(new int[] {3, 2, 1}, runnable());
        useUp(1);
        assertQueued(2, 1, 2);
        assertArrayEquals(new int[] {2, 1, 1}, runnable());
        cpus.fair.enqueue(CPU, 2, FairClass.ENQUEUE_DELAYED);
        assertArrayEquals(new int[] {2, 1, 2}, runnable(), "woken, but not seen above");
        refill(INNER);
        assertQueued(4, 3, 2);
        assertArrayEquals(new int[] {4, 3, 2}, runnable());
    }

    @Test
    void theGroupAroundThatIsLeftEmptyLeavesToo() {
        start("queue");
        cpus.fair.dequeue(CPU, 3, LEAVES);
        useUp(1);
        assertQueued(1, 0, 2);
        assertFalse(entities.onRq(outer));
        assertFalse(entities.delayed(outer), "throttled, it does not stay for what it owes");
        assertEquals(1, cpus.bench.queues.nrQueued(CPU));
        refill(INNER);
        assertQueued(3, 2, 2);
        assertTrue(entities.onRq(outer));
        assertEquals(2, cpus.bench.queues.nrQueued(CPU));
    }

    @Test
    void whoJoinsOrLeavesAThrottledQueueIsNotSeenAbove() {
        start("queue");
        useUp(1);
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        assertQueued(2, 1, 3);
        assertTrue(cpus.fair.dequeue(CPU, 4, FairClass.DEQUEUE_MIGRATING));
        assertQueued(2, 1, 2);
        assertTrue(cpus.fair.dequeue(CPU, 1, FairClass.DEQUEUE_MIGRATING));
        assertTrue(cpus.fair.dequeue(CPU, 2, FairClass.DEQUEUE_MIGRATING));
        assertQueued(2, 1, 0);
        refill(INNER);
        assertQueued(2, 1, 0);
        assertFalse(entities.onRq(inner), "nobody is left in it");
        assertEquals(1, cpus.bench.queues.nrQueued(queue(OUTER)));
    }

    /** The outer group is throttled: what happens inside ends at it. */
    @Test
    void whatHappensInsideAThrottledGroupEndsThere() {
        start("queue");
        limit(OUTER);
        useUp(3);
        assertQueued(1, 3, 2);
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        assertQueued(1, 4, 3);
        cpus.fair.dequeue(CPU, 4, LEAVES);
        assertQueued(1, 3, 2);
        cpus.fair.dequeue(CPU, 1, LEAVES);
        cpus.fair.dequeue(CPU, 2, LEAVES);
        assertQueued(1, 1, 0);
        assertFalse(entities.onRq(outer));
    }

    @Test
    void aThrottledQueueThatComesBackInsideAnotherOneEndsThere() {
        start("queue");
        useUp(1);
        limit(OUTER);
        useUp(3);
        assertQueued(1, 1, 2);
        refill(INNER);
        assertTrue(entities.onRq(inner));
        assertQueued(1, 3, 2);
        assertFalse(entities.onRq(outer));
        refill(OUTER);
        assertQueued(4, 3, 2);
        assertTrue(entities.onRq(outer));
    }

    /** The outer group's last task slept while the group owed service: it stayed as delayed. */
    @Test
    void aDelayedGroupAroundAQueueThatComesBackIsPlacedAnew() {
        start("queue");
        useUp(1);
        cpus.fair.take(CPU, 3);
        cpus.bench.advance(CPU, 2 * MS, 0);
        cpus.fair.dequeue(CPU, 3, LEAVES);
        cpus.fair.putPrev(CPU);
        assertTrue(entities.delayed(outer));
        assertQueued(1, 0, 2);
        refill(INNER);
        assertFalse(entities.delayed(outer));
        assertTrue(entities.onRq(outer));
        assertQueued(3, 2, 2);
        assertEquals(2, cpus.bench.queues.nrQueued(CPU));
        assertEquals(
                entities.sliceNs(outer) * SHARES / entities.loadWeight(outer),
                entities.deadline(outer) - entities.vruntime(outer),
                4,
                "a request from its beginning");
    }

    @Test
    void aQueueComesBackWithTheShortestSliceThatJoinedItMeanwhile() {
        start("queue");
        useUp(1);
        cpus.fair.setSlice(CPU, 4, 400_000);
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        assertEquals(GroupHarness.BASE_SLICE_NS, entities.sliceNs(outer));
        refill(INNER);
        assertEquals(400_000, entities.sliceNs(inner));
        assertEquals(400_000, entities.sliceNs(outer));
        assertEquals(
                400_000 * SHARES / entities.loadWeight(inner),
                entities.deadline(inner) - entities.vruntime(inner),
                4);
    }

    /** Its weight follows its share once more when it leaves: three quarters are elsewhere. */
    @Test
    void aThrottledQueueLeavesWithTheWeightOfItsShare() {
        start("queue");
        cpus.fair.take(CPU, 1);
        cpus.bench.advance(CPU, 6 * MS, 0);
        cpus.fair.account(CPU);
        cpus.bench.groups.loadAvg(INNER, cpus.bench.groups.loadAvg(INNER) + 6_144);
        cpus.fair.putPrev(CPU);
        assertFalse(entities.onRq(inner));
        assertEquals(SHARES / 4.0, (double) entities.loadWeight(inner), SHARES / 50.0);
    }

    /** The quota of the group went to other CPUs. */
    @ParameterizedTest
    @ValueSource(strings = {"queue", "task"})
    void aFirstTaskWithoutQuotaFindsItsQueueThrottled(String form) {
        start(form);
        cpus.bench.groups.runtimeNs(INNER, 0);
        cpus.fair.newTask(OTHER_CPU, 4, 0, EntityTable.POLICY_NORMAL, INNER);
        cpus.fair.enqueue(OTHER_CPU, 4, FairClass.ENQUEUE_WAKEUP);
        final int q = tree.queueOf(INNER, OTHER_CPU);
        assertEquals(1, cpus.bench.queues.throttled(q));
        assertEquals(1, cpus.bench.queues.hNrQueued(q));
        final boolean whole = form.equals("queue");
        assertEquals(whole ? 0 : 1, cpus.bench.queues.hNrQueued(OTHER_CPU));
        assertEquals(whole ? 0 : 1, cpus.bench.queues.nrQueued(OTHER_CPU));
    }

    /** The second one does not ask: the queue is not empty. */
    @Test
    void onlyTheFirstTaskAsksForQuota() {
        start("queue");
        cpus.bench.queues.runtimeRemainingNs(queue(INNER), 0);
        cpus.bench.groups.runtimeNs(INNER, 0);
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        assertEquals(0, cpus.bench.queues.throttled(queue(INNER)));
        assertQueued(5, 4, 3);
    }

    /** All but 1 ms, and only when the last one has left. */
    @Test
    void quotaIsGivenBackByTheLastTask() {
        start("queue");
        limit(INNER);
        cpus.bench.groups.runtimeNs(INNER, 0);
        cpus.bench.queues.runtimeRemainingNs(queue(INNER), 4 * MS);
        cpus.fair.dequeue(CPU, 1, LEAVES);
        assertEquals(4 * MS, cpus.bench.queues.runtimeRemainingNs(queue(INNER)));
        cpus.fair.dequeue(CPU, 2, LEAVES);
        assertEquals(MS, cpus.bench.queues.runtimeRemainingNs(queue(INNER)));
        assertEquals(3 * MS, cpus.bench.groups.runtimeNs(INNER));
    }

    /** Where whole queues leave, a throttled one stands still whoever joins it. */
    @ParameterizedTest
    @ValueSource(strings = {"queue", "task"})
    void theClockRunsAgainForTheFirstTaskOfAQueueThatIsNotCutOff(String form) {
        start(form);
        useUp(1);
        cpus.fair.dequeue(CPU, 1, LEAVES);
        cpus.fair.dequeue(CPU, 2, LEAVES);
        assertEquals(1, cpus.bench.queues.frozen(queue(INNER)));
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        assertEquals(form.equals("queue") ? 1 : 0, cpus.bench.queues.frozen(queue(INNER)));
    }

    @Test
    void tasksThatAreKeptOffComeBackWithTheirEstimatesWhenAllQueuesAboveHaveQuota() {
        start("task");
        useUp(1);
        limit(OUTER);
        useUp(3);
        cpus.fair.take(CPU, 1);
        PeltLayout.utilEst(entities.avgAt(1), 300 | UtilEst.UNCHANGED);
        PeltLayout.utilEst(cpus.bench.queues.avgAt(CPU), 700);
        cpus.fair.waitForQuota(CPU, 1);
        assertFalse(entities.onRq(1));
        assertQueued(3, 2, 1);
        assertEquals(400, UtilEst.queueEstimate(cpus.bench.queues.avgAt(CPU)));

        refill(OUTER);
        assertFalse(entities.onRq(1), "its own group has none");
        assertQueued(3, 2, 1);
        refill(INNER);
        assertTrue(entities.onRq(1));
        assertQueued(4, 3, 2);
        assertEquals(700, UtilEst.queueEstimate(cpus.bench.queues.avgAt(CPU)));
    }

    @Test
    void aRefillOfOneGroupDoesNotConcernTheOneBesideIt() {
        start("task");
        limit(BESIDE);
        cpus.fair.newTask(CPU, 4, 0, EntityTable.POLICY_NORMAL, BESIDE);
        cpus.fair.enqueue(CPU, 4, FairClass.ENQUEUE_WAKEUP);
        useUp(4);
        useUp(1);
        refill(INNER);
        assertEquals(1, cpus.bench.queues.throttleCount(queue(BESIDE)));
        assertEquals(0, cpus.bench.queues.throttleCount(queue(INNER)));
        refill(BESIDE);
        assertEquals(NONE, cpus.fair.firstThrottled(BESIDE));
        assertEquals(0, cpus.bench.queues.throttleCount(queue(BESIDE)));
    }

    /** A task that was kept off is let back when it leaves its CPU or class. */
    @Test
    void aTaskThatForgetsItsQuotaIsQueuedAgain() {
        start("task");
        useUp(1);
        cpus.fair.take(CPU, 1);
        cpus.fair.waitForQuota(CPU, 1);
        cpus.fair.take(CPU, 0);
        assertQueued(3, 2, 1);
        cpus.fair.forgetQuota(CPU, 1);
        assertTrue(entities.onRq(1));
        assertQueued(4, 3, 2);
        cpus.fair.forgetQuota(CPU, 1);
        assertQueued(4, 3, 2);
        assertFalse(cpus.fair.mustWaitForQuota(1));
    }

    @Test
    void aTaskMayNotMoveFromOrToACpuOnWhichItsGroupHasNoQuota() {
        start("queue");
        assertFalse(cpus.fair.isThrottledOn(CPU, 1));
        useUp(1);
        assertTrue(cpus.fair.isThrottledOn(CPU, 1));
        assertFalse(cpus.fair.isThrottledOn(OTHER_CPU, 1));
        assertFalse(cpus.fair.isThrottledOn(CPU, 3));
    }
}
