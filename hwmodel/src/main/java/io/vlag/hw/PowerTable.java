package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Power of a CPU by operating point and state, worked out once. Busy: what the operating point
 * declares, or {@code coefficient * MHz * V^2} plus static power. Idle: what the operating point
 * declares for state 0, what the state declares, or the state's share of the busy power (leakage
 * and what is left of the clock tree). Each rounded once, to the nearest uW. Immutable.
 *
 * <p>Hardware threads that notice each other draw the power of their core together: each busy one
 * its share of what so many draw, an idle one nothing beside a busy one, and else its share of the
 * idle power.
 */
public final class PowerTable {
    private final int threadsMax; // busy columns
    private final int width; // busy columns and the idle states
    private final int[] rowBase; // by CPU
    private final long[] uw; // [CPU][opp][1 busy, 2 busy, ..., idle 0, idle 1, ...]

    public PowerTable(MachinePlan machine) {
        threadsMax = threadsMax(machine);
        width = threadsMax + machine.idleStateCountMax();
        rowBase = new int[machine.cpuCount()];
        int rows = 0;
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            rowBase[cpu] = rows * width;
            rows += machine.domainOf(cpu).opps().size();
        }
        uw = new long[rows * width];
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            final CoreTypePlan type = machine.coreTypeOf(cpu);
            int at = rowBase[cpu];
            for (Opp opp : machine.domainOf(cpu).opps()) {
                final long busyUw = busyUw(type, opp);
                for (int busy = 1; busy <= threadsMax; busy++) {
                    uw[at + busy - 1] = share(busyUw, type.smt().powerMilli(busy), 1000);
                }
                for (int state = 0; state < type.idleStates().size(); state++) {
                    uw[at + threadsMax + state] =
                            share(
                                    idleUw(type.idleStates().get(state), state, opp, busyUw),
                                    1,
                                    threads(machine, cpu));
                }
                at += width;
            }
        }
    }

    private static long busyUw(CoreTypePlan type, Opp opp) {
        return opp.busyUw() != MachinePlan.NONE
                ? opp.busyUw()
                : dynamicUw(type.dynamicUwPerMhzV2(), opp) + type.staticUw();
    }

    private static long idleUw(IdleStatePlan plan, int state, Opp opp, long busyUw) {
        if (state == 0 && opp.idleUw() != MachinePlan.NONE) {
            return opp.idleUw();
        }
        return plan.powerUw() != MachinePlan.NONE
                ? plan.powerUw()
                : Rounding.nearest(
                        Rounding.product(busyUw, plan.powerMilli()), Rounding.product(1000));
    }

    /** {@code coefficient * MHz * V^2} in uW, to nearest: kHz * uV^2 counts 10^-15 of the unit. */
    public static long dynamicUw(int uwPerMhzV2, Opp opp) {
        return Rounding.nearest(
                Rounding.product(uwPerMhzV2, opp.khz(), opp.microvolt(), opp.microvolt()),
                Rounding.product(1_000_000_000_000_000L));
    }

    /** Threads of a core that share its power: 1 when they do not notice each other. */
    static int threads(MachinePlan machine, int cpu) {
        return machine.coreTypeOf(cpu).smt().equals(SmtPlan.NONE)
                ? 1
                : machine.threadsOf(cpu).length;
    }

    private static int threadsMax(MachinePlan machine) {
        int most = 1;
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            most = Math.max(most, threads(machine, cpu));
        }
        return most;
    }

    private static long share(long uw, int numerator, int denominator) {
        return Rounding.nearest(Rounding.product(uw, numerator), Rounding.product(denominator));
    }

    /**
     * Power of a CPU alone on its core, uW; {@code state} is an idle state or {@link
     * IdleStates#BUSY}.
     */
    @HotPath
    public long powerUw(int cpu, int opp, int state) {
        return powerUw(cpu, opp, state, state == IdleStates.BUSY ? 1 : 0);
    }

    /**
     * Power of a CPU, uW.
     *
     * @param state an idle state or {@link IdleStates#BUSY}
     * @param busyThreads busy threads of its core, itself included
     */
    @HotPath
    public long powerUw(int cpu, int opp, int state, int busyThreads) {
        final int row = rowBase[cpu] + opp * width;
        if (state == IdleStates.BUSY) {
            return uw[row + busyThreads - 1];
        }
        return busyThreads > 0 ? 0 : uw[row + threadsMax + state];
    }
}
