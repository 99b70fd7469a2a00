package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.OTHER_CPU;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/** What a task takes along to another CPU, waiting or asleep. */
class CpuMoveTest {
    @Test
    void aWaitingTaskMovesAndIsColdThere() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.entities.execStartNs(B, 77);
            cpu.fair.detachQueued(CPU, B);
            assertFalse(cpu.entities.onRq(B));
            cpu.fair.attachQueued(OTHER_CPU, B);
            assertEquals(OTHER_CPU, cpu.entities.cpu(B));
            assertEquals(0, cpu.entities.execStartNs(B));
            assertEquals(B, cpu.fair.firstWaiting(OTHER_CPU));
            assertEquals(FairClass.NONE, cpu.fair.firstWaiting(CPU));
        }
    }

    @Test
    void aTaskThatWakesWhereItSleptIsAsWarmAsItWas() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.create(B);
            cpu.entities.execStartNs(B, 77);
            cpu.fair.enqueue(CPU, B, FairClass.ENQUEUE_WAKEUP);
            assertEquals(77, cpu.entities.execStartNs(B));
        }
    }

    /** With EEVDF the place is found from the lag; where it was on the old CPU does not matter. */
    @Test
    void aSleeperThatMovesKeepsItsRecordAsItIs() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.run(A);
            cpu.pass(MS);
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            cpu.fair.pickNext(CPU);
            final long vruntime = cpu.entities.vruntime(A);
            cpu.fair.migrateSleeping(A, CPU, OTHER_CPU);
            assertEquals(OTHER_CPU, cpu.entities.cpu(A));
            assertEquals(vruntime, cpu.entities.vruntime(A));
        }
    }
}
