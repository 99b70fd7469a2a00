package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Whether a conclusion, that something is more or less under one of two variants, depends on
 * numbers that are only known as ranges. Latin hypercube samples say in how much of the ranges it
 * holds, Morris' trajectories which numbers move it, and those that move it most are then moved
 * alone to both ends.
 */
public final class RangeSensitivity {
    private static final int LEVELS = 4;
    private static final double MIDDLE = 0.5;

    private RangeSensitivity() {}

    /** A measurement of both variants. */
    @FunctionalInterface
    public interface Difference {
        /**
         * Measures; may be called by several threads at once.
         *
         * @param places of the numbers in their ranges, 0 to 1, 0.5 the best guess; not to be kept
         */
        Pair at(double[] places);
    }

    /**
     * Values of two variants, by seed; NaN where there is none.
     *
     * @param from of the first
     * @param to of the second
     */
    public record Pair(double[] from, double[] to) {
        Interval difference() {
            return Interval.ofDifferences(from, to);
        }
    }

    /**
     * How much is measured.
     *
     * @param trajectories of Morris' screening, at least 1
     * @param samples Latin hypercube samples, at least 1
     * @param ends how many numbers are moved alone
     * @param seed of the drawing
     */
    public record Effort(int trajectories, int samples, int ends, long seed) {}

    /**
     * What a number does to the difference.
     *
     * @param input its index
     * @param effect of a move over its whole range, while the others are anywhere
     * @param atLow the difference with this number alone at its low end; null when not measured
     * @param atHigh at its high end
     */
    public record Mover(
            int input,
            MorrisScreening.Effect effect,
            @Nullable Interval atLow,
            @Nullable Interval atHigh) {}

    /**
     * What was found.
     *
     * @param from mean of the first variant with all numbers at their best guess
     * @param to mean of the second
     * @param difference of the two
     * @param same samples in which the difference has the same sign, its interval without 0
     * @param reversed samples in which it has the other sign, its interval without 0
     * @param undecided samples whose interval holds 0
     * @param failed samples without a value
     * @param shareLow lower bound, with 95 % confidence, of the share of the ranges in which the
     *     sign is the same
     * @param samples differences of the samples, rising
     * @param movers all numbers, the one that moves the difference most first
     */
    public record Result(
            double from,
            double to,
            Interval difference,
            int same,
            int reversed,
            int undecided,
            int failed,
            double shareLow,
            double[] samples,
            List<Mover> movers) {

        /** Whether there is a conclusion at all at the best guess. */
        public boolean isDecided() {
            return difference.excludesZero();
        }

        /** Whether the conclusion holds in every sample. */
        public boolean holds() {
            return isDecided() && same > 0 && reversed + undecided + failed == 0;
        }
    }

    /** Measures. */
    public static Result of(
            Difference function, int inputs, Effort effort, ExecutorService executor) {
        final double[] middle = new double[inputs];
        Arrays.fill(middle, MIDDLE);
        final List<double[]> places = new ArrayList<>();
        places.add(middle);
        places.addAll(latin(inputs, effort));
        final MorrisDesign morris =
                new MorrisDesign(inputs, LEVELS, effort.trajectories(), effort.seed());
        for (int i = 0; i < morris.count() && inputs > 0; i++) {
            final double[] point = new double[inputs];
            morris.point(i, point);
            places.add(point);
        }
        final List<Pair> pairs = measured(function, places, executor);
        final Pair best = pairs.getFirst();
        final List<Interval> samples =
                pairs.subList(1, 1 + effort.samples()).stream().map(Pair::difference).toList();
        final double[] ofMorris =
                pairs.subList(1 + effort.samples(), pairs.size()).stream()
                        .mapToDouble(pair -> pair.difference().mean())
                        .toArray();
        final List<MorrisScreening.Effect> effects =
                inputs == 0 ? List.of() : MorrisScreening.effects(morris, ofMorris);
        return result(best, samples, movers(function, inputs, effects, effort.ends(), executor));
    }

