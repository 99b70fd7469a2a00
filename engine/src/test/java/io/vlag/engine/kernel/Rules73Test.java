package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.N;
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

/** What 7.3 does otherwise than 7.2, one rule at a time. */
class Rules73Test {
    private static final int TTWU = FairClass.WAKE_TTWU;

    /** A runs; B with a slice of 1 ms waits 0.8 ms ahead of it, too far to be eligible. */
    private static void runBesideAShortSliceAhead(OneFairCpu cpu) {
        cpu.create(A);
        cpu.fair.enqueue(CPU, A, 0);
        cpu.wake(B, -400_000, MS);
        assertEquals(START + 800_000, cpu.entities.vruntime(B));
        assertEquals(A, cpu.fair.pickNext(CPU));
    }

    @ParameterizedTest
    @CsvSource({"v72, 1000000", "v73, 800000"})
    void besideAShorterSliceTheRunnerIsProtectedWhileItIsEligible(String version, long forNs) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            runBesideAShortSliceAhead(cpu);
            assertEquals(START + forNs, cpu.entities.vprot(A));
        }
    }

    @ParameterizedTest
    @CsvSource({"v72, 1000000", "v73, 2800000"})
    void theTimerEndsTheRequestAndNotTheProtection(String version, long leftNs) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            runBesideAShortSliceAhead(cpu);
            assertEquals(leftNs, cpu.fair.sliceLeftNs(CPU));
        }
    }

    /** B is eligible, but its deadline is 0.2 ms later than that of A. */
    @ParameterizedTest
    @CsvSource({"v72, false", "v73, true"})
    void aShorterSliceOnlyHasToBeEligible(String version, boolean preempts) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(2 * MS);
            cpu.wake(B, 0, MS);
            assertEquals(preempts, cpu.preempts(B, TTWU));
            assertEquals(preempts ? B : FairClass.NONE, cpu.buddy());
            assertEquals(START + (preempts ? 2 * MS : SLICE), cpu.entities.vprot(A));
        }
    }

    @Test
    void aBuddyWithAStillShorterSliceStays() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.run(A);
            cpu.pass(2 * MS);
            cpu.wake(N, 0, MS / 2);
            cpu.buddy(N);
            cpu.wake(B, 0, MS);
            assertTrue(cpu.preempts(B, TTWU));
            assertEquals(N, cpu.buddy());
        }
    }

    @ParameterizedTest
    @CsvSource({"v72, false", "v73, true"})
    void aPendingRequestDoesNotEndTheCheck(String version, boolean goesOn) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(2 * MS);
            cpu.wake(B, 0, MS);
            cpu.bench.runQueues.requestResched(CPU, RunQueueTable.RESCHED_NOW);
            cpu.preempts(B, TTWU);
            assertEquals(goesOn ? B : FairClass.NONE, cpu.buddy());
        }
    }

    /** B is 0.25 ms ahead of V; from there, and not from B, the shorter slice of A counts. */
    @Test
    void aTaskThatIsStillDelayedShortensTheProtectionAndStaysDelayed() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.create(A);
            cpu.fair.setSlice(CPU, A, MS);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.create(B);
            cpu.fair.enqueue(CPU, B, 0);
            assertEquals(A, cpu.fair.pickNext(CPU));
            cpu.pass(MS);
            assertFalse(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(B, cpu.fair.pickNext(CPU));
            cpu.pass(3 * MS / 2);
            cpu.entities.vprot(B, START + 10 * MS);
            assertFalse(cpu.preempts(A, TTWU));
            assertTrue(cpu.entities.delayed(A));
            assertEquals(START + 2_250_000, cpu.entities.vprot(B));
        }
    }

    @ParameterizedTest
    @CsvSource({"v72, 2800000", "v73, 2000000"})
    void aBatchWakeeShortensTheProtection(String version, long forNs) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.fair.newTask(CPU, N, 0, EntityTable.POLICY_BATCH);
            cpu.fair.setSlice(CPU, N, MS);
            cpu.fair.enqueue(CPU, N, FairClass.ENQUEUE_WAKEUP);
            assertFalse(cpu.preempts(N, TTWU));
            assertEquals(START + forNs, cpu.entities.vprot(A));
        }
    }

    @Test
    void aNewTaskShortensTheProtectionToo() {
        try (OneFairCpu cpu = new OneFairCpu("v73")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.wake(B, 0, SLICE);
            cpu.entities.vprot(A, START + 10 * MS);
            assertFalse(cpu.preempts(B, FairClass.WAKE_FORK));
            assertEquals(START + MS + SLICE, cpu.entities.vprot(A));
        }
    }
}
