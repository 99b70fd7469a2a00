package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ExplainCommandTest {
    @Test
    void reasonsAreCountedAndTheLastDecisionsShown() {
        final CommandRun run =
                CommandRun.of(
                        "explain",
                        "pixel6-frames-heavy",
                        "--kernel",
                        "6.6-android",
                        "--duration",
                        "500ms",
                        "--task",
                        "ui",
                        "--last",
                        "3");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("energy_prev"), run.out());
        assertTrue(run.out().contains("uclamp"), run.out());
        for (final String reason :
                new String[] {
                    "calls of the governor",
                    "rate_limited",
                    "same_request",
                    "cut_to_max",
                    "candidates weighed by energy",
                    "none_fits"
                }) {
            assertTrue(run.out().contains(reason), () -> reason + " in " + run.out());
        }
        assertTrue(
                run.out()
                        .lines()
                        .anyMatch(
                                line ->
                                        line.matches(
                                                ".* task \\d+ wakes .*; energy domain \\d CPU \\d.*[+-]\\d+.*")),
                run.out());
        assertEquals(3, run.out().lines().filter(line -> line.contains(" ns  task ")).count());
    }

    @Test
    void aSenselessCountIsRefused() {
        final CommandRun run = CommandRun.of("explain", "hog", "--last", "0");
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("--last 0"), run.err());
    }
}
