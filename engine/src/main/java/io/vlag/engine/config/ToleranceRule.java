package io.vlag.engine.config;

import java.util.List;

/**
 * How far a simulated figure may be from a recorded one, for the figures the rule fits.
 *
 * @param figure name of the figure
 * @param scenarios beginnings of scenario names, at least one
 * @param kernels versions of the recorded kernel; empty for all
 * @param tasks names of tasks; empty for all
 * @param cpus machines
 * @param absolute allowed difference in the figure's unit, 0 and up
 * @param relative allowed difference as a part of the recorded value, 0 and up; the larger of both
 *     counts
 * @param factor allowed quotient, 1 and up; 0 when it is not used
 * @param regimes the figure has regimes by the phase of the tick, so that only the range counts
 * @param notMeasured why such figures are not compared; empty when they are
 * @param reason where the numbers come from
 */
public record ToleranceRule(
        String figure,
        List<String> scenarios,
        List<KernelRange> kernels,
        List<String> tasks,
        Cpus cpus,
        double absolute,
        double relative,
        double factor,
        boolean regimes,
        String notMeasured,
        String reason) {
    public ToleranceRule {
        scenarios = List.copyOf(scenarios);
        kernels = List.copyOf(kernels);
        tasks = List.copyOf(tasks);
    }

    /** Machines a rule fits. */
    public enum Cpus {
        ANY,
        ONE,
        MANY
    }

    /** Whether the rule speaks of that figure. */
    public boolean fits(
            String aFigure, String scenario, KernelVersion kernel, String task, int cpuCount) {
        return figure.equals(aFigure)
                && scenarios.stream().anyMatch(scenario::startsWith)
                && (kernels.isEmpty() || kernels.stream().anyMatch(range -> range.contains(kernel)))
                && (tasks.isEmpty() || tasks.contains(task))
                && (cpus == Cpus.ANY || (cpus == Cpus.ONE) == (cpuCount == 1));
    }

    /** Largest value that is still near enough to {@code value} from above. */
    public double above(double value) {
        final double widened = value + Math.max(absolute, relative * Math.abs(value));
        return factor > 0 ? Math.max(widened, value * factor) : widened;
    }

    /** Smallest value that is still near enough to {@code value} from below. */
    public double below(double value) {
        final double widened = value - Math.max(absolute, relative * Math.abs(value));
        return factor > 0 ? Math.min(widened, value / factor) : widened;
    }
}
