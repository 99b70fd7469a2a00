package io.vlag.engine.conform;

/**
 * The Kolmogorov-Smirnov distance of two samples of lengths of time, with some slack along the time
 * axis: stints that end at the same tick differ by the cost of a path, and without slack two sharp
 * peaks 1 us apart would be as far apart as can be.
 */
final class Distance {
    private static final double RELATIVE_SLACK = 0.02;

    private Distance() {}

    /**
     * Largest difference of the distribution functions, 0..1; 1 when only one sample is empty.
     *
     * @param slackNs lengths that differ by less, or by less than 2 %, are the same
     */
    static double of(long[] ascending, long[] otherAscending, long slackNs) {
        if (ascending.length == 0 || otherAscending.length == 0) {
            return ascending.length == otherAscending.length ? 0 : 1;
        }
        return Math.max(
                excess(ascending, otherAscending, slackNs),
                excess(otherAscending, ascending, slackNs));
    }

    /** How far the first function lies above the second, the second moved by the slack. */
    private static double excess(long[] upper, long[] lower, long slackNs) {
        double worst = 0;
        int below = 0;
        for (int i = 0; i < upper.length; i++) {
            final double reach =
                    (double) upper[i]
                            + Math.max((double) slackNs, RELATIVE_SLACK * (double) upper[i]);
            while (below < lower.length && lower[below] <= reach) {
                below++;
            }
            worst = Math.max(worst, (i + 1.0) / upper.length - (double) below / lower.length);
        }
        return worst;
    }
}
