package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * What interrupts, real-time and deadline tasks, and the hardware leave of a CPU's capacity for
 * fair tasks. All figures in the kernel's scale, 1024 = one biggest CPU.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c scale_rt_capacity(). Golden vectors:
 *     capacity/rt_capacity_*.csv.
 */
@HotPath
public final class RtCapacity {
    /** 6.6: averaged thermal pressure counts as used time, beside real-time and deadline. */
    public static final int PRESSURE_IS_USED_TIME = 0;

    /**
     * 6.12 and later: the larger of averaged hardware and frequency-cap pressure comes off first.
     */
    public static final int PRESSURE_COMES_OFF_FIRST = 1;

    private RtCapacity() {}

    /**
     * Capacity left for fair tasks, at least 1.
     *
     * @param cpuCapacity full capacity, 1..1024
     * @param irqUtil time in interrupts, as utilisation
     * @param rtUtil utilisation of real-time tasks
     * @param dlUtil utilisation of deadline tasks
     * @param hwLoadAvg averaged capacity that the hardware took away
     * @param cpufreqPressure capacity that a limit of the clock takes away at present
     * @param form one of PRESSURE_...
     */
    public static long left(
            long cpuCapacity,
            long irqUtil,
            long rtUtil,
            long dlUtil,
            long hwLoadAvg,
            long cpufreqPressure,
            int form) {
        if (form == PRESSURE_IS_USED_TIME) {
            return left(cpuCapacity, irqUtil, rtUtil + dlUtil + hwLoadAvg);
        }
        final long pressure = Math.max(hwLoadAvg, cpufreqPressure);
        return left(cpuCapacity - pressure, irqUtil, rtUtil + dlUtil);
    }

    /**
     * Capacity left, with the pressure already counted; at least 1.
     *
     * @param max capacity of the hardware at present
     * @param irqUtil time in interrupts, as utilisation
     * @param used utilisation of everything else that runs before fair tasks
     */
    public static long left(long max, long irqUtil, long used) {
        if (irqUtil >= max || used >= max) {
            return 1;
        }
        return (max - used) * (max - irqUtil) / max;
    }

    /**
     * Pressure that {@link CapacityFit#utilFitsCpu} looks at.
     *
     * @param hwPressure capacity that the hardware takes away at this moment
     * @param hwLoadAvg the same, averaged
     * @param cpufreqPressure capacity that a limit of the clock takes away
     * @param form one of PRESSURE_...
     */
    public static long hardwarePressure(
            long hwPressure, long hwLoadAvg, long cpufreqPressure, int form) {
        return form == PRESSURE_IS_USED_TIME ? hwPressure : Math.max(hwLoadAvg, cpufreqPressure);
    }
}
