package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Rules of 6.18 and 7.0 of which there is no recording, worked by hand. All tasks are nice 0, so
 * virtual and wall time are the same; the tick is 4 ms, the base slice 2.8 ms, the queue starts at
 * 0.
 */
class FairRules70Test {
    private static final long MS = 1_000_000;
    private static final long SLICE = 2_800_000;
    private static final int CPU = 0;
    private static final int A = 0;
    private static final int B = 1;
    private static final int N = 2;

    private FairBench bench;
    private FairClass fair;
    private EntityTable entities;

    @AfterEach
    void freeTheSlab() {
        bench.close();
    }

    @Test
    void aStaleRequeueLeavesTheWakeeBehindAndItPreempts() {
        start("v70");
        delayAThenRunB(2_500_000);

        fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

        // B still seems to be at 0: V is 0.5 ms, A at 1 ms owes service and stays where it is.
        assertEquals(MS, entities.vruntime(A));
        assertEquals(SLICE, entities.deadline(A));
        assertEquals(-500_000, entities.vlag(A));
        assertFalse(entities.delayed(A));
        // The check accounts B: at 2.5 ms it is past V = 1.75 ms, and A is before it.
        assertTrue(fair.wakeupPreempt(CPU, A, FairClass.WAKE_TTWU));
        assertEquals(A, fair.pickNext(CPU));
    }

    @Test
    void aFreshRequeuePutsTheWakeeLevelAndTheRunnerGoesOn() {
        start("v70", "requeue_updates_curr", "on");
        delayAThenRunB(2_500_000);

        fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

        // V is 1.75 ms, so A has a positive lag: placed again with lag 0 at what is left, B at 2.5
        // ms.
        assertEquals(2_500_000, entities.vruntime(A));
        assertEquals(2_500_000 + SLICE, entities.deadline(A));
        assertEquals(0, entities.vlag(A));
        assertFalse(fair.wakeupPreempt(CPU, A, FairClass.WAKE_TTWU));
        assertEquals(B, fair.pickNext(CPU));
    }

    @Test
    void withoutDelayZeroTheWakeeKeepsItsPlace() {
        start("v70", "requeue_updates_curr", "on", "DELAY_ZERO", "off");
        delayAThenRunB(2_500_000);

        fair.enqueue(CPU, A, FairClass.ENQUEUE_DELAYED);

        assertEquals(MS, entities.vruntime(A));
    }

    @Test
    void aDelayedTaskIsNotRunnableButStaysQueued() {
        start("v70");
        delayAThenRunB(0);

        assertTrue(entities.delayed(A));
        assertEquals(2, bench.queues.nrQueued(CPU));
        assertEquals(1, bench.queues.hNrRunnable(CPU));
        assertTrue(fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertFalse(entities.onRq(A));
        assertEquals(1, bench.queues.hNrRunnable(CPU));
    }

    @Test
    void aLagIsInflatedSoThatItIsMeasuredAgainAfterJoining() {
        start("v70");
        runAlone(A, 500_000);
        create(B);
        entities.vlag(B, -MS);

        fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);

        // Twice the lag below V = 0.5 ms; V becomes 1.5 ms, and B is 1 ms past it.
        assertEquals(2_500_000, entities.vruntime(B));
        assertEquals(1_500_000, fair.averageVruntime(CPU));
        assertFalse(fair.eligible(CPU, B));
    }

    @Test
    void theEarliestDeadlineIsPassedOverWhileItsOwnerIsAheadOfTheAverage() {
        start("v70");
        runAlone(A, 500_000);
        create(B);
        fair.setSlice(CPU, B, 200_000);
        entities.vlag(B, -MS);
        fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);

