package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.CfsScene.CPU;
import static io.vlag.engine.kernel.CfsScene.MS;
import static io.vlag.engine.kernel.CfsScene.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the tick of CFS ends a turn, and how long a slice is. */
class CfsTickTest {
    private static final int A = 0;
    private static final int B = 1;

    /**
     * Rounded down twice. Nice level of the runner, how many nice 0 tasks wait, and the slice that
     * follows.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 2999998", // half of the latency
        "0, 2, 1999999",
        "5, 1, 1479028", // 335 of 1359
        "-5, 7, 1819997", // 3121 of 10289 of 6 ms
        "-5, 8, 1862167", // nine tasks: of 9 * 0.75 ms
        "-5, 9, 1897340", // ten tasks: of 7.5 ms
        "10, 1, 750000", // 110 of 1134 would be 0.58 ms
        "0, 11, 750000",
    })
    void theSliceIsTheShareOfThePeriod(int nice, int waiting, long sliceNs) {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS, nice, EntityTable.POLICY_NORMAL);
            scene.queueOthers(B, B + waiting - 1);

            assertEquals(sliceNs, scene.fair.sliceLeftNs(CPU));
            assertFalse(scene.tickRequestsAfter(sliceNs));
            assertTrue(scene.tickRequestsAfter(1));
        }
    }

    @Test
    void aloneNothingEnds() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);

            assertFalse(scene.tickRequestsAfter(100 * MS));
            assertEquals(-1, scene.fair.sliceLeftNs(CPU));
        }
    }

    @Test
    void aLeadOfMoreThanASliceEndsTheTurnAfterTheMinGranularity() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 7 * MS);
            scene.queues.next(CPU, A);

            assertFalse(scene.tickRequestsAfter(749_999));
            assertTrue(scene.tickRequestsAfter(1));
            assertEquals(A, scene.queues.next(CPU), "only a used up slice drops the buddy");
        }
    }

    @Test
    void aLeadOfASliceIsNotEnough() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 8_000_002);

            assertFalse(scene.tickRequestsAfter(MS));
            assertTrue(scene.tickRequestsAfter(1));
        }
    }

    @Test
    void aUsedUpSliceDropsTheRunnersBuddies() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queueOthers(B, B);
            scene.queues.next(CPU, A);
            scene.queues.last(CPU, A);
            scene.queues.skip(CPU, B);

            assertTrue(scene.tickRequestsAfter(4 * MS));
            assertEquals(NONE, scene.queues.next(CPU));
            assertEquals(NONE, scene.queues.last(CPU));
            assertEquals(B, scene.queues.skip(CPU));
        }
    }

    @Test
    void aRunnerThatIsPickedAgainGetsNoNewSlice() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queueOthers(B, B);
            assertTrue(scene.tickRequestsAfter(4 * MS));

            assertEquals(A, scene.fair.pickNext(CPU));

            assertTrue(scene.tickRequestsAfter(100_000));
        }
    }

    @Test
    void aTaskThatIsSwitchedInGetsANewSlice() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queue(B, 11 * MS);
            assertTrue(scene.tickRequestsAfter(4 * MS));
            assertEquals(B, scene.fair.pickNext(CPU));
            assertFalse(scene.tickRequestsAfter(2_900_000));
            scene.pass(4 * MS);

            assertEquals(A, scene.fair.pickNext(CPU));

            assertFalse(scene.tickRequestsAfter(2_900_000));
        }
    }

    @Test
    void accountingNeverEndsATurn() {
        try (CfsScene never = new CfsScene();
                CfsScene expired = new CfsScene("account_resched", "expired")) {
            assertEquals(RunQueueTable.RESCHED_NONE, requestOfAccount(never));
            assertEquals(RunQueueTable.RESCHED_NOW, requestOfAccount(expired));
        }
    }

    private static int requestOfAccount(CfsScene scene) {
        scene.run(A, 10 * MS);
        scene.queueOthers(B, B);
        scene.pass(50 * MS);
        scene.fair.account(CPU);
        return scene.bench.runQueues.needResched(CPU);
    }

    @Test
    void withoutTheTickCheckTheTickEndsNothing() {
        try (CfsScene scene = new CfsScene("tick_check", "none")) {
            scene.run(A, 10 * MS);
            scene.queueOthers(B, B);

            assertFalse(scene.tickRequestsAfter(50 * MS));
        }
    }

    @Test
    void theTimerOfASliceRunsUntilItsEnd() {
        try (CfsScene scene = new CfsScene()) {
            scene.run(A, 10 * MS);
            scene.queueOthers(B, B);
            assertEquals(2_999_998, scene.fair.sliceLeftNs(CPU));
            scene.pass(MS);
            scene.fair.account(CPU);
            assertEquals(1_999_998, scene.fair.sliceLeftNs(CPU));
            scene.pass(9 * MS);
            scene.fair.account(CPU);
            assertEquals(0, scene.fair.sliceLeftNs(CPU));
        }
    }

    /**
     * SCHED_IDLE weighs 3; its shortest slice is 0.5 ms here beside others, 0.75 ms among its like.
     */
    @Test
    void idlePolicyHasItsOwnShortestSliceBesideOthers() {
        final CfsTunables tunables = new CfsTunables(MS, 750_000, 500_000, MS);
        assertEquals(500_000, idleSlice(tunables, EntityTable.POLICY_NORMAL));
        assertEquals(500_000, idleSlice(tunables, EntityTable.POLICY_BATCH));
        assertEquals(750_000, idleSlice(tunables, EntityTable.POLICY_IDLE));
    }

