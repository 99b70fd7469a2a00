package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LevelEffectsTest {
    /** 10 a + 2 b + 4 a b over the levels -1 and 1: variance 100 + 4 + 16. */
    private static LevelEffects twoFactors() {
        final LevelEffects effects = new LevelEffects(new int[] {2, 2, 3}, 5);
        for (int seed = 0; seed < 5; seed++) {
            for (int a = 0; a < 2; a++) {
                for (int b = 0; b < 2; b++) {
                    for (int c = 0; c < 3; c++) {
                        final int x = 2 * a - 1;
                        final int y = 2 * b - 1;
                        effects.add(new int[] {a, b, c}, seed, 50 + 10 * x + 2 * y + 4 * x * y);
                    }
                }
            }
        }
        return effects;
    }

    @Test
    void sharesAreThoseOfTheDecomposition() {
        final LevelEffects effects = twoFactors();
        assertEquals(60, effects.count());
        assertEquals(50, effects.mean(), 1e-9);
        assertEquals(120, effects.variance(), 1e-9);
        assertEquals(100 / 120.0, effects.share(0), 1e-9);
        assertEquals(4 / 120.0, effects.share(1), 1e-9);
        assertEquals(0, effects.share(2), 1e-9);
        final List<LevelEffects.Pair> pairs = effects.pairs(0.01);
        assertEquals(1, pairs.size());
        assertEquals(new LevelEffects.Pair(0, 1, pairs.getFirst().share()), pairs.getFirst());
        assertEquals(16 / 120.0, pairs.getFirst().share(), 1e-9);
        assertEquals(40, effects.mean(0, 0), 1e-9);
    }

    @Test
    void differencesArePairedOverSeeds() {
        final LevelEffects effects = new LevelEffects(new int[] {2}, 20);
        final SplittableRandom random = new SplittableRandom(1);
        for (int seed = 0; seed < 20; seed++) {
            final double common = 1_000 * random.nextDouble();
            effects.add(new int[] {0}, seed, common);
            effects.add(new int[] {1}, seed, common + 3 + random.nextDouble());
        }
        final Interval difference = effects.difference(0, 1);
        assertEquals(3.5, difference.mean(), 0.3);
        assertTrue(difference.halfWidth() < 0.3, difference.toString());
    }

    @Test
    void valuesThatAreMissingAreLeftOut() {
        final LevelEffects effects = new LevelEffects(new int[] {2}, 2);
        effects.add(new int[] {0}, 0, Double.NaN);
        effects.add(new int[] {0}, 1, 2);
        effects.add(new int[] {1}, 0, 9);
        effects.add(new int[] {1}, 1, 5);
        assertEquals(3, effects.count());
        final Interval difference = effects.difference(0, 1);
        assertEquals(1, difference.count());
        assertEquals(3, difference.mean(), 1e-12);
    }
}
