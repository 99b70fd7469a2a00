package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.N;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static io.vlag.engine.kernel.OneFairCpu.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of tasks at the turns of their lives that recordings do not show one by one. */
class FairTaskStatesTest {
    @Test
    void aNewTaskHasNothingOfTheOneThatHadItsRecord() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.fair.setNice(CPU, A, 7);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            cpu.fair.pickNext(CPU);
            assertTrue(cpu.entities.sumExecNs(A) > 0);
            cpu.fair.newTask(OTHER_CPU, A, -3, EntityTable.POLICY_BATCH);
            assertEquals(0, cpu.entities.sumExecNs(A));
            assertEquals(0, cpu.entities.vruntime(A));
            assertEquals(OTHER_CPU, cpu.entities.cpu(A));
            assertEquals(-3, cpu.entities.nice(A));
            assertEquals(EntityTable.POLICY_BATCH, cpu.entities.policy(A));
            assertEquals(SLICE, cpu.entities.sliceNs(A));
        }
    }

    @Test
    void aNewNiceLevelIsRemembered() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.fair.setNice(CPU, A, 7);
            assertEquals(7, cpu.entities.nice(A));
            assertEquals(NiceWeights.loadWeight(NiceWeights.weight(7)), cpu.entities.loadWeight(A));
            assertEquals(NiceWeights.reciprocal(7), cpu.entities.inverseWeight(A));
        }
    }

    /** A task that blocks is woken before the CPU has switched: it never was in the tree. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void aSleeperThatIsWokenBeforeTheSwitchGoesOnRunning(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(MS);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            cpu.fair.enqueue(CPU, A, FairClass.ENQUEUE_WAKEUP);
            assertEquals(1, cpu.bench.queues.nrQueued(CPU));
            assertEquals(FairClass.NONE, cpu.fair.firstWaiting(CPU));
            assertEquals(cpu.entities.vruntime(A) + SLICE, cpu.entities.deadline(A), "placed");
            cpu.pass(MS);
            assertEquals(A, cpu.fair.pickNext(CPU));
            assertEquals(2 * MS, cpu.entities.sumExecNs(A));
            assertEquals(FairClass.NONE, cpu.fair.firstWaiting(CPU));
        }
    }

    @Test
    void aTaskThatIsPutBackIsAccounted() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.fair.putPrev(CPU);
            assertEquals(MS, cpu.entities.sumExecNs(A));
            assertEquals(START + MS, cpu.entities.vruntime(A));
            assertEquals(A, cpu.fair.firstWaiting(CPU));
            assertEquals(FairClass.NONE, cpu.bench.queues.curr(CPU));
        }
    }

    @Test
    void aDelayedTaskThatIsPickedFinishesItsSleepAndIsCounted() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.delayAThenRunB(2_500_000);
            cpu.buddy(A);
            cpu.fair.pickNext(CPU);
            assertFalse(cpu.entities.onRq(A));
            assertEquals(1, cpu.bench.runQueues.finalDequeueCount(CPU));
            assertEquals(FairClass.NONE, cpu.buddy());
        }
    }

    /** V has passed the sleeper by 0.75 ms; only without DELAY_ZERO it keeps that. */
    @ParameterizedTest
    @CsvSource({"on, 0", "off, 750000"})
    void whatASleeperGainsWhileDelayed(String delayZero, long lag) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "DELAY_ZERO", delayZero)) {
            cpu.delayAThenRunB(2_500_000);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(lag, cpu.entities.vlag(A));
        }
    }

    @Test
    void aLagMeansNothingOnAnEmptyQueue() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.wake(B, -MS, SLICE);
            assertEquals(START, cpu.entities.vruntime(B));
        }
    }

    @Test
    void anExpiredSliceAsksAtOnceIn66AndEndsTheBuddysRole() {
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.runBesideWaitingB(SLICE);
            cpu.buddy(A);
            assertTrue(cpu.ticksIntoResched());
            assertEquals(RunQueueTable.RESCHED_NOW, cpu.needResched());
            assertEquals(FairClass.NONE, cpu.buddy());
            assertEquals(START + 2 * SLICE, cpu.entities.deadline(A));
        }
    }

    @Test
    void aYieldEndsTheBuddysRole() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.buddy(A);
            cpu.fair.yieldTask(CPU);
            assertEquals(FairClass.NONE, cpu.buddy());
        }
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.buddy(A);
            cpu.fair.yieldTask(CPU);
            assertEquals(A, cpu.buddy(), "alone, a yield does nothing");
            assertEquals(0, cpu.entities.sumExecNs(A));
        }
    }

    /** A lost its protection and is past V, but not at its deadline. */
    @ParameterizedTest
    @CsvSource({"v612, on, true", "v612, off, false", "v66, on, false"})
    void anUnprotectedRunnerPastTheAverageGoesOnlyForAShortPreemption(
            String version, String preemptShort, boolean goes) {
        try (OneFairCpu cpu = new OneFairCpu(version, "PREEMPT_SHORT", preemptShort)) {
            cpu.runBesideWaitingB(MS);
            cpu.entities.vlag(A, 0);
            assertEquals(goes, cpu.ticksIntoResched());
        }
    }

    /** The protection until the deadline holds, and an eligible runner needs none. */
    @Test
    void aProtectedOrEligibleRunnerGoesOn() {
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.runBesideWaitingB(MS);
            assertFalse(cpu.ticksIntoResched());
            cpu.entities.vlag(A, 0);
            cpu.entities.vruntime(A, START - MS);
            cpu.pass(MS);
            assertFalse(cpu.ticksIntoResched(), "B and A are level");
        }
    }

    /** 6.6 keeps a reference that never goes back, whoever runs. */
    @Test
    void theReferenceFollowsARunnerThatIsAlone() {
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.run(A);
            cpu.pass(3 * MS);
            cpu.fair.account(CPU);
            assertEquals(START + 3 * MS, cpu.bench.queues.zeroVruntime(CPU));
            cpu.wake(N, 0, SLICE);
            cpu.pass(MS);
            cpu.fair.account(CPU);
            assertEquals(START + 3 * MS, cpu.bench.queues.zeroVruntime(CPU), "the least of both");
        }
    }

    @Test
    void theReferenceOf618MovesToTheAverageWhenTheQueueChanges() {
        try (OneFairCpu cpu = new OneFairCpu("v618")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, -MS, SLICE);
            assertEquals(
                    cpu.fair.averageVruntime(CPU), cpu.bench.queues.zeroVruntime(CPU), "joined");
            cpu.pass(MS);
            cpu.fair.account(CPU);
            final long before = cpu.bench.queues.zeroVruntime(CPU);
            assertTrue(cpu.fair.averageVruntime(CPU) > before, "not when time passes");
            cpu.fair.dequeue(CPU, B, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            assertEquals(cpu.fair.averageVruntime(CPU), cpu.bench.queues.zeroVruntime(CPU), "left");
        }
    }
}
