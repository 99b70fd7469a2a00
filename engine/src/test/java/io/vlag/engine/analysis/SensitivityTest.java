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
            assertEquals(expected[0][input], index.first().mean(), 0.02, "first of " + input);
            assertEquals(expected[1][input], index.total().mean(), 0.02, "total of " + input);
            assertTrue(index.first().halfWidth() < 0.05, index.toString());
        }
    }

    @Test
    void ishigamisIndices() {
        final double[][] expected = PublishedFunctions.ishigamiIndices();
        assertEquals(0.3139, expected[0][0], 1e-4); // the figures that textbooks print
        assertEquals(0.4424, expected[0][1], 1e-4);
        assertEquals(0.2437, expected[1][2], 1e-4);
        holds(SobolIndices.of(PublishedFunctions::ishigami, 3, 1 << 11, 8, 1), expected);
    }

    @Test
    void indicesOfTheGFunction() {
        holds(
                SobolIndices.of(x -> PublishedFunctions.g(x, NUMBERS), 5, 1 << 11, 8, 2),
                PublishedFunctions.gIndices(NUMBERS));
    }

    @Test
    void elementaryEffectsOfALinearFunctionAreItsSlopes() {
        final List<MorrisScreening.Effect> effects =
                MorrisScreening.of(x -> 3 * x[0] - 2 * x[1] + 5, 3, 4, 10, 1);
        final double[] slopes = {3, -2, 0};
        for (int input = 0; input < 3; input++) {
            assertEquals(slopes[input], effects.get(input).mean().mean(), 1e-9);
            assertEquals(Math.abs(slopes[input]), effects.get(input).meanAbsolute().mean(), 1e-9);
            assertEquals(0, effects.get(input).deviation(), 1e-9);
        }
    }

    @Test
    void screeningRanksTheInputsOfTheGFunction() {
        final List<MorrisScreening.Effect> effects =
                MorrisScreening.of(x -> PublishedFunctions.g(x, NUMBERS), 5, 8, 400, 3);
        for (int input = 1; input < 5; input++) {
            assertTrue(
                    effects.get(input - 1).meanAbsolute().mean()
                            > effects.get(input).meanAbsolute().mean(),
                    effects.toString());
        }
    }

    /** It does nothing alone; its mean is nothing, its sizes are not. */
    @Test
    void screeningFindsAnInputThatOnlyInteracts() {
        final MorrisScreening.Effect third =
                MorrisScreening.of(PublishedFunctions::ishigami, 3, 6, 600, 4).get(2);
        assertTrue(Math.abs(third.mean().mean()) < third.mean().halfWidth() * 2);
        assertTrue(third.meanAbsolute().low() > 1, third.toString());
        assertTrue(third.deviation() > 1, third.toString());
    }

    @Test
    void gridsThatMorrisDoesNotKnowAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> MorrisScreening.of(x -> 0, 1, 3, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> SobolIndices.of(x -> 0, 1, 1, 1, 1));
    }
}
