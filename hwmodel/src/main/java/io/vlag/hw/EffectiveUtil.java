package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Utilisation of one CPU over all classes, as schedutil and the energy estimate see it. All figures
 * in the kernel's scale, 1024 = one biggest CPU.
 *
 * <p>Two forms. 6.6: one number, clamped inside; headroom is added behind it, so clamps are
 * inflated too. 6.8 and later: utilisation, its floor and its ceiling are separate; headroom goes
 * onto the unclamped utilisation, so a ceiling holds.
 *
 * @implNote Models Linux 6.6, kernel/sched/core.c effective_cpu_util(), and Linux 6.12 to 7.2,
 *     kernel/sched/syscalls.c effective_cpu_util(), kernel/sched/cpufreq_schedutil.c
 *     sugov_effective_cpu_perf(). Golden vectors: schedutil/effective_util_*.csv.
 */
@HotPath
public final class EffectiveUtil {
    /** 6.6: headroom after the clamps. */
    public static final int HEADROOM_AFTER_CLAMP = 0;

    /** 6.8 and later: headroom before the clamps. */
    public static final int HEADROOM_BEFORE_CLAMP = 1;

    private EffectiveUtil() {}

    /**
     * 6.6, for the clock: clamps apply to fair and real-time time together. Deadline tasks count by
     * the bandwidth they reserved; what they use only tells whether the CPU is full.
     *
     * @param cap full capacity of the CPU
     * @param utilCfs utilisation of fair tasks
     * @param rtUtil utilisation of real-time tasks
     * @param dlUtil utilisation of deadline tasks
     * @param irqUtil time in interrupts, as utilisation
     * @param dlBw bandwidth reserved by deadline tasks
     * @param rtTakesAll real-time tasks are runnable and nobody uses clamps
     * @param clampMin aggregated minimum clamp; 0 without clamps
     * @param clampMax aggregated maximum clamp; 1024 without clamps
     * @return 0..cap
     */
    public static long forFrequency(
            long cap,
            long utilCfs,
            long rtUtil,
            long dlUtil,
            long irqUtil,
            long dlBw,
            boolean rtTakesAll,
            long clampMin,
            long clampMax) {
        if (rtTakesAll || irqUtil >= cap) {
            return cap;
        }
        final long util = clamped(utilCfs + rtUtil, clampMin, clampMax);
        if (util + dlUtil >= cap) {
            return cap;
        }
        return Math.min(cap, besideInterrupts(util, irqUtil, cap) + dlBw);
    }

    /**
     * Without clamps and headroom: 6.6 for the energy estimate, 6.8 and later for everything.
     *
     * @return 0..cap
     */
    public static long unclamped(long cap, long utilCfs, long rtUtil, long dlUtil, long irqUtil) {
        if (irqUtil >= cap) {
            return cap;
        }
        final long util = utilCfs + rtUtil + dlUtil;
        return util >= cap ? cap : Math.min(cap, besideInterrupts(util, irqUtil, cap));
    }

    /**
     * 6.8 and later, floor of the request: what interrupts and deadline tasks need, or the minimum
     * clamp; everything while real-time tasks run that nobody clamps. May exceed the capacity.
     */
    public static long floor(
            long cap, long irqUtil, long dlBw, boolean rtTakesAll, long rqClampMin) {
        if (irqUtil >= cap) {
            return cap;
        }
        final long floor = Math.max(irqUtil + dlBw, rqClampMin);
        return rtTakesAll ? Math.max(floor, cap) : floor;
    }

    /** 6.8 and later, ceiling of the request. */
    public static long ceiling(long cap, long irqUtil, long rqClampMax) {
        return irqUtil >= cap ? cap : Math.min(cap, rqClampMax);
    }

    /** 6.8 and later: utilisation with headroom, below the ceiling, but not below the floor. */
    public static long request(long util, long floor, long ceiling) {
        return Math.max(floor, Math.min(ceiling, Schedutil.withHeadroom(util)));
    }

    /** A value between two clamps; the minimum wins where they cross. */
    public static long clamped(long util, long clampMin, long clampMax) {
        return clampMin >= clampMax ? clampMin : Math.min(Math.max(util, clampMin), clampMax);
    }

    /** Time beside interrupts runs while they do not, so it is scaled down; they come on top. */
    private static long besideInterrupts(long util, long irqUtil, long cap) {
        return util * (cap - irqUtil) / cap + irqUtil;
    }
}
