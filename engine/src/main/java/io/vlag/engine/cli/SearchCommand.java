package io.vlag.engine.cli;

import io.vlag.engine.analysis.Measurement;
import io.vlag.engine.analysis.ParetoSearch;
import io.vlag.engine.analysis.SearchBudget;
import io.vlag.engine.analysis.SuccessiveHalving;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.sweep.BlockRange;
import io.vlag.engine.sweep.ConfigurationCrew;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.SweepJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag search}. */
@Command(
        name = "search",
        description = "Looks for the best combinations of a sweep without simulating all of them.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "With one objective: successive halving. Candidates get few seeds, the clearly worse and the worse",
            "half go, the others get twice as many. With several: the Pareto front by evolution (grids only).",
            "The same command with a budget of configurations finds the same."
        })
final class SearchCommand extends PrintingCommand implements Callable<Integer> {
    private static final int WORKERS_MAX = 1_024;
    private static final int SEEDS = 4;
    private static final int CANDIDATES_MAX = 100_000;
    private static final long BUDGET_MAX = 1_000_000_000;
    private static final long TIME_S_MAX = 1_000_000;
    private static final long NS_PER_S = 1_000_000_000;

    @Parameters(paramLabel = "SWEEP", description = "a sweep file, or the name of a shipped one")
    private String sweep = "";

    @Option(names = "--budget", paramLabel = "N", description = "most configurations simulated")
    private @Nullable Long budget;

    @Option(names = "--time", paramLabel = "SECONDS", description = "most wall-clock time")
    private @Nullable Long timeS;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "seeds of a candidate at first, and in a search for a front; 4")
    private int seeds = SEEDS;

    @Option(names = "--draw", paramLabel = "N", description = "seed of what is drawn; 1")
    private long drawSeed = 1;

    @Option(names = "--workers", paramLabel = "N", description = "simulations at the same time")
    private @Nullable Integer workers;

    @Option(names = "--json", description = "one JSON object instead of the tables")
    private boolean json;

    @Override
    public Integer call() {
        final int workerCount = checkArguments();
        final SweepSetup setup = SweepSetup.read(sweep);
        final ConfigurationSpace space = new ConfigurationSpace(setup.spec());
        checkSweep(setup.spec());
        final SearchBudget allowed =
                new SearchBudget(
                        budget == null ? BUDGET_MAX : budget,
                        (timeS == null ? TIME_S_MAX : timeS) * NS_PER_S,
                        System::nanoTime);
        final SweepJob job = setup.job(BlockRange.shard(1, 1, 1, 1), new CorePinning(false));
        try (ConfigurationCrew crew = new ConfigurationCrew(job, workerCount)) {
            final SearchReport report = search(setup.spec(), space, crew, allowed);
            out().print(json ? report.json() : report.text());
            out().flush();
        }
        return ExitCode.DONE;
    }

    private SearchReport search(
            SweepSpec spec,
            ConfigurationSpace space,
            ConfigurationCrew crew,
            SearchBudget allowed) {
        final int firstSeeds = Math.min(seeds, spec.seedCount());
        final Measurement measurement = measurement(spec, crew);
        if (spec.objectives().size() == 1) {
            final SuccessiveHalving.Outcome outcome =
                    SuccessiveHalving.of(
                            measurement,
                            candidates(space, firstSeeds),
                            firstSeeds,
                            spec.seedCount(),
                            allowed);
            return new SearchReport(space, outcome, List.of(), allowed.used());
        }
        final int[] levelCounts =
                IntStream.range(0, spec.axes().size()).map(space::levelCountOf).toArray();
        return new SearchReport(
                space,
                null,
                ParetoSearch.of(measurement, levelCounts, firstSeeds, allowed, drawSeed),
                allowed.used());
    }

    private static Measurement measurement(SweepSpec spec, ConfigurationCrew crew) {
        final int[] metricOf =
                spec.objectives().stream()
                        .mapToInt(objective -> spec.metrics().indexOf(objective.metric()))
                        .toArray();
        return (candidates, ofSeeds) -> {
            final long[] ids = new long[candidates.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = candidates[i] * spec.seedCount() + ofSeeds[i] - 1;
            }
            final double[][] metrics = crew.metrics(ids);
            final double[][] losses = new double[ids.length][metricOf.length];
            for (int i = 0; i < ids.length; i++) {
                for (int objective = 0; objective < metricOf.length; objective++) {
                    final double value = metrics[i][metricOf[objective]];
                    losses[i][objective] =
                            spec.objectives().get(objective).minimised() ? value : -value;
                }
            }
            return losses;
        };
    }

    /**
     * Allowed combinations: all, or so many drawn that half the budget is left for later rounds.
     */
    private long[] candidates(ConfigurationSpace space, int firstSeeds) {
        final long affordable =
                budget == null
                        ? CANDIDATES_MAX
                        : Math.clamp(budget / 2 / firstSeeds, 1, CANDIDATES_MAX);
        final SplittableRandom random = new SplittableRandom(drawSeed);
        final long total = space.pointCount();
        final List<Long> drawn = new ArrayList<>();
        if (total <= affordable) {
            for (long point = 0; point < total; point++) {
                drawn.add(point);
            }
        } else {
            for (long stratum = 0; stratum < affordable; stratum++) { // one from each part
                final long start = partStart(total, stratum, affordable);
                final long end = partStart(total, stratum + 1, affordable);
                drawn.add(random.nextLong(start, end));
            }
        }
        final long[] allowed =
                drawn.stream()
                        .filter(point -> space.forbiddenBy(space.values(point)) < 0)
                        .mapToLong(Long::longValue)
                        .toArray();
        if (allowed.length == 0) {
            throw new BadInputException("the sweep forbids every combination that was drawn");
        }
        return allowed;
    }

    private static long partStart(long total, long part, long parts) {
        return total / parts * part + total % parts * part / parts;
    }

    private int checkArguments() {
        final List<String> problems = new ArrayList<>();
        final int workerCount =
                workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        check(problems, "--workers", workerCount, WORKERS_MAX);
        check(problems, "--seeds", seeds, WORKERS_MAX);
        if (budget != null) {
            check(problems, "--budget", budget, BUDGET_MAX);
        }
        if (timeS != null) {
            check(problems, "--time", timeS, TIME_S_MAX);
        }
        if (budget == null && timeS == null) {
            problems.add("a search needs --budget N or --time SECONDS");
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        return workerCount;
    }

    private static void check(List<String> problems, String option, long value, long max) {
        if (value < 1 || value > max) {
            problems.add(option + " " + value + ": is outside 1 to " + max);
        }
    }

    private void checkSweep(SweepSpec spec) {
        if (spec.objectives().isEmpty()) {
            throw new BadInputException(
                    sweep + ": has no objectives; add objectives: [{metric: M, direction: min}]");
        }
        if (spec.objectives().size() > 1 && !(spec.design() instanceof SweepSpec.Design.Grid)) {
            throw new BadInputException(
                    sweep
                            + ": a search with several objectives needs design: grid; leave one"
                            + " objective, or make it a grid");
        }
    }
}
