package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/** The order of the scheduling classes: real-time above fair above idle. */
@HotPath
final class SchedClasses {
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final RtClass rt;

    SchedClasses(
            TaskTable tasks, CpuTable cpus, RunQueueTable runQueues, FairClass fair, RtClass rt) {
        this.tasks = tasks;
        this.cpus = cpus;
        this.runQueues = runQueues;
        this.fair = fair;
        this.rt = rt;
    }

    boolean isRt(int task) {
        return tasks.rtPriority(task) > 0;
    }

    void enqueue(int cpu, int task, int fairFlags) {
        if (isRt(task)) {
            rt.enqueue(cpu, task);
        } else {
            fair.enqueue(cpu, task, fairFlags);
            stamp(cpu, task);
        }
    }

    /** Takes a task off; false when the fair class keeps it as a delayed dequeue. */
    boolean dequeue(int cpu, int task, int fairFlags) {
        if (isRt(task)) {
            rt.dequeue(cpu, task);
            return true;
        }
        return fair.dequeue(cpu, task, fairFlags);
    }

    /**
     * wakeup_preempt(): whether the new arrival should run instead of what runs; leaves a request
     * if so.
     */
    void wakeupPreempt(int cpu, int task, int flags) {
        final int curr = cpus.curr(cpu);
        if (curr == Index.NONE) {
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
        } else if (isRt(task) || isRt(curr)) {
            if (tasks.rtPriority(task) > tasks.rtPriority(curr)) {
                runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
            }
        } else {
            fair.wakeupPreempt(
                    cpu, task, flags & (WakeFlags.FORK | WakeFlags.TTWU | WakeFlags.SYNC));
        }
    }

    /** Notes that the task was queued or switched in: the balancer takes the least recent first. */
    void stamp(int cpu, int task) {
        final long clock = cpus.lruClock(cpu) + 1;
        cpus.lruClock(cpu, clock);
        tasks.lruStamp(task, clock);
    }
}
