package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * The geometric decay under every average: a value halves in 32 periods of 1024 units of 1024 ns.
 */
public final class PeltDecay {
    /** Periods in which a value halves. */
    public static final int HALF_LIFE_PERIODS = 32;

    /** After more periods than this every value has become 0. */
    public static final long PERIODS_MAX = HALF_LIFE_PERIODS * 63L;

    private static final int HALF_LIFE_SHIFT = 5;
    private static final int HALF_LIFE_MASK = HALF_LIFE_PERIODS - 1;
    private static final long[] FACTORS_Q64 = DecayTable.factorsQ64();

    private PeltDecay() {}

    /**
     * Ages a value by whole periods: {@code value * 2^(-periods/32)}, first halved, then scaled,
     * rounded down each time.
     *
     * @param value an unsigned 64-bit sum
     * @param periods whole periods of 1024 * 1024 ns; unsigned
     * @return the aged sum, same unit; 0 after more than {@link #PERIODS_MAX} periods
     * @implNote Models Linux 6.12, kernel/sched/pelt.c decay_load(). Golden vectors:
     *     pelt/decay_load.csv.
     */
    @HotPath
    public static long decay(long value, long periods) {
        if (Long.compareUnsigned(periods, PERIODS_MAX) > 0) {
            return 0;
        }
        final long halved = value >>> (periods >>> HALF_LIFE_SHIFT);
        return Math.unsignedMultiplyHigh(halved, FACTORS_Q64[(int) periods & HALF_LIFE_MASK]);
    }

    /**
     * The fraction that {@link #decay} multiplies with: {@code floor((2^32 - 1) *
     * 2^(-remainder/32))}.
     *
     * @param remainder periods beyond whole half-lives; 0..31
     * @return unsigned 32 bits
     */
    public static long factorQ32(int remainder) {
        return FACTORS_Q64[remainder] >>> Integer.SIZE;
    }

    /**
     * Sum that a fully active span contributes when it crosses period boundaries: the aged part
     * before the first boundary, the full periods between, and the part after the last.
     *
     * @param periods boundaries crossed; at least 1
     * @param before units before the first boundary; 0..1024
     * @param after units after the last boundary; 0..1023
     * @return units of 1024 ns; below 2^17
     * @implNote Models Linux 6.12, kernel/sched/pelt.c __accumulate_pelt_segments(). Golden
     *     vectors: pelt/segments.csv.
     */
    @HotPath
    public static int segments(long periods, long before, long after) {
        final long between =
                PeltAverage.LOAD_AVG_MAX
                        - decay(PeltAverage.LOAD_AVG_MAX, periods)
                        - PeltAverage.PERIOD_UNITS;
        return (int) (decay(before, periods) + between + after);
    }
}
