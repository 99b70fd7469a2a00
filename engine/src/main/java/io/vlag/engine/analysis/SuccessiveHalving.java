package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the candidate with the least mean loss: all are measured with a few seeds, those that are
 * clearly worse than the best and the worse half go, the others get twice as many seeds, until one
 * is left or the budget is used up. Seeds are common, so candidates are compared by paired
 * differences.
 */
public final class SuccessiveHalving {
    private SuccessiveHalving() {}

    /**
     * One that was left, or went last.
     *
     * @param loss over its seeds
     * @param behindBest its loss minus that of the best, seed by seed
     */
    public record Standing(long candidate, Interval loss, Interval behindBest) {}

    /**
     * How a search went.
     *
     * @param standings the best first, of the candidates of the last round
     * @param rounds seeds and candidates of each round
     */
    public record Outcome(List<Standing> standings, List<Round> rounds) {
        public Outcome {
            standings = List.copyOf(standings);
            rounds = List.copyOf(rounds);
        }
    }

    /** A round: candidates measured with seeds 1 to that. */
    public record Round(int candidates, int seeds) {}

    /** A candidate and its losses by seed. */
    private record Contender(long candidate, double[] losses) {
        double mean() {
            final double mean = Interval.of(losses).mean();
            return Double.isNaN(mean) || hasFailed() ? Double.POSITIVE_INFINITY : mean;
        }

        private boolean hasFailed() {
            return Arrays.stream(losses).anyMatch(Double::isNaN);
        }
    }

    /**
     * Searches.
     *
     * @param firstSeeds seeds of the first round, at least 2 for intervals
     * @param seedsMax seeds that exist
     */
    public static Outcome of(
            Measurement measurement,
            long[] candidates,
            int firstSeeds,
            int seedsMax,
            SearchBudget budget) {
        List<Contender> contenders = new ArrayList<>();
        for (final long candidate : candidates) {
            contenders.add(new Contender(candidate, new double[0]));
        }
        final List<Round> rounds = new ArrayList<>();
        int seeds = Math.min(firstSeeds, seedsMax);
        while (true) {
            final int before = contenders.getFirst().losses.length;
            if (!budget.take((long) contenders.size() * (seeds - before))) {
                break;
            }
            contenders = measured(measurement, contenders, seeds);
            contenders.sort(Comparator.comparingDouble(Contender::mean));
            rounds.add(new Round(contenders.size(), seeds));
            final List<Contender> kept = kept(contenders);
            if (kept.size() == 1 || seeds == seedsMax) {
                break;
            }
            contenders = kept;
            seeds = Math.min(2 * seeds, seedsMax);
        }
        return new Outcome(standings(contenders), rounds);
    }

    private static List<Contender> measured(
            Measurement measurement, List<Contender> contenders, int seeds) {
        final int before = contenders.getFirst().losses.length;
        final int more = seeds - before;
        final long[] candidates = new long[contenders.size() * more];
        final long[] ofSeeds = new long[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            candidates[i] = contenders.get(i / more).candidate;
            ofSeeds[i] = before + 1L + i % more;
        }
        final double[][] found = measurement.losses(candidates, ofSeeds);
        final List<Contender> measured = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            final double[] losses = Arrays.copyOf(contenders.get(i).losses, seeds);
            for (int seed = 0; seed < more; seed++) {
                losses[before + seed] = found[i * more + seed][0];
            }
            measured.add(new Contender(contenders.get(i).candidate, losses));
        }
        return measured;
    }

    /** The better half, without those that the best is clearly better than. */
    private static List<Contender> kept(List<Contender> ranked) {
        final Contender best = ranked.getFirst();
        return ranked.stream()
                .limit((ranked.size() + 1) / 2)
                .filter(
                        contender ->
                                contender.candidate == best.candidate
                                        || !isClearlyWorse(
                                                Interval.ofDifferences(
                                                        best.losses, contender.losses)))
                .toList();
    }

    private static boolean isClearlyWorse(Interval behind) {
        return behind.count() >= 2 && behind.low() > 0;
    }

    private static List<Standing> standings(List<Contender> contenders) {
        final Contender best = contenders.getFirst();
        return contenders.stream()
                .filter(contender -> contender.losses.length > 0)
                .map(
                        contender ->
                                new Standing(
                                        contender.candidate,
                                        Interval.of(contender.losses),
                                        Interval.ofDifferences(best.losses, contender.losses)))
                .toList();
    }
}
