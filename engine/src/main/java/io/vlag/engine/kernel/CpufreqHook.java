package io.vlag.engine.kernel;

import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/**
 * Where the scheduler tells cpufreq that the utilisation of a CPU may have changed. Counts the
 * calls, because each costs time; schedutil acts on them at once, ondemand looks after the event.
 *
 * <p>Two forms. Stock kernels call at every change of a root queue's averages and of the real-time
 * queue. With consolidated calls a change only leaves a mark, and the call is made after the
 * context switch, at the tick, after an update of blocked averages and after a change of
 * attributes.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/sched.h cpufreq_update_util(), and the patch
 *     "consolidate cpufreq updates" (v7, after v5).
 */
@HotPath
public final class CpufreqHook {
    private final RunQueueTable runQueues;
    private final @Nullable TaskTable tasks;
    private final @Nullable SchedutilGovernor schedutil;
    private final @Nullable Clamps clamps;
    private final boolean consolidated;
    private int caller; // CPU whose event is being handled; set anew by each

    /**
     * @param tasks null when only calls are counted
     * @param schedutil null when another governor is in charge
     * @param clamps null when no task has clamps
     * @param consolidated cpufreq_calls
     */
    public CpufreqHook(
            RunQueueTable runQueues,
            @Nullable TaskTable tasks,
            @Nullable SchedutilGovernor schedutil,
            @Nullable Clamps clamps,
            boolean consolidated) {
        this.runQueues = runQueues;
        this.tasks = tasks;
        this.schedutil = schedutil;
        this.clamps = clamps;
        this.consolidated = consolidated && tasks != null;
    }

    /** A hook that only counts. */
    @ColdPath
    public static CpufreqHook counting(RunQueueTable runQueues) {
        return new CpufreqHook(runQueues, null, null, null, false);
    }

    /** An event of a CPU is about to be handled: calls that come now come from there. */
    public void from(int cpu) {
        caller = cpu;
    }

    /** Averages of the CPU's root queue changed; its clock is up to date. */
    void call(int cpu) {
        if (consolidated) {
            runQueues.decayed(cpu, 1);
        } else {
            tell(cpu, false, false);
        }
    }

    /** A real-time task came to the CPU or left it. */
    void rtQueueChanged(int cpu) {
        if (!consolidated) {
            tell(cpu, false, false);
        }
    }

    /** A fair task that waited for input or output is being queued. */
    void wokenFromIo(int cpu) {
        if (!consolidated) {
            tell(cpu, true, false);
        }
    }

    /** Policy or clamps of a task of the CPU were changed. */
    void attributesChanged(int cpu) {
        if (consolidated) {
            tell(cpu, false, false);
        }
    }

    /** The tick has aged the averages of what runs. */
    void ticked(int cpu) {
        if (consolidated) {
            tellIfDecayed(cpu);
        }
    }

    /** The balancer has aged the averages of a CPU. */
    void blockedUpdated(int cpu) {
        if (consolidated) {
            tellIfDecayed(cpu);
        }
    }

    /**
     * A context switch is complete.
     *
     * @param prev task that ran, NONE for idle
     * @param next task that runs now, NONE for idle
     */
    void switched(int cpu, int prev, int next) {
        if (consolidated && next != Index.NONE) {
            afterSwitch(cpu, prev, next);
        }
    }

    private void afterSwitch(int cpu, int prev, int next) {
        final TaskTable table = tasks;
        if (table == null) {
            return;
        }
        if (table.rtPriority(next) > 0) {
            final boolean same =
                    prev != Index.NONE
                            && table.rtPriority(prev) > 0
                            && minClamp(prev) == minClamp(next);
            if (!same) {
                tell(cpu, false, true);
            }
        } else if (table.inIowait(next) != 0) {
            tell(cpu, true, true);
        } else {
            tellIfDecayed(cpu);
        }
    }

    private int minClamp(int task) {
        return clamps == null ? 0 : clamps.min(task);
    }

    private void tellIfDecayed(int cpu) {
        if (runQueues.decayed(cpu) != 0) {
            tell(cpu, false, false);
        }
    }

    private void tell(int cpu, boolean ioWait, boolean force) {
        if (consolidated) {
            runQueues.decayed(cpu, 0);
        }
        runQueues.cpufreqHookCount(cpu, runQueues.cpufreqHookCount(cpu) + 1);
        if (schedutil != null) {
            schedutil.update(cpu, caller, ioWait, force);
        }
    }
}
