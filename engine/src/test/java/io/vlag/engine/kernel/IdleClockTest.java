package io.vlag.engine.kernel;

import static io.vlag.engine.kernel.OneFairCpu.A;
import static io.vlag.engine.kernel.OneFairCpu.CPU;
import static io.vlag.engine.kernel.OneFairCpu.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.pelt.RqClockLayout;
import org.junit.jupiter.api.Test;

/** The clock of the averages runs slower on a slow CPU and catches up when the CPU goes idle. */
class IdleClockTest {
    /** A quarter of the capacity: 10 ms are 2.5 ms. */
    private static OneFairCpu slowCpu() {
        final OneFairCpu cpu = new OneFairCpu("v70");
        cpu.bench.runQueues.init(CPU, 256, 4 * MS, OneFairCpu.SLICE, 700_000);
        cpu.pass(MS);
        cpu.run(A);
        cpu.pass(10 * MS);
        assertEquals(7_500_000, behindNs(cpu));
        return cpu;
    }

    private static long behindNs(OneFairCpu cpu) {
        final long at = cpu.bench.runQueues.clockAt(CPU);
        return RqClockLayout.clockTaskMulNs(at) - RqClockLayout.clockPeltNs(at);
    }

    @Test
    void aCpuThatGoesIdleCatchesUp() {
        try (OneFairCpu cpu = slowCpu()) {
            assertTrue(cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
            assertEquals(FairClass.NONE, cpu.fair.pickNext(CPU));
            assertEquals(0, behindNs(cpu));
        }
    }

    @Test
    void aCpuThatGoesOnDoesNot() {
        try (OneFairCpu cpu = slowCpu()) {
            assertEquals(A, cpu.fair.pickNext(CPU));
            assertEquals(7_500_000, behindNs(cpu));
        }
    }

    /** Whoever called pickNext() on an idle CPU in vain did not make it idle. */
    @Test
    void aCpuThatIsIdleAlreadyIsLeftAlone() {
        try (OneFairCpu cpu = slowCpu()) {
            cpu.fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP);
            cpu.fair.putPrev(CPU);
            assertEquals(FairClass.NONE, cpu.fair.pickNext(CPU));
            assertEquals(7_500_000, behindNs(cpu));
            cpu.fair.enterIdle(CPU);
            assertEquals(0, behindNs(cpu));
        }
    }
}
