package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Advances one set of averages to a point in time.
 *
 * <p>Time counts in units of 1024 ns, 1024 units are a period. The sums move with every unit; the
 * averages that others read move only when a period boundary was crossed ({@link #update}), or
 * always ({@link #updateAlways}, the form of the kernel patch "Always allow load updates").
 *
 * <p>What to pass (load, runnable, running, weight): a task (queued, queued and not delayed,
 * current, table weight); a queue (table weight of its load, runnable count, has a current, 1); a
 * real-time class or a CPU's interrupts (1 or 0 three times, 1); a blocked entity (0, 0, 0, table
 * weight).
 *
 * @implNote Models Linux 6.12, kernel/sched/pelt.c accumulate_sum(), ___update_load_sum(),
 *     ___update_load_avg(); the same in 6.6 to 7.2. Golden vectors: pelt/avg_sequence.csv.
 */
@HotPath
public final class PeltAverage {
    /** Units of 1024 ns in a period. */
    public static final int PERIOD_UNITS = 1024;

    /** The largest sum: the limit of {@code s = decay(s, 1) + 1024}, 346 steps after 1024. */
    public static final long LOAD_AVG_MAX = 47742;

    /** The divider at the start of a period; it grows by one with each unit. */
    public static final long DIVIDER_BASE = LOAD_AVG_MAX - PERIOD_UNITS;

    /** Fixed point of the runnable and utilisation sums, and of a CPU's capacity. */
    public static final int CAPACITY_SHIFT = 10;

    private static final int UNIT_SHIFT = 10;
    private static final int PERIOD_SHIFT = 10;

    private static final int NOTHING = 0;
    private static final int CONSUMED = 1;
    private static final int CROSSED = 2;

    private PeltAverage() {}

    /**
     * What a sum of this record is divided by to become an average: the largest sum possible right
     * now.
     */
    public static long divider(long at) {
        return DIVIDER_BASE + PeltLayout.periodContrib(at);
    }

    /**
     * Ages the sums to {@code nowNs} and adds the time passed; recomputes the averages if a period
     * boundary was crossed.
     *
     * @param at byte offset of the record
     * @param nowNs the owner's clock; less than a unit later changes nothing, earlier only sets the
     *     record's time back
     * @param load weight the passed time counts with; unsigned; 0 = not active, which makes the
     *     next two 0 as well
     * @param runnable number of runnable entities during that time; unsigned
     * @param running not 0 = running during that time
     * @param weight factor between load sum and load average
     * @return whether the averages were recomputed
     */
    public static boolean update(
            long at, long nowNs, long load, long runnable, int running, long weight) {
        if (accumulate(at, nowNs, load, runnable, running) == CROSSED) {
            updateAvg(at, weight);
            return true;
        }
        return false;
    }

    /**
     * As {@link #update}, but recomputes the averages whenever at least one unit of 1024 ns was
     * consumed.
     */
    public static boolean updateAlways(
            long at, long nowNs, long load, long runnable, int running, long weight) {
        if (accumulate(at, nowNs, load, runnable, running) != NOTHING) {
            updateAvg(at, weight);
            return true;
        }
        return false;
    }

    /**
     * The first half of {@link #update}: only the sums; returns whether a period boundary was
     * crossed.
     */
    public static boolean updateSum(long at, long nowNs, long load, long runnable, int running) {
        return accumulate(at, nowNs, load, runnable, running) == CROSSED;
    }

    /** The second half of {@link #update}: the averages from the sums, truncated. */
    public static void updateAvg(long at, long weight) {
        final long divider = divider(at);
        PeltLayout.loadAvg(at, Long.divideUnsigned(weight * PeltLayout.loadSum(at), divider));
        PeltLayout.runnableAvg(at, Long.divideUnsigned(PeltLayout.runnableSum(at), divider));
        PeltLayout.utilAvg(at, PeltLayout.utilSum(at) / divider);
    }

    private static int accumulate(long at, long nowNs, long load, long runnable, int running) {
        final long lastUpdateNs = PeltLayout.lastUpdateNs(at);
        final long passedNs = nowNs - lastUpdateNs;
        if (passedNs < 0) {
            PeltLayout.lastUpdateNs(at, nowNs);
            return NOTHING;
        }
        final long units = passedNs >> UNIT_SHIFT;
        if (units == 0) {
            return NOTHING;
        }
        // What is left of the last unit counts next time.
        PeltLayout.lastUpdateNs(at, lastUpdateNs + (units << UNIT_SHIFT));

        final int before = PeltLayout.periodContrib(at);
        final long position = units + before;
        final long periods = position >> PERIOD_SHIFT;
        final int after = (int) position & (PERIOD_UNITS - 1);
        PeltLayout.periodContrib(at, after);

        if (periods == 0) {
            if (load != 0) {
                add(at, load, runnable, running, units);
            }
            return CONSUMED;
        }
        PeltLayout.loadSum(at, PeltDecay.decay(PeltLayout.loadSum(at), periods));
        PeltLayout.runnableSum(at, PeltDecay.decay(PeltLayout.runnableSum(at), periods));
        PeltLayout.utilSum(at, PeltDecay.decay(PeltLayout.utilSum(at), periods));
        if (load != 0) {
            add(
                    at,
                    load,
                    runnable,
                    running,
                    PeltDecay.segments(periods, PERIOD_UNITS - before, after));
        }
        // The kernel hands the period count on in 32 bits: a gap of exactly 2^32 periods, 52 days,
        // goes unnoticed.
        return (int) periods != 0 ? CROSSED : CONSUMED;
    }

    private static void add(long at, long load, long runnable, int running, long contrib) {
        PeltLayout.loadSum(at, PeltLayout.loadSum(at) + load * contrib);
        if (runnable != 0) {
            PeltLayout.runnableSum(
                    at, PeltLayout.runnableSum(at) + (runnable * contrib << CAPACITY_SHIFT));
        }
        if (running != 0) {
            PeltLayout.utilSum(at, PeltLayout.utilSum(at) + (contrib << CAPACITY_SHIFT));
        }
    }
}
