package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.B;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static io.vlag.engine.kernel.OneFairCpu.SLICE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.RunQueueTable;
import org.junit.jupiter.api.Test;

/** When the running task's slice ends, for a timer that ends it, and what the timer does. */
class SliceEndTest {
    @Test
    void nothingEndsForATaskThatIsAlone() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            assertEquals(-1, cpu.fair.sliceLeftNs(CPU));
            cpu.run(A);
            assertEquals(-1, cpu.fair.sliceLeftNs(CPU));
            cpu.pass(MS);
            cpu.fair.sliceEnded(CPU);
            assertEquals(MS, cpu.entities.sumExecNs(A), "accounts");
            assertEquals(RunQueueTable.RESCHED_NONE, cpu.needResched());
        }
    }

    @Test
    void theSliceLastsUntilTheDeadline() {
        for (String version : new String[] {"v66", "v612", "v70", "v72"}) {
            try (OneFairCpu cpu = new OneFairCpu(version)) {
                cpu.runBesideWaitingB(0);
                assertEquals(SLICE, cpu.fair.sliceLeftNs(CPU), version);
                cpu.pass(MS);
                assertEquals(SLICE, cpu.fair.sliceLeftNs(CPU), "as of the last account");
                cpu.fair.account(CPU);
                assertEquals(SLICE - MS, cpu.fair.sliceLeftNs(CPU), version);
            }
        }
    }

    @Test
    void aProtectionThatEndsEarlierEndsTheSlice() {
        try (OneFairCpu cpu = new OneFairCpu("v70", "RUN_TO_PARITY", "off")) {
            cpu.runBesideWaitingB(0);
            assertEquals(700_000, cpu.fair.sliceLeftNs(CPU));
            cpu.pass(700_000);
            cpu.fair.account(CPU);
            assertEquals(
                    SLICE - 700_000, cpu.fair.sliceLeftNs(CPU), "the protection is over by now");
        }
    }

    /** Virtual time of nice -5 passes 1024/3121 as fast as that of the clock. */
    @Test
    void aHeavyTasksVirtualTimeIsTurnedBackIntoWallTime() {
        try (OneFairCpu cpu = new OneFairCpu("v72")) {
            cpu.create(A);
            cpu.fair.setNice(CPU, A, -5);
            cpu.fair.enqueue(CPU, A, 0);
            cpu.create(B);
            cpu.fair.enqueue(CPU, B, 0);
            assertEquals(A, cpu.fair.pickNext(CPU));
            final long virtualNs = SLICE * 1024 / 3121;
            assertEquals(virtualNs * 3121 / 1024, cpu.fair.sliceLeftNs(CPU));
        }
    }

    @Test
    void theTimerAsksForARescheduleWhenOthersWait() {
        try (OneFairCpu cpu = new OneFairCpu("v70")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.sliceEnded(CPU);
            assertEquals(MS, cpu.entities.sumExecNs(A));
            assertEquals(RunQueueTable.RESCHED_LAZY, cpu.needResched());
        }
        try (OneFairCpu cpu = new OneFairCpu("v66")) {
            cpu.runBesideWaitingB(MS);
            cpu.fair.sliceEnded(CPU);
            assertEquals(RunQueueTable.RESCHED_NOW, cpu.needResched(), "no lazy requests in 6.6");
        }
    }
}
