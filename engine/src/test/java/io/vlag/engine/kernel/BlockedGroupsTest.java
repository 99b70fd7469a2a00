package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the averages of groups age when nothing of them is queued. */
class BlockedGroupsTest {
    private static final int CPU = 0;
    private static final int OUTER = 1;
    private static final int INNER = 2;
    private static final long MS = 1_000_000;

    private GroupHarness cpu;

    /** The inner group's only task ran for 100 ms and sleeps. */
    @BeforeEach
    void aGroupInAGroupWhoseTaskSleeps() {
        cpu = new GroupHarness("v70", 1, 1, 4);
        cpu.fair.newGroup(OUTER, GroupHarness.ROOT, GroupHarness.SHARES, false);
        cpu.fair.newGroup(INNER, OUTER, GroupHarness.SHARES, false);
        cpu.fair.newGroup(3, GroupHarness.ROOT, GroupHarness.SHARES, false);
        cpu.start(0, INNER, CPU);
        cpu.run(100 * MS);
        cpu.sleepRunning(CPU);
        assertEquals(0, cpu.bench.queues.hNrQueued(CPU));
        assertTrue(loadOf(CPU) > 900);
    }

    @AfterEach
    void freeTheSlab() {
        cpu.close();
    }

    /** 32 ms halve them. */
    @Test
    void allLevelsAgeTogether() {
        final long before = PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU));
        cpu.bench.advance(CPU, 32 * 1_048_576, 0);
        cpu.fair.updateBlocked(CPU);
        final long half = PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU));
        assertEquals(before / 2.0, (double) half, 3);
        for (int group = OUTER; group <= INNER; group++) {
            final int se = cpu.bench.entityTree.entityOf(group, CPU);
            final int q = cpu.bench.entityTree.queueOf(group, CPU);
            assertEquals(half, PeltLayout.utilAvg(cpu.bench.entities.avgAt(se)), 3);
            assertEquals(half, PeltLayout.utilAvg(cpu.bench.queues.avgAt(q)), 3);
            assertEquals(loadOf(q), cpu.bench.groups.loadAvg(group), "published");
        }
    }

    /** What left the innermost queue shows in the root after one pass. */
    @Test
    void whatLeftAGroupShowsAtOnceOnAllLevelsAbove() {
        cpu.fair.leaveClass(CPU, 0);
        cpu.fair.updateBlocked(CPU);
        assertEquals(0, PeltLayout.utilAvg(cpu.bench.queues.avgAt(CPU)));
        assertEquals(0, loadOf(CPU));
        for (int group = OUTER; group <= INNER; group++) {
            final int se = cpu.bench.entityTree.entityOf(group, CPU);
            assertEquals(0, PeltLayout.utilAvg(cpu.bench.entities.avgAt(se)));
            assertEquals(0, PeltLayout.loadAvg(cpu.bench.entities.avgAt(se)));
        }
    }

    /** A group that never had a task costs the update of its queue, not one of its entity. */
    @Test
    void groupsThatAreAgedOutCostNoMoreThanTheirQueues() {
        cpu.bench.advance(CPU, 3_000 * MS, 0);
        cpu.fair.updateBlocked(CPU);
        assertEquals(0, loadOf(CPU));
        final long before = cpu.bench.runQueues.peltUpdateCount(CPU);
        cpu.bench.advance(CPU, 10 * MS, 0);
        cpu.fair.updateBlocked(CPU);
        assertEquals(4, cpu.bench.runQueues.peltUpdateCount(CPU) - before);
    }

    @Test
    void aGroupWithLoadCostsAnUpdateOfItsEntityToo() {
        final long before = cpu.bench.runQueues.peltUpdateCount(CPU);
        cpu.bench.advance(CPU, 10 * MS, 0);
        cpu.fair.updateBlocked(CPU);
        // 4 queues and 2 entities; the queues above them are updated once, by whoever is first
        assertEquals(6, cpu.bench.runQueues.peltUpdateCount(CPU) - before);
    }

    private long loadOf(int q) {
        return PeltLayout.loadAvg(cpu.bench.queues.avgAt(q));
    }

    /** Tasks that only waited have load but used nothing; what joined may still be on its way. */
    @Test
    void loadAloneOrSomethingToPassOnIsEnoughForAnUpdate() {
        final int se = cpu.bench.entityTree.entityOf(3, CPU);
        final long at = cpu.bench.entities.avgAt(se);
        final int own = cpu.bench.entityTree.queueOf(3, CPU);
        PeltLayout.lastUpdateNs(at, cpu.bench.runQueues.peltNowNs(CPU));
        PeltLayout.loadSum(at, 40_000);
        PeltLayout.loadAvg(at, 800);
        cpu.bench.advance(CPU, 32 * 1_048_576, 0);
        cpu.fair.updateBlocked(CPU);
        assertTrue(PeltLayout.loadAvg(at) < 500);

        PeltLayout.loadAvg(at, 0);
        cpu.bench.queues.propagate(own, 1);
        cpu.fair.updateBlocked(CPU);
        assertEquals(0, cpu.bench.queues.propagate(own));
    }
}
