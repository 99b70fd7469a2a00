package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On which level, and by whose attributes, a wake-up is judged when tasks lie in groups. */
class WakeCheckGroupsTest {
    private static final int CPU = 0;
    private static final int NONE = FairClass.NONE;
    private static final int TTWU = FairClass.WAKE_TTWU;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    /** 0 in the root, 1 in group 1, 2 and 3 in group 2 inside group 1, 4 in group 3. */
    private static GroupHarness nested(String version, String... changes) {
        final GroupHarness cpu = new GroupHarness(version, 1, 5, 4, changes);
        cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
        cpu.fair.newGroup(2, 1, SHARES, false);
        cpu.fair.newGroup(3, GroupHarness.ROOT, SHARES, false);
        final int[] groups = {0, 1, 2, 2, 3};
        for (int task = 0; task < 5; task++) {
            cpu.start(task, groups[task], CPU);
        }
        return cpu;
    }

    /** Runner, wakee, and the group whose queue both are on, or lie in entities of. */
    @ParameterizedTest
    @CsvSource({
        "0, 4, 0", "0, 1, 0", "0, 2, 0", "1, 0, 0", "2, 0, 0", "2, 4, 0", "4, 3, 0", "1, 3, 1",
        "3, 1, 1", "2, 3, 2", "3, 2, 2"
    })
    void onlyTheQueueThatBothShareIsAccountedAndAsked(int runner, int wakee, int sharedGroup) {
        try (GroupHarness cpu = nested("v70")) {
            final EntityTable entities = cpu.bench.entities;
            final EntityTree tree = cpu.bench.entityTree;
            cpu.fair.take(CPU, runner);
            final long[] before = new long[entities.count()];
            for (int se = 0; se < entities.count(); se++) {
                before[se] = entities.sumExecNs(se);
            }
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.wakeupPreempt(CPU, wakee, TTWU);
            for (int se = runner; se != NONE; se = tree.parent(se)) {
                assertEquals(
                        entities.group(se) == sharedGroup ? MS : 0,
                        entities.sumExecNs(se) - before[se],
                        "entity " + se);
            }
        }
    }

    /** The wakee's group asks for a shorter slice than the runner's, whatever the tasks have. */
    @Test
    void theSlicesOfTheGroupsAreCompared() {
        try (GroupHarness cpu = nested("v70")) {
            cpu.fair.setSlice(CPU, 3, MS); // beside the wakee
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            cpu.fair.take(CPU, 0);
            cpu.bench.entities.vruntime(0, cpu.bench.entities.vruntime(group));
            cpu.bench.entities.deadline(0, cpu.bench.entities.deadline(group) + 1);
            assertTrue(cpu.fair.wakeupPreempt(CPU, 2, TTWU), "the protection is overridden");
            assertEquals(cpu.bench.entities.vruntime(0), cpu.bench.entities.vprot(0));
        }
    }

    private static GroupHarness againstIdleGroup(boolean groupRuns, int policy) {
        final GroupHarness cpu = new GroupHarness("v70", 1, 2, 2);
        cpu.fair.newGroup(1, GroupHarness.ROOT, 3 << 10, true);
        final int[] groups = {groupRuns ? 1 : 0, groupRuns ? 0 : 1};
        cpu.start(0, groups[0], CPU);
        cpu.fair.newTask(CPU, 1, 0, policy, groups[1]);
        cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
        cpu.bench.advance(CPU, 100 * MS, 0);
        return cpu;
    }

    /** Whatever it is owed; the runner is not even accounted. */
    @Test
    void aNormalTaskInAnIdleGroupDoesNotPreemptATaskBesideTheGroup() {
        try (GroupHarness cpu = againstIdleGroup(false, EntityTable.POLICY_NORMAL)) {
            assertFalse(cpu.fair.wakeupPreempt(CPU, 1, TTWU));
            assertEquals(0, cpu.bench.entities.sumExecNs(0));
        }
    }

    @Test
    void anIdleGroupGivesWayToABatchTaskAndLosesItsProtection() {
        try (GroupHarness cpu = againstIdleGroup(true, EntityTable.POLICY_BATCH)) {
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            assertTrue(cpu.fair.wakeupPreempt(CPU, 1, TTWU));
            assertEquals(RunQueueTable.RESCHED_LAZY, cpu.bench.runQueues.needResched(CPU));
            assertEquals(cpu.bench.entities.vruntime(group), cpu.bench.entities.vprot(group));
        }
    }

