package io.vlag.engine.sim;

import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.hw.FreqDomains;
import io.vlag.offheap.HotPath;

/**
 * Takes operations in progress off their CPUs before the speed changes, and puts what is left of
 * them on again after it.
 */
@HotPath
final class ClockStretch {
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final FreqDomains freqs;
    private final Operations operations;
    private final int[][] cpusOf; // by domain

    ClockStretch(KernelParts parts, Operations operations, int[][] cpusOf) {
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.freqs = parts.hw().freqs();
        this.operations = operations;
        this.cpusOf = cpusOf;
    }

    void pause(int cpu, long nowNs) {
        if (cpus.op(cpu) == CpuOp.STEP) {
            operations.pause(cpu, cpus.curr(cpu), nowNs);
        }
    }

    void resume(int cpu, long nowNs) {
        if (cpus.op(cpu) == CpuOp.STEP) {
            operations.resume(cpu, cpus.curr(cpu), nowNs);
        }
    }

    void pauseDomain(int domain, long nowNs) {
        for (int cpu : cpusOf[domain]) {
            pause(cpu, nowNs);
        }
    }

    /** The kernel sees the clock that the driver has set. */
    void resumeDomain(int domain, long nowNs) {
        for (int cpu : cpusOf[domain]) {
            runQueues.freqScale(cpu, freqs.freqScale(cpu));
            resume(cpu, nowNs);
        }
    }
}
