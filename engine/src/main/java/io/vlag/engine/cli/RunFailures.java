package io.vlag.engine.cli;

import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.config.ConfigException;
import io.vlag.engine.journal.JournalException;
import io.vlag.engine.sim.WorkloadFault;
import io.vlag.engine.sweep.RunOutcome;
import io.vlag.offheap.ArenaExhaustedException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** What failed runs mean for the user. */
final class RunFailures {
    private RunFailures() {}

    /** Prints every failure; ours with the command that replays it. */
    static void print(List<RunOutcome.Failed> failures, RunOptions options, PrintWriter err) {
        for (final RunOutcome.Failed failed : failures) {
            if (isOurs(failed)) {
                err.println("vlag: " + Printable.line(place(failed)));
                if (failed.cause() instanceof InvariantViolation violation) {
                    err.println("vlag: an invariant is broken: our fault");
                    lines(violation).forEach(err::println);
                } else {
                    Main.printFault(failed.cause(), err);
                }
                err.println("replay: " + ReplayCommand.of(options, failed.name()));
            } else {
                message(failed).lines().forEach(line -> err.println(Printable.line(line)));
            }
        }
    }

    /** Exit code of a command of which some runs failed. */
    static int exitCode(List<RunOutcome.Failed> failures, boolean someDone) {
        if (failures.isEmpty()) {
            return ExitCode.DONE;
        }
        if (failures.stream().anyMatch(failed -> failed.cause() instanceof InvariantViolation)) {
            return ExitCode.FAULT; // the others come from the same simulator
        }
        if (someDone) {
            return ExitCode.PARTIAL;
        }
        return failures.stream().anyMatch(RunFailures::isOurs)
                ? ExitCode.FAULT
                : ExitCode.BAD_INPUT;
    }

    /** For the JSON and for failures that are the user's to repair. */
    static String message(RunOutcome.Failed failed) {
        return switch (failed.cause()) {
            case ConfigException bad -> String.valueOf(bad.getMessage());
            case ArenaExhaustedException small ->
                    "vlag: " + failed.name() + ": " + arenaAdvice(small);
            case JournalException journal -> "vlag: " + failed.name() + ": " + journal.getMessage();
            case OutOfMemoryError memory ->
                    failed.name()
                            + ": not enough memory: "
                            + memory.getMessage()
                            + "; the arena's size is VLAG_ARENA_MIB, the heap's is set by"
                            + " VLAG_JAVA_OPTS=-Xmx...";
            case WorkloadFault workload -> place(failed) + ": " + workload.getMessage();
            default -> place(failed) + ": " + failed.cause();
        };
    }

    private static Stream<String> lines(InvariantViolation violation) {
        return String.valueOf(violation.getMessage()).lines().map(Printable::line);
    }

    static String arenaAdvice(ArenaExhaustedException small) {
        return small.getMessage() + " (with the launcher: VLAG_ARENA_MIB)";
    }

    private static String place(RunOutcome.Failed failed) {
        return failed.name() + " failed at " + failed.simulatedNs() + " simulated ns";
    }

    private static boolean isOurs(RunOutcome.Failed failed) {
        return !(failed.cause() instanceof ConfigException
                || failed.cause() instanceof ArenaExhaustedException
                || failed.cause() instanceof JournalException
                || failed.cause() instanceof OutOfMemoryError
                || failed.cause() instanceof WorkloadFault);
    }
}
