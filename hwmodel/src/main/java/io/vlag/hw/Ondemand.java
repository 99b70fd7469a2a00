package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import org.jspecify.annotations.Nullable;

/**
 * The ondemand governor: the highest clock above a threshold, else one in proportion to the load.
 *
 * @implNote Models Linux 6.6 to 7.2, drivers/cpufreq/cpufreq_ondemand.c; docs/model/ondemand.md
 *     lists the deviations.
 */
@HotPath
public final class Ondemand extends SampledGovernor {
    private final OndemandPlan plan;

    /**
     * @param waiting idle time in which a task waited for input or output, which counts as busy if
     *     the plan says so; null where nobody keeps it
     */
    public Ondemand(
            long at,
            MachinePlan machine,
            OndemandPlan plan,
            FreqDomains freqs,
            IdleStates idles,
            @Nullable WaitingIdle waiting) {
        super(at, machine, freqs, idles, plan.ioIsBusy() ? waiting : null);
        this.plan = plan;
    }

    @Override
    long samplingRateNs(int domain) {
        return plan.samplingRateNs();
    }

    @Override
    int target(int domain, long at, int load, long idlePeriods) {
        final OppTable opps = freqs.opps();
        final int maxOpp = freqs.maxOpp(domain);
        if (load > plan.upThresholdPct()) {
            if (freqs.currentOpp(domain) < maxOpp) {
                Memory.putInt(at + OndemandLayout.MULTIPLIER, plan.samplingDownFactor());
            }
            return maxOpp;
        }
        Memory.putInt(at + OndemandLayout.MULTIPLIER, 1);
        final long wantedKhz =
                wantedKhz(load, opps.khz(domain, 0), opps.khz(domain, opps.top(domain)));
        return opps.closest(domain, wantedKhz, freqs.minOpp(domain), maxOpp);
    }

    /** The linear map from load to clock, over the hardware's range, truncated. */
    static long wantedKhz(int load, int minKhz, int maxKhz) {
        return minKhz + (long) load * (maxKhz - minKhz) / 100;
    }
}
