package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * Integral of a piecewise constant rate over nanoseconds, exact: kHz over ns gives cycles, uW over
 * ns gives nJ, because both products count millionths of the result. Kept as whole units and the
 * millionths that do not make one yet, so that cutting a piece in two changes nothing.
 *
 * <p>Layout: 16 bytes, whole units and millionths (0..999999). Horizon: 2^63 - 1 whole units, which
 * is 58 years at 5 GHz and 2.9 years at 100 W. Rates up to 10^12 and pieces of any length that
 * stays below that horizon are exact.
 */
@HotPath
final class RateIntegral {
    static final long BYTES = 16;

    private static final long WHOLE = 0;
    private static final long MILLIONTHS = 8;
    private static final long MILLION = 1_000_000;

    private RateIntegral() {}

    /** Adds {@code rate} over {@code ns}; neither is negative. */
    static void add(long at, long rate, long ns) {
        assert rate >= 0 && ns >= 0;
        final long wholeMs = ns / MILLION;
        final long millionths = rate * (ns - wholeMs * MILLION) + Memory.getLong(at + MILLIONTHS);
        final long carry = millionths / MILLION;
        Memory.putLong(at + WHOLE, Memory.getLong(at + WHOLE) + rate * wholeMs + carry);
        Memory.putLong(at + MILLIONTHS, millionths - carry * MILLION);
    }

    /** Whole units if {@code rate} went on for {@code ns} more; changes nothing. */
    static long wholeAfter(long at, long rate, long ns) {
        final long wholeMs = ns / MILLION;
        final long millionths = rate * (ns - wholeMs * MILLION) + Memory.getLong(at + MILLIONTHS);
        return Memory.getLong(at + WHOLE) + rate * wholeMs + millionths / MILLION;
    }

    static long whole(long at) {
        return Memory.getLong(at + WHOLE);
    }

    static long millionths(long at) {
        return Memory.getLong(at + MILLIONTHS);
    }
}
