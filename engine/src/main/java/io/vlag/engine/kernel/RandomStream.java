package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.offheap.HotPath;

/**
 * A counter-based random stream per CPU, keyed by the seed: a draw on one CPU moves no other
 * stream.
 *
 * <p>The mixing function is the finaliser of MurmurHash3 with David Stafford's constants ("Mix13"),
 * applied to a Weyl sequence, as in SplitMix64.
 */
@HotPath
public final class RandomStream {
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    /** Streams of the proportional newidle rule, one a CPU. */
    static final long PURPOSE_NEWIDLE = 1;

    /** The phase of the ticks. */
    public static final long PURPOSE_TICK_PHASE = 2;

    /** The phases of quota periods. */
    public static final long PURPOSE_QUOTA_PHASE = 3;

    private RandomStream() {}

    /** Start of the stream for a purpose. */
    public static long seed(long seed, long purpose, long index) {
        return mix(mix(seed + GOLDEN_GAMMA * (purpose + 1)) + GOLDEN_GAMMA * (index + 1));
    }

    static long next(CpuTable cpus, int cpu) {
        final long state = cpus.random(cpu) + GOLDEN_GAMMA;
        cpus.random(cpu, state);
        return mix(state);
    }

    /** A bijection of 64-bit numbers that looks random. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
