package io.vlag.engine.analysis;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * A mean with the half-width of its confidence interval, from Student's t.
 *
 * @param mean NaN without any value
 * @param halfWidth NaN with fewer than two values
 * @param count values
 */
public record Interval(double mean, double halfWidth, int count) {
    /** Share of intervals that contain what they estimate. */
    public static final double CONFIDENCE = 0.95;

    /** Of independent values; those that are no number are left out. */
    public static Interval of(double[] values) {
        int count = 0;
        double mean = 0;
        double squares = 0;
        for (final double value : values) {
            if (!Double.isNaN(value)) { // Welford: no difference of large sums
                count++;
                final double before = value - mean;
                mean += before / count;
                squares += before * (value - mean);
            }
        }
        if (count < 2) {
            return new Interval(count == 0 ? Double.NaN : mean, Double.NaN, count);
        }
        final double error = Math.sqrt(squares / (count - 1) / count);
        return new Interval(mean, quantile(count - 1) * error, count);
    }

    /**
     * Of the differences {@code b - a}, value by value: with common random numbers they vary less
     * than the values.
     */
    public static Interval ofDifferences(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException(a.length + " and " + b.length + " values");
        }
        final double[] differences = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            differences[i] = b[i] - a[i];
        }
        return of(differences);
    }

    /** Two-sided quantile of Student's t. */
    static double quantile(int degreesOfFreedom) {
        return new TDistribution(null, degreesOfFreedom)
                .inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
    }

    public double low() {
        return mean - halfWidth;
    }

    public double high() {
        return mean + halfWidth;
    }

    /** Whether zero lies outside; false when there is no interval. */
    public boolean excludesZero() {
        return Math.abs(mean) > halfWidth;
    }
}
