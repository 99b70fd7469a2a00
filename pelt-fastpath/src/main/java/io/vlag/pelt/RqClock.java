package io.vlag.pelt;

import io.vlag.offheap.HotPath;

/**
 * Moves the clocks of one CPU's run queue.
 *
 * <p>The task clock leaves out interrupt time. The PELT clock, which times all averages but the
 * interrupts' own, runs slower than the task clock while a task runs on a CPU that is smaller or
 * slower than the biggest at full speed, so that the same work counts the same everywhere; while
 * the CPU is idle it catches up again, unless the CPU had no idle time to give back.
 *
 * @implNote Models Linux 6.12, kernel/sched/core.c update_rq_clock_task() and kernel/sched/pelt.h
 *     update_rq_clock_pelt(), update_idle_rq_clock_pelt(). Golden vectors: pelt/rq_clock.csv.
 */
@HotPath
public final class RqClock {
    /** Total of the utilisation sums from which on a CPU counts as saturated when it goes idle. */
    public static final long SATURATED_UTIL_SUM =
            (PeltAverage.DIVIDER_BASE << PeltAverage.CAPACITY_SHIFT) - PeltAverage.LOAD_AVG_MAX;

    private static final long U32 = 0xFFFF_FFFFL;

    private RqClock() {}

    /** Starts all clocks at {@code nowNs}, on an idle CPU. */
    public static void init(long at, long nowNs) {
        RqClockLayout.clockNs(at, nowNs);
        RqClockLayout.clockTaskNs(at, nowNs);
        RqClockLayout.clockTaskMulNs(at, nowNs);
        RqClockLayout.lostIdleNs(at, 0);
        RqClockLayout.irqPendingNs(at, 0);
        synchroniseIdle(at);
    }

    /**
     * {@link #advance(long, long, long, long, long, boolean, int)} with the kernel's own half-life
     * of 32 ms.
     */
    public static long advance(
            long at, long deltaNs, long irqNs, long freqScale, long cpuCapacity, boolean idle) {
        return advance(at, deltaNs, irqNs, freqScale, cpuCapacity, idle, 0);
    }

    /**
     * Lets time pass.
     *
     * @param at byte offset of the record
     * @param deltaNs wall time that passed; not negative
     * @param irqNs interrupt time newly reported; what does not fit into {@code deltaNs} waits for
     *     the next call
     * @param freqScale current over highest frequency during that time; 0..1024
     * @param cpuCapacity capacity of the CPU at its highest frequency; 1..1024
     * @param idle the CPU ran its idle task
     * @param halfLifeShift 0 = half-life 32 ms, 1 = 16 ms, 2 = 8 ms: averages see time pass this
     *     many times doubled
     * @return interrupt time taken off the task clock; when not 0, {@link IrqAverage#update} is due
     *     with it
     */
    public static long advance(
            long at,
            long deltaNs,
            long irqNs,
            long freqScale,
            long cpuCapacity,
            boolean idle,
            int halfLifeShift) {
        final long reportedNs = RqClockLayout.irqPendingNs(at) + irqNs;
        final long takenNs = Math.min(reportedNs, deltaNs);
        final long taskNs = deltaNs - takenNs;
        final long taskMulNs = taskNs << halfLifeShift;
        RqClockLayout.irqPendingNs(at, reportedNs - takenNs);
        RqClockLayout.clockNs(at, RqClockLayout.clockNs(at) + deltaNs);
        RqClockLayout.clockTaskNs(at, RqClockLayout.clockTaskNs(at) + taskNs);
        RqClockLayout.clockTaskMulNs(at, RqClockLayout.clockTaskMulNs(at) + taskMulNs);
        if (idle) {
            synchroniseIdle(at);
        } else {
            // Capacity first, then frequency; each rounds down.
            final long scaledNs =
                    (taskMulNs * cpuCapacity >>> PeltAverage.CAPACITY_SHIFT) * freqScale
                            >>> PeltAverage.CAPACITY_SHIFT;
            RqClockLayout.clockPeltNs(at, RqClockLayout.clockPeltNs(at) + scaledNs);
        }
        return takenNs;
    }

    /**
     * The CPU goes idle, no time passing. A CPU whose tasks used all of it never caught up while
     * they ran and has no idle time to give back: the distance between the clocks is lost for the
     * averages.
     *
     * @param utilSumTotal sum of the utilisation sums of the fair, real-time and deadline classes;
     *     the low 32 bits count
     */
    public static void enterIdle(long at, long utilSumTotal) {
        if ((utilSumTotal & U32) >= SATURATED_UTIL_SUM) {
            final long behindNs = RqClockLayout.clockTaskMulNs(at) - RqClockLayout.clockPeltNs(at);
            RqClockLayout.lostIdleNs(at, RqClockLayout.lostIdleNs(at) + behindNs);
        }
        synchroniseIdle(at);
    }

    /** The time all averages of this CPU's tasks and queues are updated to. */
    public static long peltNow(long at) {
        return RqClockLayout.clockPeltNs(at) - RqClockLayout.lostIdleNs(at);
    }

    private static void synchroniseIdle(long at) {
        RqClockLayout.clockPeltNs(at, RqClockLayout.clockTaskMulNs(at));
        RqClockLayout.clockIdleNs(at, RqClockLayout.clockNs(at));
        RqClockLayout.clockPeltIdleNs(at, peltNow(at));
    }
}
