package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Turns picoseconds of path cost into simulated nanoseconds, one CPU at a time, and carries what
 * does not make a whole nanosecond to the next charge. So n charges never differ from their exact
 * sum by a nanosecond or more. Layout: one long a CPU, 0..999 ps. Single-threaded.
 */
public final class CpuClock {
    private static final long BYTES = 8;
    private static final long PS_PER_NS = 1000;

    private final long base;

    public CpuClock(long at) {
        base = at;
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve("hw.cpuClock", BYTES, machine.cpuCount());
    }

    /** Charges {@code ps} picoseconds, not negative; returns whole nanoseconds to let pass now. */
    @HotPath
    public long chargePs(int cpu, long ps) {
        assert ps >= 0;
        final long at = base + cpu * BYTES;
        final long sum = Memory.getLong(at) + ps;
        final long ns = sum / PS_PER_NS;
        Memory.putLong(at, sum - ns * PS_PER_NS);
        return ns;
    }

    /** Picoseconds charged but not yet returned, 0..999. */
    @HotPath
    public long carryPs(int cpu) {
        return Memory.getLong(base + cpu * BYTES);
    }
}
