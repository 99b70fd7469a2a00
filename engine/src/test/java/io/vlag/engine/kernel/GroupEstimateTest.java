package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimates of the utilisation of tasks in groups: stored at a sleep, summed at the root alone. */
class GroupEstimateTest {
    private static final int CPU = 0;
    private static final int LEAVES = FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL;
    private static final long MS = 1_000_000;

    /** 1 and 2 in group 1; 1 has run for 50 ms, the last 2 of them beside 2, and owes service. */
    private static GroupHarness scene(String version, String... changes) {
        final GroupHarness cpu = new GroupHarness(version, 1, 3, 2, changes);
        cpu.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
        cpu.start(1, 1, CPU);
        cpu.run(50 * MS);
        cpu.start(2, 1, CPU);
        cpu.fair.take(CPU, 1);
        cpu.bench.advance(CPU, 2 * MS, 0);
        cpu.fair.account(CPU);
        return cpu;
    }

    private static long stored(GroupHarness cpu, int se) {
        return UtilEst.stored(cpu.bench.entities.avgAt(se), UtilEst.ONE_NUMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "inside", "after"})
    void aSleepStoresTheEstimateAndAMoveDoesNot(String order) {
        for (final int flags : new int[] {LEAVES, FairClass.DEQUEUE_SLEEP}) {
            try (GroupHarness cpu = scene("v70", "util_est_order", order)) {
                cpu.fair.dequeue(CPU, 1, flags);
                assertTrue(stored(cpu, 1) > 500);
            }
        }
        for (final int flags : new int[] {FairClass.DEQUEUE_SAVE, FairClass.DEQUEUE_MIGRATING}) {
            try (GroupHarness cpu = scene("v70", "util_est_order", order)) {
                cpu.fair.take(CPU, 2);
                cpu.fair.dequeue(CPU, 1, flags);
                assertEquals(0, stored(cpu, 1));
            }
        }
    }

    @Test
    void theEndOfADelayStoresNoSecondEstimate() {
        try (GroupHarness cpu = scene("v72")) {
            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            final long stored = stored(cpu, 1);
            cpu.fair.pickNext(CPU);
            cpu.bench.advance(CPU, 10 * MS, 0);
            cpu.fair.tick(CPU);
            assertTrue(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertEquals(stored, stored(cpu, 1));
        }
    }

    @Test
    void theSumIsKeptAtTheRoot() {
        try (GroupHarness cpu = scene("v70")) {
            final long rootAt = cpu.bench.queues.avgAt(CPU);
            final long ownAt = cpu.bench.queues.avgAt(cpu.bench.entityTree.queueOf(1));
            cpu.fair.take(CPU, 2);
            PeltLayout.utilEst(cpu.bench.entities.avgAt(1), 300 | UtilEst.UNCHANGED);
            PeltLayout.utilEst(rootAt, 700);
            cpu.fair.detachQueued(CPU, 1);
            assertEquals(400, UtilEst.queueEstimate(rootAt));
            cpu.fair.attachQueued(CPU, 1);
            assertEquals(700, UtilEst.queueEstimate(rootAt));
            assertEquals(0, UtilEst.queueEstimate(ownAt));
        }
    }

    /** Only tasks have estimates of their utilisation. */
    @Test
    void aGroupThatSleepsStoresNoEstimate() {
        try (GroupHarness cpu = new GroupHarness("v72", 1, 1, 2)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpu.start(0, 1, CPU);
            cpu.run(50 * MS);
            assertTrue(cpu.fair.dequeue(CPU, 0, FairClass.DEQUEUE_SLEEP));
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            assertFalse(cpu.bench.entities.onRq(group));
            assertEquals(0, PeltLayout.utilEst(cpu.bench.entities.avgAt(group)));
            assertTrue(PeltLayout.utilEst(cpu.bench.entities.avgAt(0)) != 0);
        }
    }
}
