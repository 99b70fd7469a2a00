package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delayed tasks and delayed group entities: who counts on which level, and what they keep. */
class GroupDelayTest {
    private static final int CPU = 0;
    private static final int OUTER = 1;
    private static final int INNER = 2;
    private static final int LEAVES = FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    /** 0 in the root, 1 and 2 in group 2 inside group 1; 1 has run for 2 ms and owes service. */
    private static GroupHarness nested(String version, String... changes) {
        final GroupHarness cpu = new GroupHarness(version, 1, 3, 3, changes);
        cpu.fair.newGroup(OUTER, GroupHarness.ROOT, SHARES, false);
        cpu.fair.newGroup(INNER, OUTER, SHARES, false);
        cpu.start(0, GroupHarness.ROOT, CPU);
        cpu.start(1, INNER, CPU);
        cpu.start(2, INNER, CPU);
        cpu.fair.take(CPU, 1);
        cpu.bench.advance(CPU, 2 * MS, 0);
        cpu.fair.account(CPU);
        return cpu;
    }

    /** Root, outer, inner group. */
    private static int[] queued(GroupHarness cpu) {
        final int[] counts = new int[3];
        for (int group = 0; group < 3; group++) {
            counts[group] = cpu.bench.queues.hNrQueued(cpu.bench.entityTree.queueOf(group, CPU));
        }
        return counts;
    }

    private static int[] runnable(GroupHarness cpu) {
        final int[] counts = new int[3];
        for (int group = 0; group < 3; group++) {
            counts[group] = cpu.bench.queues.hNrRunnable(cpu.bench.entityTree.queueOf(group, CPU));
        }
        return counts;
    }

    private static int[] counts(int... ofLevels) {
        return ofLevels;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aDelayedTaskStaysQueuedOnAllLevelsButIsRunnableOnNone(String version) {
        try (GroupHarness cpu = nested(version)) {
            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP), "it stays");
            assertTrue(cpu.bench.entities.delayed(1));
            final long agedNs = PeltLayout.lastUpdateNs(cpu.bench.entities.avgAt(1));
            assertTrue(cpu.bench.runQueues.peltNowNs(CPU) - agedNs < 1_024, "aged to now");
            assertArrayEquals(counts(3, 2, 2), queued(cpu));
            assertArrayEquals(counts(2, 1, 1), runnable(cpu));

            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_DELAYED);
            assertFalse(cpu.bench.entities.delayed(1));
            assertArrayEquals(counts(3, 2, 2), queued(cpu));
            assertArrayEquals(counts(3, 2, 2), runnable(cpu));

            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertTrue(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP), "now it leaves");
            assertArrayEquals(counts(2, 1, 1), queued(cpu));
            assertArrayEquals(counts(2, 1, 1), runnable(cpu));
        }
    }

    @Test
    void whereDelayedTasksCountTheCountsStay() {
        try (GroupHarness cpu = nested("v70", "h_nr_excludes_delayed", "off")) {
            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertArrayEquals(counts(3, 2, 2), runnable(cpu));
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_DELAYED);
            assertArrayEquals(counts(3, 2, 2), runnable(cpu));
            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertTrue(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertArrayEquals(counts(2, 1, 1), runnable(cpu));
        }
    }

    /** The last task leaves for good; its groups owe service and stay, without any task. */
    @ParameterizedTest
    @CsvSource({"9", "2", "16"}) // a special sleep, a change of attributes, a move
    void groupsThatOweServiceStayHoweverTheirLastTaskLeaves(int flags) {
        try (GroupHarness cpu = nested("v70")) {
            final int outer = cpu.bench.entityTree.entityOf(OUTER, CPU);
            final int inner = cpu.bench.entityTree.entityOf(INNER, CPU);
            assertTrue(cpu.fair.dequeue(CPU, 2, LEAVES));
            cpu.fair.take(CPU, 0);
            assertTrue(cpu.fair.dequeue(CPU, 1, flags), "the task is gone");
            assertFalse(cpu.bench.entities.onRq(1));
            assertFalse(cpu.bench.entities.onRq(inner), "alone, it owes nobody");
            assertTrue(cpu.bench.entities.delayed(outer));
            assertTrue(cpu.bench.entities.onRq(outer));
            assertEquals(2, cpu.bench.queues.nrQueued(CPU));
            assertArrayEquals(counts(1, 0, 0), queued(cpu));
            assertArrayEquals(counts(1, 0, 0), runnable(cpu));

            cpu.bench.advance(CPU, 20 * MS, 0);
            assertEquals(0, cpu.fair.pickNext(CPU));
            assertFalse(cpu.bench.entities.onRq(outer), "picked, it has finished its delay");
            assertEquals(1, cpu.bench.queues.nrQueued(CPU));
            assertArrayEquals(counts(1, 0, 0), queued(cpu));
            assertArrayEquals(counts(1, 0, 0), runnable(cpu));
            assertEquals(1, cpu.bench.runQueues.finalDequeueCount(CPU));
        }
    }

    /** A sleep that is only asked for changes no load; the group learns of it when it is done. */
    @Test
    void aGroupPublishesNothingWhenATaskIsDelayed() {
        try (GroupHarness cpu = nested("v70")) {
            final int q = cpu.bench.entityTree.queueOf(INNER, CPU);
            cpu.bench.queues.tgLoadContrib(q, 0);
            cpu.bench.groups.loadAvg(INNER, 0);
            assertFalse(cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP));
            assertEquals(0, cpu.bench.groups.loadAvg(INNER));
        }
        try (GroupHarness cpu = nested("v70")) {
            final int q = cpu.bench.entityTree.queueOf(INNER, CPU);
            cpu.bench.queues.tgLoadContrib(q, 0);
            cpu.bench.groups.loadAvg(INNER, 0);
            assertTrue(cpu.fair.dequeue(CPU, 1, LEAVES));
            assertEquals(
                    PeltLayout.loadAvg(cpu.bench.queues.avgAt(q)), cpu.bench.groups.loadAvg(INNER));
            assertTrue(cpu.bench.groups.loadAvg(INNER) > 0);
        }
    }

    /** A task that is moved while delayed is not runnable where it comes to either. */
    @Test
    void aDelayedTaskThatMovesIsQueuedButNotRunnableThere() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, 3, 2)) {
            cpus.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
            for (int task = 0; task < 3; task++) {
                cpus.start(task, 1, 0);
            }
            cpus.fair.take(0, 1);
            cpus.bench.advance(0, 2 * MS, 0);
            assertFalse(cpus.fair.dequeue(0, 1, FairClass.DEQUEUE_SLEEP));
            cpus.fair.pickNext(0);
            cpus.fair.detachQueued(0, 1);
            cpus.fair.attachQueued(1, 1);
            assertTrue(cpus.bench.entities.delayed(1));
            assertEquals(2, cpus.bench.queues.hNrRunnable(0));
            assertEquals(1, cpus.bench.queues.hNrQueued(1));
            assertEquals(0, cpus.bench.queues.hNrRunnable(1));
        }
    }
}
