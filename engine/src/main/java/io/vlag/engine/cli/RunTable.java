package io.vlag.engine.cli;

import io.vlag.engine.config.PublishedMetric;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Texts;
import io.vlag.engine.sim.Reading.TaskReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Results for people: one table with a row for each kernel and variant, the published figure beside
 * it; the other published figures; the tasks where nothing counts operations and there are no
 * cases; what the kernels are.
 */
final class RunTable {
    private static final int SOURCE_MAX = 300;

    private final Results results;
    private final PublishedFigures published;
    private final List<Results.Group> groups;
    private final boolean hasOps;
    private final boolean hasPublished;
    private final boolean hasHeadline;
    private final StringBuilder out = new StringBuilder();

    private RunTable(Results results) {
        this.results = results;
        this.published = new PublishedFigures(results.scenario(), results.windows());
        this.groups = results.groups();
        this.hasOps =
                results.windows().values().stream()
                        .anyMatch(window -> window.tasks(TaskReading::bogoOps) > 0);
        this.hasPublished = !results.scenario().published().isEmpty();
        this.hasHeadline = hasPublished && hasOps;
    }

    static String text(Results results) {
        final RunTable table = new RunTable(results);
        table.title();
        table.runs();
        if (table.hasPublished) {
            table.otherPublished();
        }
        table.frames();
        if (!table.hasOps && !results.hasCases()) {
            new TaskTables(table.groups).appendTo(table.out);
        }
        table.kernels();
        table.notes();
        return table.out.toString();
    }

    private void title() {
        final Scenario scenario = results.scenario();
        out.append(Printable.line(scenario.title())).append('\n');
        out.append(
                "%s, %d CPU%s, %s measured after %s of warm-up, seed%s %s%n"
                        .formatted(
                                Printable.name(scenario.machines().getFirst().title()),
                                scenario.cpuCount(),
                                scenario.cpuCount() == 1 ? "" : "s",
                                Numbers.time(scenario.durationNs()),
                                Numbers.time(scenario.warmupNs()),
                                scenario.seeds().size() == 1 ? "" : "s",
                                seeds(scenario.seeds())));
        if (scenario.seeds().size() > 1) {
            out.append("means over the seeds; ±: half the range from the lowest to the highest\n");
        }
        out.append('\n');
    }

    private static String seeds(List<Long> seeds) {
        return seeds.size() <= 8
                ? seeds.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : seeds.getFirst() + " ... " + seeds.getLast() + " (" + seeds.size() + ")";
    }

    /** A number column: its head, decimals and where it comes from. */
    private record Column(String head, int decimals, ToDoubleFunction<Window> value) {
        Spread spread(List<Window> windows) {
            return Spread.of(windows.stream().mapToDouble(value).toArray());
        }
    }

    private List<Column> columns() {
        final List<Column> columns = new ArrayList<>();
        columns.add(new Column("switches/s", 0, w -> Metric.CONTEXT_SWITCHES.of(w) / w.seconds()));
        if (hasOps) {
            columns.add(new Column("switches/op", 3, Metric.SWITCHES_PER_OP::of));
        }
        columns.add(new Column("migrations/s", 0, w -> Metric.MIGRATIONS.of(w) / w.seconds()));
        columns.add(new Column("IPC", 2, Metric.INSTRUCTIONS_PER_CYCLE::of));
        columns.add(
                hasOps
                        ? new Column("br.miss/op", 1, Metric.BRANCH_MISSES_PER_OP::of)
                        : new Column(
                                "br.miss/s", 0, w -> Metric.BRANCH_MISSES.of(w) / w.seconds()));
        columns.add(new Column("busy %", 1, w -> 100 * w.busyShare()));
        columns.add(new Column("MHz", 0, w -> w.meanFreqKhz() / 1e3));
        if (groups.stream()
                .flatMap(group -> group.windows().stream())
                .anyMatch(window -> GovernorFigures.of(window).evaluations() > 0)) {
            columns.add(new Column("gov.util", 0, w -> GovernorFigures.of(w).utilMean()));
            columns.add(new Column("max", 0, w -> GovernorFigures.of(w).utilMax()));
            columns.add(new Column("full %", 1, w -> 100 * GovernorFigures.of(w).fullShare()));
        }
        columns.add(new Column("energy J", 2, w -> w.energyUj() / 1e6));
        return columns;
    }

    private void runs() {
        final Column ops = new Column("ops/s", 0, Metric.BOGO_OPS_PER_SECOND::of);
        final List<Column> columns = columns();
        final TextTable table = new TextTable().words("kernel").words("variant").words("MC");
        if (results.hasCases()) {
            table.words("case");
        }
        if (hasOps) {
            table.numbers(ops.head());
        }
        if (hasHeadline) {
            table.numbers("published").numbers("error").words("role");
        }
        columns.forEach(column -> table.numbers(column.head()));
        for (final Results.Group group : groups) {
            final List<String> means = new ArrayList<>();
            final List<String> ranges = new ArrayList<>(List.of("", "", ""));
            means.add(Printable.name(group.kernel().label()));
            means.add(Printable.name(group.machine().variant()));
            means.add(group.kernel().schedMc() ? "on" : "off");
            if (results.hasCases()) {
                means.add(Printable.name(group.workloadCase()));
                ranges.add("");
            }
            if (hasOps) {
                add(ops, group, means, ranges);
            }
            if (hasHeadline) {
                means.addAll(headline(group));
                ranges.addAll(List.of("", "", ""));
            }
            columns.forEach(column -> add(column, group, means, ranges));
            table.row(means);
            if (ranges.stream().anyMatch(range -> !range.isEmpty())) {
                table.row(ranges);
            }
        }
        table.appendTo(out);
    }

