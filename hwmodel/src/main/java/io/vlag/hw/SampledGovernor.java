package io.vlag.hw;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import org.jspecify.annotations.Nullable;

/**
 * A governor that looks at the load of whole sampling periods. The owner calls {@link #onHook} at
 * every scheduler hook of the domain; when that says yes, it runs the governor's work after its own
 * queueing delay: {@link #evaluate}, a request to {@link FreqDomains}, and, once the driver
 * returned, {@link #workDone}. Hooks in between are dropped.
 *
 * @implNote Models Linux 6.6 to 7.2, drivers/cpufreq/cpufreq_governor.c; docs/model/ondemand.md
 *     lists the deviations.
 */
@HotPath
public abstract sealed class SampledGovernor permits Ondemand, Conservative {
    /** No CPU was idle for several periods. */
    static final long NO_PERIODS = Long.MAX_VALUE;

    private final long base;
    private final long cpusBase;
    private final int[][] cpusOfDomain;
    private final IdleStates idles;
    private final @Nullable WaitingIdle waiting;

    /** Clocks that it asks for. */
    final FreqDomains freqs;

    private long idlePeriods; // scratch of one evaluation: least of the CPUs that idled for long

    /**
     * @param waiting idle time that counts as busy; null: none does
     */
    SampledGovernor(
            long at,
            MachinePlan machine,
            FreqDomains freqs,
            IdleStates idles,
            @Nullable WaitingIdle waiting) {
        base = at;
        cpusBase = at + machine.domainCount() * OndemandLayout.DOMAIN_BYTES;
        cpusOfDomain = cpusOfDomains(machine);
        this.freqs = freqs;
        this.idles = idles;
        this.waiting = waiting;
    }

    @ColdPath
    private static int[][] cpusOfDomains(MachinePlan machine) {
        final int[][] cpus = new int[machine.domainCount()][];
        for (int domain = 0; domain < cpus.length; domain++) {
            cpus[domain] = machine.cpusOfDomain(domain);
        }
        return cpus;
    }

    /** Memory for the state of all domains and CPUs. */
    @ColdPath
    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.ondemand",
                machine.domainCount() * OndemandLayout.DOMAIN_BYTES
                        + machine.cpuCount() * OndemandLayout.CPU_BYTES,
                1);
    }

    /** Time between two evaluations of a domain, ns. */
    abstract long samplingRateNs(int domain);

    /** The operating point to request after a load, 0..100. */
    abstract int target(int domain, long at, int load, long idlePeriods);

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
        Memory.putLong(at + OndemandLayout.SAMPLE_DELAY_NS, samplingRateNs(domain));
        Memory.putInt(at + OndemandLayout.MULTIPLIER, 1);
        Memory.putInt(at + OndemandLayout.WORK_IN_PROGRESS, 0);
        Memory.putInt(at + OndemandLayout.LOAD, 0);
        Memory.putInt(at + OndemandLayout.DOWN_SKIP, 0);
        Memory.putInt(
                at + OndemandLayout.REQUESTED_KHZ,
                freqs.opps().khz(domain, freqs.currentOpp(domain)));
        for (int cpu : cpusOfDomain[domain]) {
            Memory.putLong(cpuAt(cpu) + OndemandLayout.WINDOW_START_NS, nowNs - phaseNs);
            Memory.putLong(
                    cpuAt(cpu) + OndemandLayout.WINDOW_IDLE_NS, idleNs(cpu, nowNs) - phaseNs);
            Memory.putInt(cpuAt(cpu) + OndemandLayout.PREVIOUS_LOAD, 0);
        }
    }

    /**
     * Scheduler hook. Returns whether the governor's work is to be queued; then later calls say no
     * until {@link #workDone}.
     */
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
    public int evaluate(int domain, long nowNs) {
        final long at = at(domain);
        final int load = load(domain, nowNs);
        Memory.putInt(at + OndemandLayout.LOAD, load);
        return target(domain, at, load, idlePeriods);
    }

    /** The work of the last accepted hook is over, the driver call included. */
    public void workDone(int domain) {
        final long at = at(domain);
        Memory.putLong(
                at + OndemandLayout.SAMPLE_DELAY_NS,
                samplingRateNs(domain) * Memory.getInt(at + OndemandLayout.MULTIPLIER));
        Memory.putInt(at + OndemandLayout.WORK_IN_PROGRESS, 0);
    }

    /** Load of the last evaluation, 0..100. */
    public int lastLoad(int domain) {
        return Memory.getInt(at(domain) + OndemandLayout.LOAD);
    }

    /** Time between samples now in force. */
    public long sampleDelayNs(int domain) {
        return Memory.getLong(at(domain) + OndemandLayout.SAMPLE_DELAY_NS);
    }

    /** Busy share of a window, percent, truncated; 0 when idle time exceeds the window. */
    static int busyPct(long elapsedNs, long idleNs) {
        return idleNs >= elapsedNs ? 0 : (int) (100 * (elapsedNs - idleNs) / elapsedNs);
    }

    private int load(int domain, long nowNs) {
        final long periodNs =
                samplingRateNs(domain) * Memory.getInt(at(domain) + OndemandLayout.MULTIPLIER);
        idlePeriods = NO_PERIODS;
        int max = 0;
        for (int cpu : cpusOfDomain[domain]) {
            max = Math.max(max, cpuLoad(cpu, nowNs, periodNs));
        }
        return max;
    }

    private int cpuLoad(int cpu, long nowNs, long periodNs) {
        final long at = cpuAt(cpu);
        final long idleNowNs = idleNs(cpu, nowNs);
        final long elapsedNs = nowNs - Memory.getLong(at + OndemandLayout.WINDOW_START_NS);
        final long idleNs = idleNowNs - Memory.getLong(at + OndemandLayout.WINDOW_IDLE_NS);
        final int previous = Memory.getInt(at + OndemandLayout.PREVIOUS_LOAD);
        if (elapsedNs == 0) {
            return previous;
        }
        Memory.putLong(at + OndemandLayout.WINDOW_START_NS, nowNs);
        Memory.putLong(at + OndemandLayout.WINDOW_IDLE_NS, idleNowNs);
        if (idleNs > 2 * periodNs) {
            idlePeriods = Math.min(idlePeriods, idleNs / periodNs);
            if (previous != 0) {
                Memory.putInt(at + OndemandLayout.PREVIOUS_LOAD, 0); // a long sleep, forgiven once
                return previous;
            }
        }
        final int load = busyPct(elapsedNs, idleNs);
        Memory.putInt(at + OndemandLayout.PREVIOUS_LOAD, load);
        return load;
    }

    /** Idle time, without what counts as busy because a task waits for input or output. */
    private long idleNs(int cpu, long nowNs) {
        final long ns = idles.idleNs(cpu, nowNs);
        return waiting == null ? ns : ns - waiting.ns(cpu, nowNs);
    }

    private long at(int domain) {
        return base + domain * OndemandLayout.DOMAIN_BYTES;
    }

    private long cpuAt(int cpu) {
        return cpusBase + cpu * OndemandLayout.CPU_BYTES;
    }
}
