package io.vlag.engine.workload;

import io.vlag.offheap.HotPath;

/**
 * How long the methods of stress-ng's CPU stressor take, which it calls one after the other. What
 * is known of them: 83, from 28 ns to 4.6 ms, 0.64 ms in the mean. Between the ends the logarithms
 * are spread by a power that gives this mean; the order mixes short and long ones.
 */
@HotPath
public final class CpuMethods {
    /** Calls of a round when no load slice is given. */
    public static final int CALLS_PER_ROUND = 64;

    /** Mean of the table, ns. */
    private static final long MEAN_NS = 640_000;

    /** 28 * (4,600,000 / 28) ^ ((rank / 82) ^ 0.5802) ns, rank = 31 * place mod 83. */
    private static final int[] METHOD_NS = {
        28, 25_902, 761_658, 968, 86_241, 1_921_694, 5_589, 255_072, 4_600_000, 22_773, 692_020,
        784, 76_929, 1_756_286, 4_785, 229_842, 4_224_341, 19_987, 628_333, 629, 68_540, 1_604_259,
        4_083, 206_926, 3_877_644, 17_508, 570_121, 499, 60_989, 1_464_594, 3_470, 186_127,
        3_557_797, 15_306, 516_943, 390, 54_200, 1_336_345, 2_938, 167_263, 3_262_836, 13_352,
        468_391, 299, 48_102, 1_218_634, 2_476, 150_166, 2_990_931, 11_622, 424_090, 225, 42_630,
        1_110_648, 2_077, 134_684, 2_740_382, 10_093, 383_693, 163, 37_726, 1_011_632, 1_732,
        120_675, 2_509_604, 8_743, 346_877, 113, 33_335, 920_885, 1_437, 108_009, 2_297_127, 7_553,
        313_347, 71, 29_408, 837_761, 1_183, 96_567, 2_101_581, 6_507, 282_829,
    };

    private CpuMethods() {}

    /** The method that is called after {@code count} calls from {@code method} on. */
    public static int after(int method, int count) {
        return (method + count) % METHOD_NS.length;
    }

    /**
     * Time of {@code count} calls from {@code method} on, ns.
     *
     * @param meanNs mean time of a call
     */
    public static long callsNs(int method, int count, long meanNs) {
        long sumNs = 0;
        int next = method;
        for (int call = 0; call < count; call++) {
            sumNs += METHOD_NS[next];
            next = next + 1 == METHOD_NS.length ? 0 : next + 1;
        }
        return Math.max(1, sumNs * meanNs / MEAN_NS);
    }
}
