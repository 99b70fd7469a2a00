package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Energy model of one performance domain: what a unit of utilisation costs in each of its states,
 * and which states are never worth it. Made once, immutable. A relative figure for comparing
 * placements; {@link EnergyMeter} counts what is really used.
 *
 * @implNote Models Linux 6.6 and 6.12 to 7.2, kernel/power/energy_model.c em_compute_costs(),
 *     include/linux/energy_model.h em_cpu_energy(), em_pd_get_efficient_state(). Golden vectors:
 *     energy/em_energy_*.csv.
 */
public final class EnergyModel {
    /** 6.6: states are chosen by clock; cost = power at the highest clock's time share. */
    public static final int BY_CLOCK = 0;

    /** 6.9 and later: states are chosen by performance, and cost is per unit of it. */
    public static final int BY_PERFORMANCE = 1;

    /** The state of a domain that does nothing. */
    public static final int NONE = -1;

    private static final long COST_SCALE = 10;

    private final int form;
    private final long cpuCap;
    private final long[] khz;
    private final long[] performance; // BY_PERFORMANCE: capacity in this state
    private final long[] cost;
    private final boolean[] inefficient;

    /**
     * @param form one of {@link #BY_CLOCK}, {@link #BY_PERFORMANCE}
     * @param cpuCap capacity of the domain's CPUs
     * @param khz clocks, rising
     * @param powerUw power of one CPU at that clock, uW
     */
    public EnergyModel(int form, long cpuCap, long[] khz, long[] powerUw) {
        this.form = form;
        this.cpuCap = cpuCap;
        this.khz = khz.clone();
        performance = new long[khz.length];
        cost = new long[khz.length];
        inefficient = new boolean[khz.length];
        final long maxKhz = khz[khz.length - 1];
        for (int state = 0; state < khz.length; state++) {
            performance[state] = cpuCap * khz[state] / maxKhz;
            cost[state] =
                    form == BY_CLOCK
                            ? maxKhz * powerUw[state] / khz[state]
                            : powerUw[state] * COST_SCALE / performance[state];
        }
        long least = Long.MAX_VALUE;
        for (int state = khz.length - 1; state >= 0; state--) {
            inefficient[state] = cost[state] >= least;
            least = Math.min(least, cost[state]);
        }
    }

    public int stateCount() {
        return khz.length;
    }

    /** Capacity of a CPU in a state. */
    @HotPath
    public long performance(int state) {
        return performance[state];
    }

    /** Cost of a state; its unit depends on the form. */
    @HotPath
    public long cost(int state) {
        return cost[state];
    }

    /** Whether a higher state costs no more. */
    @HotPath
    public boolean isInefficient(int state) {
        return inefficient[state];
    }

    /**
     * State in which a domain runs: the lowest that gives what its busiest CPU needs; the highest
     * allowed one when none does.
     *
     * @param maxUtil utilisation of the busiest CPU; {@link #BY_PERFORMANCE}: headroom included
     * @param allowedCap capacity that limits of the clock leave
     * @param minState lowest state allowed; before 7.x always 0
     * @param maxState highest state allowed; before 7.x always the last
     * @param skipInefficient whether the driver skips inefficient states
     */
    @HotPath
    public int state(
            long maxUtil, long allowedCap, int minState, int maxState, boolean skipInefficient) {
        if (form == BY_CLOCK) {
            final long util = Math.min(Schedutil.withHeadroom(maxUtil), allowedCap);
            final long target = Schedutil.utilToKhz(util, khz[khz.length - 1], cpuCap);
            return atOrAbove(khz, target, minState, maxState, skipInefficient);
        }
        final long target = Math.min(maxUtil, allowedCap);
        return atOrAbove(performance, target, minState, maxState, skipInefficient);
    }

    /**
     * Energy of a domain in a state.
     *
     * @param sumUtil utilisation of all its CPUs
     */
    @HotPath
    public long energy(int state, long sumUtil) {
        return form == BY_CLOCK ? cost[state] * sumUtil / cpuCap : cost[state] * sumUtil;
    }

    @HotPath
    private int atOrAbove(long[] of, long target, int from, int to, boolean skipInefficient) {
        for (int state = from; state <= to; state++) {
            if (of[state] >= target && !(skipInefficient && inefficient[state])) {
                return state;
            }
        }
        return to;
    }
}
