package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that come from and go to other scheduling classes: running, waiting, asleep. */
class ClassChangeTest {
    @Test
    void aWaitingTaskThatLeavesIsNotPickedAnyMore() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(20 * MS);
            cpu.fair.leaveClass(CPU, B);
            assertFalse(cpu.entities.onRq(B));
            assertEquals(A, cpu.bench.queues.curr(CPU), "the runner goes on");
            assertEquals(1, cpu.bench.queues.nrQueued(CPU));
            assertEquals(A, cpu.fair.pickNext(CPU));
        }
    }

    @Test
    void aRunningTaskThatLeavesFreesTheCpuForTheNext() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.leaveClass(CPU, A);
            assertEquals(FairClass.NONE, cpu.bench.queues.curr(CPU));
            assertEquals(MS, cpu.entities.sumExecNs(A));
            assertEquals(B, cpu.fair.pickNext(CPU));
        }
    }

    @Test
    void aSleeperThatLeavesTakesItsLoadAlong() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(20 * MS);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            cpu.fair.pickNext(CPU);
            assertTrue(PeltLayout.loadAvg(cpu.bench.queues.avgAt(CPU)) > 0);
            cpu.fair.leaveClass(CPU, A);
            assertEquals(0, PeltLayout.loadAvg(cpu.bench.queues.avgAt(CPU)));
            assertFalse(cpu.entities.onRq(A));
        }
    }

    /** Queued and running are told apart: a task may wait, run, or sleep when it changes class. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void aTaskThatComesIsOnTheCpuWhereItIsNow(boolean queued, boolean running) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(20 * MS);
            cpu.fair.leaveClass(CPU, A);
            final long load = PeltLayout.loadAvg(cpu.entities.avgAt(A));
            cpu.fair.joinClass(OTHER_CPU, A, queued, running);
            assertEquals(OTHER_CPU, cpu.entities.cpu(A));
            assertEquals(queued, cpu.entities.onRq(A));
            assertEquals(queued ? 1 : 0, cpu.bench.queues.nrQueued(OTHER_CPU));
            assertEquals(running ? A : FairClass.NONE, cpu.bench.queues.curr(OTHER_CPU));
            assertEquals(queued && !running ? A : FairClass.NONE, cpu.fair.firstWaiting(OTHER_CPU));
            assertEquals(load, PeltLayout.loadAvg(cpu.bench.queues.avgAt(OTHER_CPU)), 1);
            assertEquals(0, cpu.bench.queues.nrQueued(CPU));
        }
    }

    /** On all levels of its group. */
    @Test
    void aTaskOfAGroupLeavesAndComesWithItsGroup() {
        try (GroupHarness cpu = new GroupHarness("v70", 1, 2, 2)) {
            cpu.fair.newGroup(1, GroupHarness.ROOT, GroupHarness.SHARES, false);
            cpu.start(0, GroupHarness.ROOT, 0);
            cpu.start(1, 1, 0);
            cpu.fair.take(0, 1);
            cpu.bench.advance(0, 20 * MS, 0);
            final int own = cpu.bench.entityTree.queueOf(1, 0);
            cpu.fair.leaveClass(0, 1);
            assertEquals(FairClass.NONE, cpu.running(0));
            assertEquals(FairClass.NONE, cpu.bench.queues.curr(0));
            assertEquals(0, cpu.bench.queues.nrQueued(own));
            assertEquals(1, cpu.bench.queues.hNrQueued(0));
            assertEquals(0, PeltLayout.loadAvg(cpu.bench.queues.avgAt(own)));
            cpu.fair.joinClass(0, 1, true, true);
            assertEquals(1, cpu.running(0));
            assertEquals(2, cpu.bench.queues.hNrQueued(0));
            assertTrue(PeltLayout.loadAvg(cpu.bench.queues.avgAt(own)) > 0);
        }
    }

    /** With nice levels and policies a task changes its weight, in whatever state it is. */
    @ParameterizedTest
    @CsvSource({"0, 5, 335", "2, 5, 3", "1, -20, 88761"})
    void aPolicyAndANiceLevelGiveTheWeight(int policy, int nice, long weight) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            for (final int task : new int[] {A, B}) {
                cpu.fair.setPolicy(CPU, task, nice, policy);
                assertEquals(policy, cpu.entities.policy(task));
                assertEquals(nice, cpu.entities.nice(task));
                assertEquals(weight << 10, cpu.entities.loadWeight(task));
                assertEquals(
                        policy == EntityTable.POLICY_IDLE
                                ? NiceWeights.idleReciprocal()
                                : NiceWeights.reciprocal(nice),
                        cpu.entities.inverseWeight(task));
            }
            assertEquals(2 * weight << 10, cpu.bench.queues.loadWeight(CPU));
            assertEquals(A, cpu.bench.queues.curr(CPU));
            assertEquals(B, cpu.fair.firstWaiting(CPU));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 335", "2, 5, 3"})
    void aNewTaskHasTheWeightOfItsPolicyAndNiceLevel(int policy, int nice, long weight) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.fair.newTask(CPU, A, nice, policy);
            assertEquals(weight << 10, cpu.entities.loadWeight(A));
            assertEquals(
                    policy == EntityTable.POLICY_IDLE
                            ? NiceWeights.idleReciprocal()
                            : NiceWeights.reciprocal(nice),
                    cpu.entities.inverseWeight(A));
            assertEquals(weight, PeltLayout.loadAvg(cpu.entities.avgAt(A)), "full load at first");
        }
    }

    /** A task that leaves for another class is taken off as for a change, not put to sleep. */
    @Test
    void aWaitingTaskThatLeavesTheClassKeepsLagAndDeadline() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.account(CPU);
            final long left = cpu.entities.deadline(B) - cpu.entities.vruntime(B);
            cpu.fair.leaveClass(CPU, B);
            assertTrue(cpu.entities.relDeadline(B));
            assertEquals(left, cpu.entities.deadline(B));
            assertEquals(MS / 2, cpu.entities.vlag(B));
        }
    }
}
