package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When a task's averages reach its group: the group's load average, which all CPUs share, and the
 * averages of the group entity and of the queue above. A new task of nice 0 has a load of 1024.
 */
class LoadOfGroupsTest {
    private static final int CPU = 0;
    private static final int OTHER_CPU = 1;
    private static final int GROUP = 1;
    private static final int A = 0;
    private static final int B = 1;
    private static final long MS = 1_000_000;

    private static GroupHarness harness(String version) {
        final GroupHarness cpus = new GroupHarness(version, 2, 3, 2);
        cpus.fair.newGroup(GROUP, GroupHarness.ROOT, GroupHarness.SHARES, false);
        return cpus;
    }

    private static void join(GroupHarness cpus, int task) {
        cpus.fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL, GROUP);
        cpus.fair.enqueue(CPU, task, FairClass.ENQUEUE_INITIAL);
    }

    private static void pass(GroupHarness cpus, long ns) {
        cpus.bench.advance(CPU, ns, 0);
        cpus.bench.advance(OTHER_CPU, ns, 0);
    }

    private static long groupLoad(GroupHarness cpus) {
        return cpus.bench.groups.loadAvg(GROUP);
    }

    private static long at(GroupHarness cpus) {
        return cpus.bench.queues.avgAt(cpus.bench.entityTree.queueOf(GROUP, CPU));
    }

    private static long entityAt(GroupHarness cpus) {
        return cpus.bench.entities.avgAt(cpus.bench.entityTree.entityOf(GROUP, CPU));
    }

    @Test
    void whatIsAttachedIsPublishedAtOnce() {
        try (GroupHarness cpus = harness("v70")) {
            join(cpus, A);
            assertEquals(1024, groupLoad(cpus));
            pass(cpus, MS);
            join(cpus, B);
            assertNear(2048, groupLoad(cpus), 30);
        }
    }

    @Test
    void whatIsMovedLeavesTheGroupsLoadHereAndJoinsItThere() {
        try (GroupHarness cpus = harness("v70")) {
            join(cpus, A);
            join(cpus, B);
            pass(cpus, 2 * MS);
            cpus.fair.pickNext(CPU);
            assertNear(2048, groupLoad(cpus), 30);
            pass(cpus, 2 * MS);
            cpus.fair.detachQueued(CPU, B);
            assertNear(1024, groupLoad(cpus), 30);
            cpus.fair.attachQueued(OTHER_CPU, B);
            assertNear(2048, groupLoad(cpus), 30);
        }
    }

    /** A task that waits has the load of its weight; the group's follows from tick to tick. */
    @Test
    void aTickPublishesWhatTheQueueHasGrownBy() {
        try (GroupHarness cpus = harness("v70")) {
            join(cpus, A);
            cpus.fair.pickNext(CPU);
            cpus.fair.setNice(CPU, A, -5);
            cpus.run(5 * MS);
            assertNear(PeltLayout.loadAvg(at(cpus)), groupLoad(cpus), 60);
            final long before = groupLoad(cpus);
            PeltLayout.loadAvg(at(cpus), 2 * before);
            PeltLayout.loadSum(at(cpus), 2 * PeltLayout.loadSum(at(cpus)));
            pass(cpus, 4 * MS);
            cpus.fair.tick(CPU);
            assertTrue(groupLoad(cpus) > 3 * before / 2, before + " then " + groupLoad(cpus));
        }
    }

    @Test
    void anIdleCpusPartOfTheGroupsLoadDecaysWhenItIsLookedAt() {
        try (GroupHarness cpus = harness("v70")) {
            join(cpus, A);
            cpus.fair.pickNext(CPU);
            cpus.sleepRunning(CPU);
            assertNear(1024, groupLoad(cpus), 30);
            pass(cpus, 32 * MS);
            assertNear(1024, groupLoad(cpus), 30);
            cpus.fair.updateBlocked(CPU);
            assertNear(512, groupLoad(cpus), 30);
        }
    }

    /** The group entity has no averages of its own: it counts time in step with its queue. */
    @Test
    void aGroupEntityStartsWithTheClockOfTheQueueAndTheAveragesOfItsTasks() {
        try (GroupHarness cpus = harness("v70")) {
            cpus.start(2, GroupHarness.ROOT, CPU);
            cpus.run(3 * MS);
            cpus.bench.advance(CPU, 300_000, 0);
            join(cpus, A);
            final long root = cpus.bench.queues.avgAt(CPU);
            final long entity = entityAt(cpus);
            assertTrue(PeltLayout.periodContrib(root) > 0);
            assertEquals(PeltLayout.periodContrib(root), PeltLayout.periodContrib(entity));
            assertEquals(PeltLayout.lastUpdateNs(root), PeltLayout.lastUpdateNs(entity));
            assertTrue(PeltLayout.utilAvg(at(cpus)) > 0);
            assertEquals(PeltLayout.utilAvg(at(cpus)), PeltLayout.utilAvg(entity));
            assertEquals(1024, PeltLayout.loadAvg(entity));
        }
    }

    /** Two tasks that never sleep are 2048 in the group's entity as in its queue. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void aGroupEntityIsAsRunnableAsItsTasks(String version) {
        try (GroupHarness cpus = harness(version)) {
            join(cpus, A);
            join(cpus, B);
            cpus.fair.pickNext(CPU);
            cpus.run(400 * MS);
            assertNear(2048, PeltLayout.runnableAvg(entityAt(cpus)), 30);
            assertNear(2048, PeltLayout.runnableAvg(at(cpus)), 30);
        }
    }

    /** The last task of a group that owes service: the group stays queued, with nothing to run. */
    @ParameterizedTest
    @CsvSource({"on, true", "off, false"})
    void aDelayedGroupEntityIsRunnableOnlyWhereADelayedTaskIs(String excludes, boolean falls) {
        final GroupHarness cpus =
                new GroupHarness("v70", 2, 3, 2, "h_nr_excludes_delayed", excludes);
        try (cpus) {
            cpus.fair.newGroup(GROUP, GroupHarness.ROOT, GroupHarness.SHARES, false);
            join(cpus, A);
            cpus.fair.newTask(CPU, 2, 0, EntityTable.POLICY_NORMAL);
            cpus.fair.enqueue(CPU, 2, FairClass.ENQUEUE_INITIAL);
            cpus.fair.pickNext(CPU);
            final int group = cpus.bench.entityTree.entityOf(GROUP, CPU);
            while (cpus.running(CPU) != A || cpus.fair.eligible(CPU, group)) {
                cpus.bench.advance(CPU, MS, 0);
                cpus.fair.tick(CPU);
                if (cpus.running(CPU) != A) {
                    cpus.fair.pickNext(CPU);
                }
            }
            cpus.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            assertTrue(cpus.bench.entities.delayed(group));
            cpus.bench.entities.nrRunnable(group, 1);
            final long before = PeltLayout.runnableAvg(entityAt(cpus));
            cpus.bench.advance(CPU, 3 * MS, 0);
            cpus.fair.updateBlocked(CPU);
            assertEquals(falls, PeltLayout.runnableAvg(entityAt(cpus)) < before);
        }
    }

    /** It was created and never queued, so nothing of it is in the averages of a queue. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void aTaskThatWasNeverQueuedChangesClassWithoutTouchingTheQueue(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(OneFairCpu.A);
            cpu.create(OneFairCpu.B);
            final long queueAt = cpu.bench.queues.avgAt(OneFairCpu.CPU);
            final long load = PeltLayout.loadAvg(queueAt);
            cpu.fair.leaveClass(OneFairCpu.CPU, OneFairCpu.B);
            assertEquals(load, PeltLayout.loadAvg(queueAt));
            cpu.fair.joinClass(OneFairCpu.CPU, OneFairCpu.B, false, false);
            assertEquals(load, PeltLayout.loadAvg(queueAt));
            assertEquals(0, PeltLayout.lastUpdateNs(cpu.entities.avgAt(OneFairCpu.B)));
            cpu.fair.enqueue(OneFairCpu.CPU, OneFairCpu.B, FairClass.ENQUEUE_WAKEUP);
            assertEquals(load + 1024, PeltLayout.loadAvg(queueAt), "attached once");
        }
    }

    /** What slept in the class, or outside of it, has aged by the time it leaves or comes back. */
    @Test
    void aSleeperIsAgedWhenItChangesItsClass() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(OneFairCpu.A);
            cpu.pass(2 * MS);
            assertTrue(cpu.fair.dequeue(OneFairCpu.CPU, OneFairCpu.A, FairClass.DEQUEUE_SLEEP));
            cpu.fair.pickNext(OneFairCpu.CPU);
            final long at = cpu.entities.avgAt(OneFairCpu.A);
            final long queueAt = cpu.bench.queues.avgAt(OneFairCpu.CPU);
            final long util = PeltLayout.utilAvg(at);
            cpu.pass(32 * MS);
            cpu.fair.leaveClass(OneFairCpu.CPU, OneFairCpu.A);
            assertNear(util / 2, PeltLayout.utilAvg(at), 12);
            assertEquals(0, PeltLayout.utilAvg(queueAt));
            final long hooks = cpu.bench.runQueues.cpufreqHookCount(OneFairCpu.CPU);
            cpu.pass(32 * MS);
            cpu.fair.joinClass(OneFairCpu.CPU, OneFairCpu.A, false, false);
            assertNear(util / 4, PeltLayout.utilAvg(at), 12);
            assertEquals(PeltLayout.utilAvg(at), PeltLayout.utilAvg(queueAt));
            assertTrue(cpu.bench.runQueues.cpufreqHookCount(OneFairCpu.CPU) > hooks);
        }
    }

    /** The group entity's load follows what its tasks take along into another class. */
    @Test
    void aClassChangeIsPassedOnToTheGroup() {
        try (GroupHarness cpus = harness("v70")) {
            join(cpus, A);
            join(cpus, B);
            cpus.fair.pickNext(CPU);
            cpus.run(20 * MS);
            final int waits = A + B - cpus.running(CPU);
            cpus.fair.leaveClass(CPU, waits);
            pass(cpus, 2 * MS);
            cpus.fair.tick(CPU);
            assertNear(1024, groupLoad(cpus), 60);
            assertNear(1024, PeltLayout.loadAvg(entityAt(cpus)), 60);
            assertEquals(PeltLayout.utilAvg(at(cpus)), PeltLayout.utilAvg(entityAt(cpus)));
            pass(cpus, 2 * MS);
            cpus.fair.joinClass(CPU, waits, true, false);
            assertNear(2048, groupLoad(cpus), 90);
            pass(cpus, 2 * MS);
            cpus.fair.tick(CPU);
            assertEquals(PeltLayout.utilAvg(at(cpus)), PeltLayout.utilAvg(entityAt(cpus)));
        }
    }
}
