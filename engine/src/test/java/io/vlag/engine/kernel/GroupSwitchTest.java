package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.RunQueueTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a switch between tasks of different groups does on each level, and what it leaves alone. */
class GroupSwitchTest {
    private static final int CPU = 0;
    private static final int NONE = FairClass.NONE;
    private static final int TASKS = 5;
    private static final long MS = 1_000_000;
    private static final long SHARES = GroupHarness.SHARES;

    /** 0 in the root, 1 and 2 in group 1, 3 in group 2 inside group 1, 4 in group 3. */
    private static GroupHarness nested(String version, String... changes) {
        final GroupHarness cpu = new GroupHarness(version, 1, TASKS, 4, changes);
        cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
        cpu.fair.newGroup(2, 1, SHARES, false);
        cpu.fair.newGroup(3, GroupHarness.ROOT, SHARES, false);
        final int[] groups = {0, 1, 1, 2, 3};
        for (int task = 0; task < TASKS; task++) {
            cpu.start(task, groups[task], CPU);
        }
        return cpu;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v61", "v66", "v70", "v72"})
    void afterASwitchTheChosenTaskRunsAndAllOthersWait(String version) {
        try (GroupHarness cpu = nested(version)) {
            for (int from = NONE; from < TASKS; from++) {
                for (int to = NONE; to < TASKS; to++) {
                    cpu.fair.take(CPU, from);
                    cpu.bench.advance(CPU, 100_000, 0);
                    cpu.bench.runQueues.requestResched(CPU, RunQueueTable.RESCHED_NOW);
                    cpu.fair.take(CPU, to);
                    final String step = from + " to " + to;
                    assertEquals(to, cpu.running(CPU), step);
                    assertEquals(
                            RunQueueTable.RESCHED_NONE, cpu.bench.runQueues.needResched(CPU), step);
                    for (int q = 0; q < 4; q++) {
                        assertEquals(runnerOf(cpu, q, to), cpu.bench.queues.curr(q), step);
                        assertEquals(waitingWeight(cpu, q), cpu.bench.queues.sumWeight(q), step);
                    }
                }
            }
        }
    }

    /** The task, or the group around it, that is on a queue; NONE if the task is not below it. */
    private static int runnerOf(GroupHarness cpu, int q, int task) {
        int se = task;
        while (se != NONE && cpu.bench.entityTree.queueOf(se) != q) {
            se = cpu.bench.entityTree.parent(se);
        }
        return se;
    }

    private static long waitingWeight(GroupHarness cpu, int q) {
        final boolean full =
                cpu.bench.queues.sumWeight(q) > 1 << 18; // 7.2 does not scale weights down
        long sum = 0;
        for (int se = 0; se < cpu.bench.entities.count(); se++) {
            if (cpu.bench.entityTree.queueOf(se) == q
                    && cpu.bench.entities.onRq(se)
                    && cpu.bench.queues.curr(q) != se) {
                final long weight = cpu.bench.entities.loadWeight(se);
                sum += full ? weight : NiceWeights.scaledDown(weight);
            }
        }
        return sum;
    }

    @Test
    void aSwitchInsideAGroupIsNoneForTheGroup() {
        try (GroupHarness cpu = nested("v70")) {
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            cpu.fair.take(CPU, 1);
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.account(CPU);
            final long vruntime = cpu.bench.entities.vruntime(group);
            cpu.bench.entities.vprot(group, vruntime + 5);
            cpu.fair.take(CPU, 2);
            assertEquals(vruntime + 5, cpu.bench.entities.vprot(group), "its protection goes on");
            assertEquals(
                    cpu.bench.entities.deadline(2),
                    cpu.bench.entities.vprot(2),
                    "that of the task begins");
        }
    }

    @Test
    void choosingTheRunningTaskAgainIsNoSwitch() {
        try (GroupHarness cpu = nested("v70")) {
            cpu.fair.take(CPU, 1);
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.account(CPU);
            cpu.bench.entities.vprot(1, 5);
            cpu.fair.take(CPU, 1);
            assertEquals(5, cpu.bench.entities.vprot(1), "its protection does not begin again");
        }
    }

    /** EEVDF: to be picked is what a buddy was nominated for, whether it runs already or not. */
    @Test
    void beingChosenEndsTheBuddysRoleOnAllLevels() {
        try (GroupHarness cpu = nested("v70")) {
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            cpu.fair.take(CPU, 1);
            for (final int chosen : new int[] {1, 2}) {
                cpu.bench.queues.next(CPU, group);
                cpu.bench.queues.next(cpu.bench.entityTree.queueBehind(group), chosen);
                cpu.fair.take(CPU, chosen);
                assertEquals(NONE, cpu.bench.queues.next(CPU));
                assertEquals(NONE, cpu.bench.queues.next(cpu.bench.entityTree.queueBehind(group)));
            }
        }
    }

    @Test
    void theRoleOfAnotherTaskGoesOn() {
        try (GroupHarness cpu = nested("v70")) {
            cpu.fair.take(CPU, 1);
            cpu.bench.queues.next(CPU, 0);
            cpu.fair.take(CPU, 2);
            assertEquals(0, cpu.bench.queues.next(CPU));
        }
    }

    /** CFS ends it at a switch only. */
    @Test
    void inCfsARunnerThatIsChosenAgainStaysBuddy() {
        try (GroupHarness cpu = nested("v61")) {
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            cpu.fair.take(CPU, 1);
            cpu.bench.queues.next(CPU, group);
            cpu.fair.take(CPU, 1);
            assertEquals(group, cpu.bench.queues.next(CPU));
        }
    }

    /** The group that is left was not looked at when a task of the root was chosen. */
    @Test
    void timeIsCommittedOnEveryLevelThatIsLeft() {
        try (GroupHarness cpu = nested("v70")) {
            final int group = cpu.bench.entityTree.entityOf(1, CPU);
            cpu.fair.take(CPU, 1);
            final long before = cpu.bench.entities.sumExecNs(group);
            cpu.bench.advance(CPU, 3 * MS, 0);
            cpu.fair.take(CPU, 0);
            assertEquals(3 * MS, cpu.bench.entities.sumExecNs(1));
            assertEquals(3 * MS, cpu.bench.entities.sumExecNs(group) - before);
        }
    }

    /** It was charged when it left its queue; what comes after that is not its time. */
    @Test
    void aTaskThatHasLeftItsQueueIsNotChargedForTheSwitch() {
        try (GroupHarness cpu = nested("v70")) {
            cpu.fair.take(CPU, 1);
            cpu.bench.advance(CPU, MS, 0);
            cpu.fair.dequeue(CPU, 1, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            cpu.bench.advance(CPU, 200_000, 0);
            cpu.fair.putPrev(CPU);
            assertEquals(MS, cpu.bench.entities.sumExecNs(1));
            assertEquals(NONE, cpu.running(CPU));
            assertFalse(waiting(cpu).contains(1));
        }
    }

    /** A real-time task takes the CPU, so nothing is picked that would find out first. */
    @Test
    void aTaskThatIsPutBackWithoutQuotaTakesItsGroupAlong() {
        try (GroupHarness cpu = nested("v612")) {
            cpu.fair.limitGroup(1, 2 * MS, 100 * MS, 200 * MS);
            cpu.fair.take(CPU, 1);
            cpu.bench.advance(CPU, 7 * MS, 0);
            assertEquals(5, cpu.bench.queues.hNrQueued(CPU));
            cpu.fair.putPrev(CPU);
            assertEquals(1, cpu.bench.queues.throttled(cpu.bench.entityTree.queueOf(1)));
            assertEquals(2, cpu.bench.queues.hNrQueued(CPU));
            assertFalse(cpu.bench.entities.onRq(cpu.bench.entityTree.entityOf(1, CPU)));
            assertNotEquals(1, cpu.fair.pickNext(CPU));
        }
    }

    @Test
    void theWaitingTasksOfACpuAreThoseOfItsQueuesOneAfterTheOther() {
        try (GroupHarness cpus = new GroupHarness("v70", 2, 6, 3)) {
            cpus.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
            cpus.fair.newGroup(2, 1, SHARES, false);
            final int[] groups = {2, 1, 1, 2, 1, 0};
            final int[] on = {0, 0, 0, 0, 1, 1};
            for (int task = 0; task < 6; task++) {
                cpus.fair.newTask(on[task], task, 0, 0, groups[task]);
                cpus.fair.setSlice(on[task], task, (10 - task) * MS); // later ones come first
                cpus.fair.enqueue(on[task], task, FairClass.ENQUEUE_INITIAL);
            }
            assertEquals(List.of(2, 1, 3, 0), waiting(cpus));
            cpus.fair.take(0, 2);
            assertEquals(List.of(1, 3, 0), waiting(cpus), "what runs does not wait");
            cpus.fair.take(0, 1);
            assertEquals(List.of(2, 3, 0), waiting(cpus));
            assertEquals(5, cpus.fair.firstWaiting(1));
            assertEquals(4, cpus.fair.nextWaiting(5));
            assertEquals(NONE, cpus.fair.nextWaiting(4));
        }
    }

    private static List<Integer> waiting(GroupHarness cpu) {
        final List<Integer> tasks = new ArrayList<>();
        for (int task = cpu.fair.firstWaiting(CPU);
                task != NONE;
                task = cpu.fair.nextWaiting(task)) {
            tasks.add(task);
        }
        return tasks;
    }

    @Test
    void nobodyWaitsOnACpuWithoutTasks() {
        try (GroupHarness cpu = new GroupHarness("v70", 1, 1, 2)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, SHARES, false);
            assertEquals(NONE, cpu.fair.firstWaiting(CPU));
            cpu.start(0, 1, CPU);
            assertEquals(NONE, cpu.fair.firstWaiting(CPU), "the only one runs");
            assertTrue(cpu.bench.entities.onRq(0));
        }
    }
}
