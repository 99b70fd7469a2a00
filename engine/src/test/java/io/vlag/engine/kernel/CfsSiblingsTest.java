package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wake-up preemption of CFS between groups: their policy counts where the two meet, and only a task
 * is remembered as the one that was preempted. Latency 6 ms, so that eight make a queue full.
 */
class CfsSiblingsTest {
    private static final int CPU = 0;
    private static final int ROOT = GroupHarness.ROOT;
    private static final int GROUP = 1;
    private static final int IN_ROOT = 0;
    private static final int IN_GROUP = 1;
    private static final int OTHERS = 2;
    private static final long MS = 1_000_000;

    /** A task in the root and one in a group, both SCHED_NORMAL; the first of the two runs. */
    private static GroupHarness meeting(boolean idleGroup, int runner, String... more) {
        final GroupHarness cpu = new GroupHarness("v61", 1, 12, 2, more);
        cpu.fair.newGroup(GROUP, ROOT, GroupHarness.SHARES, idleGroup);
        cpu.start(runner, groupOf(runner), CPU);
        return cpu;
    }

    private static int groupOf(int task) {
        return task == IN_GROUP ? GROUP : ROOT;
    }

    private static void wake(GroupHarness cpu, int task) {
        cpu.fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL, groupOf(task));
        cpu.fair.enqueue(CPU, task, FairClass.ENQUEUE_WAKEUP);
    }

    private static boolean preempts(GroupHarness cpu, int task) {
        return cpu.fair.wakeupPreempt(CPU, task, FairClass.WAKE_TTWU);
    }

    /** The wakee is half a latency behind the runner; the other time level with it. */
    @ParameterizedTest
    @CsvSource({
        "true, 1, 0, true", // the runner's group is idle
        "true, 1, 1000, true",
        "false, 1, 0, true",
        "false, 1, 1000, false",
        "true, 0, 0, false", // the wakee's is
        "true, 0, 1000, false",
        "false, 0, 0, true",
        "false, 0, 1000, false",
    })
    void anIdleGroupGivesWayWhateverItsTasksAre(
            boolean idleGroup, int runner, long aheadMs, boolean preempts) {
        try (GroupHarness cpu = meeting(idleGroup, runner)) {
            cpu.run(20 * MS);
            final int wakee = IN_ROOT + IN_GROUP - runner;
            wake(cpu, wakee);
            final int sibling = cpu.bench.entityTree.besides(wakee, runner);
            if (aheadMs != 0) {
                final int running = cpu.bench.entityTree.besides(runner, wakee);
                cpu.bench.entities.vruntime(sibling, cpu.bench.entities.vruntime(running));
            }
            assertEquals(preempts, preempts(cpu, wakee));
            assertEquals(
                    preempts && !idleGroup ? sibling : FairClass.NONE, cpu.bench.queues.next(CPU));
        }
    }

    /** The queue of the runner decides what is full: eight beside it, in group or root. */
    @ParameterizedTest
    @CsvSource({"1, -1", "0, 0"})
    void onlyATaskIsRememberedAsPreempted(int runner, int last) {
        try (GroupHarness cpu = meeting(false, runner)) {
            for (int task = OTHERS; task < OTHERS + 8; task++) {
                cpu.fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL, groupOf(runner));
                cpu.fair.enqueue(CPU, task, FairClass.ENQUEUE_INITIAL);
            }
            cpu.bench.advance(CPU, 20 * MS, 0);
            cpu.fair.account(CPU);
            final int wakee = IN_ROOT + IN_GROUP - runner;
            wake(cpu, wakee);
            final int sibling = cpu.bench.entityTree.besides(wakee, runner);
            cpu.bench.entities.vruntime(sibling, 0);
            assertTrue(preempts(cpu, wakee));
            assertEquals(last, cpu.bench.queues.last(CPU));
            assertEquals(
                    FairClass.NONE,
                    cpu.bench.queues.last(cpu.bench.entityTree.queueOf(GROUP, CPU)));
        }
    }

    /** A throttled group's task is queued, but on a queue that does not run. */
    @Test
    void aTaskOfAGroupWithoutQuotaDoesNotPreempt() {
        try (GroupHarness cpu = meeting(false, IN_GROUP)) {
            cpu.fair.limitGroup(GROUP, MS, 100 * MS, 1_000 * MS);
            cpu.run(5 * MS);
            wake(cpu, IN_ROOT);
            cpu.fair.pickNext(CPU);
            assertEquals(IN_ROOT, cpu.running(CPU), "the group is out of quota");
            cpu.run(50 * MS);
            cpu.fair.newTask(CPU, OTHERS, 0, EntityTable.POLICY_NORMAL, GROUP);
            cpu.fair.enqueue(CPU, OTHERS, FairClass.ENQUEUE_WAKEUP);
            assertFalse(preempts(cpu, OTHERS));
            assertEquals(FairClass.NONE, cpu.bench.queues.next(CPU));
        }
    }

    @Test
    void onAnIdleCpuThereIsNobodyToPreempt() {
        try (CfsScene scene = new CfsScene("NEXT_BUDDY", "on")) {
            scene.queueOthers(1, 9);
            assertFalse(scene.wakeupPreempts(1));
            assertEquals(FairClass.NONE, scene.queues.next(CfsScene.CPU));
        }
    }

    /** It could be woken while it is on its way to sleep. */
    @Test
    void theRunnerDoesNotBecomeItsOwnBuddy() {
        try (CfsScene scene = new CfsScene("NEXT_BUDDY", "on")) {
            scene.run(0, 0);
            scene.queueOthers(1, 9);
            scene.pass(MS);
            assertFalse(scene.wakeupPreempts(0));
            assertEquals(FairClass.NONE, scene.queues.next(CfsScene.CPU));
            assertEquals(0, scene.entities.sumExecNs(0), "nothing was accounted");
        }
    }
}
