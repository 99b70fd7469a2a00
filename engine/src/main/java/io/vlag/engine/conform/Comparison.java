package io.vlag.engine.conform;

import io.vlag.engine.config.ToleranceRule;
import io.vlag.engine.config.Tolerances;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;

/** Holds the simulations of one recording to its figures. */
final class Comparison {
    /** In place of a task: all tasks of the workload together. */
    private static final String ALL = "(all)";

    private static final List<FigureKind> OF_A_TASK =
            List.of(
                    FigureKind.SHARE,
                    FigureKind.SWITCHES_IN,
                    FigureKind.VOLUNTARY,
                    FigureKind.INVOLUNTARY,
                    FigureKind.SLICE_MEAN,
                    FigureKind.SLICE_MEDIAN,
                    FigureKind.LATENCY_MEDIAN,
                    FigureKind.LATENCY_P90,
                    FigureKind.MIGRATIONS);
    private static final List<FigureKind> OF_ALL =
            List.of(
                    FigureKind.SHARE,
                    FigureKind.INVOLUNTARY_FRACTION,
                    FigureKind.SWITCHES,
                    FigureKind.SWITCHES_PER_OP,
                    FigureKind.OPS_PER_SECOND);
    private static final Range NO_DISTANCE = new Range(0, 0, 0);

    private final Recording recording;
    private final Tolerances tolerances;
    private final List<PhaseRun> phases;
    private final String notMeasured;
    private final List<Figure> figures = new ArrayList<>();

    /**
     * @param phases simulations; empty when it is not measured
     * @param notMeasured why not; else empty
     */
    Comparison(
            Recording recording, Tolerances tolerances, List<PhaseRun> phases, String notMeasured) {
        this.recording = recording;
        this.tolerances = tolerances;
        this.phases = phases;
        this.notMeasured = notMeasured;
    }

    /**
     * @param recordedFigures distributions of repetition 1, if its trace is there
     */
    List<Figure> figures(Optional<Trace.Figures> recordedFigures) {
        final Set<String> names = new LinkedHashSet<>();
        recording.runs().forEach(run -> run.tasks().forEach(task -> names.add(task.name())));
        for (final String name : names.stream().sorted().toList()) {
            OF_A_TASK.forEach(kind -> compare(kind, name));
            recordedFigures.ifPresent(
                    recorded -> {
                        compareDistance("sliceDistance", name, recorded, false);
                        compareDistance("latencyDistance", name, recorded, true);
                    });
        }
        OF_ALL.forEach(kind -> compare(kind, ALL));
        return figures;
    }

    private void compare(FigureKind kind, String name) {
        final Optional<Range> recorded = range(recording.runs(), kind, name);
        if (recorded.isEmpty() || isTrivial(kind, name)) {
            return;
        }
        final Optional<ToleranceRule> rule = rule(kind.key(), name);
        String reason = reason(rule);
        if (reason.isEmpty()
                && kind.isLatency()
                && recorded.get().high() < tolerances.pathCostBelowNs()) {
            reason = "a path cost";
        }
        final Optional<Range> simulated =
                range(phases.stream().map(PhaseRun::summary).toList(), kind, name);
        add(kind.key(), name, recorded.get(), simulated, rule, reason);
    }

    /** Figures that could not come out otherwise. */
    private boolean isTrivial(FigureKind kind, String name) {
        return switch (kind) {
            case MIGRATIONS -> recording.meta().cpuCount() == 1;
            case VOLUNTARY ->
                    recording.runs().stream()
                            .flatMap(run -> run.tasks().stream())
                            .filter(task -> task.name().equals(name))
                            .allMatch(task -> task.latencies().count() == 0);
            // Else the sum of what is compared for each task; the partners of a pipe are not.
            case SHARE ->
                    name.equals(ALL)
                            && rule(kind.key(), ALL)
                                    .filter(rule -> rule.tasks().contains(ALL))
                                    .isEmpty();
            case INVOLUNTARY_FRACTION -> rule(kind.key(), name).isEmpty();
            default -> false;
        };
    }

