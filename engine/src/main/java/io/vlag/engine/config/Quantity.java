package io.vlag.engine.config;

/**
 * A hardware number that says how well it is known. The unit is in the name of whatever holds it.
 *
 * @param value the number to use
 * @param low hard lower limit of a calibration; equal to value for a fixed number
 * @param high hard upper limit of a calibration; equal to value for a fixed number
 * @param basis where it comes from
 * @param source for people; empty when the holder states one for all its numbers
 */
public record Quantity(long value, long low, long high, Basis basis, String source) {
    public Quantity {
        if (low > value || value > high) {
            throw new IllegalArgumentException(value + " is outside " + low + ".." + high);
        }
    }

    /** A number no calibration may move. */
    public static Quantity fixed(long value, Basis basis, String source) {
        return new Quantity(value, value, value, basis, source);
    }

    /** True when a calibration may not move it. */
    public boolean isFixed() {
        return low == high;
    }

    /** The same quantity at another value inside its range, as a calibration chooses it. */
    public Quantity withValue(long newValue) {
        return new Quantity(newValue, low, high, basis, source);
    }
}
