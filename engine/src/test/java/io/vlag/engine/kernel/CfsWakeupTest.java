package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.CfsScene.CPU;
import static io.vlag.engine.kernel.CfsScene.MS;
import static io.vlag.engine.kernel.CfsScene.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wake-up preemption of CFS, and who becomes which buddy by it. */
class CfsWakeupTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    /** Nice level of the wakee, and the largest lead that the runner keeps. */
    @ParameterizedTest
    @CsvSource({"0, 1000000", "5, 3056716", "-5, 328099"})
    void theRunnerKeepsALeadOfTheGranularityInTheWakeesVirtualTime(int nice, long leadNs) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS, nice, EntityTable.POLICY_NORMAL);

            scene.pass(leadNs);
            assertFalse(scene.wakeupPreempts(B));
            assertEquals(NONE, scene.queues.next(CPU));
            scene.pass(1);
            assertTrue(scene.wakeupPreempts(B));
            assertEquals(B, scene.queues.next(CPU));
        }
    }

    @Test
    void aWakeeAheadOfTheRunnerDoesNotPreempt() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 30 * MS);

            assertFalse(scene.wakeupPreempts(B));
            assertFalse(scene.wakeupPreempts(A));
        }
    }

    @Test
    void withoutAGranularityAnyLeadIsTooMuch() {
        try (CfsScene scene = new CfsScene(new CfsTunables(6 * MS, 750_000, 750_000, 0))) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS);

            assertFalse(scene.wakeupPreempts(B));
            scene.pass(1);
            assertTrue(scene.wakeupPreempts(B));
        }
    }

    @ParameterizedTest
    @CsvSource({"8_000_001, 1", "7_999_999, 2"})
    void theWinnerRunsUnlessItLeadsTheLeftmostTooFar(String vruntimeOfC, int chosen) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 11 * MS);
            scene.queue(B, 9 * MS);
            scene.queue(C, Long.parseLong(vruntimeOfC.replace("_", "")));

            assertTrue(scene.wakeupPreempts(B));

            assertEquals(chosen, scene.fair.pickNext(CPU));
            assertEquals(chosen == B ? NONE : B, scene.queues.next(CPU));
        }
    }

    @Test
    void withoutWakeupPreemptionOnlyTheIdlePolicyGivesWay() {
        try (CfsScene scene = new CfsScene("WAKEUP_PREEMPTION", "off")) {
            scene.run(A, 20 * MS);
            scene.queue(B, 10 * MS);
            assertFalse(scene.wakeupPreempts(B));
        }
        try (CfsScene scene = new CfsScene("WAKEUP_PREEMPTION", "off")) {
            scene.run(A, 10 * MS, 0, EntityTable.POLICY_IDLE);
            scene.queue(B, 20 * MS);
            assertTrue(scene.wakeupPreempts(B));
        }
    }

    /** The runner leads every wakee by far. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "0, 1, false",
        "0, 2, false",
        "1, 0, true",
        "2, 0, true",
        "2, 1, true",
        "2, 2, false",
    })
    void policiesDecideWhoMayPreempt(int runner, int wakee, boolean preempts) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 20 * MS, 0, runner);
            scene.queue(B, 10 * MS, 0, wakee);

            assertEquals(preempts, scene.wakeupPreempts(B));
        }
    }

    @Test
    void aPendingRequestLeavesTheBuddiesAlone() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 20 * MS);
            scene.queue(B, 10 * MS);
            scene.bench.runQueues.needResched(CPU, RunQueueTable.RESCHED_NOW);

            assertTrue(scene.wakeupPreempts(B));
            assertEquals(NONE, scene.queues.next(CPU));
        }
    }

    /** With NEXT_BUDDY any wakee on a full queue, eight tasks, becomes next. */
    @ParameterizedTest
    @CsvSource({
        "on, 8, 8, 0, 1",
        "on, 7, 8, 0, -1",
        "off, 8, 8, 0, -1",
        "on, 8, 4, 0, -1",
        "on, 8, 8, 1, 1",
        "on, 8, 8, 2, -1",
    })
    void aFullQueueNominatesWakees(
            String feature, int count, int flags, int policyOfB, int expectedNext) {
        try (CfsScene scene = new CfsScene("NEXT_BUDDY", feature)) {
            scene.run(A, 10 * MS);
            scene.queue(B, 20 * MS, 0, policyOfB);
            scene.queueOthers(C, count - 1);

            assertFalse(scene.fair.wakeupPreempt(CPU, B, flags));

            assertEquals(expectedNext, scene.queues.next(CPU));
        }
    }

    /** On a full queue, eight tasks, the preempted task becomes last. */
    @ParameterizedTest
    @CsvSource({"on, 8, 0, 0", "on, 7, 0, -1", "off, 8, 0, -1", "on, 8, 2, -1"})
    void aFullQueueRemembersWhoWasPreempted(
            String feature, int count, int policyOfA, int expectedLast) {
        try (CfsScene scene = new CfsScene("LAST_BUDDY", feature)) {
            scene.run(A, 20 * MS, 0, policyOfA);
            scene.queue(B, 10 * MS);
            scene.queueOthers(C, count - 1);

            assertTrue(scene.wakeupPreempts(B));

            assertEquals(expectedLast, scene.queues.last(CPU));
        }
    }

    @Test
    void theLastBuddyComesBackBeforeTheLeftmost() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 12 * MS);
            scene.queue(B, 10 * MS);
            scene.queue(C, 11_500_000);
            scene.queueOthers(3, 7);
            assertTrue(scene.wakeupPreempts(B));
            assertEquals(B, scene.fair.pickNext(CPU));
            assertEquals(A, scene.queues.last(CPU));

            scene.pass(100_000);
            scene.block();

            assertEquals(A, scene.fair.pickNext(CPU));
            assertEquals(NONE, scene.queues.last(CPU), "a buddy that runs is no buddy any more");
        }
    }

    @Test
    void aBuddyThatSleepsIsNone() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS);
            scene.queues.next(CPU, B);
            scene.queues.last(CPU, B);
            scene.queues.skip(CPU, B);

            scene.fair.dequeue(CPU, B, FairClass.DEQUEUE_SLEEP);

            assertEquals(NONE, scene.queues.next(CPU));
            assertEquals(NONE, scene.queues.last(CPU));
            assertEquals(NONE, scene.queues.skip(CPU));
        }
    }

    @Test
    void aRunnerThatAlreadyBlockedIsNotLast() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 20 * MS);
            scene.queue(B, 10 * MS);
            scene.queueOthers(C, 8);
            scene.block();

            assertTrue(scene.wakeupPreempts(B));

            assertEquals(NONE, scene.queues.last(CPU));
        }
    }
}
