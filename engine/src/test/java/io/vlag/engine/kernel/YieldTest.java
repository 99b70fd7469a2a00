package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static io.vlag.engine.kernel.OneFairCpu.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sched_yield() costs the yielding task of EEVDF kernels. */
class YieldTest {
    /** Each yield pushes the deadline a slice further away, eligible or not. */
    @Test
    void in66AYieldCostsASliceOfDeadline() {
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.yieldTask(CPU);
            assertEquals(START + MS, cpu.entities.vruntime(A), "accounted");
            assertEquals(START + 2 * SLICE, cpu.entities.deadline(A));
            cpu.fair.yieldTask(CPU);
            assertEquals(START + MS, cpu.entities.vruntime(A));
            assertEquals(START + 3 * SLICE, cpu.entities.deadline(A));
        }
    }

    /** 1024 of 335: the slice is 2.8 ms of wall time, 8.56 ms of its virtual time. */
    @Test
    void theSliceThatIsPushedIsThatOfTheTasksWeight() {
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.runBesideWaitingB(0);
            cpu.fair.setNice(CPU, A, 5);
            final long before = cpu.entities.deadline(A);
            cpu.fair.yieldTask(CPU);
            Near.assertNear(before + SLICE * 1024 / 335, cpu.entities.deadline(A), 2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v618", "v70", "v72"})
    void laterAnEligibleTaskGivesUpTheRestOfItsRequest(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.wake(B, -MS, SLICE);
            assertEquals(START + 2 * MS, cpu.entities.vruntime(B));
            cpu.pass(MS);
            cpu.fair.yieldTask(CPU);
            assertEquals(MS, cpu.entities.sumExecNs(A));
            assertEquals(START + SLICE, cpu.entities.vruntime(A));
            assertEquals(START + 2 * SLICE, cpu.entities.deadline(A));
            assertEquals(B, cpu.fair.pickNext(CPU));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v618", "v70", "v72"})
    void laterATaskThatOwesServiceLosesNothing(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.yieldTask(CPU);
            assertEquals(START + MS, cpu.entities.vruntime(A), "accounted");
            assertEquals(START + SLICE, cpu.entities.deadline(A));
        }
    }

    /** A base slice that changed counts from the next request on, one of the task's own always. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void theNextRequestHasThePresentBaseSlice(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.runBesideWaitingB(SLICE - 1);
            cpu.bench.runQueues.baseSliceNs(CPU, 4 * MS);
            cpu.fair.account(CPU);
            assertEquals(START + SLICE, cpu.entities.deadline(A));
            cpu.pass(1);
            cpu.fair.account(CPU);
            assertEquals(START + SLICE + 4 * MS, cpu.entities.deadline(A));
            assertEquals(4 * MS, cpu.entities.sliceNs(A));
        }
    }

    /** 6.12: it asks although it is still eligible and PREEMPT_SHORT is off. */
    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void aUsedUpRequestAsksForAReschedule(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version, "PREEMPT_SHORT", "off")) {
            cpu.run(A);
            cpu.wake(B, -5 * MS, SLICE);
            cpu.pass(SLICE - 1);
            assertEquals(false, cpu.ticksIntoResched());
            cpu.pass(1);
            assertEquals(true, cpu.ticksIntoResched());
            assertTrue(cpu.fair.eligible(CPU, A));
        }
    }

    /** 7.0 moves it whenever V is computed, which a new request is an occasion for. */
    @Test
    void aNewRequestMovesTheReferenceToTheAverage() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.account(CPU);
            assertEquals(START, cpu.bench.queues.zeroVruntime(CPU));
            cpu.pass(SLICE - MS);
            cpu.fair.account(CPU);
            assertEquals(START + SLICE / 2, cpu.bench.queues.zeroVruntime(CPU));
            assertEquals(START + SLICE / 2, cpu.fair.averageVruntime(CPU));
        }
    }
}
