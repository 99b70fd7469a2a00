package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.offheap.HotPath;

/**
 * What keeps real-time tasks from starving fair ones for ever: throttling or the fair server. A
 * kernel has at most one of them, and each CPU one timer for it.
 */
@HotPath
public final class Reserves {
    private final boolean throttling;
    private final CpuTable cpus;
    private final SchedClasses classes;
    private final RtThrottle rtThrottle;
    private final FairServer fairServer;

    Reserves(KernelParts parts) {
        this.throttling = parts.wakeRules().rtThrottling();
        this.cpus = parts.cpus();
        this.classes = parts.classes();
        this.rtThrottle = parts.rtThrottle();
        this.fairServer = parts.fairServer();
    }

    /** The CPU's timer has expired; its clock is up to date. */
    public void timer(int cpu, long nowNs) {
        final int curr = cpus.curr(cpu);
        final boolean realTimeRuns = curr != Index.NONE && classes.isRt(curr);
        if (throttling) {
            rtThrottle.periodEnded(cpu, realTimeRuns, nowNs);
        } else {
            fairServer.timer(cpu, curr != Index.NONE && !realTimeRuns, nowNs);
        }
    }
}
