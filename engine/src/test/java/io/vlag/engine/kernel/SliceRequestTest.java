package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slice of the user's choice: its limits, and that the task stays what it is. */
class SliceRequestTest {
    @ParameterizedTest
    @CsvSource({
        "1, 100000",
        "99999, 100000",
        "100000, 100000",
        "3000000, 3000000",
        "100000000, 100000000",
        "100000001, 100000000"
    })
    void aChosenSliceIsMovedIntoItsLimits(long asked, long given) {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.fair.setSlice(CPU, A, asked);
            assertEquals(given, cpu.entities.sliceNs(A));
            assertTrue(cpu.entities.customSlice(A));
        }
    }

    @Test
    void noChoiceIsThePresentBaseSlice() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.fair.setSlice(CPU, A, 10 * MS);
            cpu.bench.runQueues.init(CPU, 1024, 4 * MS, 3 * MS, 700_000);
            cpu.fair.setSlice(CPU, A, 0);
            assertEquals(3 * MS, cpu.entities.sliceNs(A));
            assertFalse(cpu.entities.customSlice(A));
        }
    }

    /** A chosen slice is not refreshed by a request that begins; the base slice is. */
    @Test
    void aChosenSliceStaysWhenTheBaseSliceChanges() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.fair.setSlice(CPU, A, 10 * MS);
            cpu.create(B);
            cpu.bench.runQueues.init(CPU, 1024, 4 * MS, 3 * MS, 700_000);
            cpu.pass(MS);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.fair.enqueue(CPU, B, 0);
            assertEquals(10 * MS, cpu.entities.sliceNs(A));
            assertEquals(3 * MS, cpu.entities.sliceNs(B));
        }
    }

    @Test
    void aSleeperStaysAsleep() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.fair.setSlice(CPU, A, MS);
            assertFalse(cpu.entities.onRq(A));
            assertEquals(0, cpu.bench.queues.nrQueued(CPU));
            assertEquals(FairClass.NONE, cpu.bench.queues.curr(CPU));
        }
    }

    @Test
    void aWaitingTaskGoesOnWaitingAndTheRunnerGoesOnRunning() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.setSlice(CPU, B, MS);
            assertEquals(A, cpu.bench.queues.curr(CPU));
            assertEquals(B, cpu.fair.firstWaiting(CPU));
            cpu.fair.setSlice(CPU, A, MS);
            assertEquals(A, cpu.bench.queues.curr(CPU));
            assertEquals(B, cpu.fair.firstWaiting(CPU));
            assertEquals(FairClass.NONE, cpu.fair.nextWaiting(B));
            assertEquals(2, cpu.bench.queues.nrQueued(CPU));
            assertEquals(MS, cpu.entities.sumExecNs(A), "its time so far is committed");
        }
    }

    /** The request under way keeps its length; the next one has the new one. */
    @Test
    void aDeadlineStaysWhereItWasUntilTheNextRequest() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            final long deadline = cpu.entities.deadline(A);
            cpu.fair.setSlice(CPU, A, MS);
            assertEquals(deadline, cpu.entities.deadline(A));
            cpu.pass(SLICE);
            cpu.fair.account(CPU);
            assertEquals(deadline + MS, cpu.entities.deadline(A));
        }
    }
}
