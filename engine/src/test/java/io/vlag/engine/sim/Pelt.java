package io.vlag.engine.sim;

/** Load tracking as a continuous function of time, for tests that know what is to be expected. */
final class Pelt {
    private static final double HALF_LIFE_MS = 32 * 1.024;

    private Pelt() {}

    /** What is left of an average after so much time. */
    static double decay(double ms) {
        return Math.pow(0.5, ms / HALF_LIFE_MS);
    }

    /** An average after so much time of running. */
    static double grow(double average, double ms) {
        return average * decay(ms) + 1024 * (1 - decay(ms));
    }
}
