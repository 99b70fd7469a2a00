package io.vlag.engine.config;

/**
 * What a task asks of the clock and of placement: the least and the most performance, 0..1024.
 *
 * @param min minimum clamp; {@link #UNSET}: nothing asked for, or, in a change, left as it is
 * @param max maximum clamp; {@link #UNSET} likewise
 */
public record UtilClamp(int min, int max) {
    /** Nothing asked for. */
    public static final int UNSET = -1;

    /** Largest clamp: all of the biggest CPU. */
    public static final int SCALE = 1_024;

    /** A task that asks for nothing. */
    public static final UtilClamp NONE = new UtilClamp(UNSET, UNSET);

    /** Whether either clamp is given. */
    public boolean isSet() {
        return min != UNSET || max != UNSET;
    }
}
