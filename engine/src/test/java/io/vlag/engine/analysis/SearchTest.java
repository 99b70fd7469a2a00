package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Searches over functions whose best places are known. */
class SearchTest {
    private static final long NO_LIMIT_NS = 1L << 60;

    private static SearchBudget runs(long count) {
        return new SearchBudget(count, NO_LIMIT_NS, () -> 0);
    }

    /** Noise that all candidates of a seed share, and a little of their own. */
    private static double noise(long candidate, long seed) {
        return 100 * new SplittableRandom(seed).nextDouble()
                + new SplittableRandom(candidate * 1_000_003 + seed).nextDouble();
    }

    private static Measurement noisy(AtomicLong measured) {
        return (candidates, seeds) -> {
            final double[][] losses = new double[candidates.length][1];
            for (int i = 0; i < losses.length; i++) {
                measured.incrementAndGet();
                losses[i][0] = Math.abs(candidates[i] - 37) + noise(candidates[i], seeds[i]);
            }
            return losses;
        };
    }

    @Test
    void halvingFindsTheBestBehindCommonNoise() {
        final AtomicLong measured = new AtomicLong();
        final SearchBudget budget = runs(1_000);
        final SuccessiveHalving.Outcome outcome =
                SuccessiveHalving.of(
                        noisy(measured), LongStream.range(0, 100).toArray(), 4, 64, budget);
        assertEquals(37, outcome.standings().getFirst().candidate());
        assertEquals(measured.get(), budget.used());
        assertTrue(budget.used() < 100 * 64 / 4, "used " + budget.used());
        assertEquals(new SuccessiveHalving.Round(100, 4), outcome.rounds().getFirst());
        for (int round = 1; round < outcome.rounds().size(); round++) {
            assertTrue(
                    outcome.rounds().get(round).candidates()
                            <= (outcome.rounds().get(round - 1).candidates() + 1) / 2);
        }
    }

    @Test
    void aSpentBudgetEndsTheSearchBetweenRounds() {
        final SearchBudget budget = runs(450);
        final SuccessiveHalving.Outcome outcome =
                SuccessiveHalving.of(
                        noisy(new AtomicLong()), LongStream.range(0, 100).toArray(), 4, 64, budget);
        assertTrue(budget.used() <= 450);
        assertTrue(outcome.standings().size() > 1);
        final SearchBudget late = new SearchBudget(1_000, 5, new AtomicLong()::getAndIncrement);
        final SuccessiveHalving.Outcome cut =
                SuccessiveHalving.of(
                        noisy(new AtomicLong()), new long[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 64, late);
        assertTrue(cut.rounds().size() < 7, cut.rounds().toString());
    }

    /** A failed candidate is never the best. */
    @Test
    void whatFailsLoses() {
        final SuccessiveHalving.Outcome outcome =
                SuccessiveHalving.of(
                        (candidates, seeds) -> {
                            final double[][] losses = new double[candidates.length][1];
                            for (int i = 0; i < losses.length; i++) {
                                losses[i][0] = candidates[i] == 0 ? Double.NaN : candidates[i];
                            }
                            return losses;
                        },
                        new long[] {0, 1, 2, 3},
                        2,
                        8,
                        runs(1_000));
        assertEquals(1, outcome.standings().getFirst().candidate());
    }

    /** Loss (sum of levels, distance of the first two from the top): the front is a line. */
    private static Measurement twoObjectives() {
        return (candidates, seeds) -> {
            final double[][] losses = new double[candidates.length][2];
            for (int i = 0; i < losses.length; i++) {
                final int a = (int) (candidates[i] / 400);
                final int b = (int) (candidates[i] / 20 % 20);
                final int c = (int) (candidates[i] % 20);
                losses[i][0] = a + b + c;
                losses[i][1] = 38 - a - b + c;
            }
            return losses;
        };
    }

    @Test
    void evolutionFindsMostOfAFrontWithATenthOfTheRuns() {
        final SearchBudget budget = runs(800);
        final java.util.List<ParetoSearch.Found> front =
                ParetoSearch.of(twoObjectives(), new int[] {20, 20, 20}, 1, budget, 1);
        assertTrue(budget.used() <= 800);
        // 39 places have c = 0 and different a + b.
        final long best =
                front.stream().filter(found -> found.losses()[0] + found.losses()[1] == 38).count();
        assertTrue(best >= 30, best + " of 39 places of the front");
        assertTrue(front.size() <= 39 + 3, "the front has " + front.size());
    }

    @Test
    void theSameDrawFindsTheSame() {
        final int[] levels = {20, 20, 20};
        final java.util.List<Long> one =
                ParetoSearch.of(twoObjectives(), levels, 2, runs(300), 5).stream()
                        .map(ParetoSearch.Found::candidate)
                        .toList();
        final java.util.List<Long> two =
                ParetoSearch.of(twoObjectives(), levels, 2, runs(300), 5).stream()
                        .map(ParetoSearch.Found::candidate)
                        .toList();
        assertEquals(one, two);
    }
}
