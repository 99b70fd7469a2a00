package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Divisors and factors at the edges of 32 and 64 bits, where the kernels differ or fault. */
class WideArithmeticTest {
    private static final long BEYOND_32 = (1L << 32) + 5;

    @Test
    void earlyKernelsDivideByTheLow32BitsOfTheTotalWeight() {
        assertEquals(1_000 / 5, divide("v66", 1_000, BEYOND_32));
        assertEquals(-1_000 / 5, divide("v70", -1_000, BEYOND_32));
        assertEquals(0, divide("v72", 1_000, BEYOND_32));
        assertEquals(-1_000, divide("v66", 1_000, 0xFFFF_FFFFL), "32 bits, and signed");
        assertEquals(7, divide("v66", 7L << 32, 1L << 32), "in full where nothing would be left");
        assertEquals(1_000 / 7, divide("v66", 1_000, 7));
    }

    @Test
    void aWeightedDeltaIsUnsigned() {
        assertEquals(50, WeightedDelta.divide(100, 1, 2));
        assertEquals(0, WeightedDelta.divide(100, 1, -1), "the largest load weight there is");
        assertEquals(1, WeightedDelta.divide(-1, 1, -1));
        assertEquals(Long.MAX_VALUE, WeightedDelta.divide(-1, 1, 2));
        assertEquals(0, WeightedDelta.divide(0, 1, 2));
    }

    /** (2^32 - 1)^2 keeps 32 bits above 32, so that nothing is left to shift by. */
    @Test
    void theLargestFactorsLeaveNoShift() {
        final long weight = 0xFFFF_FFFFL << 10;
        assertEquals(0xFFFF_FFFEL << 33, WeightedDelta.byReciprocal(1L << 33, weight, -1));
        assertEquals(7 * 0xFFFF_FFFEL, WeightedDelta.byReciprocal(7, weight, -1));
    }

    @Test
    void theReciprocalOfAWeightOf32BitsOrMoreIsOne() {
        assertEquals(1, WeightedDelta.inverse(0xFFFF_FFFFL << 10));
        assertEquals(1, WeightedDelta.inverse(1L << 43));
        assertEquals(4_194_303, WeightedDelta.inverse(1_024 << 10));
        assertEquals(-1, WeightedDelta.inverse(0), "no weight: the largest there is");
    }

    private static long divide(String version, long dividend, long divisor) {
        final FairRules rules = GoldenRules.rules(version);
        try (FairBench bench = new FairBench(rules, 1, 1)) {
            final FairState state =
                    new FairState(bench.entities, bench.queues, bench.runQueues, bench.groups);
            return new VirtualAverage(rules, state, new FairTree(rules, state))
                    .divide(dividend, divisor);
        }
    }
}
