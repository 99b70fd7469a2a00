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
import org.junit.jupiter.params.provider.CsvSource;

/** What a new weight does to lag, deadline and protection; all weights are doubled from nice 0. */
class ReweightFormsTest {
    private static final long TWICE = 2 * NiceWeights.NICE_0_LOAD_WEIGHT;

    /** A stored relative deadline is scaled only by the kernels that keep it in virtual time. */
    @ParameterizedTest
    @CsvSource({"v66, 3000000", "v612, 3000000", "v70, 1500000", "v72, 1500000"})
    void aSleepersRelativeDeadline(String version, long expected) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.create(A);
            cpu.entities.vlag(A, MS);
            cpu.entities.deadline(A, 3 * MS);
            cpu.entities.relDeadline(A, true);
            cpu.fair.reweight(CPU, A, TWICE);
            assertEquals(expected, cpu.entities.deadline(A));
            assertEquals(MS / 2, cpu.entities.vlag(A));
            assertEquals(0, cpu.entities.inverseWeight(A), "unknown until it is needed");
        }
    }

    @Test
    void anAbsoluteDeadlineOfASleeperIsLeftAlone() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(A);
            cpu.entities.deadline(A, 3 * MS);
            cpu.fair.reweight(CPU, A, TWICE);
            assertEquals(3 * MS, cpu.entities.deadline(A));
        }
    }

    /** In a tree ordered by deadline the entity has to change its place. */
    @Test
    void deadlineOnlyMovesAWaitingEntityInATreeByDeadline() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "reweight_rule", "deadline_only")) {
            cpu.create(A);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.create(B);
            cpu.fair.enqueue(CPU, B, 0);
            assertEquals(A, cpu.fair.firstWaiting(CPU));
            cpu.fair.reweight(CPU, B, TWICE);
            assertEquals(START + SLICE / 2, cpu.entities.deadline(B));
            assertEquals(START, cpu.entities.vruntime(B));
            assertEquals(B, cpu.fair.firstWaiting(CPU));
            assertEquals(A, cpu.fair.nextWaiting(B));
        }
    }

    /** In a tree by vruntime, which does not change, the first of equals stays the first. */
    @Test
    void deadlineOnlyLeavesAWaitingEntityWhereItIsInATreeByVruntime() {
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.create(A);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.create(B);
            cpu.fair.enqueue(CPU, B, 0);
            cpu.fair.reweight(CPU, A, TWICE);
            assertEquals(START, cpu.entities.vruntime(A));
            assertEquals(START + SLICE / 2, cpu.entities.deadline(A));
            assertEquals(A, cpu.fair.firstWaiting(CPU));
            assertEquals(B, cpu.fair.nextWaiting(A));
            assertEquals(3 * 1024, cpu.bench.queues.sumWeight(CPU));
            assertEquals(A, cpu.fair.pick(CPU, true));
        }
    }

    /** Alone, A is at V with lag 0: placed where it is, with half the distance to its deadline. */
    @ParameterizedTest
    @CsvSource({"v618, false", "v70, true", "v72, true"})
    void theRunnersProtectionIsScaledFrom70On(String version, boolean scaled) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            cpu.run(A);
            cpu.pass(800_000);
            assertEquals(START + SLICE, cpu.entities.vprot(A));
            cpu.fair.reweight(CPU, A, TWICE);
            assertEquals(START + 800_000, cpu.entities.vruntime(A));
            assertEquals(START + 800_000 + MS, cpu.entities.deadline(A));
            assertEquals(scaled ? START + 800_000 + MS : START + SLICE, cpu.entities.vprot(A));
        }
    }

    /** What a waiting entity has in that field is of the past. */
    @Test
    void aWaitersFormerProtectionIsLeftAlone() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.entities.vprot(B, START + 2 * MS);
            cpu.fair.reweight(CPU, B, TWICE);
            assertEquals(START + 2 * MS, cpu.entities.vprot(B));
            assertTrue(cpu.entities.vruntime(B) < cpu.entities.vprot(B));
        }
    }

    /** Worked by hand from a vruntime that is not 0: lag 0.5 ms -> 0.25 ms, inflated by 3/1. */
    @Test
    void aWaiterIsTakenOutAndPlacedWithItsRelativeDeadline() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.reweight(CPU, B, TWICE);
            assertEquals(START + MS - 750_000, cpu.entities.vruntime(B));
            assertEquals(START + MS - 750_000 + SLICE / 2, cpu.entities.deadline(B));
            assertEquals(3 * NiceWeights.NICE_0_LOAD_WEIGHT, cpu.bench.queues.loadWeight(CPU));
        }
    }

    /** A reciprocal that has to be derived again is rounded down; nice 0 does not need one. */
    @Test
    void backAtNiceZeroVirtualTimeIsWallTimeAgain() {
        try (OneFairCpu cpu = new OneFairCpu("v612")) {
            cpu.run(A);
            cpu.fair.reweight(CPU, A, TWICE);
            cpu.fair.reweight(CPU, A, NiceWeights.NICE_0_LOAD_WEIGHT);
            cpu.pass(MS);
            cpu.fair.account(CPU);
            assertEquals(START + MS, cpu.entities.vruntime(A));
        }
    }
}
