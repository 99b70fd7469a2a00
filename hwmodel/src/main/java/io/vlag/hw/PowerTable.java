package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Power of a CPU by operating point and state, worked out once. Busy: {@code coefficient * MHz *
 * V^2} plus static power. Idle: the state's share of that busy power (leakage and what is left of
 * the clock tree). Each rounded once, to the nearest uW. Immutable.
 */
public final class PowerTable {
    private final int width; // busy and the idle states
    private final int[] rowBase; // by CPU
    private final long[] uw; // [CPU][opp][busy, idle 0, idle 1, ...]

    public PowerTable(MachinePlan machine) {
        width = 1 + machine.idleStateCountMax();
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
                final long busyUw = dynamicUw(type.dynamicUwPerMhzV2(), opp) + type.staticUw();
                uw[at] = busyUw;
                for (int state = 0; state < type.idleStates().size(); state++) {
                    uw[at + 1 + state] =
                            Rounding.nearest(
                                    Rounding.product(
                                            busyUw, type.idleStates().get(state).powerMilli()),
                                    Rounding.product(1000));
                }
                at += width;
            }
        }
    }

    /** {@code coefficient * MHz * V^2} in uW, to nearest: kHz * uV^2 counts 10^-15 of the unit. */
    static long dynamicUw(int uwPerMhzV2, Opp opp) {
        return Rounding.nearest(
                Rounding.product(uwPerMhzV2, opp.khz(), opp.microvolt(), opp.microvolt()),
                Rounding.product(1_000_000_000_000_000L));
    }

    /** Power of a CPU, uW; {@code state} is an idle state or {@link IdleStates#BUSY}. */
    @HotPath
    public long powerUw(int cpu, int opp, int state) {
        return uw[rowBase[cpu] + opp * width + 1 + state];
    }
}
