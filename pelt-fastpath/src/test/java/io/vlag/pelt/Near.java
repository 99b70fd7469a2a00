package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Integers that rounding may move a little. */
final class Near {
    private Near() {}

    static void assertNear(long expected, long actual, long tolerance) {
        assertTrue(
                Math.abs(expected - actual) <= tolerance,
                () -> "expected " + expected + " +- " + tolerance + " but was " + actual);
    }
}
