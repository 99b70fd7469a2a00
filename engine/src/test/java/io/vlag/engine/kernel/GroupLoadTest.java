package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The load average of a group over its CPUs, the weight that follows from it, and the load of a
 * task as the root sees it.
 */
class GroupLoadTest {
    private static final int OUTER = 1;
    private static final int INNER = 2;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    private GroupHarness cpus;
    private GroupPropagation propagation;

    @BeforeEach
    void aGroupInAGroupOnTwoCpus() {
        cpus = new GroupHarness("v70", 2, 1, 3);
        cpus.fair.newGroup(OUTER, GroupHarness.ROOT, SHARES, false);
        cpus.fair.newGroup(INNER, OUTER, SHARES, false);
        propagation = GroupPropagationTest.propagationOf(cpus.bench);
    }

    @AfterEach
    void freeTheSlab() {
        cpus.close();
    }

    @Test
    void theLoadOfAGroupIsWhatItsQueuesPublished() {
        publish(queue(OUTER, 0), 640);
        publish(queue(OUTER, 1), 300);
        assertEquals(940, cpus.bench.groups.loadAvg(OUTER));
        assertEquals(640, cpus.bench.queues.tgLoadContrib(queue(OUTER, 0)));
        pass(2 * MS);
        publish(queue(OUTER, 0), 200);
        assertEquals(500, cpus.bench.groups.loadAvg(OUTER));
        assertEquals(0, cpus.bench.groups.loadAvg(INNER));
    }

    @ParameterizedTest
    @CsvSource({"999_999, 640", "1_000_000, 1000"})
    void aQueuePublishesAtMostOnceAMillisecond(String laterNs, long published) {
        publish(queue(OUTER, 0), 640);
        pass(Long.parseLong(laterNs.replace("_", "")));
        publish(queue(OUTER, 0), 1_000);
        assertEquals(published, cpus.bench.groups.loadAvg(OUTER));
    }

    /** 640 / 64 = 10. */
    @ParameterizedTest
    @CsvSource({"650, 640", "651, 651", "630, 640", "629, 629"})
    void aChangeByNoMoreThanA64thIsNotPublished(long load, long published) {
        publish(queue(OUTER, 0), 640);
        pass(2 * MS);
        publish(queue(OUTER, 0), load);
        assertEquals(published, cpus.bench.groups.loadAvg(OUTER));
        assertEquals(published, cpus.bench.queues.tgLoadContrib(queue(OUTER, 0)));
    }

    @Test
    void theRootHasNoGroupToPublishFor() {
        publish(0, 640);
        assertEquals(0, cpus.bench.queues.tgLoadContrib(0));
    }

    /** A quarter of the group's load is here. */
    @Test
    void aGroupsWeightOnACpuIsThatOfItsLoadThere() {
        publish(queue(OUTER, 0), 1_024);
        publish(queue(OUTER, 1), 3_072);
        cpus.bench.queues.loadWeight(queue(OUTER, 0), 1_024 << 10);
        assertEquals(SHARES / 4, propagation.shares(entity(OUTER, 0)));
    }

    /** As long as an emptied group is delayed or about to leave, what it published still counts. */
    @Test
    void anEmptiedGroupKeepsItsWeight() {
        publish(queue(OUTER, 0), 1_024);
        publish(queue(OUTER, 1), 3_072);
        cpus.bench.entities.loadWeight(entity(OUTER, 0), 777 << 10);
        assertEquals(777 << 10, propagation.shares(entity(OUTER, 0)));
    }

    /**
     * Root 2000; the outer group has 400 of 999 + 1 there, the inner one 150 of 599 + 1 in it, the
     * task 5 of 9 + 1.
     */
    @Test
    void theLoadOfATaskInTheRootIsItsPartOnEveryLevel() {
        cpus.fair.newTask(0, 0, 0, 0, INNER);
        loadAvg(cpus.bench.queues.avgAt(0), 999);
        loadAvg(cpus.bench.entities.avgAt(entity(OUTER, 0)), 400);
        loadAvg(cpus.bench.queues.avgAt(queue(OUTER, 0)), 599);
        loadAvg(cpus.bench.entities.avgAt(entity(INNER, 0)), 150);
        loadAvg(cpus.bench.queues.avgAt(queue(INNER, 0)), 9);
        loadAvg(cpus.bench.entities.avgAt(0), 5);
        // 999 * 400 / 1000 = 399, * 150 / 600 = 99, * 5 / 10 = 49, rounded down each time
        assertEquals(49, propagation.hierarchicalLoad(0));
        assertEquals(49, cpus.fair.hierarchicalLoad(0));
    }

    @Test
    void withoutGroupsTheLoadOfATaskIsItsOwn() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(OneFairCpu.A);
            cpu.pass(20 * MS);
            cpu.fair.tick(OneFairCpu.CPU);
            final long load = PeltLayout.loadAvg(cpu.entities.avgAt(OneFairCpu.A));
            assertTrue(load > 0);
            assertEquals(load, cpu.fair.hierarchicalLoad(OneFairCpu.A));
        }
    }

    private void publish(int q, long load) {
        loadAvg(cpus.bench.queues.avgAt(q), load);
        propagation.publish(q);
    }

    private void pass(long ns) {
        cpus.bench.advance(0, ns, 0);
        cpus.bench.advance(1, ns, 0);
    }

    private int queue(int group, int cpu) {
        return cpus.bench.entityTree.queueOf(group, cpu);
    }

    private int entity(int group, int cpu) {
        return cpus.bench.entityTree.entityOf(group, cpu);
    }

    private static void loadAvg(long at, long value) {
        PeltLayout.loadAvg(at, value);
    }
}
