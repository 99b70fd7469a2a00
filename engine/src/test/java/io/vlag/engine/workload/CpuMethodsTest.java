package io.vlag.engine.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The methods of stress-ng's CPU stressor: what is known of them holds for the table. */
class CpuMethodsTest {
    private static final int METHODS = 83;
    private static final long MEAN_NS = 640_000;

    @Test
    void theMeanIsThatOfTheStatedRates() {
        final long allNs = CpuMethods.callsNs(0, METHODS, MEAN_NS);
        assertEquals(640_000.0, allNs / (double) METHODS, 1.0);
    }

    @Test
    void theShortestAndTheLongestAreTheStatedOnes() {
        long leastNs = Long.MAX_VALUE;
        long mostNs = 0;
        for (int method = 0; method < METHODS; method++) {
            leastNs = Math.min(leastNs, CpuMethods.callsNs(method, 1, MEAN_NS));
            mostNs = Math.max(mostNs, CpuMethods.callsNs(method, 1, MEAN_NS));
        }
        assertEquals(28, leastNs);
        assertEquals(4_600_000, mostNs);
    }

    @Test
    void callsGoRoundInAFixedOrder() {
        assertEquals(64, CpuMethods.after(0, 64));
        assertEquals(45, CpuMethods.after(64, 64));
        assertEquals(
                CpuMethods.callsNs(80, 3, MEAN_NS) + CpuMethods.callsNs(0, 61, MEAN_NS),
                CpuMethods.callsNs(80, 64, MEAN_NS));
    }

    @Test
    void aLongerMeanStretchesEveryCall() {
        assertEquals(3 * 4_600_000, CpuMethods.callsNs(8, 1, 3 * MEAN_NS));
        assertEquals(1, CpuMethods.callsNs(0, 1, 1_000)); // never less than a nanosecond
    }
}
