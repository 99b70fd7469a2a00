package io.vlag.engine.cli;

import java.util.Arrays;

/**
 * One metric over the seeds of a kernel.
 *
 * @param mean NaN when any seed has none
 * @param halfRange half the distance from the lowest to the highest
 */
record Spread(double mean, double halfRange) {
    static Spread of(double... values) {
        final double mean = Arrays.stream(values).average().orElse(Double.NaN);
        final double low = Arrays.stream(values).min().orElse(Double.NaN);
        final double high = Arrays.stream(values).max().orElse(Double.NaN);
        return new Spread(mean, (high - low) / 2);
    }

    String meanText(int decimals) {
        return Numbers.decimal(mean, decimals);
    }

    /** Empty when the seeds do not differ in the digits shown. */
    String rangeText(int decimals) {
        final String range = Numbers.decimal(halfRange, decimals);
        final boolean visible = range.chars().anyMatch(c -> c >= '1' && c <= '9');
        return visible ? "±" + range : "";
    }
}
