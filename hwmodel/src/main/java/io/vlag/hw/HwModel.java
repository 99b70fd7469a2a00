package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;

/**
 * The hardware of one simulation, put together: the tables, and the few operations that must reach
 * several of them at once so that idle time, clock and energy never disagree. Owned by the
 * simulation; single-threaded.
 */
public final class HwModel {
    private final int cpuCount;
    private final int domainCount;
    private final PathCosts costs;
    private final CpuSpeed speeds;
    private final CpuClock clock;
    private final HwCounters counters;
    private final FreqDomains freqs;
    private final IdleStates idles;
    private final EnergyMeter energy;

    /** Where the tables are, relative to the slab. */
    public record Offsets(long clock, long counters, long freqs, long idles, long energy) {}

    public HwModel(Slab slab, Offsets offsets, MachinePlan machine, PathCosts costs) {
        cpuCount = machine.cpuCount();
        domainCount = machine.domainCount();
        this.costs = costs;
        speeds = new CpuSpeed(machine);
        clock = new CpuClock(slab.at(offsets.clock()));
        counters = new HwCounters(slab.at(offsets.counters()), machine, costs);
        freqs = new FreqDomains(slab.at(offsets.freqs()), machine);
        idles = new IdleStates(slab.at(offsets.idles()), machine);
        energy = new EnergyMeter(slab.at(offsets.energy()), machine, new PowerTable(machine));
    }

    public static Offsets reserve(SlabPlan plan, MachinePlan machine, PathCosts costs) {
        return new Offsets(
                CpuClock.reserve(plan, machine),
                HwCounters.reserve(plan, machine, costs),
                FreqDomains.reserve(plan, machine),
                IdleStates.reserve(plan, machine),
                EnergyMeter.reserve(plan, machine));
    }

    /**
     * All CPUs idle in state 0, all domains at their lowest operating point, nothing counted; the
     * slab is zero.
     */
    public void reset(long nowNs) {
        freqs.reset(nowNs);
        idles.reset(nowNs);
        energy.reset(nowNs);
    }

    /** Sets a domain's clock at the start; between {@link #reset} and the first event. */
    public void startAt(int domain, int opp, long nowNs) {
        freqs.startAt(domain, opp);
        energy.clock(domain, opp, nowNs);
    }

    /**
     * The CPU goes idle; returns the state it enters. {@code untilTimerNs}: time to the next timer
     * of this CPU.
     */
    @HotPath
    public int goIdle(int cpu, long untilTimerNs, long exitLimitNs, long nowNs) {
        final int state = idles.choose(cpu, idles.predictedNs(cpu, untilTimerNs), exitLimitNs);
        idles.enter(cpu, state, nowNs);
        energy.state(cpu, state, nowNs);
        return state;
    }

    /**
     * The CPU is woken; returns the time until its first instruction, during which it counts as
     * busy.
     */
    @HotPath
    public long goBusy(int cpu, long nowNs) {
        final long latencyNs = idles.leave(cpu, nowNs);
        energy.state(cpu, IdleStates.BUSY, nowNs);
        return latencyNs;
    }

    /**
     * Ends a clock transition; returns whether the running clock changed, so that run-end times
     * have to be redone.
     */
    @HotPath
    public boolean completeTransition(int domain, long nowNs) {
        return clockRuns(domain, freqs.complete(domain, nowNs), nowNs);
    }

    /** Sets the hardware's ceiling; returns whether the running clock changed. */
    @HotPath
    public boolean hardwareCeiling(int domain, int opp, long nowNs) {
        return clockRuns(domain, freqs.hardwareCeiling(domain, opp, nowNs), nowNs);
    }

    /**
     * Passes through a kernel path once: counts it and turns its time into nanoseconds.
     *
     * @return whole nanoseconds to let pass; add them up and give them to {@link
     *     HwCounters#addSystem} or {@link HwCounters#addIrq}
     */
    @HotPath
    public long passPath(int cpu, int path) {
        counters.addPath(cpu, path, 1);
        return clock.chargePs(cpu, costs.durationPs(path, cpu, freqs.opp(cpu)));
    }

    /** Units of work the CPU does in a nanosecond now. */
    @HotPath
    public int speedQ20(int cpu) {
        return speeds.speedQ20(cpu, freqs.opp(cpu));
    }

    public int cpuCount() {
        return cpuCount;
    }

    public int domainCount() {
        return domainCount;
    }

    public PathCosts costs() {
        return costs;
    }

    public CpuSpeed speeds() {
        return speeds;
    }

    public CpuClock clock() {
        return clock;
    }

    public HwCounters counters() {
        return counters;
    }

    public FreqDomains freqs() {
        return freqs;
    }

    public IdleStates idles() {
        return idles;
    }

    public EnergyMeter energy() {
        return energy;
    }

    @HotPath
    private boolean clockRuns(int domain, boolean changed, long nowNs) {
        if (changed) {
            energy.clock(domain, freqs.runningOpp(domain), nowNs);
        }
        return changed;
    }
}
