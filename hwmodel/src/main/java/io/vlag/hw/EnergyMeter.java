package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Energy of every CPU, integrated exactly: power is constant between state changes, so each change
 * closes one piece. uW times ns are femtojoules; the meter keeps nJ and the rest in fJ ({@link
 * RateIntegral}), and no piece is rounded. Horizon: 9.2 * 10^9 J a CPU (2.9 years at 100 W). Grows
 * from {@link #reset} on. Single-threaded.
 */
public final class EnergyMeter {
    private static final long NJ_PER_UJ = 1000;
    private static final long FJ_PER_NJ = 1_000_000;

    private final long base; // uncore start time, then one record a CPU, then one a cluster
    private final int cpuCount;
    private final int clusterCount;
    private final int[][] threadsOf; // by CPU: threads of its core that share its power
    private final long[] clusterDeepestUw;
    private final int[] deepest; // by CPU: its deepest idle state
    private final int[][] cpusOfDomain;
    private final PowerTable powers;
    private final long uncoreUw;

    public EnergyMeter(long at, MachinePlan machine, PowerTable powers) {
        base = at;
        cpuCount = machine.cpuCount();
        clusterCount = machine.clusters().size();
        clusterDeepestUw = machine.clusters().stream().mapToLong(EnergyMeter::deepestUw).toArray();
        threadsOf = new int[cpuCount][];
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            threadsOf[cpu] =
                    PowerTable.threads(machine, cpu) == 1
                            ? new int[] {cpu}
                            : machine.threadsOf(cpu);
        }
        deepest =
                machine.cpus().stream()
                        .mapToInt(cpu -> deepest(machine.coreTypes().get(cpu.coreTypeIndex())))
                        .toArray();
        cpusOfDomain = new int[machine.domainCount()][];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            cpusOfDomain[domain] = machine.cpusOfDomain(domain);
        }
        this.powers = powers;
        uncoreUw = machine.uncoreUw();
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.energy",
                EnergyLayout.BYTES,
                1 + machine.cpuCount() + machine.clusters().size());
    }

    private static long deepestUw(ClusterPlan cluster) {
        return cluster.idleStates().isEmpty()
                ? cluster.activeUw()
                : cluster.idleStates().getLast().powerUw();
    }

    private static int deepest(CoreTypePlan type) {
        return type.idleStates().size() - 1;
    }

    /**
     * All CPUs and clusters in their deepest state, CPUs at their lowest operating point, since
     * {@code nowNs}; nothing spent.
     */
    public void reset(long nowNs) {
        Memory.putLong(base + EnergyLayout.SINCE_NS, nowNs);
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            clear(at(cpu), nowNs);
            Memory.putInt(at(cpu) + EnergyLayout.STATE, deepest[cpu]);
        }
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            Memory.putLong(at(cpu) + EnergyLayout.POWER_UW, power(cpu, busyThreads(cpu)));
        }
        for (int cluster = 0; cluster < clusterCount; cluster++) {
            clear(clusterAt(cluster), nowNs);
            Memory.putLong(clusterAt(cluster) + EnergyLayout.POWER_UW, clusterDeepestUw[cluster]);
        }
    }

    private static void clear(long at, long nowNs) {
        for (long offset = 0; offset < EnergyLayout.BYTES; offset += Long.BYTES) {
            Memory.putLong(at + offset, 0);
        }
        Memory.putLong(at + EnergyLayout.SINCE_NS, nowNs);
    }

    /** The CPU's state changes: an idle state or {@link IdleStates#BUSY}. */
    @HotPath
    public void state(int cpu, int state, long nowNs) {
        final long at = at(cpu);
        settle(at, nowNs);
        Memory.putInt(at + EnergyLayout.STATE, state);
        if (threadsOf[cpu].length == 1) {
            Memory.putLong(
                    at + EnergyLayout.POWER_UW,
                    powers.powerUw(cpu, Memory.getInt(at + EnergyLayout.OPP), state));
        } else {
            coreChanged(cpu, nowNs);
        }
    }

    /** A thread of a core went idle or busy: the power of all its threads changes. */
    @HotPath
    private void coreChanged(int cpu, long nowNs) {
        final int busy = busyThreads(cpu);
        for (int thread : threadsOf[cpu]) {
            settle(at(thread), nowNs);
            Memory.putLong(at(thread) + EnergyLayout.POWER_UW, power(thread, busy));
        }
    }

    @HotPath
    private int busyThreads(int cpu) {
        int busy = 0;
        for (int thread : threadsOf[cpu]) {
            busy += Memory.getInt(at(thread) + EnergyLayout.STATE) == IdleStates.BUSY ? 1 : 0;
        }
        return busy;
    }

    @HotPath
    private long power(int cpu, int busyThreads) {
        final long at = at(cpu);
        return powers.powerUw(
                cpu,
                Memory.getInt(at + EnergyLayout.OPP),
                Memory.getInt(at + EnergyLayout.STATE),
                busyThreads);
    }

    /** The running clock of a domain changed. */
    @HotPath
    public void clock(int domain, int opp, long nowNs) {
        for (int cpu : cpusOfDomain[domain]) {
            final long at = at(cpu);
            settle(at, nowNs);
            Memory.putInt(at + EnergyLayout.OPP, opp);
            Memory.putLong(at + EnergyLayout.POWER_UW, power(cpu, busyThreads(cpu)));
        }
    }

    /** A way into and out of an idle state cost energy of its own, nJ. */
    @HotPath
    public void transition(int cpu, long nj) {
        final long at = at(cpu) + EnergyLayout.IDLE_NJ;
        Memory.putLong(at, Memory.getLong(at) + nj);
    }

    /** What a cluster's CPUs share draws another power from now on, uW. */
    @HotPath
    public void cluster(int cluster, long powerUw, long nowNs) {
        final long at = clusterAt(cluster);
        RateIntegral.add(
                at + EnergyLayout.IDLE_NJ,
                Memory.getLong(at + EnergyLayout.POWER_UW),
                nowNs - Memory.getLong(at + EnergyLayout.SINCE_NS));
        Memory.putLong(at + EnergyLayout.SINCE_NS, nowNs);
        Memory.putLong(at + EnergyLayout.POWER_UW, powerUw);
    }

    /** Energy of what a cluster's CPUs share, nJ, truncated. */
    @HotPath
    public long clusterNj(int cluster, long nowNs) {
        return recordNj(clusterAt(cluster), nowNs);
    }

    /** Power of a CPU now, uW. */
    @HotPath
    public long powerUw(int cpu) {
        return Memory.getLong(at(cpu) + EnergyLayout.POWER_UW);
    }

    /** Energy of a CPU up to now, uJ, truncated. */
    @HotPath
    public long energyUj(int cpu, long nowNs) {
        return energyNj(cpu, nowNs) / NJ_PER_UJ;
    }

    /** Energy of a CPU up to now, nJ, truncated. */
    @HotPath
    public long energyNj(int cpu, long nowNs) {
        return recordNj(at(cpu), nowNs);
    }

    @HotPath
    private static long recordNj(long at, long nowNs) {
        final long openNs = nowNs - Memory.getLong(at + EnergyLayout.SINCE_NS);
        final long ms = openNs / FJ_PER_NJ;
        final long powerUw = Memory.getLong(at + EnergyLayout.POWER_UW);
        final long fj =
                powerUw * (openNs - ms * FJ_PER_NJ)
                        + RateIntegral.millionths(at + EnergyLayout.BUSY_NJ)
                        + RateIntegral.millionths(at + EnergyLayout.IDLE_NJ);
        return RateIntegral.whole(at + EnergyLayout.BUSY_NJ)
                + RateIntegral.whole(at + EnergyLayout.IDLE_NJ)
                + powerUw * ms
                + fj / FJ_PER_NJ;
    }

    /** Part of the energy a CPU spent busy, up to its last state or clock change, nJ, truncated. */
    @HotPath
    public long busyNj(int cpu) {
        return RateIntegral.whole(at(cpu) + EnergyLayout.BUSY_NJ);
    }

    /** Energy of a domain's CPUs, nJ; each CPU truncated. */
    @HotPath
    public long domainNj(int domain, long nowNs) {
        long sum = 0;
        for (int cpu : cpusOfDomain[domain]) {
            sum += energyNj(cpu, nowNs);
        }
        return sum;
    }

    /** Energy of everything that is neither a CPU nor a cluster's own, nJ, truncated. */
    @HotPath
    public long uncoreNj(long nowNs) {
        final long ns = nowNs - Memory.getLong(base + EnergyLayout.SINCE_NS);
        final long ms = ns / FJ_PER_NJ;
        return uncoreUw * ms + uncoreUw * (ns - ms * FJ_PER_NJ) / FJ_PER_NJ;
    }

    /** Energy of the machine, uJ, truncated. */
    @HotPath
    public long totalUj(long nowNs) {
        long sum = uncoreNj(nowNs);
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            sum += energyNj(cpu, nowNs);
        }
        for (int cluster = 0; cluster < clusterCount; cluster++) {
            sum += clusterNj(cluster, nowNs);
        }
        return sum / NJ_PER_UJ;
    }

    @HotPath
    private static void settle(long at, long nowNs) {
        final long accumulator =
                Memory.getInt(at + EnergyLayout.STATE) == IdleStates.BUSY
                        ? EnergyLayout.BUSY_NJ
                        : EnergyLayout.IDLE_NJ;
        RateIntegral.add(
                at + accumulator,
                Memory.getLong(at + EnergyLayout.POWER_UW),
                nowNs - Memory.getLong(at + EnergyLayout.SINCE_NS));
        Memory.putLong(at + EnergyLayout.SINCE_NS, nowNs);
    }

    @HotPath
    private long at(int cpu) {
        return base + (cpu + 1) * EnergyLayout.BYTES;
    }

    @HotPath
    private long clusterAt(int cluster) {
        return base + (1 + cpuCount + cluster) * EnergyLayout.BYTES;
    }
}
