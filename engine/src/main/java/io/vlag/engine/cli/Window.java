package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading;
import io.vlag.engine.sweep.RunOutcome;
import java.util.function.ToLongFunction;

/** What one run counted between the end of its warm-up and its end. */
record Window(RunOutcome.Done run) {
    private static final double NS_PER_S = 1e9;
    private static final double KHZ_PER_CYCLE_A_NS = 1e6;

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

    long energyUj() {
        return run.after().totalEnergyUj() - run.before().totalEnergyUj();
    }

    /** Share of the time in which the CPUs were not idle, 0..1. */
    double busyShare() {
        return 1
                - (double) cpus(Reading.CpuReading::idleNs) / ((double) simulatedNs() * cpuCount());
    }

    /** Clock of one CPU, mean over time, idle time included. */
    double meanFreqKhz(int cpu) {
        final int domain = run.plan().machine().cpus().get(cpu).domainIndex();
        final long cycles =
                run.after().cyclesOfDomain().get(domain)
                        - run.before().cyclesOfDomain().get(domain);
        return cycles * KHZ_PER_CYCLE_A_NS / simulatedNs();
    }

    /** Mean over all CPUs. */
    double meanFreqKhz() {
        double sum = 0;
        for (int cpu = 0; cpu < cpuCount(); cpu++) {
            sum += meanFreqKhz(cpu);
        }
        return sum / cpuCount();
    }

    /** {@code a / b}, NaN when there is nothing to divide by. */
    static double ratio(long a, long b) {
        return ratio((double) a, (double) b);
    }

    /** {@code a / b}, NaN when there is nothing to divide by. */
    static double ratio(double a, double b) {
        return b == 0 ? Double.NaN : a / b;
    }
}
