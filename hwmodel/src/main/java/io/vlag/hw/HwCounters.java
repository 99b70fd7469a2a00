package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * What {@code perf stat} would count on each CPU: busy time by mode, cycles, instructions, branch
 * and cache misses. All grow from the slab's reset on; a measured window is a difference of two
 * readings. Idle time is in {@link IdleStates}.
 *
 * <p>Kernel paths are counted as passes (one increment a pass); their instructions and misses are
 * passes times {@link PathCost}, worked out when somebody reads. Cycles are busy time times clock,
 * stalls included, integrated exactly. Horizon: 2^63 thousandths of an instruction, 26 days of one
 * CPU at 4 * 10^9 instructions a second. Single-threaded.
 */
public final class HwCounters {
    private static final long PASS_BYTES = 8;

    private final long base;
    private final long passesBase;
    private final int pathCount;
    private final PathCosts costs;

    public HwCounters(long at, MachinePlan machine, PathCosts costs) {
        base = at;
        passesBase = at + machine.cpuCount() * HwCountersLayout.BYTES;
        pathCount = costs.pathCount();
        this.costs = costs;
    }

    public static long reserve(SlabPlan plan, MachinePlan machine, PathCosts costs) {
        return plan.reserve(
                "hw.counters",
                HwCountersLayout.BYTES + costs.pathCount() * PASS_BYTES,
                machine.cpuCount());
    }

    /** Counts {@code passes} passes through a path. */
    @HotPath
    public void addPath(int cpu, int path, long passes) {
        add(passesAt(cpu, path), passes);
    }

    /** Adds kernel time on behalf of a task. */
    @HotPath
    public void addSystem(int cpu, long ns, int khz) {
        final long at = at(cpu);
        add(at + HwCountersLayout.SYSTEM_NS, ns);
        RateIntegral.add(at + HwCountersLayout.CYCLES, khz, ns);
    }

    /** Adds kernel time in interrupt context. */
    @HotPath
    public void addIrq(int cpu, long ns, int khz) {
        final long at = at(cpu);
        add(at + HwCountersLayout.IRQ_NS, ns);
        RateIntegral.add(at + HwCountersLayout.CYCLES, khz, ns);
    }

    /** Adds user time at {@code ipcMilli} instructions per 1000 cycles (stalls included). */
    @HotPath
    public void addUser(int cpu, long ns, int khz, int ipcMilli) {
        final long at = at(cpu);
        add(at + HwCountersLayout.USER_NS, ns);
        final long before = RateIntegral.whole(at + HwCountersLayout.CYCLES);
        RateIntegral.add(at + HwCountersLayout.CYCLES, khz, ns);
        final long cycles = RateIntegral.whole(at + HwCountersLayout.CYCLES) - before;
        add(at + HwCountersLayout.INSTRUCTIONS_MILLI, cycles * ipcMilli);
    }

    /** Adds events that belong to no counted path, in thousandths. */
    @HotPath
    public void addEvents(
            int cpu, long instructionsMilli, long branchMissesMilli, long cacheMissesMilli) {
        final long at = at(cpu);
        add(at + HwCountersLayout.INSTRUCTIONS_MILLI, instructionsMilli);
        add(at + HwCountersLayout.BRANCH_MISSES_MILLI, branchMissesMilli);
        add(at + HwCountersLayout.CACHE_MISSES_MILLI, cacheMissesMilli);
    }

    @HotPath
    public long userNs(int cpu) {
        return Memory.getLong(at(cpu) + HwCountersLayout.USER_NS);
    }

    @HotPath
    public long systemNs(int cpu) {
        return Memory.getLong(at(cpu) + HwCountersLayout.SYSTEM_NS);
    }

    @HotPath
    public long irqNs(int cpu) {
        return Memory.getLong(at(cpu) + HwCountersLayout.IRQ_NS);
    }

    /** User, system and interrupt time together. */
    @HotPath
    public long busyNs(int cpu) {
        return userNs(cpu) + systemNs(cpu) + irqNs(cpu);
    }

    /** Whole cycles of busy time. */
    @HotPath
    public long cycles(int cpu) {
        return RateIntegral.whole(at(cpu) + HwCountersLayout.CYCLES);
    }

    /** Passes through a path. */
    @HotPath
    public long passes(int cpu, int path) {
        return Memory.getLong(passesAt(cpu, path));
    }

    /** Instructions retired, thousandths. Cold: sums over all paths. */
    public long instructionsMilli(int cpu) {
        long sum = Memory.getLong(at(cpu) + HwCountersLayout.INSTRUCTIONS_MILLI);
        for (int path = 0; path < pathCount; path++) {
            sum += passes(cpu, path) * costs.cost(path, cpu).instructions() * 1000;
        }
        return sum;
    }

    /** Mispredicted branches, thousandths. Cold: sums over all paths. */
    public long branchMissesMilli(int cpu) {
        long sum = Memory.getLong(at(cpu) + HwCountersLayout.BRANCH_MISSES_MILLI);
        for (int path = 0; path < pathCount; path++) {
            sum += passes(cpu, path) * costs.cost(path, cpu).branchMissesMilli();
        }
        return sum;
    }

    /** Cache misses, thousandths. Cold: sums over all paths. */
    public long cacheMissesMilli(int cpu) {
        long sum = Memory.getLong(at(cpu) + HwCountersLayout.CACHE_MISSES_MILLI);
        for (int path = 0; path < pathCount; path++) {
            sum += passes(cpu, path) * costs.cost(path, cpu).cacheMissesMilli();
        }
        return sum;
    }

    @HotPath
    private long at(int cpu) {
        return base + cpu * HwCountersLayout.BYTES;
    }

    @HotPath
    private long passesAt(int cpu, int path) {
        return passesBase + ((long) cpu * pathCount + path) * PASS_BYTES;
    }

    @HotPath
    private static void add(long at, long amount) {
        Memory.putLong(at, Memory.getLong(at) + amount);
    }
}
