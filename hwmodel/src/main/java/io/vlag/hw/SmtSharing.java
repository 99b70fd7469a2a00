package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * How much the hardware threads of a core slow each other down. Threads go idle and busy at once;
 * their speed changes when the owner calls {@link #apply}, so that it can take the operations in
 * progress off at the old speed and put them on again at the new one. Single-threaded.
 *
 * <p>Layout: per CPU, kept at the first thread of its core, busy threads and those that the speed
 * in force reckons with.
 */
public final class SmtSharing {
    /** Full speed, thousandths. */
    public static final int FULL = 1000;

    private static final long BYTES = 16;
    private static final long APPLIED = 8;

    private final long base;
    private final int[] coreFirst; // by CPU: first thread of its core
    private final int[][] speedMilli; // [CPU][busy threads of its core]; empty: no sharing
    private final int[][] threadsOf; // by CPU

    public SmtSharing(long at, MachinePlan machine) {
        base = at;
        coreFirst = new int[machine.cpuCount()];
        speedMilli = new int[machine.cpuCount()][];
        threadsOf = new int[machine.cpuCount()][];
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            threadsOf[cpu] = machine.threadsOf(cpu);
            coreFirst[cpu] = threadsOf[cpu][0];
            final int threads = PowerTable.threads(machine, cpu);
            speedMilli[cpu] = new int[threads == 1 ? 0 : threads + 1];
            for (int busy = 0; busy < speedMilli[cpu].length; busy++) {
                speedMilli[cpu][busy] = machine.coreTypeOf(cpu).smt().speedMilli(busy);
            }
        }
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve("hw.smtSharing", BYTES, machine.cpuCount());
    }

    /** All threads idle. */
    public void reset() {
        for (int cpu = 0; cpu < coreFirst.length; cpu++) {
            Memory.putLong(base + cpu * BYTES, 0);
            Memory.putLong(base + cpu * BYTES + APPLIED, 0);
        }
    }

    /** A CPU stopped being idle; whether {@link #apply} is to be called. */
    @HotPath
    public boolean cpuBusy(int cpu) {
        return changed(cpu, 1);
    }

    /** A CPU went idle; whether {@link #apply} is to be called. */
    @HotPath
    public boolean cpuIdle(int cpu) {
        return changed(cpu, -1);
    }

    @HotPath
    private boolean changed(int cpu, int change) {
        if (speedMilli[cpu].length == 0) {
            return false;
        }
        final long at = at(cpu);
        final long busy = Memory.getLong(at) + change;
        Memory.putLong(at, busy);
        return speedMilli[cpu][(int) busy] != speedMilli(cpu);
    }

    /** From now on the threads of a CPU's core run as their present number makes them. */
    @HotPath
    public void apply(int cpu) {
        final long at = at(cpu);
        Memory.putLong(at + APPLIED, Memory.getLong(at));
    }

    /** Speed of a CPU beside its siblings, thousandths. */
    @HotPath
    public int speedMilli(int cpu) {
        return speedMilli[cpu].length == 0
                ? FULL
                : speedMilli[cpu][(int) Memory.getLong(at(cpu) + APPLIED)];
    }

    /** Whether any core's threads slow each other down. */
    public boolean matters() {
        for (int[] speeds : speedMilli) {
            if (speeds.length > 0) {
                return true;
            }
        }
        return false;
    }

    /** First thread of a CPU's core. */
    @HotPath
    public int coreFirst(int cpu) {
        return coreFirst[cpu];
    }

    /** Threads of a CPU's core, itself included. */
    @HotPath
    public int[] threads(int cpu) {
        return threadsOf[cpu];
    }

    @HotPath
    private long at(int cpu) {
        return base + coreFirst[cpu] * BYTES;
    }
}
