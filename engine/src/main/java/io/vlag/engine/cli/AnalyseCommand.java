package io.vlag.engine.cli;

import io.vlag.engine.sweep.ConfigurationSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vlag analyse}. */
@Command(
        name = "analyse",
        aliases = "analyze",
        description = "Says what the results of a sweep depend on, and which of them nobody beats.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false,
        footer = {
            "",
            "For each metric: the mean at every level of every axis, against the first with a paired 95 %",
            "interval over the seeds; the share of the variance that each axis and each pair explains.",
            "For the objectives of the sweep: the Pareto front of the combinations."
        })
final class AnalyseCommand extends PrintingCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "directories of vlag sweep")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--sweep",
            paramLabel = "FILE",
            required = true,
            description = "the sweep file of the results")
    private String sweep = "";

    @Option(names = "--metric", paramLabel = "M", description = "only this metric; may be repeated")
    private List<String> metrics = new ArrayList<>();

    @Option(names = "--json", description = "one JSON object instead of the tables")
    private boolean json;

    @Override
    public Integer call() {
        final SweepSetup setup = SweepSetup.read(sweep);
        final List<String> problems = new ArrayList<>();
        for (final String metric : metrics) {
            if (!setup.spec().metrics().contains(metric)) {
                problems.add(
                        "--metric "
                                + metric
                                + ": was not kept; choose one of "
                                + String.join(", ", setup.spec().metrics()));
            }
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        final MergedSweep merged = MergedSweep.of(directories);
        merged.checkBelongsTo(setup.facts());
        final SweepAnalysis analysis =
                SweepAnalysis.of(
                        merged,
                        new ConfigurationSpace(setup.spec()),
                        metrics.isEmpty() ? setup.spec().metrics() : metrics);
        final AnalysisReport report = new AnalysisReport(analysis);
        out().print(json ? report.json() : report.text());
        out().flush();
        return ExitCode.DONE;
    }
}
