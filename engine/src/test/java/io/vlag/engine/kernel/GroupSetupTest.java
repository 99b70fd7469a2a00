package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a new group is on each CPU, and the records of groups among those of tasks. */
class GroupSetupTest {
    private static final int TASKS = 3;

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 2"})
    void aNewGroupIsEmptyOnEveryCpuAndHasItsWholeWeightThere(boolean idle, int policy) {
        try (GroupHarness cpus = new GroupHarness("v70", 2, TASKS, 3)) {
            cpus.bench.runQueues.init(1, 1024, GroupHarness.TICK_NS, 1_400_000, 700_000);
            cpus.fair.newGroup(1, GroupHarness.ROOT, 300 << 10, false);
            cpus.fair.newGroup(2, 1, 200 << 10, idle);
            final EntityTable entities = cpus.bench.entities;
            for (int cpu = 0; cpu < 2; cpu++) {
                final int se = cpus.bench.entityTree.entityOf(2, cpu);
                final int q = cpus.bench.entityTree.queueOf(2, cpu);
                assertEquals(cpu, entities.cpu(se));
                assertEquals(1, entities.group(se));
                assertEquals(
                        cpus.bench.entityTree.queueOf(1, cpu), cpus.bench.entityTree.queueOf(se));
                assertEquals(200 << 10, entities.loadWeight(se));
                assertEquals(policy, entities.policy(se));
                assertEquals(
                        cpu == 0 ? GroupHarness.BASE_SLICE_NS : 1_400_000, entities.sliceNs(se));
                assertFalse(entities.onRq(se));
                assertEquals(FairClass.NONE, cpus.bench.queues.curr(q));
                assertEquals(FairClass.NONE, cpus.bench.queues.next(q));
                assertEquals(0, cpus.bench.queues.nrQueued(q));
            }
        }
    }

    @Test
    void groupsComeAfterTheTasksGroupByGroup() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, TASKS, 3)) {
            final EntityTree tree = cpus.bench.entityTree;
            assertEquals(TASKS, tree.taskCount());
            assertEquals(TASKS, tree.entityOf(1, 0));
            assertEquals(TASKS + 3, tree.entityOf(2, 1));
            assertEquals(5, tree.queueBehind(TASKS + 3));
            assertEquals(TASKS + 3, tree.entityOf(5));
            assertEquals(FairClass.NONE, tree.entityOf(1), "nothing stands for a root queue");
            assertEquals(2, tree.groupOf(5));
        }
    }

    @Test
    void aNewTaskOfAGroupBelongsToTheQueueOfItsCpu() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, TASKS, 2)) {
            cpus.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpus.start(0, 1, 1);
            assertEquals(cpus.bench.entityTree.queueOf(1, 1), cpus.bench.entityTree.queueOf(0));
            assertEquals(1, cpus.bench.queues.nrQueued(cpus.bench.entityTree.queueOf(1, 1)));
            assertEquals(0, cpus.bench.queues.nrQueued(cpus.bench.entityTree.queueOf(1, 0)));
            assertEquals(1, cpus.bench.queues.hNrQueued(1));
            assertEquals(0, cpus.bench.queues.hNrQueued(0));
        }
    }

    @Test
    void aLimitedGroupStartsWithItsWholeQuota() {
        try (GroupHarness cpu = new GroupHarness("v70", 1, TASKS, 2)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpu.fair.limitGroup(1, 20_000_000, 100_000_000, 250_000_000);
            assertEquals(20_000_000, cpu.bench.groups.quotaNs(1));
            assertEquals(20_000_000, cpu.bench.groups.runtimeNs(1));
            assertEquals(100_000_000, cpu.bench.groups.periodNs(1));
            assertEquals(250_000_000, cpu.bench.groups.expiryNs(1));
        }
    }
}
