package io.vlag.engine.cli;

import io.vlag.engine.analysis.RangeSensitivity;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.EstimatedNumbers;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.sweep.KernelDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag sensitivity}. */
@Command(
        name = "sensitivity",
        description =
                "Says whether a difference between two kernels depends on what is only estimated of"
                        + " the machine.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "All estimated numbers of the machine file move in their ranges, low to high. Latin hypercube",
            "samples say how often the difference keeps its sign, Morris' trajectories which numbers move it",
            "most. Runs are short: the default duration is 20 ms, and the warm-up is cut to half of it."
        })
final class SensitivityCommand extends PrintingCommand implements Callable<Integer> {
    private static final String DURATION = "20ms";
    private static final int SEEDS = 3;
    private static final int SEEDS_MAX = 1_000;
    private static final int EFFORT_MAX = 100_000;
    private static final int ENDS = 10;
    private static final int WORKERS_MAX = 1_024;

    @Parameters(paramLabel = "SCENARIO", description = "a scenario file, or a shipped name")
    private String scenarioName = "";

    @Option(names = "--from", paramLabel = "K1", required = true, description = "a kernel")
    private String from = "";

    @Option(names = "--to", paramLabel = "K2", required = true, description = "another")
    private String to = "";

    @Option(
            names = "--metric",
            paramLabel = "M",
            required = true,
            description = "as in the JSON of vlag run, such as contextSwitches")
    private String metricName = "";

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "measured simulated time of a run; " + DURATION + " if not given")
    private String duration = DURATION;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "seeds 1 to N for each machine, at least 2; 3 if not given")
    private int seeds = SEEDS;

    @Option(names = "--samples", paramLabel = "N", description = "machines sampled; 40")
    private int samples = 40;

    @Option(
            names = "--trajectories",
            paramLabel = "N",
            description = "of the screening, each of one machine more than there are numbers; 4")
    private int trajectories = 4;

    @Option(names = "--draw", paramLabel = "N", description = "draws other machines; 1")
    private long draw = 1;

    @Option(names = "--variant", paramLabel = "NAME", description = "a variant of the machine")
    private @Nullable String variant;

    @Option(names = "--machine", paramLabel = "NAME", description = "another machine")
    private @Nullable String machine;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "replaces or adds a value of the scenario; may be repeated")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--workers", paramLabel = "N", description = "runs at the same time")
    private @Nullable Integer workers;

    @Option(names = "--json", description = "one JSON object instead of the tables")
    private boolean json;

    @Override
    public Integer call() {
        final long startNs = System.nanoTime();
        final int workerCount = checkArguments();
        final Metric metric =
                Stream.of(Metric.values())
                        .filter(known -> known.key().equals(metricName))
                        .findFirst()
                        .orElseThrow();
        final Scenario scenario = ScenarioInput.read(ConfigLibrary.installed(), runOptions());
        final MachineSpec spec = scenario.machines().getFirst();
        final Scenario.KernelRun first = kernel(scenario, from, "--from");
        final Scenario.KernelRun second = kernel(scenario, to, "--to");
        final EstimatedNumbers numbers =
                new EstimatedNumbers(
                        spec, List.of(first.kernel().version(), second.kernel().version()));
        if (numbers.entries().isEmpty()) {
            throw new BadInputException(
                    spec.name() + ": has no estimated numbers, so nothing can be varied");
        }
        final KernelDifference difference =
                new KernelDifference(
                        scenario,
                        numbers,
                        Scenarios::workload,
                        first,
                        second,
                        LongStream.rangeClosed(1, seeds).toArray(),
                        metric::of);
        try (ExecutorService executor =
                Executors.newFixedThreadPool(
                        workerCount, Thread.ofPlatform().name("vlag-run-", 0).daemon().factory())) {
            final RangeSensitivity.Result result =
                    RangeSensitivity.of(
                            difference,
                            numbers.entries().size(),
                            new RangeSensitivity.Effort(trajectories, samples, ENDS, draw),
                            executor);
            final SensitivityReport report =
                    new SensitivityReport(
                            scenario,
                            from,
                            to,
                            metric,
                            seeds,
                            numbers.entries(),
                            result,
                            System.nanoTime() - startNs);
            out().print(json ? report.json() : report.text());
            out().flush();
            return Double.isNaN(result.difference().mean()) ? ExitCode.PARTIAL : ExitCode.DONE;
        }
    }

    /** Every problem of the numbers at once; returns the workers. */
    private int checkArguments() {
        final List<String> problems = new ArrayList<>();
        final int workerCount =
                workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        check(problems, "--workers", workerCount, 1, WORKERS_MAX);
        check(problems, "--samples", samples, 1, EFFORT_MAX);
        check(problems, "--trajectories", trajectories, 1, EFFORT_MAX);
        check(problems, "--seeds", seeds, 2, SEEDS_MAX);
        if (from.equals(to)) {
            problems.add("--to " + to + ": is the kernel of --from; name two different ones");
        }
        if (Stream.of(Metric.values()).noneMatch(known -> known.key().equals(metricName))) {
            problems.add(
                    "--metric "
                            + metricName
                            + ": is not known; choose one of "
                            + String.join(", ", SweepSetup.metricNames()));
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        return workerCount;
    }

    private static void check(List<String> problems, String option, int value, int min, int max) {
        if (value < min || value > max) {
            problems.add(option + " " + value + ": is outside " + min + " to " + max);
        }
    }

    private RunOptions runOptions() {
        final RunOptions options = new RunOptions();
        options.scenario = scenarioName;
        options.kernels = List.of(from, to);
        options.duration = duration;
        options.sets = sets;
        options.machine = machine;
        options.variants = variant == null ? List.of() : List.of(variant);
        return options;
    }

    private static Scenario.KernelRun kernel(Scenario scenario, String label, String option) {
        return scenario.kernels().stream()
                .filter(run -> run.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () ->
                                new BadInputException(
                                        option
                                                + " "
                                                + label
                                                + ": is not among the scenario's kernels"));
    }
}
