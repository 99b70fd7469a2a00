package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edges of what fits and of what is left; the recordings have the middle. */
class CapacityTest {
    @Test
    void fourFifthsIsTheFirstThatDoesNotFit() {
        assertTrue(CapacityFit.fitsCapacity(819, 1024));
        assertFalse(CapacityFit.fitsCapacity(820, 1024));
        assertFalse(CapacityFit.fitsCapacity(800, 1000)); // exactly four fifths
        assertTrue(CapacityFit.fitsCapacity(799, 1000));
        assertFalse(CapacityFit.fitsCapacity(0, 0));
    }

    @Test
    void fivePercentMoreIsGreater() {
        assertFalse(CapacityFit.capacityGreater(1078, 1024)); // exactly the margin
        assertTrue(CapacityFit.capacityGreater(1079, 1024));
        assertFalse(CapacityFit.capacityGreater(500, 500));
    }

    /** util, min, max, capacity, capacity_orig, pressure, clamps used, result. */
    @ParameterizedTest
    @CsvSource({
        "100, 0, 1024, 400, 446, 0, false, 1",
        "400, 0, 100, 400, 446, 0, false, 0", // clamps do not count while nobody uses them
        "100, 900, 1024, 400, 446, 0, false, 1",
        "400, 0, 446, 400, 446, 0, true, 1", // a ceiling the CPU can reach makes anything fit
        "400, 0, 447, 400, 446, 0, true, 0",
        "1000, 0, 1024, 900, 1024, 0, true, 0", // no ceiling at all on the biggest CPU
        "1000, 0, 1023, 900, 1024, 0, true, 1",
        "100, 447, 1024, 400, 446, 0, true, -1", // the floor is above the CPU
        "100, 446, 1024, 400, 446, 0, true, 1",
        "100, 446, 1024, 400, 446, 1, true, -1", // or above what hardware leaves of it
        "446, 900, 446, 400, 446, 1, true, 1", // a floor above the ceiling is the ceiling
        "445, 900, 446, 400, 446, 1, true, -1",
        "447, 447, 1024, 1000, 446, 0, true, 1", // as busy as the floor: nothing to raise
        "900, 1000, 1024, 400, 446, 0, true, 0" // what does not fit is not asked about its floor
    })
    void clampsDecideWhatFits(
            long util,
            long min,
            long max,
            long capacity,
            long capacityOrig,
            long pressure,
            boolean used,
            int result) {
        assertEquals(
                result,
                CapacityFit.utilFitsCpu(util, min, max, capacity, capacityOrig, pressure, used));
    }

    @Test
    void somethingIsAlwaysLeft() {
        assertEquals(1, RtCapacity.left(1024, 1024, 0));
        assertEquals(1, RtCapacity.left(1024, 0, 1024));
        assertEquals(1, RtCapacity.left(1024, 0, 1023));
        assertEquals(1, RtCapacity.left(1024, 1023, 0));
        assertEquals(1024, RtCapacity.left(1024, 0, 0));
        assertEquals(
                511, RtCapacity.left(1024, 1, 512)); // (1024 - 512) * 1023 / 1024, rounded down
    }

    @Test
    void withoutInterruptsWhatIsLeftIsTheDifference() {
        for (int used = 0; used < 446; used++) {
            assertEquals(446 - used, RtCapacity.left(446, 0, used));
        }
    }

    @Test
    void pressureIsUsedTimeOrComesOffFirst() {
        final int used = RtCapacity.PRESSURE_IS_USED_TIME;
        final int first = RtCapacity.PRESSURE_COMES_OFF_FIRST;
        assertEquals(1024 - 300, RtCapacity.left(1024, 0, 100, 0, 200, 500, used));
        assertEquals(1024 - 600, RtCapacity.left(1024, 0, 100, 0, 200, 500, first));
        assertEquals(1024 - 400, RtCapacity.left(1024, 0, 100, 100, 200, 150, first));
        assertEquals(1024 - 400, RtCapacity.left(1024, 0, 100, 100, 200, 150, used));
        assertEquals(1, RtCapacity.left(200, 0, 0, 0, 200, 0, first));
        assertEquals(7, RtCapacity.hardwarePressure(7, 8, 9, used));
        assertEquals(9, RtCapacity.hardwarePressure(7, 8, 9, first));
        assertEquals(10, RtCapacity.hardwarePressure(7, 10, 9, first));
    }
}