    /** Both are idle as groups: they compete by the usual rule, since the task is normal. */
    @ParameterizedTest
    @CsvSource({"NORMAL, true", "BATCH, false", "IDLE, false"})
    void betweenIdleGroupsThePolicyOfTheWokenTaskCounts(String policy, boolean wins) {
        final int wokenPolicy =
                switch (policy) {
                    case "BATCH" -> EntityTable.POLICY_BATCH;
                    case "IDLE" -> EntityTable.POLICY_IDLE;
                    default -> EntityTable.POLICY_NORMAL;
                };
        try (GroupHarness cpu = new GroupHarness("v70", 1, 2, 3)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, 3 << 10, true);
            cpu.fair.newGroup(2, GroupHarness.ROOT, 3 << 10, true);
            cpu.start(0, 1, CPU);
            cpu.fair.newTask(CPU, 1, 0, wokenPolicy, 2);
            cpu.fair.enqueue(CPU, 1, FairClass.ENQUEUE_WAKEUP);
            cpu.bench.advance(CPU, 100 * MS, 0); // far past its request
            assertEquals(wins, cpu.fair.wakeupPreempt(CPU, 1, TTWU));
        }
    }

    @ParameterizedTest
    @CsvSource({"v612, 3", "v70, 2"})
    void aWakeeBecomesNextBuddyOnTheLevelsThatTheKernelNominates(String version, int levels) {
        try (GroupHarness cpu = nested(version, "NEXT_BUDDY", "on", "PREEMPT_SHORT", "off")) {
            cpu.fair.take(CPU, 1);
            cpu.fair.wakeupPreempt(CPU, 2, TTWU);
            final EntityTree tree = cpu.bench.entityTree;
            final int inner = tree.entityOf(2, CPU);
            final int outer = tree.entityOf(1, CPU);
            // From 6.19 on the entity that competes is nominated, before that the task.
            assertEquals(levels == 3 ? 2 : NONE, cpu.bench.queues.next(tree.queueBehind(inner)));
            assertEquals(inner, cpu.bench.queues.next(tree.queueBehind(outer)));
            assertEquals(outer, cpu.bench.queues.next(CPU));
        }
    }

    @Test
    void aGroupThatIsIdleEndsTheNomination() {
        try (GroupHarness cpu = new GroupHarness("v612", 1, 3, 3, "NEXT_BUDDY", "on")) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, true);
            cpu.fair.newGroup(2, 1, SHARES, false);
            cpu.start(0, 1, CPU);
            cpu.start(1, 2, CPU);
            cpu.fair.take(CPU, 0);
            cpu.fair.wakeupPreempt(CPU, 1, TTWU);
            final EntityTree tree = cpu.bench.entityTree;
            assertEquals(1, cpu.bench.queues.next(tree.queueOf(2, CPU)));
            assertEquals(tree.entityOf(2, CPU), cpu.bench.queues.next(tree.queueOf(1, CPU)));
            assertEquals(NONE, cpu.bench.queues.next(CPU));
        }
    }

    private static GroupHarness throttledGroup(String version, String form) {
        final GroupHarness cpu =
                new GroupHarness(version, 1, 3, 2, "throttle_form", form, "NEXT_BUDDY", "on");
        cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
        cpu.fair.limitGroup(1, 5 * MS, 100 * MS, 200 * MS);
        cpu.start(1, 1, CPU);
        cpu.start(0, GroupHarness.ROOT, CPU);
        cpu.fair.take(CPU, 1);
        cpu.bench.advance(CPU, 6 * MS, 0);
        cpu.fair.pickNext(CPU);
        cpu.fair.take(CPU, 0);
        cpu.fair.newTask(CPU, 2, 0, EntityTable.POLICY_NORMAL, 1);
        cpu.fair.enqueue(CPU, 2, FairClass.ENQUEUE_WAKEUP);
        assertEquals(1, cpu.bench.queues.throttled(cpu.bench.entityTree.queueOf(2)));
        return cpu;
    }

    /** Its queue has left the CPU as a whole. */
    @Test
    void aWakeeOfAThrottledQueueIsNotJudged() {
        try (GroupHarness cpu = throttledGroup("v612", "queue")) {
            cpu.bench.advance(CPU, 100_000, 0);
            assertFalse(cpu.fair.wakeupPreempt(CPU, 2, TTWU));
            assertEquals(NONE, cpu.bench.queues.next(cpu.bench.entityTree.queueOf(2)));
            assertEquals(6 * MS, cpu.bench.entities.sumExecNs(1));
            assertEquals(0, cpu.bench.entities.sumExecNs(0), "the runner is not accounted");
        }
    }

    /** Task by task: until it is to reach user mode, it competes as ever. */
    @Test
    void aWakeeOfAThrottledGroupThatIsStillQueuedIsJudged() {
        try (GroupHarness cpu = throttledGroup("v612", "task")) {
            cpu.bench.advance(CPU, 100_000, 0);
            cpu.fair.wakeupPreempt(CPU, 2, TTWU);
            assertEquals(2, cpu.bench.queues.next(cpu.bench.entityTree.queueOf(2)));
            assertEquals(100_000, cpu.bench.entities.sumExecNs(0));
        }
    }
}
