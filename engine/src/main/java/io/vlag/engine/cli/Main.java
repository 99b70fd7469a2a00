package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigException;
import io.vlag.offheap.ArenaExhaustedException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. */
@Command(
        name = "vlag",
        description = "Simulates the Linux fair scheduler on models of real machines, in batch.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            BenchCommand.class,
            ConformCommand.class,
            AttributeCommand.class,
            SensitivityCommand.class,
            SweepCommand.class,
            MergeCommand.class,
            AnalyseCommand.class,
            SearchCommand.class,
            ReplaySweepCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:done",
            " 2:bad input; every problem is on standard error",
            " 3:partial: some runs failed, the results of the others are complete",
            "70:our fault; the message has the command that replays it"
        })
public final class Main {
    private static final int FRAMES_SHOWN = 6;

    private Main() {}

    public static void main(String[] args) {
        final PrintWriter out = new PrintWriter(System.out, false, System.out.charset());
        final PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
        final int exitCode = execute(out, err, args);
        out.flush();
        err.flush();
        System.exit(exitCode);
    }

    /**
     * Runs one command line.
     *
     * @param out for results
     * @param err for everything else
     * @return exit code
     */
    public static int execute(PrintWriter out, PrintWriter err, String... args) {
        final CommandLine commandLine = new CommandLine(new Main());
        commandLine.setOut(out);
        commandLine.setErr(err);
        commandLine.setUsageHelpWidth(110);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(Main::badUsage);
        commandLine.setExecutionExceptionHandler(
                (thrown, command, parsed) -> failed(thrown, command.getErr(), List.of(args)));
        final int exitCode = commandLine.execute(args);
        out.flush();
        err.flush();
        return exitCode;
    }

    /** Whether a command with this exit code did everything it was asked for. */
    public static boolean isComplete(int exitCode) {
        return exitCode == ExitCode.DONE || exitCode == ExitCode.PARTIAL;
    }

    private static int badUsage(CommandLine.ParameterException thrown, String[] args) {
        final CommandLine command = thrown.getCommandLine();
        command.getErr().println("vlag: " + Printable.line(String.valueOf(thrown.getMessage())));
        CommandLine.UnmatchedArgumentException.printSuggestions(thrown, command.getErr());
        command.getErr().println("try: " + command.getCommandSpec().qualifiedName(" ") + " --help");
        return ExitCode.BAD_INPUT;
    }

    private static int failed(Throwable thrown, PrintWriter err, List<String> args) {
        switch (thrown) {
            case ConfigException bad ->
                    bad.problems()
                            .forEach(problem -> err.println(Printable.line(problem.toString())));
            case BadInputException bad ->
                    bad.lines().forEach(line -> err.println(Printable.line(line)));
            case ArenaExhaustedException small ->
                    err.println("vlag: " + RunFailures.arenaAdvice(small));
            default -> {
                printFault(thrown, err);
                err.println("replay: " + ReplayCommand.of(args));
                return ExitCode.FAULT;
            }
        }
        return ExitCode.BAD_INPUT;
    }

    /** What somebody who repairs it needs first: the kind, the message, the innermost frames. */
    static void printFault(Throwable thrown, PrintWriter err) {
        err.println("vlag: our fault: " + Printable.line(thrown.toString()));
        final StackTraceElement[] frames = thrown.getStackTrace();
        for (int frame = 0; frame < Math.min(FRAMES_SHOWN, frames.length); frame++) {
            err.println("    at " + frames[frame]);
        }
        if (thrown.getCause() != null) {
            err.println("    because of " + Printable.line(thrown.getCause().toString()));
        }
    }
}
