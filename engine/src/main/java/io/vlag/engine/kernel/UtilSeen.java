package io.vlag.engine.kernel;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Utilisations that schedutil made clocks of, counted by frequency domain: how many, in steps of
 * 16, and their sum. For readers; nothing decides by it.
 *
 * <pre>
 *  byte  0    8
 *        sum  counts of 0..15, 16..31, ... 1008..1023, 1024
 * </pre>
 */
@HotPath
public final class UtilSeen {
    /** Width of a step. */
    public static final int STEP = 16;

    /** Steps; the last holds 1024 alone. */
    public static final int STEPS = 1_024 / STEP + 1;

    private static final long COUNTS = 8;
    private static final long BYTES = COUNTS + STEPS * 8L;

    private final long base;

    public UtilSeen(long base) {
        this.base = base;
    }

    /** Memory for the counts; zero is the start. */
    @ColdPath
    public static long reserve(SlabPlan plan, int domainCount) {
        return plan.reserve("utilSeen", BYTES, domainCount);
    }

    /** The governor made a clock of a utilisation, 0..1024. */
    void note(int domain, long util) {
        final long at = base + domain * BYTES;
        Memory.putLong(at, Memory.getLong(at) + util);
        final long countAt = at + COUNTS + Math.clamp(util / STEP, 0, STEPS - 1) * 8L;
        Memory.putLong(countAt, Memory.getLong(countAt) + 1);
    }

    /** Sum of all that were seen. */
    public long sum(int domain) {
        return Memory.getLong(base + domain * BYTES);
    }

    /** How many lay in a step. */
    public long count(int domain, int step) {
        return Memory.getLong(base + domain * BYTES + COUNTS + step * 8L);
    }
}