        // B: 2.5 ms, deadline 2.7 ms, V 1.5 ms. A: 0.5 ms, deadline 2.8 ms.
        assertEquals(2_700_000, entities.deadline(B));
        assertEquals(A, fair.pick(CPU, false));
        // At 2.6 ms A has pulled V past B.
        pass(2_100_000);
        fair.account(CPU);
        assertEquals(B, fair.pick(CPU, false));
    }

    @Test
    void anUnsuccessfulShortWakeeShortensTheProtection() {
        start("v70");
        final long end = shortIneligibleWakee();

        assertEquals(1_500_000, end);
        pass(900_000);
        assertFalse(ticksIntoResched(), "at 1.4 ms the protection holds");
        pass(100_000);
        assertTrue(ticksIntoResched(), "at 1.5 ms it lapses, long before the deadline");
    }

    @Test
    void everyCheckShortensTheProtectionFrom70On() {
        assertEquals(1_500_000, protectionAfterEqualWakee("v70"));
    }

    @Test
    void onlyAShortWakeeShortensTheProtectionIn618() {
        assertEquals(SLICE, protectionAfterEqualWakee("v618"));
    }

    @Test
    void withoutRunToParityNothingIsShortened() {
        start("v70", "RUN_TO_PARITY", "off");
        assertEquals(700_000, shortIneligibleWakee());
    }

    @Test
    void aDelayedCandidateSuppressesThePreemptionIn700() {
        start("v70");
        delayAThenRunB(2_500_000);
        wakeNewcomer();

        // A at 1 ms, asleep, is eligible with the earliest deadline and wins the question.
        assertFalse(fair.wakeupPreempt(CPU, N, FairClass.WAKE_TTWU));
        assertTrue(entities.delayed(A));
    }

    @Test
    void aDelayedCandidateIsFinishedIn7010AndTheWakeePreempts() {
        start("v70", "wake_check_delayed", "finished");
        delayAThenRunB(2_500_000);
        wakeNewcomer();

        assertTrue(fair.wakeupPreempt(CPU, N, FairClass.WAKE_TTWU));
        assertFalse(entities.onRq(A));
        assertEquals(0, entities.vlag(A), "sleeping earned nothing");
    }

    @Test
    void aForkedTaskPreemptsIn618ButNotIn70() {
        assertTrue(forkPreempts("v618"));
        assertFalse(forkPreempts("v70"));
    }

    @Test
    void lagIsLimitedByTheLargestQueuedSliceAndATickFrom70On() {
        assertEquals(SLICE + 4 * MS, lagAfterLongWait("v70", 0));
        assertEquals(10 * MS + 4 * MS, lagAfterLongWait("v70", 10 * MS));
    }

    @Test
    void lagIsLimitedByTwiceTheOwnSliceIn618() {
        assertEquals(2 * SLICE, lagAfterLongWait("v618", 0));
        assertEquals(2 * SLICE, lagAfterLongWait("v618", 10 * MS));
    }

    @Test
    void aReweightedTaskIsPlacedAgainWithItsScaledLag() {
        start("v70");
        runBesideWaitingB(2 * MS);

        fair.reweight(CPU, B, 2 * NiceWeights.NICE_0_LOAD_WEIGHT);

        // Lag 1 ms -> 0.5 ms, inflated by 3072/1024 to 1.5 ms below A at 2 ms; the deadline
        // distance is halved.
        assertEquals(500_000, entities.vruntime(B));
        assertEquals(500_000 + SLICE / 2, entities.deadline(B));
        assertEquals(500_000, entities.vlag(B));
    }

    @Test
    void protectionIsArmedAgainAfterAnAttributeChangeOnlyIn618() {
        assertEquals(5 * MS, protectionAfterSliceChange("v618"));
        assertEquals(SLICE, protectionAfterSliceChange("v70"));
    }

    @Test
    void theEstimateIsStaleBeforeTheUpdateAndFreshAfterIt() {
        start("v70");
        runBesideWaitingB(6 * MS);
        final long stale = PeltLayout.utilAvg(entities.avgAt(A));
        assertFalse(fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(stale, estimate(A));
        bench.close();

        start("v70", "util_est_order", "after");
        runBesideWaitingB(6 * MS);
        assertFalse(fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(PeltLayout.utilAvg(entities.avgAt(A)), estimate(A));
        assertTrue(estimate(A) > stale);
        bench.close();

        start("v70", "util_est_order", "after", "util_est_on_delayed", "skip");
        runBesideWaitingB(6 * MS);
        assertFalse(fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(0, estimate(A));
    }

    @Test
    void theSumOfEstimatesLosesADelayedTaskOnce() {
        start("v70");
        delayAThenRunB(0);
        PeltLayout.utilEst(bench.queues.avgAt(CPU), 700);
        fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
        assertEquals(700, UtilEst.queueEstimate(bench.queues.avgAt(CPU)));
    }

    @Test
    void aLazyRequestBecomesImmediateAtTheNextTick() {
        start("v70");
        runBesideWaitingB(3 * MS);
        fair.tick(CPU);
        assertEquals(RunQueueTable.RESCHED_LAZY, bench.runQueues.needResched(CPU));
        fair.tick(CPU);
        assertEquals(RunQueueTable.RESCHED_NOW, bench.runQueues.needResched(CPU));
    }

    private void start(String version, String... more) {
        bench = new FairBench(GoldenRules.rules(version, more), 1, 3);
        fair = bench.fair;
        entities = bench.entities;
        bench.queues.init(CPU, 0);
        bench.runQueues.init(CPU, 1024, 4 * MS, SLICE, 700_000);
        bench.advance(CPU, MS, 0);
    }

    private void create(int task) {
        fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL);
    }

    private void pass(long deltaNs) {
        bench.advance(CPU, deltaNs, 0);
    }

    private void runAlone(int task, long forNs) {
        create(task);
        fair.enqueue(CPU, task, 0);
        assertEquals(task, fair.pickNext(CPU));
        pass(forNs);
    }

    /** A runs, uncommitted so far, while B waits at 0. */
    private void runBesideWaitingB(long forNs) {
        create(A);
        create(B);
        fair.enqueue(CPU, A, 0);
        fair.enqueue(CPU, B, 0);
        assertEquals(A, fair.pickNext(CPU));
        pass(forNs);
    }

    /** A runs to 1 ms and blocks while V is 0.5 ms; B runs from 0, uncommitted so far. */
    private void delayAThenRunB(long forNs) {
        runBesideWaitingB(MS);
        assertFalse(fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(B, fair.pickNext(CPU));
        pass(forNs);
    }

    /** With zero lag: at V = 1.75 ms after {@code delayAThenRunB(2.5 ms)}. */
    private void wakeNewcomer() {
        create(N);
        fair.enqueue(CPU, N, FairClass.ENQUEUE_WAKEUP);
        assertEquals(1_750_000, entities.vruntime(N));
    }

    /**
     * A has run 0.5 ms; B with a slice of 1 ms wakes too far ahead to be eligible. Returns the end
     * of A's protection.
     */
    private long shortIneligibleWakee() {
        runAlone(A, 500_000);
        create(B);
        fair.setSlice(CPU, B, MS);
        entities.vlag(B, -MS);
        fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
        assertFalse(fair.wakeupPreempt(CPU, B, FairClass.WAKE_TTWU));
        return entities.vprot(A);
    }

    /** As before, but the check is made for N, whose slice is as long as A's. */
    private long protectionAfterEqualWakee(String version) {
        start(version);
        runAlone(A, 500_000);
        create(B);
        fair.setSlice(CPU, B, MS);
        entities.vlag(B, -MS);
        fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
        create(N);
        fair.enqueue(CPU, N, FairClass.ENQUEUE_WAKEUP);
        assertFalse(fair.wakeupPreempt(CPU, N, FairClass.WAKE_TTWU));
        return entities.vprot(A);
    }

    /** A is 1 ms past V; the child is at V with half a slice. */
    private boolean forkPreempts(String version) {
        if (bench != null) {
            bench.close();
        }
        start(version);
        create(A);
        create(B);
        fair.setSlice(CPU, B, 20 * MS);
        fair.enqueue(CPU, A, 0);
        fair.enqueue(CPU, B, 0);
        assertEquals(A, fair.pickNext(CPU));
        pass(2 * MS);
        create(N);
        fair.enqueue(CPU, N, FairClass.ENQUEUE_INITIAL);
        assertEquals(MS + SLICE / 2, entities.deadline(N));
        return fair.wakeupPreempt(CPU, N, FairClass.WAKE_FORK);
    }

    /** Lag of B, slice 2.8 ms, after A has run 40 ms with the given slice. */
    private long lagAfterLongWait(String version, long sliceOfA) {
        if (bench != null) {
            bench.close();
        }
        start(version);
        create(A);
        fair.setSlice(CPU, A, sliceOfA);
        fair.enqueue(CPU, A, 0);
        assertEquals(A, fair.pickNext(CPU));
        create(B);
        fair.enqueue(CPU, B, 0);
        pass(40 * MS);
        fair.dequeue(CPU, B, FairClass.DEQUEUE_SLEEP);
        return entities.vlag(B);
    }

    private long protectionAfterSliceChange(String version) {
        if (bench != null) {
            bench.close();
        }
        start(version);
        runAlone(A, 0);
        assertEquals(SLICE, entities.vprot(A));
        fair.setSlice(CPU, A, 5 * MS);
        entities.deadline(A, 5 * MS);
        fair.putPrev(CPU);
        fair.setNext(CPU, A, false);
        return entities.vprot(A);
    }

    private boolean ticksIntoResched() {
        fair.tick(CPU);
        return bench.runQueues.needResched(CPU) != RunQueueTable.RESCHED_NONE;
    }

    private long estimate(int task) {
        return UtilEst.stored(entities.avgAt(task), UtilEst.ONE_NUMBER);
    }
}
