package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Average of the time a CPU spends in interrupts, timed by the run queue's wall clock.
 *
 * @implNote Models Linux 6.12, kernel/sched/pelt.c update_irq_load_avg(). Golden vectors:
 *     pelt/irq_sequence.csv.
 */
@HotPath
public final class IrqAverage {
    private IrqAverage() {}

    /**
     * Accounts interrupt time as if it were the last thing that happened before now.
     *
     * @param at record of the interrupts' average
     * @param clockNs the run queue's clock, already advanced
     * @param irqNs interrupt time since the last update, as {@link RqClock#advance} returned it
     * @param freqScale current over highest frequency; 0..1024
     * @param cpuCapacity capacity of the CPU; 1..1024
     * @return whether the averages were recomputed
     */
    public static boolean update(
            long at, long clockNs, long irqNs, long freqScale, long cpuCapacity) {
        // Frequency first, then capacity: the other way round than the PELT clock.
        final long scaledNs =
                (irqNs * freqScale >>> PeltAverage.CAPACITY_SHIFT) * cpuCapacity
                        >>> PeltAverage.CAPACITY_SHIFT;
        final boolean before = PeltAverage.updateSum(at, clockNs - scaledNs, 0, 0, 0);
        final boolean during = PeltAverage.updateSum(at, clockNs, 1, 1, 1);
        if (before || during) {
            PeltAverage.updateAvg(at, 1);
            return true;
        }
        return false;
    }
}
