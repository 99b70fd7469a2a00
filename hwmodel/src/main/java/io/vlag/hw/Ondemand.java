package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * The ondemand governor. The owner calls {@link #onHook} at every scheduler hook of the domain;
 * when that says yes, it runs the governor's work after its own queueing delay: {@link #evaluate},
 * a request to {@link FreqDomains}, and, once the driver returned, {@link #workDone}. Hooks in
 * between are dropped.
 *
 * @implNote Models Linux 6.6 to 7.2, drivers/cpufreq/cpufreq_ondemand.c and cpufreq_governor.c;
 *     docs/model/ondemand.md lists the deviations.
 */
public final class Ondemand {
    private final long base;
    private final long cpusBase;
    private final int[][] cpusOfDomain;
    private final OndemandPlan plan;
    private final FreqDomains freqs;
    private final IdleStates idles;

    public Ondemand(
            long at, MachinePlan machine, OndemandPlan plan, FreqDomains freqs, IdleStates idles) {
        base = at;
        cpusBase = at + machine.domainCount() * OndemandLayout.DOMAIN_BYTES;
        cpusOfDomain = new int[machine.domainCount()][];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            cpusOfDomain[domain] = machine.cpusOfDomain(domain);
        }
        this.plan = plan;
        this.freqs = freqs;
        this.idles = idles;
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.ondemand",
                machine.domainCount() * OndemandLayout.DOMAIN_BYTES
                        + machine.cpuCount() * OndemandLayout.CPU_BYTES,
                1);
    }

    /**
     * Starts the governor, with all windows open since {@code phaseNs} before now and the CPUs idle
     * until now.
     *
     * @param phaseNs time since the last sample, 0..sampling rate; 0 = as if the governor was
     *     chosen now
     */
    public void start(int domain, long nowNs, long phaseNs) {
        final long at = at(domain);
        Memory.putLong(at + OndemandLayout.LAST_SAMPLE_NS, nowNs - phaseNs);
        Memory.putLong(at + OndemandLayout.SAMPLE_DELAY_NS, plan.samplingRateNs());
        Memory.putInt(at + OndemandLayout.MULTIPLIER, 1);
        Memory.putInt(at + OndemandLayout.WORK_IN_PROGRESS, 0);
        Memory.putInt(at + OndemandLayout.LOAD, 0);
        for (int cpu : cpusOfDomain[domain]) {
            Memory.putLong(cpuAt(cpu) + OndemandLayout.WINDOW_START_NS, nowNs - phaseNs);
            Memory.putLong(
                    cpuAt(cpu) + OndemandLayout.WINDOW_IDLE_NS, idles.idleNs(cpu, nowNs) - phaseNs);
            Memory.putInt(cpuAt(cpu) + OndemandLayout.PREVIOUS_LOAD, 0);
        }
    }

    /**
     * Scheduler hook. Returns whether the governor's work is to be queued; then later calls say no
     * until {@link #workDone}.
     */
    @HotPath
    public boolean onHook(int domain, long nowNs) {
        final long at = at(domain);
        if (Memory.getInt(at + OndemandLayout.WORK_IN_PROGRESS) != 0
                || nowNs - Memory.getLong(at + OndemandLayout.LAST_SAMPLE_NS)
                        < Memory.getLong(at + OndemandLayout.SAMPLE_DELAY_NS)) {
            return false;
        }
        Memory.putLong(at + OndemandLayout.LAST_SAMPLE_NS, nowNs);
        Memory.putInt(at + OndemandLayout.WORK_IN_PROGRESS, 1);
        return true;
    }

    /** Looks at the load since the last evaluation; returns the operating point to request. */
    @HotPath
    public int evaluate(int domain, long nowNs) {
        final long at = at(domain);
        final int load = load(domain, nowNs);
        Memory.putInt(at + OndemandLayout.LOAD, load);
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

    /** The work of the last accepted hook is over, the driver call included. */
    @HotPath
    public void workDone(int domain) {
        final long at = at(domain);
        Memory.putLong(
                at + OndemandLayout.SAMPLE_DELAY_NS,
                plan.samplingRateNs() * Memory.getInt(at + OndemandLayout.MULTIPLIER));
        Memory.putInt(at + OndemandLayout.WORK_IN_PROGRESS, 0);
    }

    /** Load of the last evaluation, 0..100. */
    @HotPath
    public int lastLoad(int domain) {
        return Memory.getInt(at(domain) + OndemandLayout.LOAD);
    }

    /** Time between samples now in force. */
    @HotPath
    public long sampleDelayNs(int domain) {
        return Memory.getLong(at(domain) + OndemandLayout.SAMPLE_DELAY_NS);
    }

    /** Busy share of a window, percent, truncated; 0 when idle time exceeds the window. */
    @HotPath
    static int busyPct(long elapsedNs, long idleNs) {
        return idleNs >= elapsedNs ? 0 : (int) (100 * (elapsedNs - idleNs) / elapsedNs);
    }

    /** The linear map from load to clock, over the hardware's range, truncated. */
    @HotPath
    static long wantedKhz(int load, int minKhz, int maxKhz) {
        return minKhz + (long) load * (maxKhz - minKhz) / 100;
    }

    @HotPath
    private int load(int domain, long nowNs) {
        final long longIdleNs =
                2 * plan.samplingRateNs() * Memory.getInt(at(domain) + OndemandLayout.MULTIPLIER);
        int max = 0;
        for (int cpu : cpusOfDomain[domain]) {
            max = Math.max(max, cpuLoad(cpu, nowNs, longIdleNs));
        }
        return max;
    }

    @HotPath
    private int cpuLoad(int cpu, long nowNs, long longIdleNs) {
        final long at = cpuAt(cpu);
        final long idleNowNs = idles.idleNs(cpu, nowNs);
        final long elapsedNs = nowNs - Memory.getLong(at + OndemandLayout.WINDOW_START_NS);
        final long idleNs = idleNowNs - Memory.getLong(at + OndemandLayout.WINDOW_IDLE_NS);
        final int previous = Memory.getInt(at + OndemandLayout.PREVIOUS_LOAD);
        if (elapsedNs == 0) {
            return previous;
        }
        Memory.putLong(at + OndemandLayout.WINDOW_START_NS, nowNs);
        Memory.putLong(at + OndemandLayout.WINDOW_IDLE_NS, idleNowNs);
        if (idleNs > longIdleNs && previous != 0) {
            Memory.putInt(at + OndemandLayout.PREVIOUS_LOAD, 0); // a long sleep is forgiven once
            return previous;
        }
        final int load = busyPct(elapsedNs, idleNs);
        Memory.putInt(at + OndemandLayout.PREVIOUS_LOAD, load);
        return load;
    }

    @HotPath
    private long at(int domain) {
        return base + domain * OndemandLayout.DOMAIN_BYTES;
    }

    @HotPath
    private long cpuAt(int cpu) {
        return cpusBase + cpu * OndemandLayout.CPU_BYTES;
    }
}
