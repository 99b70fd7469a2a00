package io.vlag.engine.conform;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;

/** A figure of one or several tasks of a run, and its name in the tolerance file. */
enum FigureKind {
    SHARE("share"),
    SWITCHES_IN("switchesIn"),
    VOLUNTARY("voluntary"),
    INVOLUNTARY("involuntary"),
    SLICE_MEAN("sliceMean"),
    SLICE_MEDIAN("sliceMedian"),
    LATENCY_MEDIAN("latencyMedian"),
    LATENCY_P90("latencyP90"),
    MIGRATIONS("migrations"),
    INVOLUNTARY_FRACTION("involuntaryFraction"),
    SWITCHES("switches"),
    SWITCHES_PER_OP("switchesPerOp"),
    OPS_PER_SECOND("opsPerSecond");

    private static final double NS_PER_S = 1e9;

    private final String key;

    FigureKind(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    boolean isLatency() {
        return this == LATENCY_MEDIAN || this == LATENCY_P90;
    }

    /**
     * The figure; NaN when the run has none. Shares are of all CPUs; counts are a second, but for
     * migrations; lengths are in ns and means over the tasks.
     *
     * @param tasks the tasks meant
     */
    double of(RunSummary run, List<TaskSummary> tasks, int cpuCount) {
        final double windowS = (double) run.windowNs() / NS_PER_S;
        return switch (this) {
            case SHARE ->
                    ratio(sum(tasks, TaskSummary::onCpuNs), (double) run.windowNs() * cpuCount);
            case SWITCHES_IN -> ratio(sum(tasks, TaskSummary::switchesIn), windowS);
            case VOLUNTARY -> ratio(sum(tasks, TaskSummary::voluntary), windowS);
            case INVOLUNTARY -> ratio(sum(tasks, TaskSummary::involuntary), windowS);
            case SLICE_MEAN ->
                    mean(tasks, task -> task.slices().count(), task -> task.slices().meanNs());
            case SLICE_MEDIAN ->
                    mean(tasks, task -> task.slices().count(), task -> task.slices().medianNs());
            case LATENCY_MEDIAN ->
                    mean(
                            tasks,
                            task -> task.latencies().count(),
                            task -> task.latencies().medianNs());
            case LATENCY_P90 ->
                    mean(tasks, task -> task.latencies().count(), task -> task.latencies().p90Ns());
            case MIGRATIONS -> tasks.isEmpty() ? Double.NaN : sum(tasks, TaskSummary::migrations);
            case INVOLUNTARY_FRACTION ->
                    ratio(
                            sum(tasks, TaskSummary::involuntary),
                            sum(tasks, task -> task.voluntary() + task.involuntary()));
            case SWITCHES -> ratio((double) run.switches(), windowS);
            case SWITCHES_PER_OP ->
                    run.ops() > 0 ? (double) run.wholeSwitches() / run.ops() : Double.NaN;
            case OPS_PER_SECOND ->
                    run.ops() > 0 ? run.ops() * NS_PER_S / (double) run.wholeNs() : Double.NaN;
        };
    }

    private static double ratio(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }

    private static double sum(List<TaskSummary> tasks, ToLongFunction<TaskSummary> field) {
        return (double) tasks.stream().mapToLong(field).sum();
    }

    private static double mean(
            List<TaskSummary> tasks,
            ToLongFunction<TaskSummary> count,
            ToDoubleFunction<TaskSummary> field) {
        final DoubleStream values =
                tasks.stream().filter(task -> count.applyAsLong(task) > 0).mapToDouble(field);
        return values.average().orElse(Double.NaN);
    }
}
