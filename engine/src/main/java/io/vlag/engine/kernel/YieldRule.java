package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/** sched_yield() in the class of the running task. */
@HotPath
public final class YieldRule {
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final SchedClasses classes;
    private final FairClass fair;
    private final RtClass rt;
    private final Clocks clocks;

    YieldRule(KernelParts parts) {
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.rt = parts.rt();
        this.clocks = parts.clocks();
    }

    /**
     * yield_to(): the running task gives way to one of its class that waits, which only the fair
     * class can do.
     *
     * @return whether the caller has to schedule
     */
    public boolean yieldTo(int cpu, int target, long nowNs) {
        final int task = cpus.curr(cpu);
        if (classes.isRt(task) || classes.isRt(target)) {
            return false;
        }
        clocks.update(cpu, nowNs);
        fair.yieldTo(cpu, tasks.cpu(target), target);
        return true;
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
