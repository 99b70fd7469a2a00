package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Contributions of a task that join and leave a queue's averages: attach, detach, removal by
 * another CPU, a changed weight, and the first utilisation of a new task.
 *
 * <p>Subtractions stop at 0. Since rounding may leave a sum smaller than its average allows, each
 * sum is then raised to its average times the least divider; the two forms differ in how wide that
 * is done for the load sum.
 *
 * <p>{@code weight} is always the table weight (1024 = nice 0).
 *
 * @implNote Models Linux, kernel/sched/fair.c attach_entity_load_avg(), detach_entity_load_avg(),
 *     update_cfs_rq_load_avg(), reweight_entity(), post_init_entity_util_avg(). Golden vectors:
 *     pelt/attach_detach_removed_*.csv, pelt/post_init_util_*.csv.
 */
@HotPath
public final class PeltTransfer {
    /**
     * 6.6 to 6.19: the load sum is cut to 32 bits when the floor is applied, and only when load
     * leaves.
     */
    public static final int FLOOR_32 = 0;

    /** 7.x: no cut, and the floor is applied to the load sum also when load joins. */
    public static final int FLOOR_64 = 1;

    /** 6.6: the queue's utilisation is scaled by the load weight, 1024 times the table weight. */
    public static final int UTIL_WEIGHT_LOAD = 0;

    /** Later: by the table weight. */
    public static final int UTIL_WEIGHT_TABLE = 1;

    private static final int LOAD_WEIGHT_SHIFT = 10;
    private static final long U32 = 0xFFFF_FFFFL;

    private PeltTransfer() {}

    /**
     * A task joins a queue: it takes over the queue's time, its sums are rebuilt from its averages,
     * and the queue gains all of them.
     *
     * @param queueAt the queue's record, updated to now
     * @param taskAt the task's record; only its averages matter
     * @param weight the task's table weight; at least 1
     * @param form {@link #FLOOR_32} or {@link #FLOOR_64}
     */
    public static void attach(long queueAt, long taskAt, long weight, int form) {
        final long divider = PeltAverage.divider(queueAt);
        PeltLayout.lastUpdateNs(taskAt, PeltLayout.lastUpdateNs(queueAt));
        PeltLayout.periodContrib(taskAt, PeltLayout.periodContrib(queueAt));

        final long utilAvg = PeltLayout.utilAvg(taskAt);
        final long runnableAvg = PeltLayout.runnableAvg(taskAt);
        PeltLayout.utilSum(taskAt, utilAvg * divider);
        PeltLayout.runnableSum(taskAt, runnableAvg * divider);
        final long weightedSum = PeltLayout.loadAvg(taskAt) * divider;
        PeltLayout.loadSum(
                taskAt,
                Long.compareUnsigned(weight, weightedSum) < 0
                        ? Long.divideUnsigned(weightedSum, weight)
                        : 1);

        PeltLayout.utilAvg(queueAt, PeltLayout.utilAvg(queueAt) + utilAvg);
        PeltLayout.utilSum(queueAt, PeltLayout.utilSum(queueAt) + PeltLayout.utilSum(taskAt));
        PeltLayout.runnableAvg(queueAt, PeltLayout.runnableAvg(queueAt) + runnableAvg);
        PeltLayout.runnableSum(
                queueAt, PeltLayout.runnableSum(queueAt) + PeltLayout.runnableSum(taskAt));
        gainLoad(queueAt, taskAt, weight, form);
    }

    /**
     * A task leaves a queue that is updated to now: the queue loses the task's averages and sums.
     */
    public static void detach(long queueAt, long taskAt, long weight, int form) {
        subtractUtil(queueAt, PeltLayout.utilAvg(taskAt), PeltLayout.utilSum(taskAt), form);
        subtractRunnable(
                queueAt, PeltLayout.runnableAvg(taskAt), PeltLayout.runnableSum(taskAt), form);
        loseLoad(queueAt, taskAt, weight, form);
    }

    /**
     * Folds what other CPUs took away into the queue, at the queue's present time.
     *
     * @param removedLoad sum of the load averages of the tasks that left; likewise the next two
     */
    public static void applyRemoved(
            long queueAt, long removedLoad, long removedUtil, long removedRunnable, int form) {
        final long divider = PeltAverage.divider(queueAt);
        subtractLoad(queueAt, removedLoad, removedLoad * divider, form);
        subtractUtil(queueAt, removedUtil, removedUtil * divider, form);
        subtractRunnable(queueAt, removedRunnable, removedRunnable * divider, form);
    }

    /**
     * The weight of an attached task changes: the queue loses its load, the load average follows
     * the new weight, the queue gains it again. Utilisation and runnable do not move.
     */
    public static void reweight(
            long queueAt, long taskAt, long oldWeight, long newWeight, int form) {
        loseLoad(queueAt, taskAt, oldWeight, form);
        reweightDetached(taskAt, newWeight);
        gainLoad(queueAt, taskAt, newWeight, form);
    }

