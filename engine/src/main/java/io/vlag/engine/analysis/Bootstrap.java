package io.vlag.engine.analysis;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Percentile intervals by drawing the rows of a measurement again, with replacement. The same rows
 * give the same intervals.
 */
final class Bootstrap {
    private static final int RESAMPLES = 1_000;
    private static final long SEED = 20_261_201;

    private Bootstrap() {}

    /** Several numbers that follow from some rows. */
    @FunctionalInterface
    interface Statistic {
        /**
         * @param rows indices, some of them more than once
         * @param into one place for each number
         */
        void of(int[] rows, double[] into);
    }

    /**
     * Estimates.
     *
     * @param rows measurements that are independent of each other
     * @param numbers how many numbers the statistic makes
     */
    static Estimate[] of(int rows, int numbers, Statistic statistic) {
        final double[] values = new double[numbers];
        if (rows == 0) {
            Arrays.fill(values, Double.NaN);
        } else {
            statistic.of(IntStream.range(0, rows).toArray(), values);
        }
        final double[][] drawn = new double[numbers][rows < 2 ? 0 : RESAMPLES];
        final double[] again = new double[numbers];
        final int[] sample = new int[rows];
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int draw = 0; rows >= 2 && draw < RESAMPLES; draw++) {
            for (int i = 0; i < rows; i++) {
                sample[i] = random.nextInt(rows);
            }
            statistic.of(sample, again);
            for (int number = 0; number < numbers; number++) {
                drawn[number][draw] = again[number];
            }
        }
        final Estimate[] estimates = new Estimate[numbers];
        for (int number = 0; number < numbers; number++) {
            estimates[number] = estimate(values[number], drawn[number]);
        }
        return estimates;
    }

    /** Samples without a value, such as those of one row only, say nothing. */
    private static Estimate estimate(double value, double[] drawn) {
        final double[] sorted = Arrays.stream(drawn).filter(Double::isFinite).sorted().toArray();
        if (sorted.length < 2) {
            return new Estimate(value, Double.NaN, Double.NaN);
        }
        final double tail = (1 - Interval.CONFIDENCE) / 2;
        return new Estimate(value, quantile(sorted, tail), quantile(sorted, 1 - tail));
    }

    private static double quantile(double[] sorted, double share) {
        final double place = share * (sorted.length - 1);
        final int below = (int) place;
        final int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
