package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets how much CPU time when tasks lie in groups, and what groups pass on. */
class GroupFairTest {
    private static final int CPU = 0;
    private static final int ROOT = GroupHarness.ROOT;
    private static final long SHARES = GroupHarness.SHARES;
    private static final long LONG_NS = 6_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"v61", "v66", "v612", "v618", "v70", "v72"})
    void groupsShareByWeightWhateverIsInThem(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 4, 3)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.fair.newGroup(2, ROOT, SHARES / 2, false);
            cpu.start(0, 1, CPU);
            cpu.start(1, 2, CPU);
            cpu.start(2, 2, CPU);
            cpu.start(3, 2, CPU);
            cpu.run(LONG_NS);
            assertEquals(2.0, cpu.ratio(0, 1, 1, 3), 0.02);
            assertEquals(1.0, cpu.ratio(1, 1, 2, 1), 0.02, "inside the group");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v61", "v66", "v612", "v618", "v70", "v72"})
    void aGroupCompetesWithATaskOfTheRootAsOneEntity(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 4, 2)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.start(2, 1, CPU);
            cpu.start(3, 1, CPU);
            cpu.run(LONG_NS);
            assertEquals(1.0, cpu.ratio(0, 1, 1, 3), 0.01);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v61", "v66", "v612", "v618", "v70", "v72"})
    void nestedGroupsDivideWhatTheirParentGets(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 4, 4)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.fair.newGroup(2, 1, SHARES, false);
            cpu.fair.newGroup(3, 1, 3 * SHARES, false);
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 2, CPU);
            cpu.start(2, 3, CPU);
            cpu.start(3, 3, CPU);
            cpu.run(LONG_NS);
            assertEquals(1.0, cpu.ratio(0, 1, 1, 3), 0.01);
            assertEquals(3.0, cpu.ratio(2, 2, 1, 1), 0.06);
        }
    }

    /** Each group has all its load on one CPU or half of it on each; its weight is divided so. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void aGroupsWeightIsDividedOverItsCpus(String version) {
        try (GroupHarness cpus = new GroupHarness(version, 2, 4, 3)) {
            cpus.fair.newGroup(1, ROOT, SHARES, false);
            cpus.fair.newGroup(2, ROOT, SHARES, false);
            cpus.start(0, 1, 0);
            cpus.start(1, 1, 1);
            cpus.start(2, 2, 0);
            cpus.start(3, ROOT, 1);
            cpus.run(LONG_NS);
            final long first = cpus.bench.entities.loadWeight(cpus.bench.entityTree.entityOf(1, 0));
            final long second =
                    cpus.bench.entities.loadWeight(cpus.bench.entityTree.entityOf(1, 1));
            assertEquals(0.5, (double) first / SHARES, 0.02);
            assertEquals(0.5, (double) second / SHARES, 0.02);
            assertEquals(
                    SHARES, cpus.bench.entities.loadWeight(cpus.bench.entityTree.entityOf(2, 0)));
            assertEquals(2.0, cpus.ratio(2, 1, 0, 1), 0.05, "CPU 0");
            assertEquals(2.0, cpus.ratio(3, 1, 1, 1), 0.05, "CPU 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v618", "v70", "v72"})
    void aGroupWhoseLastTaskSleepsInDebtStaysAsDelayed(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 2, 2)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            final int groupEntity = cpu.bench.entityTree.entityOf(1, CPU);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.bench.advance(CPU, 6_000_000, 0);
            cpu.sleepRunning(CPU);
            assertTrue(cpu.bench.entities.delayed(groupEntity));
            assertFalse(cpu.bench.entities.onRq(1), "alone on its queue, the task owed nothing");
            assertEquals(2, cpu.bench.queues.nrQueued(CPU));
            assertEquals(1, cpu.bench.queues.hNrQueued(CPU));

            cpu.bench.advance(CPU, 300_000, 0);
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            assertFalse(cpu.bench.entities.delayed(groupEntity));
            assertEquals(2, cpu.bench.queues.hNrQueued(CPU));

            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.bench.advance(CPU, 6_000_000, 0);
            cpu.sleepRunning(CPU);
            assertTrue(cpu.bench.entities.delayed(groupEntity));
            cpu.run(40_000_000);
            assertFalse(cpu.bench.entities.onRq(groupEntity), "a pick has finished the delay");
            assertEquals(1, cpu.bench.queues.nrQueued(CPU));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v618", "v70", "v72"})
    void aGroupHasTheShortestSliceInIt(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 3, 3)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.fair.newGroup(2, 1, SHARES, false);
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 2, CPU);
            cpu.start(2, 2, CPU);
            final int inner = cpu.bench.entityTree.entityOf(2, CPU);
            final int outer = cpu.bench.entityTree.entityOf(1, CPU);
            assertEquals(GroupHarness.BASE_SLICE_NS, cpu.bench.entities.sliceNs(outer));
            cpu.fair.setSlice(CPU, 2, 400_000);
            assertEquals(400_000, cpu.bench.entities.sliceNs(inner));
            assertEquals(400_000, cpu.bench.entities.sliceNs(outer));
            while (cpu.running(CPU) != 2) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.fair.dequeue(CPU, 2, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            cpu.fair.pickNext(CPU);
            assertEquals(GroupHarness.BASE_SLICE_NS, cpu.bench.entities.sliceNs(inner));
            assertEquals(GroupHarness.BASE_SLICE_NS, cpu.bench.entities.sliceNs(outer));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v66"})
    void before612AGroupHasTheBaseSlice(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 2, 2)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.start(0, ROOT, CPU);
            cpu.start(1, 1, CPU);
            cpu.fair.setSlice(CPU, 1, 400_000);
            assertEquals(
                    GroupHarness.BASE_SLICE_NS,
                    cpu.bench.entities.sliceNs(cpu.bench.entityTree.entityOf(1, CPU)));
        }
    }

    /** The woken task's group, not the task itself, competes with the runner's. */
    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aWakeUpPreemptsAtTheLevelOfSiblings(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 3, 3)) {
            cpu.fair.newGroup(1, ROOT, SHARES, false);
            cpu.fair.newGroup(2, ROOT, 8 * SHARES, false);
            cpu.start(0, 1, CPU);
            cpu.start(1, 2, CPU);
            while (cpu.running(CPU) != 1) {
                cpu.run(GroupHarness.TICK_NS);
            }
            cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            cpu.fair.pickNext(CPU);
            cpu.run(8_000_000);
            assertEquals(0, cpu.running(CPU));
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            cpu.bench.advance(CPU, 100_000, 0);
            assertTrue(
                    cpu.fair.wakeupPreempt(CPU, 1, FairClass.WAKE_TTWU),
                    "the heavy group's deadline is the earlier one");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void anIdleGroupYieldsToAnyWakee(String version) {
        try (GroupHarness cpu = new GroupHarness(version, 1, 2, 2)) {
            cpu.fair.newGroup(1, ROOT, 3 << 10, true);
            cpu.start(0, 1, CPU);
            cpu.bench.advance(CPU, 100_000, 0);
            cpu.fair.newTask(CPU, 1, 19, EntityTable.POLICY_NORMAL, ROOT);
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_INITIAL);
            assertTrue(cpu.fair.wakeupPreempt(CPU, 1, FairClass.WAKE_TTWU));
        }
    }

    /** Tasks alone carry utilisation; every level above shows their sum. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void utilisationOfTheRootIsThatOfItsTasks(String version) {
        try (GroupHarness cpus = new GroupHarness(version, 2, 4, 4)) {
            nested(cpus);
            cpus.run(800_000_000);
            compareUtil(cpus, 0, 3);
            while (cpus.running(0) != 0) {
                cpus.run(GroupHarness.TICK_NS);
            }
            cpus.fair.detachQueued(0, 2); // 2 of 4 tasks move
            cpus.fair.attachQueued(1, 2);
            cpus.fair.updateBlocked(0);
            cpus.fair.updateBlocked(1);
            compareUtil(cpus, 0, 3);
            compareUtil(cpus, 1, 3);
            assertTrue(utilOfRoot(cpus, 1) > 100, "the task brought its utilisation along");
        }
    }

    /** A task that sleeps and wakes up elsewhere leaves nothing behind on any level. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void aSleeperTakesItsUtilisationAlong(String version) {
        try (GroupHarness cpus = new GroupHarness(version, 2, 4, 4)) {
            nested(cpus);
            cpus.run(800_000_000);
            while (cpus.running(0) != 3) {
                cpus.run(GroupHarness.TICK_NS);
            }
            cpus.fair.dequeue(0, 3, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            cpus.fair.pickNext(0);
            final long before = utilOfRoot(cpus, 0);
            cpus.fair.migrateSleeping(3, 0, 1);
            cpus.fair.enqueue(1, 3, FairClass.ENQUEUE_WAKEUP | FairClass.ENQUEUE_MIGRATED);
            cpus.reschedule(1, 3);
            cpus.fair.updateBlocked(0);
            cpus.fair.updateBlocked(1);
            compareUtil(cpus, 0, 3);
            compareUtil(cpus, 1, 3);
            assertTrue(utilOfRoot(cpus, 0) < before - 100, "CPU 0 lost it");
            assertNotEquals(0, utilOfRoot(cpus, 1));
        }
    }

    /** Task 0 in the root, 1 in group 1, 2 and 3 in groups 2 and 3 inside group 1; all on CPU 0. */
    private static void nested(GroupHarness cpus) {
        cpus.fair.newGroup(1, ROOT, 4 * SHARES, false);
        cpus.fair.newGroup(2, 1, SHARES, false);
        cpus.fair.newGroup(3, 1, 2 * SHARES, false);
        for (int task = 0; task < 4; task++) {
            cpus.start(task, task, 0);
        }
    }

    private static long utilOfRoot(GroupHarness cpus, int cpu) {
        return PeltLayout.utilAvg(cpus.bench.queues.avgAt(cpu));
    }

    private static void compareUtil(GroupHarness cpus, int cpu, int groups) {
        for (int task = 0; task < 4; task++) {
            if (cpus.bench.entities.cpu(task) == cpu && cpus.bench.entities.onRq(task)) {
                cpus.fair.setSlice(cpu, task, 0); // off and on again: brings all levels up to now
            }
        }
        long sum = 0;
        for (int task = 0; task < 4; task++) {
            if (cpus.bench.entities.cpu(task) == cpu) {
                sum += PeltLayout.utilAvg(cpus.bench.entities.avgAt(task));
            }
        }
        // Rounding, and what the running entity gained between the updates of two levels.
        assertEquals(sum, utilOfRoot(cpus, cpu), 8, "CPU " + cpu);
        for (int group = 1; group <= groups; group++) {
            assertEquals(
                    PeltLayout.utilAvg(
                            cpus.bench.queues.avgAt(cpus.bench.entityTree.queueOf(group, cpu))),
                    PeltLayout.utilAvg(
                            cpus.bench.entities.avgAt(cpus.bench.entityTree.entityOf(group, cpu))),
                    8,
                    "CPU " + cpu + " group " + group);
        }
    }

    /** What the balancer sees of hogs in groups adds up to the load of the CPU. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void hierarchicalLoadsAddUpToTheLoadOfTheCpu(String version) {
        try (GroupHarness cpus = new GroupHarness(version, 2, 4, 4)) {
            nested(cpus);
            cpus.run(2_000_000_000);
            long sum = 0;
            for (int task = 0; task < 4; task++) {
                sum += cpus.fair.hierarchicalLoad(task);
            }
            final long root = PeltLayout.loadAvg(cpus.bench.queues.avgAt(0));
            assertEquals(1.0, (double) sum / root, 0.02);
            final long inner = cpus.fair.hierarchicalLoad(3);
            assertEquals(2.0, (double) inner / cpus.fair.hierarchicalLoad(2), 0.1);
        }
    }

    @Tag("measures")
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void groupsAllocateNothing(String version) {
        try (GroupHarness cpus = new GroupHarness(version, 1, 4, 4)) {
            nested(cpus);
            assertEquals(0, Allocations.leastBytes(() -> rounds(cpus)), "bytes allocated");
        }
    }

    private static long rounds(GroupHarness cpus) {
        long sink = 0;
        for (int i = 0; i < 20_000; i++) {
            cpus.run(GroupHarness.TICK_NS);
            final int curr = cpus.running(CPU);
            cpus.sleepRunning(CPU);
            cpus.bench.advance(CPU, 50_000, 0);
            final boolean delayed = cpus.bench.entities.delayed(curr);
            cpus.fair.enqueue(
                    CPU, curr, delayed ? FairClass.ENQUEUE_DELAYED : FairClass.ENQUEUE_WAKEUP);
            cpus.reschedule(CPU, curr);
            cpus.fair.updateBlocked(CPU);
            sink += curr;
        }
        return sink;
    }
}
