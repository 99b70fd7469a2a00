package io.vlag.engine.analysis;

/**
 * An estimate with a 95 % interval from resampling.
 *
 * @param low NaN with fewer than two measurements
 * @param high NaN with fewer than two measurements
 */
public record Estimate(double value, double low, double high) {
    /** Half the width of the interval. */
    public double halfWidth() {
        return (high - low) / 2;
    }
}
