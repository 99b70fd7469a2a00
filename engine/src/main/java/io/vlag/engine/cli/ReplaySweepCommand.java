package io.vlag.engine.cli;

import io.vlag.engine.config.Scenario;
import io.vlag.engine.journal.ChronicleTarget;
import io.vlag.engine.journal.JournalTarget;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.sim.Simulation;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.FailureReason;
import io.vlag.engine.sweep.RunCrew;
import io.vlag.engine.sweep.RunOutcome;
import io.vlag.engine.sweep.RunProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag replay}. */
@Command(
        name = "replay",
        description = "Runs one configuration of a sweep again, with everything recorded.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "With --results DIR the digest is compared with what the sweep found; they must be equal."
        })
final class ReplaySweepCommand extends PrintingCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SWEEP", description = "a sweep file, or the name of a shipped one")
    private String sweep = "";

    @Option(names = "--config", paramLabel = "ID", required = true, description = "from 0")
    private long id;

    @Option(names = "--journal", paramLabel = "DIR", description = "records every event here")
    private @Nullable Path journal;

    @Option(names = "--results", paramLabel = "DIR", description = "a directory of vlag sweep")
    private @Nullable Path results;

    @Override
    public Integer call() {
        final SweepSetup setup = SweepSetup.read(sweep);
        final ConfigurationSpace space = new ConfigurationSpace(setup.spec());
        if (id < 0 || id >= space.count()) {
            throw new BadInputException(
                    "--config " + id + ": the sweep has 0 to " + (space.count() - 1));
        }
        final List<String> values = space.values(space.pointOf(id));
        for (int axis = 0; axis < values.size(); axis++) {
            out().println(
                            Printable.line(
                                    setup.spec().axes().get(axis).key() + ": " + values.get(axis)));
        }
        out().println("seed: " + space.seedOf(id));
        if (space.forbiddenBy(values) >= 0) {
            out().println("the sweep forbids this combination; nothing to run");
            return ExitCode.DONE;
        }
        final Scenario scenario = setup.planner().scenario(values, space.seedOf(id));
        return switch (run(scenario)) {
            case RunOutcome.Done done -> show(setup, done);
            case RunOutcome.Failed failed -> {
                err().println(
                                "configuration "
                                        + id
                                        + " fails: "
                                        + Printable.line(failed.cause().toString()));
                yield ExitCode.PARTIAL;
            }
            case RunOutcome.Stopped _ -> ExitCode.INTERRUPTED;
        };
    }

    private RunOutcome run(Scenario scenario) {
        final JournalTarget target =
                journal == null ? NoTarget.INSTANCE : new ChronicleTarget(journal);
        final RunOrders orders = RunOrders.of(scenario, name -> target, Simulation.NO_CHECKS);
        return new RunCrew(1, new RunProgress()).carryOut(orders.orders().subList(0, 1)).getFirst();
    }

    private int show(SweepSetup setup, RunOutcome.Done done) {
        final Window window = new Window(done);
        final String digest = HexFormat.of().toHexDigits(done.digest());
        for (final Metric metric : Metric.values()) {
            if (setup.spec().metrics().contains(metric.key())) {
                out().println(metric.key() + ": " + metric.of(window));
            }
        }
        out().println("events: " + done.after().eventCount());
        out().println("digest: " + digest);
        if (results == null) {
            return ExitCode.DONE;
        }
        final Map.Entry<FailureReason, String> found = found(setup);
        if (found.getValue().equals(digest)) {
            out().println("the sweep found the same digest");
            return ExitCode.DONE;
        }
        throw new IllegalStateException(
                "the sweep found digest "
                        + found.getValue()
                        + " ("
                        + found.getKey()
                        + ") for configuration "
                        + id
                        + ", its replay "
                        + digest);
    }

    private Map.Entry<FailureReason, String> found(SweepSetup setup) {
        final Path directory = java.util.Objects.requireNonNull(results);
        final SweepDirectory.Written written = SweepDirectory.written(directory);
        final List<String> differences = written.facts().differencesTo(setup.facts());
        if (!differences.isEmpty()) {
            throw new BadInputException(
                    differences.stream().map(line -> directory + ": " + line).toList());
        }
        final List<Map.Entry<FailureReason, String>> found = new ArrayList<>();
        final int blockSize = written.facts().blockSize();
        SweepDirectory.read(
                directory,
                written.facts(),
                block -> {
                    final long index = id - block.block() * blockSize;
                    if (index >= 0 && index < block.count()) {
                        found.add(
                                Map.entry(
                                        block.reason((int) index),
                                        HexFormat.of().toHexDigits(block.digest((int) index))));
                    }
                });
        if (found.isEmpty()) {
            throw new BadInputException(
                    directory + ": has no result for configuration " + id + " yet");
        }
        return found.getFirst();
    }
}
