package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Ages a sleeping task that is about to leave an idle CPU: the queue's averages were last updated
 * before the CPU went idle, so the task would take too much with it.
 *
 * @implNote Models Linux 6.12, kernel/sched/fair.c migrate_se_pelt_lag(). Golden vectors:
 *     pelt/migrate_lag.csv.
 */
@HotPath
public final class MigrateLag {
    private MigrateLag() {}

    /**
     * Ages the task to an estimate of the CPU's present PELT time; nothing happens on a busy CPU or
     * to a task without any sum left. The flag of {@link UtilEst} stays as it is.
     *
     * @param taskAt the task's record, already aged to the queue's last update
     * @param queueAt record of the queue it leaves
     * @param clockAt record of that CPU's clocks
     * @param idle the CPU runs its idle task
     * @param schedClockNs wall time now
     * @param weight the task's table weight
     * @param always recompute the averages without a crossed boundary, as {@link
     *     PeltAverage#updateAlways}
     * @return whether the averages were recomputed
     */
    public static boolean decay(
            long taskAt,
            long queueAt,
            long clockAt,
            boolean idle,
            long schedClockNs,
            long weight,
            boolean always) {
        final long sums =
                PeltLayout.loadSum(taskAt)
                        | PeltLayout.runnableSum(taskAt)
                        | PeltLayout.utilSum(taskAt);
        if (!idle || sums == 0) {
            return false;
        }
        final long nowNs = nowNs(queueAt, clockAt, schedClockNs);
        return always
                ? PeltAverage.updateAlways(taskAt, nowNs, 0, 0, 0, weight)
                : PeltAverage.update(taskAt, nowNs, 0, 0, 0, weight);
    }

    /**
     * The PELT time of an idle CPU: as it went idle plus what has passed, but not before the
     * queue's last update.
     */
    static long nowNs(long queueAt, long clockAt, long schedClockNs) {
        final long idleNs = RqClockLayout.clockPeltIdleNs(clockAt);
        final long queueNs = PeltLayout.lastUpdateNs(queueAt);
        return Long.compareUnsigned(idleNs, queueNs) < 0
                ? queueNs
                : idleNs + schedClockNs - RqClockLayout.clockIdleNs(clockAt);
    }
}
