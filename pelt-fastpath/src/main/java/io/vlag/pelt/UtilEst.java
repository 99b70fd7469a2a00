package io.vlag.pelt;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * Estimated utilisation: what a task used in its last activations, remembered while it sleeps, and
 * the sum of these estimates over the tasks that are queued on a CPU.
 *
 * <p>A task's record keeps the estimate in {@code utilEst}; bit 31 of it says that {@code utilAvg}
 * has not moved since the estimate was stored. A root queue's record keeps the sum in {@code
 * utilEst}, without a flag. Without the kernel's UTIL_EST feature nobody calls {@link #update},
 * every estimate stays 0, and the rest has no effect.
 *
 * @implNote Models Linux, kernel/sched/fair.c util_est_update(), util_est_enqueue(),
 *     util_est_dequeue(). Golden vectors: util_est/util_est_*.csv.
 */
@HotPath
public final class UtilEst {
    /**
     * 6.6: {@code utilEst} is the last value, {@code utilEwma} the moving average; the larger one
     * counts.
     */
    public static final int TWO_NUMBERS = 0;

    /** 6.8 and later: {@code utilEst} is the moving average, {@code utilEwma} is unused. */
    public static final int ONE_NUMBER = 1;

    /** Set in a task's {@code utilEst} from a store until its {@code utilAvg} moves. */
    public static final int UNCHANGED = 0x8000_0000;

    /** Differences below this are noise; 1% of the largest capacity. */
    public static final int MARGIN = 1024 / 100;

    private static final int EWMA_SHIFT = 2;

    private UtilEst() {}

    /**
     * Stores what the activation that just ended used: rises at once, falls by a quarter of the
     * difference.
     *
     * @param at the task's record
     * @param cpuCapacity capacity of the task's CPU; 1..1024
     * @param form {@link #TWO_NUMBERS} or {@link #ONE_NUMBER}
     * @param capacityGate to 6.15: nothing is stored when the utilisation is above the CPU's
     *     capacity
     * @param waitingGate 6.8 and later: the average does not fall for a task that was mostly
     *     waiting; with {@link #TWO_NUMBERS}, which no released kernel combines with it, the last
     *     value is still stored
     * @return whether something was stored
     */
    public static boolean update(
            long at, long cpuCapacity, int form, boolean capacityGate, boolean waitingGate) {
        final int stored = PeltLayout.utilEst(at);
        if ((stored & UNCHANGED) != 0) {
            return false;
        }
        final long utilAvg = PeltLayout.utilAvg(at);
        final long ewma =
                form == TWO_NUMBERS ? Memory.getUnsignedInt(at + PeltLayout.UTIL_EWMA) : stored;
        final long fall = ewma - utilAvg;
        long next = ewma;
        if (fall < 0) {
            next = utilAvg;
        } else if (fall < MARGIN) {
            if (form == TWO_NUMBERS && Math.abs(stored - utilAvg) < MARGIN) {
                return false;
            }
        } else if (capacityGate && utilAvg > cpuCapacity) {
            return false;
        } else if (!waitingGate || utilAvg + MARGIN >= PeltLayout.runnableAvg(at)) {
            next = ((ewma << EWMA_SHIFT) - fall) >> EWMA_SHIFT;
        }
        if (form == TWO_NUMBERS) {
            PeltLayout.utilEst(at, (int) utilAvg | UNCHANGED);
            PeltLayout.utilEwma(at, (int) next);
        } else {
            PeltLayout.utilEst(at, (int) next | UNCHANGED);
        }
        return true;
    }

    /**
     * A task's {@code utilAvg} was recomputed by an update of the queued task: the next {@link
     * #update} may store.
     */
    public static void markChanged(long at) {
        final int stored = PeltLayout.utilEst(at);
        if ((stored & UNCHANGED) != 0) {
            PeltLayout.utilEst(at, stored & ~UNCHANGED);
        }
    }

    /**
     * What a queued task adds to the sum of its root queue: the stored estimate without the flag.
     */
    public static long stored(long at, int form) {
        final long value = PeltLayout.utilEst(at) & ~UNCHANGED;
        return form == TWO_NUMBERS
                ? Math.max(value, Memory.getUnsignedInt(at + PeltLayout.UTIL_EWMA))
                : value;
    }

    /**
     * What a task is expected to use: its utilisation now, or the stored estimate if that is
     * larger.
     */
    public static long taskEstimate(long at, int form) {
        return Math.max(PeltLayout.utilAvg(at), stored(at, form));
    }

    /** The sum of a root queue. */
    public static long queueEstimate(long queueAt) {
        return Memory.getUnsignedInt(queueAt + PeltLayout.UTIL_EST);
    }

    /** A task is queued: the root queue's sum gains its estimate. */
    public static void enqueue(long queueAt, long taskAt, int form) {
        PeltLayout.utilEst(queueAt, (int) (queueEstimate(queueAt) + stored(taskAt, form)));
    }

    /** A task leaves: the root queue's sum loses its estimate and stops at 0. */
    public static void dequeue(long queueAt, long taskAt, int form) {
        PeltLayout.utilEst(
                queueAt, (int) Math.max(queueEstimate(queueAt) - stored(taskAt, form), 0));
    }
}
