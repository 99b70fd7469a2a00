package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading;
import io.vlag.engine.sim.RunTotals;
import io.vlag.engine.sweep.RunOutcome;
import io.vlag.engine.sweep.WindowTotals;
import java.util.function.ToLongFunction;

/** What one run counted between the end of its warm-up and its end. */
record Window(RunOutcome.Done run) {
    private static final double NS_PER_S = 1e9;

    long simulatedNs() {
        return run.after().timeNs() - run.before().timeNs();
    }

    double seconds() {
        return simulatedNs() / NS_PER_S;
    }

    long events() {
        return run.after().eventCount() - run.before().eventCount();
    }

    int cpuCount() {
        return run.after().cpus().size();
    }

    /** Increase of a counter, summed over all CPUs. */
    long cpus(ToLongFunction<Reading.CpuReading> counter) {
        return run.after().cpus().stream().mapToLong(counter).sum()
                - run.before().cpus().stream().mapToLong(counter).sum();
    }

    /** Increase of a counter of one CPU. */
    long cpu(int cpu, ToLongFunction<Reading.CpuReading> counter) {
        return counter.applyAsLong(run.after().cpus().get(cpu))
                - counter.applyAsLong(run.before().cpus().get(cpu));
    }

    /** Increase of a counter, summed over all tasks that live or lived. */
    long tasks(ToLongFunction<Reading.TaskReading> counter) {
        return run.after().tasks().stream().mapToLong(counter).sum()
                - run.before().tasks().stream().mapToLong(counter).sum();
    }

    /** The same in sums. */
    WindowTotals totals() {
        return new WindowTotals(
                run.plan().machine(), RunTotals.of(run.before()), RunTotals.of(run.after()));
    }

    long energyUj() {
        return run.after().totalEnergyUj() - run.before().totalEnergyUj();
    }

    /** Share of the time in which the CPUs were not idle, 0..1. */
    double busyShare() {
        return totals().busyShare();
    }

    /** Clock of one CPU, mean over time, idle time included. */
    double meanFreqKhz(int cpu) {
        return totals().meanFreqKhz(cpu);
    }

    /** Mean over all CPUs. */
    double meanFreqKhz() {
        return totals().meanFreqKhz();
    }

    /** {@code a / b}, NaN when there is nothing to divide by. */
    static double ratio(long a, long b) {
        return ratio((double) a, (double) b);
    }

    /** {@code a / b}, NaN when there is nothing to divide by. */
    static double ratio(double a, double b) {
        return WindowTotals.ratio(a, b);
    }
}