    /** Frames of the first seed of each kernel and variant, where there are any. */
    private void frames() {
        final TextTable table =
                new TextTable()
                        .words("kernel")
                        .words("variant")
                        .words("frames of")
                        .numbers("frames")
                        .numbers("mean")
                        .numbers("p90")
                        .numbers("p99")
                        .numbers("jank %")
                        .numbers("missed");
        boolean any = false;
        for (final Results.Group group : groups) {
            for (final FrameFigures figures : FrameFigures.of(group.windows().getFirst())) {
                any = true;
                table.row(
                        List.of(
                                Printable.name(group.kernel().label()),
                                Printable.name(group.place()),
                                Printable.name(figures.name()),
                                Numbers.decimal((double) figures.frames(), 0),
                                Numbers.time(figures.meanNs()),
                                Numbers.time(figures.percentileNs(0.90)),
                                Numbers.time(figures.percentileNs(0.99)),
                                Numbers.decimal(100 * figures.jankShare(), 1),
                                Numbers.decimal((double) figures.missed(), 0)));
            }
        }
        if (any) {
            out.append('\n');
            table.appendTo(out);
        }
    }

    private static void add(
            Column column, Results.Group group, List<String> means, List<String> ranges) {
        final Spread spread = column.spread(group.windows());
        means.add(spread.meanText(column.decimals()));
        ranges.add(spread.rangeText(column.decimals()));
    }

    /**
     * Published operations a second, error and role; rows nobody published a figure for are
     * predictions too.
     */
    private List<String> headline(Results.Group group) {
        for (final PublishedFigures.Comparison mean : means(group)) {
            if (isHeadline(mean, means(group))) {
                return List.of(
                        Numbers.decimal(mean.figure().value(), 0),
                        Numbers.percent(mean.relativeError()),
                        role(mean.figure()));
            }
        }
        return List.of(Numbers.NONE, Numbers.NONE, "prediction");
    }

    /** The first published operations a second stand in the main table. */
    private static boolean isHeadline(
            PublishedFigures.Comparison comparison, List<PublishedFigures.Comparison> all) {
        return all.stream()
                .filter(other -> other.figure().metric() == PublishedMetric.OPS_PER_SECOND)
                .findFirst()
                .filter(first -> first.equals(comparison))
                .isPresent();
    }

    /** Comparisons of a group with the mean over its seeds. */
    private List<PublishedFigures.Comparison> means(Results.Group group) {
        final List<List<PublishedFigures.Comparison>> bySeed =
                group.windows().stream()
                        .map(window -> published.comparisons(window.run().name()))
                        .toList();
        final List<PublishedFigures.Comparison> means = new ArrayList<>();
        for (int index = 0; index < bySeed.getFirst().size(); index++) {
            final int figure = index;
            means.add(
                    new PublishedFigures.Comparison(
                            bySeed.getFirst().get(figure).figure(),
                            bySeed.stream()
                                    .mapToDouble(seed -> seed.get(figure).simulated())
                                    .average()
                                    .orElse(Double.NaN)));
        }
        return means;
    }

    private void otherPublished() {
        final TextTable table =
                new TextTable()
                        .words("kernel")
                        .words("variant")
                        .words("published metric")
                        .numbers("published")
                        .numbers("simulated")
                        .numbers("error")
                        .words("role");
        for (final Results.Group group : groups) {
            final List<PublishedFigures.Comparison> all = means(group);
            for (final PublishedFigures.Comparison mean : all) {
                if (!isHeadline(mean, all)) {
                    table.row(otherPublished(group, mean));
                }
            }
        }
        if (!table.isEmpty()) {
            out.append('\n');
            table.appendTo(out);
        }
    }

    private static List<String> otherPublished(
            Results.Group group, PublishedFigures.Comparison mean) {
        final PublishedMetric metric = mean.figure().metric();
        final double value = mean.figure().value();
        final boolean isChange = metric.unit().equals("%");
        final int decimals =
                Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 10 || isChange ? 1 : 3;
        return List.of(
                Printable.name(group.kernel().label()),
                Printable.name(group.place()),
                metric.key(),
                Numbers.decimal(value, decimals),
                Numbers.decimal(mean.simulated(), decimals),
                isChange ? points(mean.simulated() - value) : Numbers.percent(mean.relativeError()),
                role(mean.figure()));
    }

    /** A difference of two percentages. */
    private static String points(double difference) {
        return Double.isFinite(difference)
                ? String.format(Locale.ROOT, "%+.1f pp", difference)
                : Numbers.NONE;
    }

    private static String role(Scenario.PublishedFigure figure) {
        return figure.role().name().toLowerCase(Locale.ROOT);
    }

    private void kernels() {
        out.append('\n');
        for (final Scenario.KernelRun run : results.scenario().kernels()) {
            out.append(
                    "kernel %s: release %s, shared-cache (MC) domain %s, confidence %s%n"
                            .formatted(
                                    Printable.name(run.label()),
                                    run.kernel().version(),
                                    run.schedMc() ? "on" : "off",
                                    run.kernel().confidence().name().toLowerCase(Locale.ROOT)));
        }
        results.scenario().kernels().stream()
                .flatMap(run -> run.kernel().sources().stream())
                .distinct()
                .forEach(source -> out.append("    ").append(bounded(source)).append('\n'));
    }

    private static String bounded(String text) {
        return Texts.printable(text, SOURCE_MAX);
    }

    private void notes() {
        if (!results.notes().isEmpty()) {
            out.append('\n');
            results.notes()
                    .forEach(
                            note -> out.append("note: ").append(Printable.line(note)).append('\n'));
        }
    }
}
