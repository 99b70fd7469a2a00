package io.vlag.engine.sim;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Sums of a simulation's counters at one moment. Unlike a {@link Reading} it is filled again and
 * again, and filling it allocates nothing: a sweep takes two for each of a million runs. Owned by
 * one thread.
 */
public final class RunTotals {
    /** What is summed: over CPUs, over tasks that live or lived, or over the machine. */
    public enum Counter {
        SWITCHES,
        VOLUNTARY_SWITCHES,
        INVOLUNTARY_SWITCHES,
        TICKS,
        IPIS,
        NEWIDLE_PULLS,
        BALANCE_PULLS,
        USER_NS,
        SYSTEM_NS,
        IRQ_NS,
        IDLE_NS,
        CYCLES,
        INSTRUCTIONS_MILLI,
        BRANCH_MISSES_MILLI,
        CACHE_MISSES_MILLI,
        BOGO_OPS,
        MIGRATIONS,
        WAKEUPS,
        ACTIVATIONS,
        DELAYED_SLEEPS,
        ENERGY_UJ,
        EVENTS,
        TIME_NS
    }

    private final long[] sums = new long[Counter.values().length];
    private final long[] cyclesOfDomain;

    public RunTotals(int domainCount) {
        cyclesOfDomain = new long[domainCount];
    }

    /** The sums of a reading. */
    public static RunTotals of(Reading reading) {
        final RunTotals totals = new RunTotals(reading.cyclesOfDomain().size());
        totals.addCpus(reading.cpus());
        totals.addTasks(reading.tasks());
        totals.set(Counter.ENERGY_UJ, reading.totalEnergyUj());
        totals.set(Counter.EVENTS, reading.eventCount());
        totals.set(Counter.TIME_NS, reading.timeNs());
        for (int domain = 0; domain < totals.cyclesOfDomain.length; domain++) {
            totals.cyclesOfDomain(domain, reading.cyclesOfDomain().get(domain));
        }
        return totals;
    }

    private void addCpus(List<Reading.CpuReading> cpus) {
        sum(Counter.SWITCHES, cpus, Reading.CpuReading::switches);
        sum(Counter.VOLUNTARY_SWITCHES, cpus, Reading.CpuReading::voluntarySwitches);
        sum(Counter.INVOLUNTARY_SWITCHES, cpus, Reading.CpuReading::involuntarySwitches);
        sum(Counter.TICKS, cpus, Reading.CpuReading::ticks);
        sum(Counter.IPIS, cpus, Reading.CpuReading::ipis);
        sum(Counter.NEWIDLE_PULLS, cpus, Reading.CpuReading::newidlePulls);
        sum(Counter.BALANCE_PULLS, cpus, Reading.CpuReading::balancePulls);
        sum(Counter.USER_NS, cpus, Reading.CpuReading::userNs);
        sum(Counter.SYSTEM_NS, cpus, Reading.CpuReading::systemNs);
        sum(Counter.IRQ_NS, cpus, Reading.CpuReading::irqNs);
        sum(Counter.IDLE_NS, cpus, Reading.CpuReading::idleNs);
        sum(Counter.CYCLES, cpus, Reading.CpuReading::cycles);
        sum(Counter.INSTRUCTIONS_MILLI, cpus, Reading.CpuReading::instructionsMilli);
        sum(Counter.BRANCH_MISSES_MILLI, cpus, Reading.CpuReading::branchMissesMilli);
        sum(Counter.CACHE_MISSES_MILLI, cpus, Reading.CpuReading::cacheMissesMilli);
    }

    private void addTasks(List<Reading.TaskReading> tasks) {
        sum(Counter.BOGO_OPS, tasks, Reading.TaskReading::bogoOps);
        sum(Counter.MIGRATIONS, tasks, Reading.TaskReading::migrations);
        sum(Counter.WAKEUPS, tasks, Reading.TaskReading::wakeups);
        sum(Counter.ACTIVATIONS, tasks, Reading.TaskReading::activations);
        sum(Counter.DELAYED_SLEEPS, tasks, Reading.TaskReading::delayedSleeps);
    }

    private <T> void sum(Counter counter, List<T> readings, ToLongFunction<T> value) {
        set(counter, readings.stream().mapToLong(value).sum());
    }

    /** Takes over other sums, of the same machine. */
    public void set(RunTotals other) {
        System.arraycopy(other.sums, 0, sums, 0, sums.length);
        System.arraycopy(other.cyclesOfDomain, 0, cyclesOfDomain, 0, cyclesOfDomain.length);
    }

    void clear() {
        Arrays.fill(sums, 0);
    }

    void add(Counter counter, long value) {
        sums[counter.ordinal()] += value;
    }

    void set(Counter counter, long value) {
        sums[counter.ordinal()] = value;
    }

    void cyclesOfDomain(int domain, long cycles) {
        cyclesOfDomain[domain] = cycles;
    }

    public long get(Counter counter) {
        return sums[counter.ordinal()];
    }

    /** Cycles of a domain's clock, whether or not a CPU was busy. */
    public long cyclesOfDomain(int domain) {
        return cyclesOfDomain[domain];
    }

    public int domainCount() {
        return cyclesOfDomain.length;
    }
}
