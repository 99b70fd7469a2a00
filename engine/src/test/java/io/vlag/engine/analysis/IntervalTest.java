package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {
    /** Mean 5, standard deviation 2.1381, t(7) = 2.3646: by hand. */
    @Test
    void studentsIntervalOfEightValues() {
        final Interval interval = Interval.of(new double[] {2, 4, 4, 4, 5, 5, 7, 9});
        assertEquals(5, interval.mean(), 1e-12);
        assertEquals(2.3646 * 2.1381 / Math.sqrt(8), interval.halfWidth(), 1e-3);
        assertEquals(8, interval.count());
        assertTrue(interval.excludesZero());
    }

    @Test
    void pairingRemovesWhatBothShare() {
        final double[] a = {1_000, 2_000, 3_000, 4_000};
        final double[] b = {1_001, 2_003, 3_001, 4_003};
        final Interval difference = Interval.ofDifferences(a, b);
        assertEquals(2, difference.mean(), 1e-12);
        assertTrue(difference.halfWidth() < 2, difference.toString());
        assertTrue(Interval.of(a).halfWidth() > 1_000);
    }

    @Test
    void tooFewValuesHaveNoInterval() {
        assertTrue(Double.isNaN(Interval.of(new double[0]).mean()));
        final Interval one = Interval.of(new double[] {Double.NaN, 3});
        assertEquals(3, one.mean());
        assertTrue(Double.isNaN(one.halfWidth()));
        assertFalse(one.excludesZero());
    }
}
