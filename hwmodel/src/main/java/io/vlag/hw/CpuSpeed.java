package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * How fast each CPU does user work at each operating point. One nanosecond of work is what a CPU of
 * capacity 1024 does in one nanosecond at its top clock.
 *
 * <p>Work is counted in 2^-20 ns ("Q20"), and a CPU's speed is the whole number of those units it
 * does in one nanosecond. Therefore {@code nsToWork(a + b) == nsToWork(a) + nsToWork(b)} exactly: a
 * run may be cut anywhere, as often as one likes. The speed itself is rounded once, to nearest:
 * relative error at most 2^-21 / speed (0.5 ppm at full speed, 5 ppm at a tenth). A step ends at
 * the first whole nanosecond at which nothing is left; what was done beyond it (a negative
 * remainder, less than one nanosecond of work) is credited to the task's next step by adding it to
 * that step's work. Horizon: one step of 2^43 ns (2.4 hours) of work. Immutable.
 */
public final class CpuSpeed {
    /** Fraction bits of a unit of work. */
    public static final int WORK_SHIFT = 20;

    private static final int SHARE = 1000;

    private final int[] rowBase; // by CPU
    private final int[] topQ20; // by CPU
    private final int[] speedQ20; // [domain][opp] by capacity of the CPU

    public CpuSpeed(MachinePlan machine) {
        rowBase = new int[machine.cpuCount()];
        topQ20 = new int[machine.cpuCount()];
        speedQ20 = new int[machine.oppCount()];
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            final int domain = machine.cpus().get(cpu).domainIndex();
            rowBase[cpu] = machine.oppBase(domain);
            final var opps = machine.domains().get(domain).opps();
            for (int opp = 0; opp < opps.size(); opp++) {
                // all CPUs of a domain have one capacity (checked by MachinePlan), so siblings
                // write the same value
                speedQ20[rowBase[cpu] + opp] =
                        speedQ20(
                                machine.cpus().get(cpu).capacity(),
                                opps.get(opp).khz(),
                                opps.getLast().khz());
            }
            topQ20[cpu] = speedQ20[rowBase[cpu] + opps.size() - 1];
        }
    }

    /**
     * Units of work per nanosecond: {@code 2^20 * capacity * khz / (1024 * maxKhz)}, to nearest, at
     * least 1.
     */
    public static int speedQ20(int capacity, int khz, int maxKhz) {
        final long numerator = ((long) capacity * khz) << (WORK_SHIFT + 1);
        final long denominator = (long) MachinePlan.SCALE * maxKhz;
        return (int) Math.max(1, (numerator + denominator) / (2 * denominator));
    }

    @HotPath
    public int speedQ20(int cpu, int opp) {
        return speedQ20[rowBase[cpu] + opp];
    }

    /**
     * Speed of work of which a part waits for memory and does not feel the clock: {@code top *
     * speed * 1000 / ((1000 - m) * top + m * speed)}, rounded down. At the CPU's top clock it is as
     * fast as other work.
     *
     * @param speedQ20 of other work, now
     * @param topSpeedQ20 of other work at the CPU's top clock
     * @param memoryMilli share of the time at the top clock that does not scale, 0..1000
     */
    @HotPath
    public static int memoryBoundQ20(int speedQ20, int topSpeedQ20, int memoryMilli) {
        return (int)
                ((long) topSpeedQ20
                        * speedQ20
                        * SHARE
                        / ((long) (SHARE - memoryMilli) * topSpeedQ20
                                + (long) memoryMilli * speedQ20));
    }

    /** Speed at the CPU's top clock. */
    @HotPath
    public int topSpeedQ20(int cpu) {
        return topQ20[cpu];
    }

    /** Work of {@code workNs} nanoseconds at full speed, in units. */
    @HotPath
    public static long workQ20(long workNs) {
        return workNs << WORK_SHIFT;
    }

    /** Nanoseconds until {@code workQ20} units are done, rounded up; 0 when none are left. */
    @HotPath
    public static long workToNs(long workQ20, int speedQ20) {
        return workQ20 <= 0 ? 0 : (workQ20 + speedQ20 - 1) / speedQ20;
    }

    /** Units of work done in {@code ns} nanoseconds; exact. */
    @HotPath
    public static long nsToWork(long ns, int speedQ20) {
        return ns * speedQ20;
    }
}