    private static long idleSlice(CfsTunables tunables, int policyOfTheOther) {
        try (CfsScene scene = new CfsScene(tunables)) {
            scene.run(A, 10 * MS, 0, EntityTable.POLICY_IDLE);
            scene.queue(B, 500 * MS, 0, policyOfTheOther);
            return scene.fair.sliceLeftNs(CPU);
        }
    }

    /** A task that is placed at its fork counts itself and asks who runs. */
    @Test
    void aNewIdlePolicyTaskSeesTheRunner() {
        final CfsTunables tunables = new CfsTunables(MS, 750_000, 500_000, MS);
        try (CfsScene scene = new CfsScene(tunables)) {
            scene.run(A, 0);
            scene.create(B, 0, EntityTable.POLICY_IDLE);
            scene.fair.placeNew(CPU, B);
            // 0.5 ms * 1024 / 3.
            assertEquals(170_666_666, scene.entities.vruntime(B));
        }
    }

    @Test
    void dividingKernelsShareWithoutAReciprocal() {
        try (CfsScene scene = new CfsScene("weighted_delta", "division")) {
            scene.run(A, 10 * MS, 5, EntityTable.POLICY_NORMAL);
            scene.queueOthers(B, B);

            assertEquals(6 * MS * 335 / 1359, scene.fair.sliceLeftNs(CPU));
        }
    }

    @Test
    void tunablesScaleWithTheCpusButNotTheIdleOne() {
        final Map<String, Long> tunables =
                Map.of(
                        "sched_latency_ns",
                        6 * MS,
                        "min_granularity_ns",
                        750_000L,
                        "idle_min_granularity_ns",
                        700_000L,
                        "wakeup_granularity_ns",
                        MS);

        assertEquals(
                new CfsTunables(24 * MS, 3 * MS, 700_000, 4 * MS), CfsTunables.of(tunables, 4));
    }

    @Test
    void missingAndEmptyTunablesAreRefused() {
        assertEquals(
                "sched_latency_ns is missing",
                assertThrows(IllegalArgumentException.class, () -> CfsTunables.of(Map.of(), 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new CfsTunables(0, 1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new CfsTunables(1, 0, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new CfsTunables(1, 1, 0, 0));
        assertEquals(1, new CfsTunables(1, 1, 1, 0).latencyCount());
    }

    @Test
    void aPartOfASlotCountsAsOne() {
        assertEquals(8, CfsTunables.DEFAULT.latencyCount());
        assertEquals(9, new CfsTunables(6_000_001, 750_000, 1, 0).latencyCount());
    }
}
