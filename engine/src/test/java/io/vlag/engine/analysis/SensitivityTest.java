package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Sobol's and Morris' measures of functions whose answers are published. */
class SensitivityTest {
    private static final double[] NUMBERS = {0, 1, 4.5, 9, 99};

    private static void holds(List<SobolIndices.Index> found, double[][] expected) {
        for (int input = 0; input < found.size(); input++) {
            final SobolIndices.Index index = found.get(input);
            assertEquals(expected[0][input], index.first().value(), 0.02, "first of " + input);
            assertEquals(expected[1][input], index.total().value(), 0.02, "total of " + input);
            assertTrue(index.first().halfWidth() < 0.05, index.toString());
            assertTrue(index.first().low() - 0.005 <= expected[0][input], index.toString());
            assertTrue(index.first().high() + 0.005 >= expected[0][input], index.toString());
            assertTrue(index.total().low() - 0.005 <= expected[1][input], index.toString());
            assertTrue(index.total().high() + 0.005 >= expected[1][input], index.toString());
        }
    }

    @Test
    void ishigamisIndices() {
        final double[][] expected = PublishedFunctions.ishigamiIndices();
        assertEquals(0.3139, expected[0][0], 1e-4); // the figures that textbooks print
        assertEquals(0.4424, expected[0][1], 1e-4);
        assertEquals(0.2437, expected[1][2], 1e-4);
        holds(
                SobolIndices.of(PublishedFunctions::ishigami, new SobolDesign(3, 1 << 13, 1)),
                expected);
    }

    @Test
    void indicesOfTheGFunction() {
        holds(
                SobolIndices.of(
                        x -> PublishedFunctions.g(x, NUMBERS), new SobolDesign(5, 1 << 13, 2)),
                PublishedFunctions.gIndices(NUMBERS));
    }

    @Test
    void elementaryEffectsOfALinearFunctionAreItsSlopes() {
        final List<MorrisScreening.Effect> effects =
                MorrisScreening.of(x -> 3 * x[0] - 2 * x[1] + 5, new MorrisDesign(3, 4, 10, 1));
        final double[] slopes = {3, -2, 0};
        for (int input = 0; input < 3; input++) {
            assertEquals(slopes[input], effects.get(input).mean().value(), 1e-9);
            assertEquals(Math.abs(slopes[input]), effects.get(input).meanAbsolute().value(), 1e-9);
            assertEquals(0, effects.get(input).deviation().value(), 1e-9);
        }
    }

    @Test
    void screeningRanksTheInputsOfTheGFunction() {
        final List<MorrisScreening.Effect> effects =
                MorrisScreening.of(
                        x -> PublishedFunctions.g(x, NUMBERS), new MorrisDesign(5, 8, 400, 3));
        for (int input = 1; input < 5; input++) {
            assertTrue(
                    effects.get(input - 1).meanAbsolute().value()
                            > effects.get(input).meanAbsolute().value(),
                    effects.toString());
        }
    }

    /** It does nothing alone; its mean is nothing, its sizes are not. */
    @Test
    void screeningFindsAnInputThatOnlyInteracts() {
        final MorrisScreening.Effect third =
                MorrisScreening.of(PublishedFunctions::ishigami, new MorrisDesign(3, 6, 600, 4))
                        .get(2);
        assertTrue(Math.abs(third.mean().value()) < third.mean().halfWidth() * 2);
        assertTrue(third.meanAbsolute().low() > 1, third.toString());
        assertTrue(third.deviation().low() > 1, third.toString());
    }

    @Test
    void gridsThatMorrisDoesNotKnowAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new MorrisDesign(1, 3, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new SobolDesign(1, 1, 1));
    }

    /** What failed is left out, and the rest says the same. */
    @Test
    void missingMeasurementsLeaveTheOthers() {
        final MorrisDesign morris = new MorrisDesign(2, 4, 30, 1);
        final double[] values = new double[(int) morris.count()];
        final double[] at = new double[2];
        for (int i = 0; i < values.length; i++) {
            morris.point(i, at);
            values[i] = i % 7 == 0 ? Double.NaN : at[0] + 10 * at[1];
        }
        final List<MorrisScreening.Effect> effects = MorrisScreening.effects(morris, values);
        assertEquals(1, effects.get(0).meanAbsolute().value(), 1e-9);
        assertEquals(10, effects.get(1).meanAbsolute().value(), 1e-9);
        final SobolDesign sobol = new SobolDesign(2, 512, 1);
        final double[] responses = new double[(int) sobol.count()];
        for (int i = 0; i < responses.length; i++) {
            sobol.point(i, at);
            responses[i] = i % 31 == 0 ? Double.NaN : at[0];
        }
        final List<SobolIndices.Index> indices = SobolIndices.indices(sobol, responses);
        assertEquals(1, indices.get(0).total().value(), 0.03);
        assertEquals(0, indices.get(1).total().value(), 0.001);
    }

    /** 95 intervals of 100 should hold the truth; the mean of a known sample is exact. */
    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        int holds = 0;
        for (int seed = 0; seed < 100; seed++) {
            final java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
            final double[] sample = random.doubles(60, 0, 2).toArray();
            final Estimate mean =
                    Bootstrap.of(
                            sample.length,
                            1,
                            (rows, into) -> {
                                into[0] = 0;
                                for (final int row : rows) {
                                    into[0] += sample[row] / rows.length;
                                }
                            })[0];
            holds += mean.low() <= 1 && 1 <= mean.high() ? 1 : 0;
        }
        assertTrue(holds >= 88 && holds <= 99, holds + " of 100");
    }
}
