package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.InputCheck;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.importer.RtAppImporter;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.sim.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code vlag check}. */
@Command(
        name = "check",
        description = {
            "Reads files as a run would and prints every problem: scenarios, machines, kernels, patches",
            "and tolerances (YAML; told apart by their keys) and rt-app files (JSON)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class)
final class CheckCommand extends PrintingCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "files to check")
    private List<Path> files = new ArrayList<>();

    @Override
    public Integer call() {
        final ConfigLibrary library = ConfigLibrary.installed();
        int exitCode = ExitCode.DONE;
        for (final Path file : files) {
            try {
                final List<String> notes = check(library, file);
                notes.forEach(note -> out().println(Printable.line(file + ": note: " + note)));
                out().println(Printable.line(file + ": ok"));
            } catch (ConfigException bad) {
                bad.problems()
                        .forEach(problem -> err().println(Printable.line(problem.toString())));
                exitCode = ExitCode.BAD_INPUT;
            }
        }
        return exitCode;
    }

    /** Returns what would be ignored or approximated. */
    private static List<String> check(ConfigLibrary library, Path file) {
        if (ScenarioInput.isRtApp(file.toString())) {
            final Workload workload = RtAppImporter.read(file);
            return workload.notes();
        }
        switch (InputCheck.kindOf(file)) {
            case SWEEP -> {
                SweepSetup.read(file.toString());
                return List.of();
            }
            case SCENARIO -> {
                final Scenario scenario = library.scenario(file, Overrides.NONE);
                return RunOrders.of(scenario, name -> NoTarget.INSTANCE, Simulation.NO_CHECKS)
                        .notes();
            }
            default -> {
                InputCheck.check(library, file);
                return List.of();
            }
        }
    }
}
