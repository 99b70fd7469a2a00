package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attribution of functions whose Shapley values and interactions follow from the definition. */
class ChangeAttributionTest {
    private static final double EXACT = 1e-9;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    private static int bit(BitSet made, int change) {
        return made.get(change) ? 1 : 0;
    }

    private static TwoLevelFunction.Response response(double value) {
        return new TwoLevelFunction.Response(value, Double.doubleToLongBits(value));
    }

    /**
     * 100 + seed + 10 a - 4 b + 6 a c + 8 b c d; e never matters. A product of n factors is shared
     * equally: a gets 10 + 3, b -4 + 8/3, c 3 + 8/3, d 8/3.
     */
    private static TwoLevelFunction.Response known(BitSet made, long seed) {
        final int a = bit(made, 0);
        final int b = bit(made, 1);
        final int c = bit(made, 2);
        final int d = bit(made, 3);
        return response((double) (100 + seed + 10 * a - 4 * b + 6 * a * c + 8 * b * c * d));
    }

    private Attribution attribute(TwoLevelFunction function, int changes, long... seeds) {
        return ChangeAttribution.of(function, changes, seeds, 40, 7, executor);
    }

    @Test
    void theKnownAnswerIsFoundExactly() {
        final Attribution found = attribute(ChangeAttributionTest::known, 5, 1, 2, 3);
        assertTrue(found.exact());
        assertEquals(4, found.activeCount());
        assertEquals(102, found.from().mean(), EXACT);
        assertEquals(20, found.difference().mean(), EXACT);
        assertEquals(0, found.difference().halfWidth(), EXACT); // seeds are paired
        final double[] shapley = {13, -4 + 8 / 3.0, 3 + 8 / 3.0, 8 / 3.0, 0};
        final double[] alone = {10, -4, 0, 0, 0};
        final double[] leftOut = {16, 4, 14, 8, 0};
        for (int change = 0; change < 5; change++) {
            final Attribution.Effect effect = found.effects().get(change);
            assertEquals(shapley[change], effect.shapley().mean(), EXACT, "change " + change);
            assertEquals(alone[change], effect.alone().mean(), EXACT, "change " + change);
            assertEquals(leftOut[change], effect.leftOut().mean(), EXACT, "change " + change);
        }
        assertFalse(found.effects().get(4).active());
    }

    /** Of b c d each pair of its factors gets half; a c is all a's and c's. */
    @Test
    void interactionsAreThoseOfTheDefinition() {
        final Attribution found = attribute(ChangeAttributionTest::known, 5, 1);
        assertEquals(4, found.interactions().size());
        final Attribution.Interaction strongest = found.interactions().getFirst();
        assertEquals(0, strongest.first());
        assertEquals(2, strongest.second());
        assertEquals(6, strongest.effect().mean(), EXACT);
        for (final Attribution.Interaction pair : found.interactions().subList(1, 4)) {
            assertTrue(pair.first() >= 1 && pair.second() <= 3, pair.toString());
            assertEquals(4, pair.effect().mean(), EXACT, pair.toString());
        }
    }

    /** Twenty changes: change i adds i, and neighbours of the first four add 5 together. */
    @Test
    void manyChangesAreSampledWithIntervals() {
        final TwoLevelFunction function =
                (made, seed) -> {
                    double sum = 0;
                    for (int i = 0; i < 20; i++) {
                        sum += bit(made, i) * (i + 1);
                    }
                    sum += 5 * bit(made, 0) * bit(made, 1) + 5 * bit(made, 2) * bit(made, 3);
                    return response(sum + seed);
                };
        final Attribution found = attribute(function, 20, 1, 2);
        assertFalse(found.exact());
        assertEquals(80, found.permutationCount());
        double sum = 0;
        for (int change = 0; change < 20; change++) {
            final Interval share = found.effects().get(change).shapley();
            final double expected = change + 1 + (change < 4 ? 2.5 : 0);
            // An order and its reverse see each product once from either side: no error is left.
            assertEquals(expected, share.mean(), EXACT, "change " + change);
            sum += share.mean();
        }
        assertEquals(found.difference().mean(), sum, EXACT);
    }

    /** A product of three is not halved by reversing: the interval has to hold the true value. */
    @Test
    void sampledIntervalsHoldTheTrueValues() {
        final TwoLevelFunction function =
                (made, seed) -> {
                    double sum = 30.0 * bit(made, 0) * bit(made, 1) * bit(made, 2);
                    for (int i = 3; i < 16; i++) {
                        sum += bit(made, i);
                    }
                    return response(sum);
                };
        final Attribution found = attribute(function, 16, 1);
        for (int change = 0; change < 3; change++) {
            final Interval share = found.effects().get(change).shapley();
            assertTrue(share.halfWidth() > 0 && share.halfWidth() < 5, share.toString());
            assertEquals(10, share.mean(), 2 * share.halfWidth(), "change " + change);
        }
    }

    @Test
    void combinationsWithoutAValueAreCountedAndLeftOut() {
        final TwoLevelFunction function =
                (made, seed) ->
                        bit(made, 0) == 1 && bit(made, 1) == 0
                                ? new TwoLevelFunction.Response(Double.NaN, 5)
                                : response(3 * bit(made, 1) + bit(made, 2));
        final Attribution found = attribute(function, 3, 1);
        assertFalse(found.exact());
        assertTrue(found.failedCount() > 0);
        assertEquals(1, found.effects().get(2).shapley().mean(), EXACT);
    }
}
