package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.offheap.HotPath;

/** sched_yield() in the class of the running task. */
@HotPath
public final class YieldRule {
    private final CpuTable cpus;
    private final SchedClasses classes;
    private final FairClass fair;
    private final RtClass rt;
    private final Clocks clocks;

    YieldRule(KernelParts parts) {
        this.cpus = parts.cpus();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.rt = parts.rt();
        this.clocks = parts.clocks();
    }

    /** The running task gives way; the caller schedules. */
    public void yieldTask(int cpu, long nowNs) {
        clocks.update(cpu, nowNs);
        final int task = cpus.curr(cpu);
        if (classes.isRt(task)) {
            rt.requeue(cpu, task);
        } else {
            fair.yieldTask(cpu);
        }
    }
}
