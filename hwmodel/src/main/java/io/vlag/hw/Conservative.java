package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * The conservative governor: a step up above one threshold, a step down below another.
 *
 * @implNote Models Linux 6.6 to 7.2, drivers/cpufreq/cpufreq_conservative.c; docs/model/ondemand.md
 *     lists the deviations.
 */
@HotPath
public final class Conservative extends SampledGovernor {
    private static final int ALL_PCT = 100;

    private final ConservativePlan plan;

    public Conservative(
            long at,
            MachinePlan machine,
            ConservativePlan plan,
            FreqDomains freqs,
            IdleStates idles) {
        super(at, machine, freqs, idles, null);
        this.plan = plan;
    }

    @Override
    long samplingRateNs(int domain) {
        return plan.samplingRateNs(domain);
    }

    /** The present target when nothing is to change. */
    @Override
    int target(int domain, long at, int load, long idlePeriods) {
        final OppTable opps = freqs.opps();
        final int minOpp = freqs.minOpp(domain);
        final int maxOpp = freqs.maxOpp(domain);
        final long minKhz = opps.khz(domain, minOpp);
        final long maxKhz = opps.khz(domain, maxOpp);
        final long stepKhz = plan.freqStepPct() * maxKhz / ALL_PCT;
        long requestedKhz = Memory.getInt(at + OndemandLayout.REQUESTED_KHZ);
        if (requestedKhz < minKhz || requestedKhz > maxKhz) {
            requestedKhz = opps.khz(domain, freqs.currentOpp(domain)); // limits changed
        }
        requestedKhz = afterIdle(requestedKhz, minKhz, stepKhz, idlePeriods);
        int opp = freqs.targetOpp(domain);
        if (load > plan.upThresholdPct()) {
            Memory.putInt(at + OndemandLayout.DOWN_SKIP, 0);
            if (stepKhz > 0 && requestedKhz < maxKhz) {
                requestedKhz = Math.min(maxKhz, requestedKhz + stepKhz);
                opp = opps.atOrBelow(domain, requestedKhz, minOpp, maxOpp);
            }
        } else if (isTimeToLower(at) && load < plan.downThresholdPct()) {
            if (stepKhz > 0 && requestedKhz > minKhz) {
                requestedKhz = Math.max(minKhz, requestedKhz - stepKhz);
                opp = opps.atOrAbove(domain, requestedKhz, minOpp, maxOpp);
            }
        }
        Memory.putInt(at + OndemandLayout.REQUESTED_KHZ, (int) requestedKhz);
        return opp;
    }

    /** A domain that has idled for several periods has missed as many steps down. */
    private static long afterIdle(long khz, long minKhz, long stepKhz, long idlePeriods) {
        if (idlePeriods == NO_PERIODS) {
            return khz;
        }
        final long missed = Math.min(idlePeriods, khz / Math.max(1, stepKhz) + 1); // no overflow
        return Math.max(minKhz, khz - missed * stepKhz);
    }

    /** Every so many looks that do not raise the clock, it may be lowered. */
    private boolean isTimeToLower(long at) {
        final int skipped = Memory.getInt(at + OndemandLayout.DOWN_SKIP) + 1;
        final boolean due = skipped >= plan.samplingDownFactor();
        Memory.putInt(at + OndemandLayout.DOWN_SKIP, due ? 0 : skipped);
        return due;
    }
}
