package io.vlag.engine.cli;

import io.vlag.engine.analysis.Attribution;
import io.vlag.engine.analysis.ChangeAttribution;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.sweep.KernelMix;
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

/** {@code vlag attribute}. */
@Command(
        name = "attribute",
        description = "Says which of the changes between two kernels explain how a metric differs.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "Each change is made alone and left out; those that never had an effect are set aside. Up to 12",
            "others are measured in all combinations, more of them in random orders. Runs are short: the",
            "default duration is 20 ms, and the warm-up is cut to half of it."
        })
final class AttributeCommand extends PrintingCommand implements Callable<Integer> {
    private static final String DURATION = "20ms";
    private static final int SEEDS = 3;
    private static final int SEEDS_MAX = 1_000;
    private static final int ORDERS = 24;
    private static final int ORDERS_MAX = 100_000;
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

    @Option(names = "--seed", paramLabel = "N", description = "only this seed")
    private @Nullable Long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "seeds 1 to N for each combination; 3 if not given")
    private @Nullable Integer seeds;

    @Option(names = "--variant", paramLabel = "NAME", description = "a variant of the machine")
    private @Nullable String variant;

    @Option(names = "--machine", paramLabel = "NAME", description = "another machine")
    private @Nullable String machine;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "replaces or adds a value of the scenario; may be repeated")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--orders",
            paramLabel = "N",
            description = "random orders, each with its reverse, beyond 12 changes; 24")
    private int orders = ORDERS;

    @Option(names = "--workers", paramLabel = "N", description = "runs at the same time")
    private @Nullable Integer workers;

    @Option(names = "--json", description = "one JSON object instead of the tables")
    private boolean json;

    @Override
    public Integer call() {
        final long startNs = System.nanoTime();
        final int workerCount = checkArguments();
        final Metric metric = metric();
        final Scenario scenario = ScenarioInput.read(ConfigLibrary.installed(), runOptions());
        final KernelMix mix =
                new KernelMix(
                        scenario,
                        Scenarios.workload(scenario, scenario.machines().getFirst()),
                        kernel(scenario, from, "--from"),
                        kernel(scenario, to, "--to"),
                        metric::of);
        if (mix.changes().isEmpty()) {
            throw new BadInputException(
                    "--to " + to + ": does not differ from " + from + "; choose another");
        }
        final long[] seedNumbers = seedNumbers();
        final ExecutorService executor =
                Executors.newFixedThreadPool(
                        workerCount, Thread.ofPlatform().name("vlag-run-", 0).daemon().factory());
        try {
            final Attribution attribution =
                    ChangeAttribution.of(
                            mix, mix.changes().size(), seedNumbers, orders, 1, executor);
            final AttributionReport report =
                    new AttributionReport(
                            scenario,
                            from,
                            to,
                            metric,
                            mix.changes(),
                            seedNumbers,
                            attribution,
                            System.nanoTime() - startNs);
            out().print(json ? report.json() : report.text());
            out().flush();
            return Double.isNaN(attribution.difference().mean()) ? ExitCode.PARTIAL : ExitCode.DONE;
        } finally {
            executor.shutdownNow();
        }
    }

    /** Every problem of the numbers at once; returns the workers. */
    private int checkArguments() {
        final List<String> problems = new ArrayList<>();
        final int workerCount =
                workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        check(problems, "--workers", workerCount, WORKERS_MAX);
        check(problems, "--orders", orders, ORDERS_MAX);
        check(problems, "--seeds", seeds == null ? SEEDS : seeds, SEEDS_MAX);
        if (seed != null && seeds != null) {
            problems.add("--seed and --seeds exclude each other; give one of them");
        }
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

    private static void check(List<String> problems, String option, int value, int max) {
        if (value < 1 || value > max) {
            problems.add(option + " " + value + ": is outside 1 to " + max);
        }
    }

    private Metric metric() {
        return Stream.of(Metric.values())
                .filter(known -> known.key().equals(metricName))
                .findFirst()
                .orElseThrow();
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

    private long[] seedNumbers() {
        if (seed != null) {
            return new long[] {seed};
        }
        return LongStream.rangeClosed(1, seeds == null ? SEEDS : seeds).toArray();
    }
}
