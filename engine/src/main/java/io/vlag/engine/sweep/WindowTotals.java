package io.vlag.engine.sweep;

import io.vlag.engine.sim.RunTotals;
import io.vlag.engine.sim.RunTotals.Counter;
import io.vlag.hw.MachinePlan;

/**
 * What a run counted between the end of its warm-up and its end, in sums. A worker fills the two
 * ends again for each run.
 *
 * @param before when the warm-up was over
 * @param after at the end
 */
public record WindowTotals(MachinePlan machine, RunTotals before, RunTotals after) {
    private static final double NS_PER_S = 1e9;
    private static final double KHZ_PER_CYCLE_A_NS = 1e6;

    /** Ends to be filled, for runs on a machine. */
    static WindowTotals empty(MachinePlan machine) {
        return new WindowTotals(
                machine,
                new RunTotals(machine.domainCount()),
                new RunTotals(machine.domainCount()));
    }

    /** Increase of a counter. */
    public long count(Counter counter) {
        return after.get(counter) - before.get(counter);
    }

    public long simulatedNs() {
        return count(Counter.TIME_NS);
    }

    public double seconds() {
        return simulatedNs() / NS_PER_S;
    }

    /** Share of the time in which the CPUs were not idle, 0..1. */
    public double busyShare() {
        return 1 - (double) count(Counter.IDLE_NS) / ((double) simulatedNs() * machine.cpuCount());
    }

    /** Clock of one CPU, mean over time, idle time included. */
    public double meanFreqKhz(int cpu) {
        final int domain = machine.cpus().get(cpu).domainIndex();
        final long cycles = after.cyclesOfDomain(domain) - before.cyclesOfDomain(domain);
        return cycles * KHZ_PER_CYCLE_A_NS / simulatedNs();
    }

    /** Mean over all CPUs. */
    public double meanFreqKhz() {
        double sum = 0;
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            sum += meanFreqKhz(cpu);
        }
        return sum / machine.cpuCount();
    }

    /** {@code a / b}, NaN when there is nothing to divide by. */
    public static double ratio(double a, double b) {
        return b == 0 ? Double.NaN : a / b;
    }
}