    private static Result result(Pair best, List<Interval> samples, List<Mover> movers) {
        final Interval difference = best.difference();
        int same = 0;
        int reversed = 0;
        int failed = 0;
        for (final Interval sample : samples) {
            if (Double.isNaN(sample.mean())) {
                failed++;
            } else if (sample.excludesZero()) {
                if (sample.mean() > 0 == difference.mean() > 0) {
                    same++;
                } else {
                    reversed++;
                }
            }
        }
        return new Result(
                Interval.of(best.from()).mean(),
                Interval.of(best.to()).mean(),
                difference,
                same,
                reversed,
                samples.size() - same - reversed - failed,
                failed,
                shareLow(same, samples.size()),
                samples.stream().mapToDouble(Interval::mean).sorted().toArray(),
                movers);
    }

    /** Clopper and Pearson's bound, one-sided. */
    private static double shareLow(int same, int samples) {
        return same == 0
                ? 0
                : new BetaDistribution(null, same, samples - same + 1)
                        .inverseCumulativeProbability(1 - Interval.CONFIDENCE);
    }

    private static List<Mover> movers(
            Difference function,
            int inputs,
            List<MorrisScreening.Effect> effects,
            int ends,
            ExecutorService executor) {
        final List<Integer> ranked =
                IntStream.range(0, effects.size())
                        .boxed()
                        .sorted(Comparator.comparingDouble(input -> -size(effects.get(input))))
                        .toList();
        final List<double[]> places = new ArrayList<>();
        final int alone = Math.min(ends, ranked.size());
        for (final int input : ranked.subList(0, alone)) {
            for (int end = 0; end <= 1; end++) {
                final double[] point = new double[inputs];
                Arrays.fill(point, MIDDLE);
                point[input] = end;
                places.add(point);
            }
        }
        final List<Pair> pairs = measured(function, places, executor);
        final List<Mover> movers = new ArrayList<>();
        for (int rank = 0; rank < ranked.size(); rank++) {
            final int input = ranked.get(rank);
            movers.add(
                    new Mover(
                            input,
                            effects.get(input),
                            rank < alone ? pairs.get(2 * rank).difference() : null,
                            rank < alone ? pairs.get(2 * rank + 1).difference() : null));
        }
        return movers;
    }

    private static double size(MorrisScreening.Effect effect) {
        final double size = effect.meanAbsolute().value();
        return Double.isNaN(size) ? -1 : size;
    }

    /** One sample in each of as many strata of every number. */
    private static List<double[]> latin(int inputs, Effort effort) {
        final SplittableRandom random = new SplittableRandom(~effort.seed());
        final List<double[]> samples = new ArrayList<>();
        for (int i = 0; i < effort.samples(); i++) {
            samples.add(new double[inputs]);
        }
        final int[] strata = IntStream.range(0, effort.samples()).toArray();
        for (int input = 0; input < inputs; input++) {
            for (int i = strata.length - 1; i > 0; i--) {
                final int j = random.nextInt(i + 1);
                final int kept = strata[i];
                strata[i] = strata[j];
                strata[j] = kept;
            }
            for (int i = 0; i < strata.length; i++) {
                samples.get(i)[input] = (strata[i] + random.nextDouble()) / strata.length;
            }
        }
        return samples;
    }

    private static List<Pair> measured(
            Difference function, List<double[]> places, ExecutorService executor) {
        final List<Future<Pair>> futures = new ArrayList<>();
        for (final double[] point : places) {
            futures.add(executor.submit(() -> function.at(point.clone())));
        }
        final List<Pair> pairs = new ArrayList<>();
        for (final Future<Pair> future : futures) {
            try {
                pairs.add(future.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(
                        "a measurement failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while measuring", e);
            }
        }
        return pairs;
    }
}
