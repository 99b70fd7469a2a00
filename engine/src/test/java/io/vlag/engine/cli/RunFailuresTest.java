package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.check.Invariant;
import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.sweep.RunName;
import io.vlag.engine.sweep.RunOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFailuresTest {
    private static final RunOutcome.Failed OURS =
            new RunOutcome.Failed(new RunName("k", "v", 1), new IllegalStateException("x"), 5);
    private static final RunOutcome.Failed THEIRS =
            new RunOutcome.Failed(
                    new RunName("k", "v", 2),
                    new ConfigException(SourcePosition.of("f"), "", "is wrong"),
                    0);

    @Test
    void theExitCodeSaysWhoseFaultItWasAndWhetherAnythingIsLeft() {
        assertEquals(0, RunFailures.exitCode(List.of(), true));
        assertEquals(3, RunFailures.exitCode(List.of(OURS), true));
        assertEquals(3, RunFailures.exitCode(List.of(THEIRS), true));
        assertEquals(70, RunFailures.exitCode(List.of(OURS, THEIRS), false));
        assertEquals(2, RunFailures.exitCode(List.of(THEIRS), false));
    }

    @Test
    void aFaultOfOursIsPrintedWithItsPlaceAndTheCommandThatReplaysIt() {
        final RunOptions options = new RunOptions();
        options.scenario = "s.yaml";
        options.sets = List.of("duration=1s");
        final StringWriter text = new StringWriter();
        RunFailures.print(List.of(OURS), options, new PrintWriter(text, true));
        assertTrue(
                text.toString().contains("k on v, seed 1 failed at 5 simulated ns"),
                text::toString);
        assertTrue(text.toString().contains("IllegalStateException: x"), text::toString);
        assertTrue(
                text.toString()
                        .contains(
                                "replay: vlag run s.yaml --set duration=1s --kernel k --variant v --seed 1"),
                text::toString);
    }

    @Test
    void aBrokenInvariantIsPrintedWholeAndReplaysWithChecks() {
        final RunOutcome.Failed broken =
                new RunOutcome.Failed(
                        new RunName("k", "v", 3),
                        new InvariantViolation(
                                Invariant.LAG_SUM, 0, "lag-sum, CPU 0: too much\n  at 5 ns\n  V 7"),
                        5);
        final RunOptions options = new RunOptions();
        options.scenario = "s.yaml";
        options.check = true;
        final StringWriter text = new StringWriter();
        RunFailures.print(List.of(broken), options, new PrintWriter(text, true));
        assertEquals(
                """
                vlag: k on v, seed 3 failed at 5 simulated ns
                vlag: an invariant is broken: our fault
                lag-sum, CPU 0: too much
                  at 5 ns
                  V 7
                replay: vlag run s.yaml --kernel k --variant v --seed 3 --check
                """,
                text.toString().replace(System.lineSeparator(), "\n"));
        assertEquals(70, RunFailures.exitCode(List.of(broken), true));
    }

    @Test
    void tooLittleMemoryIsTheUsersToRepair() {
        final RunOutcome.Failed failed =
                new RunOutcome.Failed(new RunName("k", "v", 1), new OutOfMemoryError("none"), 0);
        assertEquals(2, RunFailures.exitCode(List.of(failed), false));
        assertTrue(RunFailures.message(failed).contains("VLAG_ARENA_MIB"));
    }

    @Test
    void aReplayCommandIsQuotedForAShell() {
        assertEquals(
                "vlag run 'a b' 'it'\\''s' x=1",
                ReplayCommand.of(List.of("run", "a b", "it's", "x=1")));
    }
}
