package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.UtilEst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a queue's sum of estimates gains and loses a task's, and when the task's is stored. */
class UtilEstimateTest {
    @ParameterizedTest
    @ValueSource(strings = {"before", "inside", "after"})
    void withoutTheFeatureNothingIsStoredOrSummed(String order) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "UTIL_EST", "off", "util_est_order", order)) {
            cpu.create(A);
            PeltLayout.utilEst(cpu.entities.avgAt(A), 300);
            cpu.fair.enqueue(CPU, A, 0);
            assertEquals(0, sum(cpu));
            PeltLayout.utilEst(cpu.bench.queues.avgAt(CPU), 700);
            cpu.fair.pickNext(CPU);
            cpu.pass(5 * MS);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(700, sum(cpu));
            assertEquals(300, PeltLayout.utilEst(cpu.entities.avgAt(A)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "inside", "after"})
    void aSleepStoresAndAMoveDoesNot(String order) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "util_est_order", order)) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.detachQueued(CPU, B);
            assertEquals(0, PeltLayout.utilEst(cpu.entities.avgAt(B)));
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertTrue(UtilEst.stored(cpu.entities.avgAt(A), UtilEst.ONE_NUMBER) > 0);
        }
    }

    /** 6.12 subtracts again when the delayed task is finally dequeued, 6.16 and later do not. */
    @ParameterizedTest
    @CsvSource({"subtract, 400", "keep, 700"})
    void theFinalDequeueOfADelayedTask(String form, long left) {
        try (OneFairCpu cpu = new OneFairCpu("v70", "util_est_final_dequeue", form)) {
            cpu.delayAThenRunB(0);
            PeltLayout.utilEst(cpu.entities.avgAt(A), 300 | UtilEst.UNCHANGED);
            PeltLayout.utilEst(cpu.bench.queues.avgAt(CPU), 700);
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(left, sum(cpu));
        }
    }

    /** A delayed task is in no sum, so moving it changes none; its wake-up adds it. */
    @Test
    void aDelayedTaskMovesWithoutTheSums() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "util_est_final_dequeue", "subtract")) {
            cpu.delayAThenRunB(0);
            PeltLayout.utilEst(cpu.entities.avgAt(A), 300 | UtilEst.UNCHANGED);
            PeltLayout.utilEst(cpu.bench.queues.avgAt(CPU), 700);
            cpu.fair.detachQueued(CPU, A);
            assertEquals(700, sum(cpu));
            cpu.fair.attachQueued(OTHER_CPU, A);
            assertTrue(cpu.entities.delayed(A));
            final long otherAt = cpu.bench.queues.avgAt(OTHER_CPU);
            assertEquals(0, UtilEst.queueEstimate(otherAt));
            cpu.fair.enqueue(OTHER_CPU, A, FairClass.ENQUEUE_DELAYED);
            assertFalse(cpu.entities.delayed(A));
            assertEquals(300, UtilEst.queueEstimate(otherAt));
        }
    }

    private static long sum(OneFairCpu cpu) {
        return UtilEst.queueEstimate(cpu.bench.queues.avgAt(CPU));
    }
}
