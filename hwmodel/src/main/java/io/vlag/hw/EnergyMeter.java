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

    private final long base; // uncore start time, then one record a CPU
    private final int cpuCount;
    private final int[][] cpusOfDomain;
    private final PowerTable powers;
    private final long uncoreUw;

    public EnergyMeter(long at, MachinePlan machine, PowerTable powers) {
        base = at;
        cpuCount = machine.cpuCount();
        cpusOfDomain = new int[machine.domainCount()][];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            cpusOfDomain[domain] = machine.cpusOfDomain(domain);
        }
        this.powers = powers;
        uncoreUw = machine.uncoreUw();
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve("hw.energy", EnergyLayout.BYTES, machine.cpuCount() + 1);
    }

    /**
     * All CPUs idle in state 0 at their lowest operating point since {@code nowNs}, nothing spent.
     */
    public void reset(long nowNs) {
        Memory.putLong(base + EnergyLayout.SINCE_NS, nowNs);
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            final long at = at(cpu);
            for (long offset = 0; offset < EnergyLayout.BYTES; offset += Long.BYTES) {
                Memory.putLong(at + offset, 0);
            }
            Memory.putLong(at + EnergyLayout.SINCE_NS, nowNs);
            Memory.putLong(at + EnergyLayout.POWER_UW, powers.powerUw(cpu, 0, 0));
        }
    }

    /** The CPU's state changes: an idle state or {@link IdleStates#BUSY}. */
    @HotPath
    public void state(int cpu, int state, long nowNs) {
        final long at = at(cpu);
        settle(at, nowNs);
        Memory.putInt(at + EnergyLayout.STATE, state);
        Memory.putLong(
                at + EnergyLayout.POWER_UW,
                powers.powerUw(cpu, Memory.getInt(at + EnergyLayout.OPP), state));
    }

    /** The running clock of a domain changed. */
    @HotPath
    public void clock(int domain, int opp, long nowNs) {
        for (int cpu : cpusOfDomain[domain]) {
            final long at = at(cpu);
            settle(at, nowNs);
            Memory.putInt(at + EnergyLayout.OPP, opp);
            Memory.putLong(
                    at + EnergyLayout.POWER_UW,
                    powers.powerUw(cpu, opp, Memory.getInt(at + EnergyLayout.STATE)));
        }
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
        final long at = at(cpu);
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

    /** Energy of everything that is not a CPU, nJ, truncated. */
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
}
