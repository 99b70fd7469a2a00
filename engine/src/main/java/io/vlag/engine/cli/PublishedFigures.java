package io.vlag.engine.cli;

import io.vlag.engine.config.PublishedMetric;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.sim.Reading.CpuReading;
import io.vlag.engine.sim.Reading.TaskReading;
import io.vlag.engine.sweep.RunName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts published figures beside what a run gave. */
final class PublishedFigures {
    private static final double PERCENT = 100;
    private static final double KHZ_PER_MHZ = 1_000;

    private final Scenario scenario;
    private final Map<RunName, Window> windows;

    /**
     * @param windows all runs that came to their end
     */
    PublishedFigures(Scenario scenario, Map<RunName, Window> windows) {
        this.scenario = scenario;
        this.windows = windows;
    }

    /**
     * One figure and its counterpart.
     *
     * @param simulated NaN when the run has no such thing
     */
    record Comparison(Scenario.PublishedFigure figure, double simulated) {
        /** Signed, 0.1 = ten percent more than published; NaN when there is nothing to compare. */
        double relativeError() {
            return Window.ratio(simulated - figure.value(), Math.abs(figure.value()));
        }
    }

    /** Figures that were published for this kernel, variant and case. */
    private List<Scenario.PublishedFigure> figuresOf(RunName name) {
        return scenario.published().stream()
                .filter(
                        figure ->
                                figure.kernel().equals(name.kernel())
                                        && figure.variant().equals(name.variant())
                                        && figure.workloadCase().equals(name.workloadCase()))
                .toList();
    }

    List<Comparison> comparisons(RunName name) {
        final Window window = windows.get(name);
        return window == null
                ? List.of()
                : figuresOf(name).stream()
                        .map(figure -> new Comparison(figure, simulated(figure.metric(), window)))
                        .toList();
    }

    private double simulated(PublishedMetric metric, Window window) {
        return switch (metric) {
            case OPS_PER_SECOND -> Metric.BOGO_OPS_PER_SECOND.of(window);
            case OPS_CHANGE_PERCENT -> changePercent(Metric.BOGO_OPS_PER_SECOND, window);
            case SWITCHES_PER_OP -> Metric.SWITCHES_PER_OP.of(window);
            case SWITCHES_PER_SECOND -> Metric.CONTEXT_SWITCHES.of(window) / window.seconds();
            case SWITCHES_CHANGE_PERCENT -> changePercent(Metric.CONTEXT_SWITCHES, window);
            case IPC -> Metric.INSTRUCTIONS_PER_CYCLE.of(window);
            case INSTRUCTIONS_PER_OP -> Metric.INSTRUCTIONS_PER_OP.of(window);
            case BRANCH_MISSES_PER_OP -> Metric.BRANCH_MISSES_PER_OP.of(window);
            case BRANCH_MISSES_PER_SECOND -> Metric.BRANCH_MISSES.of(window) / window.seconds();
            case BRANCH_MISSES_CHANGE_PERCENT -> changePercent(Metric.BRANCH_MISSES, window);
            case MIGRATIONS_PER_SECOND -> window.tasks(TaskReading::migrations) / window.seconds();
            case USER_SHARE_PERCENT -> userSharePercent(window);
            case MEAN_CLOCK_MHZ -> window.meanFreqKhz() / KHZ_PER_MHZ;
            case GOVERNOR_UTIL_MEAN -> GovernorFigures.of(window).utilMean();
            case YIELD_SWITCH_NS -> Double.NaN; // a property of one path, not of a run
        };
    }

    /** Against the scenario's first kernel with the same variant and seed. */
    private double changePercent(Metric metric, Window window) {
        final RunName name = window.run().name();
        final @Nullable Window base =
                windows.get(
                        new RunName(
                                scenario.kernels().getFirst().label(),
                                name.variant(),
                                name.workloadCase(),
                                name.seed()));
        return base == null
                ? Double.NaN
                : PERCENT * (Window.ratio(metric.of(window), metric.of(base)) - 1);
    }

    private static double userSharePercent(Window window) {
        final long userNs = window.cpus(CpuReading::userNs);
        final long busyNs =
                userNs + window.cpus(CpuReading::systemNs) + window.cpus(CpuReading::irqNs);
        return PERCENT * Window.ratio(userNs, busyNs);
    }
}
