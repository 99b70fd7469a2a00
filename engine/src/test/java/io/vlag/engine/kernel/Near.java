package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Figures that are known up to a rounding, or up to what an average decays in a short time. */
final class Near {
    private Near() {}

    static void assertNear(long expected, long actual, long within) {
        assertTrue(
                Math.abs(actual - expected) <= within,
                () -> "expected " + expected + " +- " + within + ", but it was " + actual);
    }
}
