package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * Boost of a CPU whose tasks keep waking from I/O: doubles with every such wake-up between two
 * evaluations, halves at an evaluation without one, and is forgotten after a tick without any call.
 * State is one {@link IowaitBoostLayout} record a CPU, at {@code at}.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/cpufreq_schedutil.c sugov_iowait_boost(),
 *     sugov_iowait_apply(), sugov_iowait_reset(). Golden vectors: schedutil/iowait_boost.csv.
 */
@HotPath
public final class IowaitBoost {
    /** Boost after the first wake-up: an eighth of the capacity. */
    public static final int MIN = 128;

    /** Full boost. */
    public static final int MAX = 1024;

    private static final int SCALE_SHIFT = 10;

    private IowaitBoost() {}

    /**
     * A hook call, before the rate limit is looked at.
     *
     * @param tickNs length of a tick
     * @param ioWait whether a task woke from I/O
     */
    public static void request(long at, long nowNs, long tickNs, boolean ioWait) {
        final int boost = boost(at);
        if (boost != 0 && isStale(at, nowNs, tickNs)) {
            set(at, ioWait ? MIN : 0, ioWait);
        } else if (ioWait && !pending(at)) {
            set(at, boost == 0 ? MIN : Math.min(2 * boost, MAX), true);
        }
        Memory.putLong(at + IowaitBoostLayout.LAST_UPDATE_NS, nowNs);
    }

    /**
     * An evaluation of the clock, of any CPU of the domain.
     *
     * @param cap capacity of the CPU
     * @return utilisation that the boost stands for, 0..cap
     */
    public static long apply(long at, long nowNs, long tickNs, long cap) {
        int boost = boost(at);
        if (boost == 0) {
            return 0;
        }
        if (isStale(at, nowNs, tickNs)) {
            boost = 0;
        } else if (!pending(at)) {
            boost >>>= 1;
            boost = boost < MIN ? 0 : boost;
        }
        set(at, boost, false);
        return boost * cap >> SCALE_SHIFT;
    }

    /** Boost now in force, 0 or {@link #MIN}..{@link #MAX}. */
    public static int boost(long at) {
        return Memory.getInt(at + IowaitBoostLayout.BOOST);
    }

    /** Whether it grew since the last evaluation. */
    public static boolean pending(long at) {
        return Memory.getInt(at + IowaitBoostLayout.PENDING) != 0;
    }

    private static boolean isStale(long at, long nowNs, long tickNs) {
        return nowNs - Memory.getLong(at + IowaitBoostLayout.LAST_UPDATE_NS) > tickNs;
    }

    private static void set(long at, int boost, boolean pending) {
        Memory.putInt(at + IowaitBoostLayout.BOOST, boost);
        Memory.putInt(at + IowaitBoostLayout.PENDING, pending ? 1 : 0);
    }
}
