package io.vlag.engine.sim;

import io.vlag.engine.config.Governor;
import io.vlag.engine.journal.FreqOutcome;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.Clocks;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwModel;
import io.vlag.hw.SampledGovernor;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/**
 * Clocks of the frequency domains: the governor's hook, requests, and the moment at which a new
 * clock runs and every operation in progress is stretched by it.
 */
@HotPath
final class FrequencyControl {
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final HwModel hw;
    private final FreqDomains freqs;
    private final @Nullable SampledGovernor sampled;
    private final EventQueue events;
    private final Slots slots;
    private final Clocks clocks;
    private final ClockStretch stretch;
    private final Journal journal;
    private final int[][] cpusOf; // by domain
    private final int[] prevKhz; // by domain; only while a transition is handled
    private final int reason;

    FrequencyControl(
            KernelParts parts,
            Governor governor,
            @Nullable SampledGovernor sampled,
            ClockStretch stretch,
            int[][] cpusOf) {
        this.reason =
                switch (governor) {
                    case ONDEMAND -> FreqReason.ONDEMAND;
                    case CONSERVATIVE -> FreqReason.CONSERVATIVE;
                    case PERFORMANCE, POWERSAVE, USERSPACE -> FreqReason.GOVERNOR;
                    case SCHEDUTIL -> FreqReason.UTIL;
                };
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.hw = parts.hw();
        this.freqs = hw.freqs();
        this.sampled = sampled;
        this.events = parts.events();
        this.slots = parts.slots();
        this.clocks = parts.clocks();
        this.stretch = stretch;
        this.journal = parts.journal();
        this.cpusOf = cpusOf;
        this.prevKhz = new int[cpusOf.length];
    }

    /** Calls the governor's hook when the run queue's averages changed since the last look. */
    void look(int cpu, long nowNs) {
        final long hooks = runQueues.cpufreqHookCount(cpu);
        if (hooks == cpus.hooksSeen(cpu)) {
            return;
        }
        cpus.hooksSeen(cpu, hooks);
        final SampledGovernor governor = sampled;
        final int domain = freqs.domain(cpu);
        if (governor == null) {
            return;
        }
        if (!governor.onHook(domain, nowNs)) {
            journal.freqDecided(nowNs, cpu, domain, 0, 0, 0, FreqOutcome.SAMPLING);
            return;
        }
        final int opp = governor.evaluate(domain, nowNs);
        final long dueNs = freqs.request(domain, opp, nowNs);
        final int khz = freqs.opps().khz(domain, opp);
        journal.freqDecided(
                nowNs,
                cpu,
                domain,
                khz,
                governor.lastLoad(domain),
                0,
                dueNs == FreqDomains.NEVER ? FreqOutcome.SAME_CLOCK : FreqOutcome.ISSUED);
        journal.freqRequested(nowNs, cpu, domain, khz, governor.lastLoad(domain), reason);
        if (dueNs == FreqDomains.NEVER) {
            governor.workDone(domain);
        } else {
            events.schedule(slots.ofDomain(domain), dueNs);
        }
    }

    /** A governor that pins the clock takes charge of a domain. */
    @ColdPath
    void pin(int domain, int opp, long nowNs) {
        final long dueNs = freqs.request(domain, opp, nowNs);
        journal.freqRequested(
                nowNs,
                cpusOf[domain][0],
                domain,
                freqs.opps().khz(domain, opp),
                0,
                FreqReason.GOVERNOR);
        if (dueNs != FreqDomains.NEVER) {
            events.schedule(slots.ofDomain(domain), dueNs);
        }
    }

    /** The clock that was asked for runs now. */
    void transition(int domain, long nowNs) {
        events.cancel(slots.ofDomain(domain));
        for (int affected : freqs.affectedBy(domain)) {
            for (int cpu : cpusOf[affected]) {
                clocks.update(cpu, nowNs);
            }
            stretch.pauseDomain(affected, nowNs);
            prevKhz[affected] = freqs.khz(cpusOf[affected][0]);
        }
        hw.completeTransition(domain, nowNs);
        for (int affected : freqs.affectedBy(domain)) {
            stretch.resumeDomain(affected, nowNs);
            final int firstCpu = cpusOf[affected][0];
            if (freqs.khz(firstCpu) != prevKhz[affected]) {
                journal.freqChanged(
                        nowNs, firstCpu, affected, freqs.khz(firstCpu), prevKhz[affected], reason);
            }
        }
        if (sampled != null) {
            sampled.workDone(domain);
        }
    }
}
