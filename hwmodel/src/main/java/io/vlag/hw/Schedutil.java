package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * From a utilisation to the clock of a frequency domain: headroom, reference clock, table, rate
 * limit. State is one {@link SchedutilLayout} record a domain, at {@code at}; a call at a scheduler
 * hook is {@link #shouldUpdate}, {@link #rawKhz}, {@link #nextKhz}, {@link #commit}.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/cpufreq_schedutil.c sugov_should_update_freq(),
 *     get_next_freq(), sugov_update_next_freq(); include/linux/sched/cpufreq.h map_util_freq(),
 *     map_util_perf(). Golden vectors: schedutil/map_util.csv, schedutil/next_freq_*.csv.
 */
@HotPath
public final class Schedutil {
    /** 6.6: the highest clock, or without frequency invariance the present one. */
    public static final int REFERENCE_PRESENT = 0;

    /**
     * 6.8 and later: the clock that capacity refers to; else the highest; else the present one and
     * a quarter.
     */
    public static final int REFERENCE_OF_CAPACITY = 1;

    /** To 6.12: a pending update of the limits waits for the rate limit. */
    public static final int PENDING_WAITS = 0;

    /** 7.2: a pending update of the limits passes it. */
    public static final int PENDING_PASSES = 1;

    private static final long U32 = 0xFFFF_FFFFL;

    private Schedutil() {}

    /** A quarter on top of a utilisation, rounded down. */
    public static long withHeadroom(long util) {
        return util + (util >>> 2);
    }

    /** Clock that gives {@code util} of {@code cap} at {@code khz} for all of it, rounded down. */
    public static long utilToKhz(long util, long khz, long cap) {
        return Long.divideUnsigned(khz * util, cap);
    }

    /** The governor starts; the first call gets through, as on a machine that has long been up. */
    public static void start(long at, long nowNs, long rateLimitNs) {
        Memory.putLong(at + SchedutilLayout.LAST_UPDATE_NS, nowNs - rateLimitNs);
    }

    /**
     * Whether a call gets through: limits changed, or the rate limit is over. The first makes the
     * next clock be issued even if it looks like the last.
     *
     * @param nowNs time of the call
     * @param rateLimitNs least time between two issued clocks
     * @param pendingForm one of PENDING_...
     */
    public static boolean shouldUpdate(long at, long nowNs, long rateLimitNs, int pendingForm) {
        if (Memory.getInt(at + SchedutilLayout.LIMITS_CHANGED) != 0) {
            Memory.putInt(at + SchedutilLayout.LIMITS_CHANGED, 0);
            Memory.putInt(at + SchedutilLayout.NEED_UPDATE, 1);
            return true;
        }
        if (pendingForm == PENDING_PASSES && needsUpdate(at)) {
            return true;
        }
        return nowNs - lastUpdateNs(at) >= rateLimitNs;
    }

    /** The domain's limits changed: the next call gets through. */
    public static void limitsChanged(long at) {
        Memory.putInt(at + SchedutilLayout.LIMITS_CHANGED, 1);
    }

    /**
     * Clock that the whole capacity stands for.
     *
     * @param capacityRefKhz clock that capacity refers to, 0 when the platform has none
     * @param invariant utilisation is scaled by the clock
     * @param maxKhz highest clock of the hardware
     * @param curKhz present clock
     * @param form one of REFERENCE_...
     */
    public static long referenceKhz(
            long capacityRefKhz, boolean invariant, long maxKhz, long curKhz, int form) {
        if (form == REFERENCE_OF_CAPACITY && capacityRefKhz != 0) {
            return capacityRefKhz;
        }
        if (invariant) {
            return maxKhz;
        }
        return form == REFERENCE_OF_CAPACITY ? curKhz + (curKhz >>> 2) : curKhz;
    }

    /**
     * Clock asked for, before limits and table; unsigned 32 bits.
     *
     * @param util {@link EffectiveUtil#request}, or in 6.6 {@link EffectiveUtil#forFrequency}
     * @param cap capacity of the domain's CPUs
     * @param headroomForm one of EffectiveUtil.HEADROOM_...: 6.6 adds the headroom here
     */
    public static long rawKhz(long util, long cap, long referenceKhz, int headroomForm) {
        final long asked =
                headroomForm == EffectiveUtil.HEADROOM_AFTER_CLAMP ? withHeadroom(util) : util;
        return utilToKhz(asked, referenceKhz, cap) & U32;
    }

    /**
     * Clock to issue: the last one while the same is asked for; else the lowest of the table at or
     * above what is asked for within the limits, or the highest of the table.
     *
     * @param rawKhz {@link #rawKhz}
     * @param minKhz lower limit of the domain
     * @param maxKhz upper limit of the domain
     * @param tableKhz table of clocks, rising; may hold other tables too
     * @param from first position of this domain's
     * @param count number of clocks; 0: the hardware has no table and takes any clock
     */
    public static long nextKhz(
            long at, long rawKhz, long minKhz, long maxKhz, int[] tableKhz, int from, int count) {
        if (rawKhz == cachedRawKhz(at) && !needsUpdate(at)) {
            return nextKhz(at);
        }
        Memory.putInt(at + SchedutilLayout.CACHED_RAW_KHZ, (int) rawKhz);
        final long wantedKhz = Math.min(Math.max(rawKhz, minKhz), maxKhz);
        return count == 0
                ? wantedKhz
                : tableKhz[OppTable.atOrAbove(tableKhz, from, from + count - 1, wantedKhz)];
    }

    /**
     * Issues a clock, unless it is the last one; after a change of the limits also that, if the
     * driver wants to hear of every one.
     *
     * @return whether the driver is to be called
     */
    public static boolean commit(long at, long nowNs, long khz, boolean driverHearsLimits) {
        final boolean forced = needsUpdate(at) && driverHearsLimits;
        Memory.putInt(at + SchedutilLayout.NEED_UPDATE, 0);
        if (khz == nextKhz(at) && !forced) {
            return false;
        }
        Memory.putInt(at + SchedutilLayout.NEXT_KHZ, (int) khz);
        Memory.putLong(at + SchedutilLayout.LAST_UPDATE_NS, nowNs);
        return true;
    }

    /** Last clock issued, 0 before the first. */
    public static long nextKhz(long at) {
        return Memory.getUnsignedInt(at + SchedutilLayout.NEXT_KHZ);
    }

    /** Last clock asked for, 0 before the first. */
    public static long cachedRawKhz(long at) {
        return Memory.getUnsignedInt(at + SchedutilLayout.CACHED_RAW_KHZ);
    }

    /** Takes back what was last asked for, as when the busy filter keeps the clock. */
    public static void cachedRawKhz(long at, long rawKhz) {
        Memory.putInt(at + SchedutilLayout.CACHED_RAW_KHZ, (int) rawKhz);
    }

    /** When a clock was last issued. */
    public static long lastUpdateNs(long at) {
        return Memory.getLong(at + SchedutilLayout.LAST_UPDATE_NS);
    }

    /** Whether the next clock is issued even if it looks like the last. */
    public static boolean needsUpdate(long at) {
        return Memory.getInt(at + SchedutilLayout.NEED_UPDATE) != 0;
    }
}
