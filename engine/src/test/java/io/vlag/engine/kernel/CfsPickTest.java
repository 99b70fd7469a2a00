package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.CfsScene.CPU;
import static io.vlag.engine.kernel.CfsScene.MS;
import static io.vlag.engine.kernel.CfsScene.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom CFS picks: the leftmost, a buddy within the granularity, not the one that yielded. */
class CfsPickTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    /** vruntime of the waiting B beside A that runs at 10 ms. */
    @ParameterizedTest
    @CsvSource({"10000001, 0", "10000000, 1", "9999999, 1"})
    void theRunnerStaysOnlyIfItIsStrictlyFirst(long vruntimeOfB, int chosen) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, vruntimeOfB);

            assertEquals(chosen, scene.pick());
            assertEquals(chosen, scene.fair.pickNext(CPU));
        }
    }

    @Test
    void ofEqualsTheOneThatCameFirstIsPicked() {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(B, 10 * MS);
            scene.queue(A, 10 * MS);

            assertEquals(B, scene.pick());
        }
    }

    @Test
    void anEmptyQueueHasNobodyToPick() {
        try (CfsScene scene = new CfsScene()) {
            assertEquals(NONE, scene.pick());
            assertEquals(NONE, scene.fair.pickNext(CPU));
        }
    }

    @Test
    void aRunnerThatBlockedIsNotPicked() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 20 * MS);
            scene.block();

            assertEquals(B, scene.fair.pickNext(CPU));
        }
    }

    /** vruntime of the buddy; the leftmost is at 10 ms. */
    @ParameterizedTest
    @CsvSource({"11000000, true", "11000001, false"})
    void aBuddyIsPickedWithinTheGranularity(long vruntimeOfBuddy, boolean picked) {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(A, 10 * MS);
            scene.queue(B, 10_500_000);
            scene.queue(C, vruntimeOfBuddy);

            scene.queues.next(CPU, C);
            assertEquals(picked ? C : A, scene.pick());
            scene.queues.next(CPU, NONE);
            scene.queues.last(CPU, C);
            assertEquals(picked ? C : A, scene.pick());
        }
    }

    @Test
    void nextIsPreferredToLastAndBothToSkipping() {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(A, 10 * MS);
            scene.queue(B, 10_500_000);
            scene.queue(C, 10_600_000);
            scene.queues.next(CPU, B);
            scene.queues.last(CPU, C);
            scene.queues.skip(CPU, A);

            assertEquals(B, scene.pick());
            scene.queues.next(CPU, NONE);
            assertEquals(C, scene.pick());
        }
    }

    /** A at 10 ms yields; B waits. */
    @ParameterizedTest
    @CsvSource({"10500000, 1", "11000000, 1", "11000001, 0"})
    void theOneThatYieldsIsPassedOverWithinTheGranularity(long vruntimeOfB, int chosen) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, vruntimeOfB);

            scene.fair.yieldTask(CPU);

            assertEquals(A, scene.queues.skip(CPU));
            assertEquals(10 * MS, scene.entities.vruntime(A));
            assertEquals(chosen, scene.fair.pickNext(CPU));
            assertEquals(A, scene.queues.skip(CPU), "a pick that changes nothing keeps it");
        }
    }

    @Test
    void yieldingAccountsButNotForBatch() {
        assertEquals(12 * MS, vruntimeAfterYield(EntityTable.POLICY_NORMAL));
        assertEquals(10 * MS, vruntimeAfterYield(EntityTable.POLICY_BATCH));
    }

    private static long vruntimeAfterYield(int policy) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS, 0, policy);
            scene.queue(B, 20 * MS);
            scene.pass(2 * MS);
            scene.fair.yieldTask(CPU);
            return scene.entities.vruntime(A);
        }
    }

    @Test
    void yieldingAloneChangesNothing() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);

            scene.fair.yieldTask(CPU);

            assertEquals(NONE, scene.queues.skip(CPU));
        }
    }

    @Test
    void yieldingEndsTheRoleOfBuddy() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 10 * MS);
            scene.queues.next(CPU, A);
            scene.queues.last(CPU, A);

            scene.fair.yieldTask(CPU);

            assertEquals(NONE, scene.queues.next(CPU));
            assertEquals(NONE, scene.queues.last(CPU));
        }
    }

    /** A has yielded and waits as the leftmost, at 10 ms. */
    @ParameterizedTest
    @CsvSource({
        "10400000, 10900000, 1", // the runner B is second
        "10900000, 10400000, 2", // C, behind A in the tree, is second
        "10900000, 10900000, 2", // of equals the waiting one
        "12000000, 10900000, 2",
        "10900000, 12000000, 1",
        "12000000, 12000000, 0", // both too far ahead
    })
    void theSkippedLeftmostGivesWayToTheSecond(long vruntimeOfB, long vruntimeOfC, int chosen) {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(A, 10 * MS);
            scene.run(B, vruntimeOfB);
            scene.queue(C, vruntimeOfC);
            scene.queues.skip(CPU, A);

            assertEquals(chosen, scene.pick());
        }
    }

    @Test
    void theSkippedOneRunsIfThereIsNobodyElse() {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(A, 10 * MS);
            scene.queues.skip(CPU, A);

            assertEquals(A, scene.fair.pickNext(CPU));
            assertEquals(NONE, scene.queues.skip(CPU), "being switched in ends it");
        }
    }

    @Test
    void skippingSomebodyWhoIsNotLeftmostHasNoEffect() {
        try (CfsScene scene = new CfsScene()) {
            scene.queue(A, 10 * MS);
            scene.queue(B, 10_500_000);
            scene.queue(C, 10_600_000);
            scene.queues.skip(CPU, B);

            assertEquals(A, scene.pick());
        }
    }
}
