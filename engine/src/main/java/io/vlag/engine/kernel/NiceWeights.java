package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * Weights of the nice levels and their reciprocals. A step of one nice level is worth about 10 % of
 * CPU time, hence a factor of about 1.25 between neighbours.
 */
@HotPath
public final class NiceWeights {
    public static final int NICE_MIN = -20;
    public static final int NICE_MAX = 19;

    /** Load weight of a nice-0 entity: table weight 1024 with ten more bits of resolution. */
    public static final long NICE_0_LOAD_WEIGHT = 1 << 20;

    /** Table weight of SCHED_IDLE. */
    public static final int IDLE_WEIGHT = 3;

    private static final int LOAD_SHIFT = 10;
    private static final long WEIGHT_FLOOR = 2;

    private static final int[] WEIGHTS = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, // -20 .. -11
        9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277, // -10 .. -1
        1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, // 0 .. 9
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15, // 10 .. 19
    };

    /**
     * About 2^32 / weight. Neither always rounded down nor always to nearest, so they are listed.
     */
    private static final int[] RECIPROCALS = {
        48388, 59856, 76040, 92818, 118348, // -20 .. -16
        147320, 184698, 229616, 287308, 360437, // -15 .. -11
        449829, 563644, 704093, 875809, 1099582, // -10 .. -6
        1376151, 1717300, 2157191, 2708050, 3363326, // -5 .. -1
        4194304, 5237765, 6557202, 8165337, 10153587, // 0 .. 4
        12820798, 15790321, 19976592, 24970740, 31350126, // 5 .. 9
        39045157, 49367440, 61356676, 76695844, 95443717, // 10 .. 14
        119304647, 148102320, 186737708, 238609294, 286331153, // 15 .. 19
    };

    private static final int IDLE_RECIPROCAL = 1431655765;

    private NiceWeights() {}

    /** Table weight of a nice level, 1024 for nice 0. */
    public static int weight(int nice) {
        return WEIGHTS[nice - NICE_MIN];
    }

    /** Table weight with ten more bits: what an entity carries. */
    public static long loadWeight(long tableWeight) {
        return tableWeight << LOAD_SHIFT;
    }

    /** Reciprocal of a nice level's table weight; unsigned 32 bits. */
    public static int reciprocal(int nice) {
        return RECIPROCALS[nice - NICE_MIN];
    }

    /** Reciprocal of {@link #IDLE_WEIGHT}. */
    public static int idleReciprocal() {
        return IDLE_RECIPROCAL;
    }

    /** Load weight without the ten extra bits, at least 2 unless it is 0. */
    public static long scaledDown(long loadWeight) {
        return loadWeight == 0 ? 0 : Math.max(WEIGHT_FLOOR, loadWeight >>> LOAD_SHIFT);
    }
}
