package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/** The order of the scheduling classes: real-time above fair above idle. */
@HotPath
final class SchedClasses {
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final EntityTable entities;
    private final FairClass fair;
    private final RtClass rt;
    private final CpufreqHook hook;
    private final @Nullable Clamps clamps;

    SchedClasses(
            TaskTable tasks,
            CpuTable cpus,
            EntityTable entities,
            RunQueueTable runQueues,
            FairClass fair,
            RtClass rt,
            CpufreqHook hook,
            @Nullable Clamps clamps) {
        this.hook = hook;
        this.clamps = clamps;
        this.tasks = tasks;
        this.cpus = cpus;
        this.entities = entities;
        this.runQueues = runQueues;
        this.fair = fair;
        this.rt = rt;
    }

    boolean isRt(int task) {
        return tasks.rtPriority(task) > 0;
    }

    void enqueue(int cpu, int task, int fairFlags) {
        if (isRt(task)) {
            enqueueRt(cpu, task);
        } else {
            if (tasks.inIowait(task) != 0) {
                hook.wokenFromIo(cpu);
            }
            fair.enqueue(cpu, task, fairFlags);
            stamp(cpu, task);
        }
    }

    /** Takes a task off; false when the fair class keeps it as a delayed dequeue. */
    boolean dequeue(int cpu, int task, int fairFlags) {
        if (isRt(task)) {
            dequeueRt(cpu, task);
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
        } else if (tasks.state(curr) != TaskState.RUNNABLE) {
            return; // it has blocked and looks for work to pull before it goes idle: it picks next
            // anyway
        } else if (isRt(task) || isRt(curr)) {
            if (tasks.rtPriority(task) > tasks.rtPriority(curr)) {
                runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
            }
        } else {
            fair.wakeupPreempt(
                    cpu,
                    task,
                    flags
                            & (WakeFlags.FORK
                                    | WakeFlags.TTWU
                                    | WakeFlags.SYNC
                                    | WakeFlags.SELECTED));
        }
        skipNextClockUpdate(cpu);
    }

    private void enqueueRt(int cpu, int task) {
        final Clamps counted = clamps;
        if (counted != null) {
            counted.enqueueBegins(cpu, task, 0);
        }
        rt.enqueue(cpu, task);
        hook.rtQueueChanged(cpu);
        if (counted != null) {
            counted.enqueueEnds(cpu, task, 0);
        }
    }

    private void dequeueRt(int cpu, int task) {
        if (clamps != null) {
            clamps.dequeueBegins(cpu, task);
        }
        rt.dequeue(cpu, task);
        hook.rtQueueChanged(cpu);
    }

    /** A real-time task is queued for a change of its attributes; no governor is told. */
    void restoreRt(int cpu, int task, boolean first) {
        if (clamps != null) {
            clamps.enqueueBegins(cpu, task, 0);
            clamps.enqueueEnds(cpu, task, 0);
        }
        if (first) {
            rt.enqueueFirst(cpu, task);
        } else {
            rt.enqueue(cpu, task);
        }
    }

    /** The other half: it is taken off for a change. */
    void saveRt(int cpu, int task) {
        if (clamps != null) {
            clamps.dequeueBegins(cpu, task);
        }
        rt.dequeue(cpu, task);
    }

    /** Moves a task that waits, or is delayed, from one CPU's queue to another's. */
    void moveWaiting(int task, int from, int to) {
        if (isRt(task)) {
            dequeueRt(from, task);
            enqueueRt(to, task);
        } else {
            fair.detachQueued(from, task);
            fair.attachQueued(to, task);
            stamp(to, task);
        }
        tasks.cpu(task, to);
    }

    /**
     * After a wake-up check that leaves an immediate request, the next schedule() of that CPU does
     * not read the clock again: what runs is charged up to the check, what comes next from there.
     * Recorded on 6.12 and 7.0; a lazy request does not do it.
     */
    private void skipNextClockUpdate(int cpu) {
        final int curr = cpus.curr(cpu);
        final boolean queued = curr == Index.NONE || isRt(curr) || entities.onRq(curr);
        if (queued && runQueues.needResched(cpu) == RunQueueTable.RESCHED_NOW) {
            cpus.skipClockUpdate(cpu, 1);
        }
    }

    /** Notes that the task was queued or switched in: the balancer takes the least recent first. */
    void stamp(int cpu, int task) {
        final long clock = cpus.lruClock(cpu) + 1;
        cpus.lruClock(cpu, clock);
        tasks.lruStamp(task, clock);
    }
}
