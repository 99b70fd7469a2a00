package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Conclusions whose answer is known. */
class RangeSensitivityTest {
    private static final int INPUTS = 6;
    private static final int SEEDS = 4;

    /** The difference is 2, less what the third number takes away; a seed moves it by 0.1. */
    private static RangeSensitivity.Result of(double slope) {
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            return RangeSensitivity.of(
                    places -> {
                        final double[] from = new double[SEEDS];
                        final double[] to = new double[SEEDS];
                        for (int seed = 0; seed < SEEDS; seed++) {
                            from[seed] = 100 + 5 * places[4] + seed;
                            final double difference =
                                    2 - slope * (places[2] - 0.5) + 0.2 * places[0] - 0.1;
                            to[seed] = from[seed] + difference + (seed % 2 == 0 ? 0.1 : -0.1);
                        }
                        return new RangeSensitivity.Pair(from, to);
                    },
                    INPUTS,
                    new RangeSensitivity.Effort(6, 50, 3, 1),
                    executor);
        }
    }

    @Test
    void aConclusionThatNothingMovesHolds() {
        final RangeSensitivity.Result result = of(1);
        assertEquals(2, result.difference().mean(), 1e-9);
        assertTrue(result.isDecided() && result.holds());
        assertEquals(50, result.same());
        assertEquals(Math.pow(0.05, 1 / 50.0), result.shareLow(), 1e-9);
    }

    @Test
    void aNumberThatFlipsItIsNamedFirst() {
        final RangeSensitivity.Result result = of(10); // zero at 0.7
        assertTrue(result.isDecided());
        assertFalse(result.holds());
        assertTrue(Math.abs(result.same() - 34) <= 3, "same in " + result.same());
        assertTrue(Math.abs(result.reversed() - 14) <= 3, "reversed in " + result.reversed());
        final RangeSensitivity.Mover first = result.movers().getFirst();
        assertEquals(2, first.input());
        assertEquals(10, first.effect().meanAbsolute().value(), 1e-9);
        assertEquals(-10, first.effect().mean().value(), 1e-9);
        assertEquals(7, Objects.requireNonNull(first.atLow()).mean(), 1e-9);
        assertEquals(-3, Objects.requireNonNull(first.atHigh()).mean(), 1e-9);
        assertEquals(0, result.movers().get(1).input());
        // What moves both variants alike moves no difference.
        assertEquals(0, result.movers().get(2).effect().meanAbsolute().value(), 1e-9);
    }

    @Test
    void withoutAnIntervalThereIsNoConclusion() {
        try (ExecutorService executor = Executors.newFixedThreadPool(1)) {
            final RangeSensitivity.Result result =
                    RangeSensitivity.of(
                            places ->
                                    new RangeSensitivity.Pair(
                                            new double[] {1, 2},
                                            new double[] {2, places[0] > 0.8 ? Double.NaN : 1}),
                            1,
                            new RangeSensitivity.Effort(2, 10, 1, 1),
                            executor);
            assertFalse(result.isDecided());
            assertFalse(result.holds());
            assertEquals(10, result.undecided() + result.failed() + result.same());
        }
    }
}
