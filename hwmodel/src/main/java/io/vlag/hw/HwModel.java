package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.stream.IntStream;

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
    private final IdleGovernors idleGovernors;
    private final ClusterIdle clusters;
    private final TurboCeilings turbo;
    private final ThermalZones zones;
    private final SmtSharing smt;
    private final int[] userIpcMilli; // by CPU

    /** Where the tables are, relative to the slab. */
    public record Offsets(
            long clock,
            long counters,
            long freqs,
            long idles,
            long energy,
            long idleGovernors,
            long clusters,
            long turbo,
            long zones,
            long smt) {}

    /**
     * Who chooses idle states.
     *
     * @param governor {@link IdleGovernors#MENU} or {@link IdleGovernors#TEO}
     * @param tickNs time between two ticks
     */
    public record IdlePolicy(int governor, long tickNs) {}

    public HwModel(
            Slab slab,
            Offsets offsets,
            MachinePlan machine,
            PathCosts costs,
            IdlePolicy idlePolicy) {
        this(slab, offsets, machine, new MachineTables(machine), costs, idlePolicy);
    }

    /** As above, with the machine's tables from somebody who keeps them. */
    public HwModel(
            Slab slab,
            Offsets offsets,
            MachinePlan machine,
            MachineTables tables,
            PathCosts costs,
            IdlePolicy idlePolicy) {
        cpuCount = machine.cpuCount();
        domainCount = machine.domainCount();
        this.costs = costs;
        speeds = tables.speeds();
        clock = new CpuClock(slab.at(offsets.clock()));
        counters = new HwCounters(slab.at(offsets.counters()), machine, costs);
        freqs = new FreqDomains(slab.at(offsets.freqs()), machine);
        idles = new IdleStates(slab.at(offsets.idles()), machine);
        energy = new EnergyMeter(slab.at(offsets.energy()), machine, tables.powers());
        idleGovernors =
                new IdleGovernors(
                        slab.at(offsets.idleGovernors()),
                        machine,
                        idlePolicy.governor(),
                        idlePolicy.tickNs(),
                        idles);
        clusters = new ClusterIdle(slab.at(offsets.clusters()), machine);
        turbo = new TurboCeilings(slab.at(offsets.turbo()), machine);
        zones = new ThermalZones(slab.at(offsets.zones()), machine, energy);
        smt = new SmtSharing(slab.at(offsets.smt()), machine);
        userIpcMilli =
                IntStream.range(0, cpuCount)
                        .map(cpu -> machine.coreTypeOf(cpu).userIpcMilli())
                        .toArray();
    }

    public static Offsets reserve(SlabPlan plan, MachinePlan machine, PathCosts costs) {
        return new Offsets(
                CpuClock.reserve(plan, machine),
                HwCounters.reserve(plan, machine, costs),
                FreqDomains.reserve(plan, machine),
                IdleStates.reserve(plan, machine),
                EnergyMeter.reserve(plan, machine),
                IdleGovernors.reserve(plan, machine),
                ClusterIdle.reserve(plan, machine),
                TurboCeilings.reserve(plan, machine),
                ThermalZones.reserve(plan, machine),
                SmtSharing.reserve(plan, machine));
    }

    /**
     * All CPUs and clusters in their deepest state, all domains at their lowest operating point,
     * everything cold, nothing counted; the slab is zero.
     */
    public void reset(long nowNs) {
        turbo.reset();
        smt.reset();
        freqs.reset(nowNs);
        idles.reset(nowNs);
        idleGovernors.reset();
        clusters.reset(nowNs);
        energy.reset(nowNs);
        zones.reset(nowNs);
        for (int domain = 0; domain < domainCount; domain++) {
            hardwareCeilings(domain, nowNs);
        }
    }

    /** Sets a domain's clock at the start; between {@link #reset} and the first event. */
    public void startAt(int domain, int opp, long nowNs) {
        freqs.startAt(domain, opp);
        for (int affected : freqs.affectedBy(domain)) {
            energy.clock(affected, freqs.runningOpp(affected), nowNs);
        }
    }

    /**
     * The CPU goes idle.
     *
     * @param state {@link IdleGovernors#state} of what {@link IdleGovernors#choose} said
     * @param timerNs its next timer, absolute: its cluster may sleep until then
     */
    @HotPath
    public void goIdle(int cpu, int state, long timerNs, long nowNs) {
        idles.enter(cpu, state, nowNs);
        energy.state(cpu, state, nowNs);
        final int cluster = clusters.cluster(cpu);
        if (clusters.hasStates(cluster)
                && state == idles.deepest(cpu)
                && clusters.cpuDeep(cpu, timerNs, nowNs)) {
            energy.cluster(cluster, clusters.powerUw(cluster), nowNs);
        }
    }

    /**
     * The CPU is woken; returns the time until its first instruction, during which it counts as
     * busy.
     */
    @HotPath
    public long goBusy(int cpu, long nowNs) {
        final int state = idles.state(cpu);
        final long latencyNs = idles.leave(cpu, nowNs);
        energy.transition(cpu, idles.transitionNj(cpu, state));
        energy.state(cpu, IdleStates.BUSY, nowNs);
        final int cluster = clusters.cluster(cpu);
        if (!clusters.hasStates(cluster) || state != idles.deepest(cpu)) {
            return latencyNs;
        }
        final long clusterNs = clusters.cpuWakes(cpu, nowNs);
        energy.cluster(cluster, clusters.powerUw(cluster), nowNs);
        return latencyNs + clusterNs;
    }

    /**
     * Ends a clock transition; returns whether the running clock changed, so that run-end times
     * have to be redone.
     */
    @HotPath
    public boolean completeTransition(int domain, long nowNs) {
        return clockRuns(domain, freqs.complete(domain, nowNs), nowNs);
    }

    /**
     * Lets turbo steps and hot hardware hold a domain; returns whether the running clock changed.
     */
    @HotPath
    public boolean hardwareCeilings(int domain, long nowNs) {
        final boolean changed =
                freqs.hardwareCeiling(
                        domain, Math.min(turbo.opp(domain), zones.hardwareOpp(domain)), nowNs);
        if (changed) {
            energy.clock(domain, freqs.runningOpp(domain), nowNs);
        }
        return changed;
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
        final long ps = costs.durationPs(path, cpu, freqs.opp(cpu));
        final int speedMilli = smt.speedMilli(cpu);
        return clock.chargePs(
                cpu, speedMilli == SmtSharing.FULL ? ps : ps * SmtSharing.FULL / speedMilli);
    }

    /**
     * Units of work the CPU does in a nanosecond now.
     *
     * @param memoryMilli share of the work's time that does not scale with the clock, 0..1000
     */
    @HotPath
    public int speedQ20(int cpu, int memoryMilli) {
        final int full = speeds.speedQ20(cpu, freqs.opp(cpu));
        final int speedQ20 =
                memoryMilli == 0
                        ? full
                        : CpuSpeed.memoryBoundQ20(full, speeds.topSpeedQ20(cpu), memoryMilli);
        final int speedMilli = smt.speedMilli(cpu);
        return speedMilli == SmtSharing.FULL
                ? speedQ20
                : (int) Math.max(1, (long) speedQ20 * speedMilli / SmtSharing.FULL);
    }

    /** Instructions per 1000 cycles of user code on a CPU. */
    @HotPath
    public int userIpcMilli(int cpu) {
        return userIpcMilli[cpu];
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

    public IdleGovernors idleGovernors() {
        return idleGovernors;
    }

    public ClusterIdle clusters() {
        return clusters;
    }

    public TurboCeilings turbo() {
        return turbo;
    }

    public ThermalZones zones() {
        return zones;
    }

    public SmtSharing smt() {
        return smt;
    }

    @HotPath
    private boolean clockRuns(int domain, boolean changed, long nowNs) {
        if (changed) {
            for (int affected : freqs.affectedBy(domain)) {
                energy.clock(affected, freqs.runningOpp(affected), nowNs);
            }
        }
        return changed;
    }
}