    private void compareDistance(
            String figure, String name, Trace.Figures recorded, boolean waits) {
        final long[] samples = waits ? recorded.latencies(name) : recorded.slices(name);
        if (samples.length == 0) {
            return;
        }
        final Optional<ToleranceRule> rule = rule(figure, name);
        final Optional<Range> distances =
                phases.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                Range.of(
                                        phases.stream()
                                                .map(PhaseRun::figures)
                                                .mapToDouble(
                                                        run ->
                                                                Distance.of(
                                                                        samples,
                                                                        waits
                                                                                ? run.latencies(
                                                                                        name)
                                                                                : run.slices(name),
                                                                        tolerances
                                                                                .distanceSlackNs()))));
        add(figure, name, NO_DISTANCE, distances, rule, reason(rule));
    }

    private Optional<ToleranceRule> rule(String figure, String name) {
        return tolerances.ruleFor(
                figure,
                recording.meta().scenario(),
                recording.meta().kernel(),
                name,
                recording.meta().cpuCount());
    }

    private String reason(Optional<ToleranceRule> rule) {
        if (!notMeasured.isEmpty()) {
            return notMeasured;
        }
        final Optional<String> calibrated =
                tolerances.calibratedFrom(recording.meta().scenario(), recording.meta().kernel());
        if (calibrated.isPresent()) {
            return "calibration: " + calibrated.get() + " was taken from here";
        }
        return rule.map(ToleranceRule::notMeasured).orElse("no tolerance is stated");
    }

    private Optional<Range> range(List<RunSummary> runs, FigureKind kind, String name) {
        final double[] values =
                runs.stream()
                        .mapToDouble(
                                run ->
                                        kind.of(
                                                run,
                                                run.tasks().stream()
                                                        .filter(
                                                                task ->
                                                                        name.equals(ALL)
                                                                                || task.name()
                                                                                        .equals(
                                                                                                name))
                                                        .toList(),
                                                recording.meta().cpuCount()))
                        .filter(Double::isFinite)
                        .toArray();
        return values.length == 0
                ? Optional.empty()
                : Optional.of(Range.of(DoubleStream.of(values)));
    }

    private void add(
            String figure,
            String name,
            Range recorded,
            Optional<Range> simulated,
            Optional<ToleranceRule> rule,
            String reason) {
        final Verdict verdict =
                !reason.isEmpty() || rule.isEmpty()
                        ? Verdict.NOT_MEASURED
                        : simulated.isPresent()
                                        && agrees(recorded, simulated.get(), rule.get(), figure)
                                ? Verdict.AGREE
                                : Verdict.DISAGREE;
        figures.add(
                new Figure(
                        recording.meta().kernel().toString(),
                        recording.meta().scenario(),
                        recording.meta().cpuCount(),
                        name,
                        figure,
                        recorded,
                        simulated,
                        verdict == Verdict.NOT_MEASURED
                                ? 0
                                : rule.map(r -> r.above(recorded.mean()) - recorded.mean())
                                        .orElse(0.0),
                        verdict == Verdict.NOT_MEASURED
                                ? ""
                                : rule.map(Comparison::tolerance).orElse(""),
                        verdict,
                        reason));
    }

    /**
     * Every repetition lies in the range over the phases, widened by the tolerance; and, unless the
     * figure has regimes by the phase, the mean over the phases lies in the range of the
     * repetitions, widened by the tolerance. Of a distance the nearest phase counts.
     */
    static boolean agrees(Range recorded, Range simulated, ToleranceRule rule, String figure) {
        final boolean covers =
                rule.above(recorded.low()) >= simulated.low()
                        && rule.below(recorded.high()) <= simulated.high();
        final boolean rangeOnly = rule.regimes() || figure.endsWith("Distance");
        return covers
                && (rangeOnly
                        || simulated.mean() >= rule.below(recorded.low())
                                && simulated.mean() <= rule.above(recorded.high()));
    }

    private static String tolerance(ToleranceRule rule) {
        final List<String> parts = new ArrayList<>();
        if (rule.absolute() > 0) {
            parts.add(number(rule.absolute()));
        }
        if (rule.relative() > 0) {
            parts.add(number(rule.relative() * 100) + " %");
        }
        if (rule.factor() > 0) {
            parts.add("factor " + number(rule.factor()));
        }
        return String.join(" or ", parts) + (rule.regimes() ? ", range" : "");
    }

    private static String number(double value) {
        final String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceFirst("\\.?0+$", "");
    }
}
