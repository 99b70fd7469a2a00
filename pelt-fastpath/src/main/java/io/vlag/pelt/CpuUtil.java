package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Utilisation of a CPU by fair tasks, as it is or as it would be with a task placed on or taken off
 * it.
 *
 * @implNote Models Linux, kernel/sched/fair.c cpu_util(). Golden vectors: pelt/cpu_util_*.csv.
 */
@HotPath
public final class CpuUtil {
    /** 6.6: boosts with the runnable average first, then adds or removes the task's utilisation. */
    public static final int BOOST_THEN_TASK = 0;

    /** Later: adds or removes the task in both averages, then takes the larger. */
    public static final int TASK_THEN_BOOST = 1;

    /** Record offset that stands for "no task". */
    public static final long NO_TASK = -1;

    /** CPU index that stands for "nowhere". */
    public static final int NO_CPU = -1;

    private CpuUtil() {}

    /**
     * Utilisation as it is.
     *
     * @param queueAt record of the CPU's root queue
     * @param boost count waiting tasks as well (runnable boosting)
     * @param cpuCapacity full capacity of the CPU, the result's upper bound
     * @return 0..{@code cpuCapacity}
     */
    public static long cpuUtil(long queueAt, boolean boost, long cpuCapacity) {
        long util = PeltLayout.utilAvg(queueAt);
        if (boost) {
            util = Math.max(util, PeltLayout.runnableAvg(queueAt));
        }
        return Math.min(Math.max(util, UtilEst.queueEstimate(queueAt)), cpuCapacity);
    }

    /**
     * Utilisation of {@code cpu} if the task, now attached to {@code taskCpu}, were on {@code
     * dstCpu}.
     *
     * @param queueAt record of the root queue of {@code cpu}
     * @param taskAt the task's record, or {@link #NO_TASK}
     * @param dstCpu {@link #NO_CPU} = the task is taken away
     * @param taskQueued the task is queued or current, so that its estimate is in the sum of a
     *     queue
     * @param boost count waiting tasks as well (runnable boosting)
     * @param cpuCapacity full capacity of {@code cpu}, the result's upper bound
     * @param boostForm {@link #BOOST_THEN_TASK} or {@link #TASK_THEN_BOOST}
     * @param estForm {@link UtilEst#TWO_NUMBERS} or {@link UtilEst#ONE_NUMBER}
     * @return 0..{@code cpuCapacity}
     */
    public static long cpuUtil(
            long queueAt,
            long taskAt,
            int cpu,
            int taskCpu,
            int dstCpu,
            boolean taskQueued,
            boolean boost,
            long cpuCapacity,
            int boostForm,
            int estForm) {
        if (taskAt == NO_TASK) {
            return cpuUtil(queueAt, boost, cpuCapacity);
        }
        long util = PeltLayout.utilAvg(queueAt);
        long runnable = boost ? PeltLayout.runnableAvg(queueAt) : 0;
        if (boostForm == BOOST_THEN_TASK) {
            util = Math.max(util, runnable);
            runnable = 0;
        }
        final boolean boostAfter = boost && boostForm == TASK_THEN_BOOST;
        if (taskCpu == cpu && dstCpu != cpu) {
            util = Math.max(util - PeltLayout.utilAvg(taskAt), 0);
            if (boostAfter) {
                runnable = Math.max(runnable - PeltLayout.runnableAvg(taskAt), 0);
            }
        } else if (taskCpu != cpu && dstCpu == cpu) {
            util += PeltLayout.utilAvg(taskAt);
            if (boostAfter) {
                runnable += PeltLayout.runnableAvg(taskAt);
            }
        }
        long estimate = UtilEst.queueEstimate(queueAt);
        if (dstCpu == cpu) {
            estimate += UtilEst.stored(taskAt, estForm);
        } else if (taskQueued) {
            estimate = Math.max(estimate - UtilEst.stored(taskAt, estForm), 0);
        }
        return Math.min(Math.max(Math.max(util, runnable), estimate), cpuCapacity);
    }
}
