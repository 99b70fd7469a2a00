package io.vlag.engine.kernel;

import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/**
 * Where the scheduler tells cpufreq that the utilisation of a CPU may have changed. Counts the
 * calls, because each costs time; schedutil acts on them at once, ondemand looks after the event.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/sched.h cpufreq_update_util().
 */
@HotPath
public final class CpufreqHook {
    private final RunQueueTable runQueues;
    private final @Nullable SchedutilGovernor schedutil;

    /**
     * @param schedutil null when another governor is in charge
     */
    public CpufreqHook(RunQueueTable runQueues, @Nullable SchedutilGovernor schedutil) {
        this.runQueues = runQueues;
        this.schedutil = schedutil;
    }

    /** A hook that only counts. */
    @ColdPath
    public static CpufreqHook counting(RunQueueTable runQueues) {
        return new CpufreqHook(runQueues, null);
    }

    /** One call, with the CPU's clock up to date. */
    void call(int cpu) {
        runQueues.cpufreqHookCount(cpu, runQueues.cpufreqHookCount(cpu) + 1);
        if (schedutil != null) {
            schedutil.update(cpu, false);
        }
    }
}