    /** The part of {@link #reweight} that concerns the task alone. */
    public static void reweightDetached(long taskAt, long newWeight) {
        PeltLayout.loadAvg(
                taskAt,
                Long.divideUnsigned(
                        newWeight * PeltLayout.loadSum(taskAt), PeltAverage.divider(taskAt)));
    }

    /** The queue gains the task's load, nothing else. */
    public static void gainLoad(long queueAt, long taskAt, long weight, int form) {
        final long loadAvg = PeltLayout.loadAvg(queueAt) + PeltLayout.loadAvg(taskAt);
        final long loadSum = PeltLayout.loadSum(queueAt) + weight * PeltLayout.loadSum(taskAt);
        PeltLayout.loadAvg(queueAt, loadAvg);
        PeltLayout.loadSum(
                queueAt,
                form == FLOOR_64
                        ? unsignedMax(loadSum, loadAvg * PeltAverage.DIVIDER_BASE)
                        : loadSum);
    }

    /** The queue loses the task's load, nothing else. */
    public static void loseLoad(long queueAt, long taskAt, long weight, int form) {
        subtractLoad(
                queueAt, PeltLayout.loadAvg(taskAt), weight * PeltLayout.loadSum(taskAt), form);
    }

    /**
     * Gives a new task its first averages: full load, and as utilisation a share of what the
     * queue's other tasks have, at most half of what the CPU has left. The sums stay 0 until the
     * task is attached.
     *
     * @param weight the task's table weight
     * @param cpuCapacity capacity of the task's CPU; 1..1024
     * @param form {@link #UTIL_WEIGHT_LOAD} or {@link #UTIL_WEIGHT_TABLE}
     */
    public static void initTaskUtil(
            long queueAt, long taskAt, long weight, long cpuCapacity, int form) {
        PeltLayout.loadAvg(taskAt, weight);
        final long queueUtil = PeltLayout.utilAvg(queueAt);
        final long utilMax = (cpuCapacity - queueUtil) / 2;
        if (utilMax > 0) {
            long util = utilMax;
            if (queueUtil != 0) {
                final long scale = form == UTIL_WEIGHT_LOAD ? weight << LOAD_WEIGHT_SHIFT : weight;
                util =
                        Math.min(
                                utilMax,
                                Long.divideUnsigned(
                                        queueUtil * scale, PeltLayout.loadAvg(queueAt) + 1));
            }
            PeltLayout.utilAvg(taskAt, util);
        }
        PeltLayout.runnableAvg(taskAt, PeltLayout.utilAvg(taskAt));
    }

    private static void subtractLoad(long queueAt, long lostAvg, long lostSum, int form) {
        final long loadAvg = minus(PeltLayout.loadAvg(queueAt), lostAvg);
        final long loadSum = minus(PeltLayout.loadSum(queueAt), lostSum);
        PeltLayout.loadAvg(queueAt, loadAvg);
        PeltLayout.loadSum(queueAt, raised(loadSum, loadAvg, form));
    }

    private static void subtractRunnable(long queueAt, long lostAvg, long lostSum, int form) {
        final long runnableAvg = minus(PeltLayout.runnableAvg(queueAt), lostAvg);
        final long runnableSum = minus(PeltLayout.runnableSum(queueAt), lostSum);
        PeltLayout.runnableAvg(queueAt, runnableAvg);
        PeltLayout.runnableSum(queueAt, raised(runnableSum, runnableAvg, form));
    }

    private static void subtractUtil(long queueAt, long lostAvg, long lostSum, int form) {
        final long utilAvg = minus(PeltLayout.utilAvg(queueAt), lostAvg);
        final long old = PeltLayout.utilSum(queueAt);
        final long lost = lostSum & U32;
        // 7.x takes the lost sum as signed: a negative one is added instead of stopping at 0.
        final boolean addsNegative = form == FLOOR_64 && (int) lost < 0;
        final long utilSum = addsNegative ? (old - lost) & U32 : Math.max(old - lost, 0);
        PeltLayout.utilAvg(queueAt, utilAvg);
        PeltLayout.utilSum(queueAt, Math.max(utilSum, (utilAvg * PeltAverage.DIVIDER_BASE) & U32));
    }

    /** The sum, raised to what its average needs at least; the early form keeps only 32 bits. */
    private static long raised(long sum, long avg, int form) {
        final long floor = avg * PeltAverage.DIVIDER_BASE;
        return form == FLOOR_64 ? unsignedMax(sum, floor) : Math.max(sum & U32, floor & U32);
    }

    /** Unsigned difference that stops at 0. */
    private static long minus(long from, long what) {
        return Long.compareUnsigned(from, what) > 0 ? from - what : 0;
    }

    private static long unsignedMax(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }
}
