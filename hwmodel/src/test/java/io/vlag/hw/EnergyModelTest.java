package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EnergyModelTest {
    private static final long[] KHZ = {500, 1000, 1500, 2000};
    private static final long[] POWER_UW = {10_000, 15_000, 40_000, 80_000};

    private final EnergyModel byClock = new EnergyModel(EnergyModel.BY_CLOCK, 1024, KHZ, POWER_UW);
    private final EnergyModel byPerformance =
            new EnergyModel(EnergyModel.BY_PERFORMANCE, 1024, KHZ, POWER_UW);

    @Test
    void costIsPowerAtTheHighestClocksTimeShare() {
        assertEquals(40_000, byClock.cost(0)); // 2000 * 10000 / 500
        assertEquals(30_000, byClock.cost(1));
        assertEquals(53_333, byClock.cost(2));
        assertEquals(80_000, byClock.cost(3));
    }

    @Test
    void orPowerPerPerformance() {
        assertEquals(256, byPerformance.performance(0));
        assertEquals(768, byPerformance.performance(2));
        assertEquals(390, byPerformance.cost(0)); // 10 * 10000 / 256
        assertEquals(292, byPerformance.cost(1));
        assertEquals(781, byPerformance.cost(3));
        assertEquals(4, byPerformance.stateCount());
    }

    @Test
    void aStateThatCostsNoLessThanAHigherOneIsInefficient() {
        assertTrue(byClock.isInefficient(0));
        assertFalse(byClock.isInefficient(1));
        assertFalse(byClock.isInefficient(3));
        final EnergyModel equal =
                new EnergyModel(
                        EnergyModel.BY_CLOCK, 1024, new long[] {1000, 2000}, new long[] {1, 2});
        assertTrue(equal.isInefficient(0));
    }

    @Test
    void theLowestSufficientStateIsTaken() {
        assertEquals(1, byPerformance.state(512, 1024, 0, 3, false));
        assertEquals(2, byPerformance.state(513, 1024, 0, 3, false));
        assertEquals(3, byPerformance.state(2000, 1024, 0, 3, false));
        assertEquals(1, byPerformance.state(1000, 512, 0, 3, false)); // limited by the cap
    }

    @Test
    void theEarlyFormAddsItsOwnHeadroom() {
        assertEquals(0, byClock.state(204, 1024, 0, 3, false)); // 204 + 51 = 255
        assertEquals(0, byClock.state(205, 1024, 0, 3, false)); // 205 + 51 = 256, 500 kHz
        assertEquals(1, byClock.state(207, 1024, 0, 3, false)); // 207 + 51 = 258, 503 kHz
        assertEquals(0, byClock.state(1000, 256, 0, 3, false)); // the cap comes after it
    }

    @Test
    void inefficientStatesAreSkippedOnlyIfTheDriverSaysSo() {
        assertEquals(0, byPerformance.state(1, 1024, 0, 3, false));
        assertEquals(1, byPerformance.state(1, 1024, 0, 3, true));
        assertEquals(0, byPerformance.state(1, 1024, 0, 0, true)); // nothing else is allowed
    }

    @Test
    void onlyAllowedStatesAreLookedAt() {
        assertEquals(2, byPerformance.state(1, 1024, 2, 3, false));
        assertEquals(2, byPerformance.state(1024, 1024, 0, 2, false));
    }

    @Test
    void energyIsCostTimesUtilisation() {
        assertEquals(15_000, byClock.energy(1, 512));
        assertEquals(29, byClock.energy(1, 1)); // 30000 / 1024, rounded down
        assertEquals(292 * 512, byPerformance.energy(1, 512));
        assertEquals(0, byPerformance.energy(1, 0));
    }
}
