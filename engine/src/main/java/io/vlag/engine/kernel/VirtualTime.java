package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * Comparison of values that live in 64-bit modular time (vruntime, deadline): by the sign of the
 * difference.
 */
@HotPath
public final class VirtualTime {
    private VirtualTime() {}

    public static boolean before(long a, long b) {
        return a - b < 0;
    }

    public static long earlier(long a, long b) {
        return before(b, a) ? b : a;
    }

    static long later(long a, long b) {
        return before(a, b) ? b : a;
    }

    /** {@code value}, moved into {@code -bound .. bound}. */
    static long clampLag(long value, long bound) {
        return Math.max(-bound, Math.min(value, bound));
    }
}
