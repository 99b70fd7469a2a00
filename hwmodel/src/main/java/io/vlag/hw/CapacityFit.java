package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Whether a utilisation fits into a capacity, and which of two capacities is larger for good. All
 * capacities and utilisations in the kernel's scale, 1024 = one biggest CPU at its highest clock.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c fits_capacity(), capacity_greater(),
 *     util_fits_cpu(). Golden vectors: capacity/fits_capacity.csv, capacity/util_fits_cpu_*.csv.
 */
@HotPath
public final class CapacityFit {
    /** The utilisation fits, clamps included. */
    public static final int FITS = 1;

    /** It does not. */
    public static final int TOO_BIG = 0;

    /** It fits, but the CPU cannot give what the minimum clamp asks for. */
    public static final int MIN_CLAMP_UNMET = -1;

    private static final long SCALE = 1024;
    private static final long FIT_MARGIN = 1280; // 25 % on top
    private static final long GREATER_MARGIN = 1078; // about 5 % on top

    private CapacityFit() {}

    /** Whether {@code util} leaves a fifth of {@code capacity} free. */
    public static boolean fitsCapacity(long util, long capacity) {
        return util * FIT_MARGIN < capacity * SCALE;
    }

    /** Whether {@code capacity} exceeds {@code other} by about 5 %, so noise does not count. */
    public static boolean capacityGreater(long capacity, long other) {
        return capacity * SCALE > other * GREATER_MARGIN;
    }

    /**
     * Whether a utilisation with its clamps fits a CPU. A task fits only on {@link #FITS}.
     *
     * @param util utilisation, 0..
     * @param clampMin minimum clamp, 0..1024
     * @param clampMax maximum clamp, 0..1024
     * @param capacity what other classes leave of the CPU
     * @param capacityOrig full capacity of the CPU, 1..1024
     * @param pressure capacity that hardware takes away at present; the kernel's choice of which
     *     pressure that is differs, see {@link RtCapacity#hardwarePressure}
     * @param clampsUsed whether any task has ever set a clamp
     * @return one of {@link #FITS}, {@link #TOO_BIG}, {@link #MIN_CLAMP_UNMET}
     */
    public static int utilFitsCpu(
            long util,
            long clampMin,
            long clampMax,
            long capacity,
            long capacityOrig,
            long pressure,
            boolean clampsUsed) {
        final boolean fits = fitsCapacity(util, capacity);
        if (!clampsUsed) {
            return fits ? FITS : TOO_BIG;
        }
        final boolean unclamped = clampMax == SCALE && capacityOrig == SCALE;
        if (!fits && (unclamped || clampMax > capacityOrig)) {
            return TOO_BIG;
        }
        final long wanted = Math.min(clampMin, clampMax);
        return util < wanted && wanted > capacityOrig - pressure ? MIN_CLAMP_UNMET : FITS;
    }
}
