package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.journal.ChronicleTarget;
import io.vlag.engine.journal.JournalTarget;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.journal.WithReasons;
import io.vlag.engine.sim.Simulation;
import io.vlag.engine.sweep.RunCrew;
import io.vlag.engine.sweep.RunName;
import io.vlag.engine.sweep.RunOrder;
import io.vlag.engine.sweep.RunOutcome;
import io.vlag.engine.sweep.RunProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code vlag run}. */
@Command(
        name = "run",
        description = "Simulates a scenario: every machine variant, kernel and seed it names.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "An rt-app file runs on pi5 (first variant) under kernel 7.0 for the duration it states, 10 s",
            "if it states none; --machine, --variant, --kernel, --duration and --set choose otherwise.",
            "Progress is shown on standard error if that is a terminal."
        })
final class RunCommand extends PrintingCommand implements Callable<Integer> {
    private static final int WORKERS_MAX = 1_024;

    /** Journals in memory together use at most this part of the heap. */
    private static final long HEAP_PART = 4;

    @Mixin private final RunOptions options = new RunOptions();

    @Override
    public Integer call() {
        final int workers = workers();
        final Scenario scenario = ScenarioInput.read(ConfigLibrary.installed(), options);
        final Map<RunName, Path> journals = new HashMap<>(); // filled before the workers start
        final RunOrders orders = RunOrders.of(scenario, targets(journals, workers), checkEvery());
        final @Nullable OutputDirectory directory = directory(scenario);
        if (options.journal == RunOptions.JournalKind.CHRONICLE && directory != null) {
            for (final RunOrder order : orders.orders()) {
                journals.put(order.name(), directory.journalOf(scenario.name(), order.name()));
            }
        }
        final List<RunOutcome> outcomes = carryOut(orders, workers, err());
        if (outcomes.stream().anyMatch(RunOutcome.Stopped.class::isInstance)) {
            return ExitCode.INTERRUPTED;
        }
        return show(new Results(scenario, outcomes, orders.notes(), journals), directory);
    }

    private int workers() {
        final Integer given = options.workers;
        if (given == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (given < 1 || given > WORKERS_MAX) {
            throw new BadInputException("--workers " + given + ": is outside 1 to " + WORKERS_MAX);
        }
        return given;
    }

    private long checkEvery() {
        final Long every = options.checkEvery;
        if (every == null) {
            return options.check ? 1 : Simulation.NO_CHECKS;
        }
        if (every < 1) {
            throw new BadInputException("--check-every " + every + ": is below 1");
        }
        return every;
    }

    private @Nullable OutputDirectory directory(Scenario scenario) {
        if (options.out != null) {
            return OutputDirectory.claim(options.out);
        }
        return options.journal == RunOptions.JournalKind.CHRONICLE
                ? OutputDirectory.claim(OutputDirectory.defaultFor(scenario.name()))
                : null;
    }

    private Function<RunName, JournalTarget> targets(Map<RunName, Path> journals, int workers) {
        final Function<RunName, JournalTarget> plain = plainTargets(journals, workers);
        return options.reasons ? name -> new WithReasons(plain.apply(name)) : plain;
    }

    private Function<RunName, JournalTarget> plainTargets(
            Map<RunName, Path> journals, int workers) {
        return switch (options.journal) {
            case NONE -> name -> NoTarget.INSTANCE;
            case MEMORY ->
                    name ->
                            new MemoryTarget(
                                    Runtime.getRuntime().maxMemory() / HEAP_PART / workers);
            case CHRONICLE ->
                    name -> new ChronicleTarget(Objects.requireNonNull(journals.get(name)));
        };
    }

    /**
     * A signal stops the runs between two slices; the process ends when their journals are closed.
     */
    private static List<RunOutcome> carryOut(RunOrders orders, int workers, PrintWriter err) {
        final RunProgress progress = new RunProgress();
        final RunCrew crew = new RunCrew(workers, progress);
        final Thread hook = Thread.ofPlatform().name("vlag-stop").unstarted(() -> stop(crew));
        Runtime.getRuntime().addShutdownHook(hook);
        try (ProgressLine _ =
                ProgressLine.start(
                        err,
                        progress,
                        orders.orders().size(),
                        orders.totalNs(),
                        StandardError.isTerminal())) {
            return crew.carryOut(orders.orders());
        } finally {
            if (!crew.isStopping()) {
                removeHook(hook);
            }
        }
    }

    private static void stop(RunCrew crew) {
        crew.stop();
        try {
            crew.awaitOver();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already; the hook has nothing left to do.
        }
    }

    private int show(Results results, @Nullable OutputDirectory directory) {
        final List<RunOutcome.Failed> failures = results.failures();
        final boolean someDone = failures.size() < results.outcomes().size();
        RunFailures.print(failures, options, err());
        if (someDone) {
            final String json = options.json || directory != null ? RunJson.text(results) : "";
            final String table = options.json && directory == null ? "" : RunTable.text(results);
            out().print(options.json ? json : table);
            if (directory != null) {
                directory.write("summary.json", json);
                directory.write("table.txt", table);
            }
        }
        return RunFailures.exitCode(failures, someDone);
    }
}
