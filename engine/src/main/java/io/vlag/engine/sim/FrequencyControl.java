package io.vlag.engine.sim;

import io.vlag.engine.config.Governor;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.Clocks;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwModel;
import io.vlag.hw.Ondemand;
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
    private final @Nullable Ondemand ondemand;
    private final EventQueue events;
    private final Slots slots;
    private final Clocks clocks;
    private final Operations operations;
    private final Journal journal;
    private final int[][] cpusOf; // by domain
    private final int reason;

    FrequencyControl(
            KernelParts parts,
            Governor governor,
            @Nullable Ondemand ondemand,
            Operations operations,
            int[][] cpusOf) {
        this.reason = governor == Governor.ONDEMAND ? FreqReason.ONDEMAND : FreqReason.UTIL;
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.hw = parts.hw();
        this.freqs = hw.freqs();
        this.ondemand = ondemand;
        this.events = parts.events();
        this.slots = parts.slots();
        this.clocks = parts.clocks();
        this.operations = operations;
        this.journal = parts.journal();
        this.cpusOf = cpusOf;
    }

    /** Calls the governor's hook when the run queue's averages changed since the last look. */
    void look(int cpu, long nowNs) {
        final long hooks = runQueues.cpufreqHookCount(cpu);
        if (hooks == cpus.hooksSeen(cpu)) {
            return;
        }
        cpus.hooksSeen(cpu, hooks);
        final Ondemand governor = ondemand;
        final int domain = freqs.domain(cpu);
        if (governor == null || !governor.onHook(domain, nowNs)) {
            return;
        }
        final int opp = governor.evaluate(domain, nowNs);
        final long dueNs = freqs.request(domain, opp, nowNs);
        final int khz = freqs.opps().khz(domain, opp);
        journal.freqRequested(
                nowNs, cpu, domain, khz, governor.lastLoad(domain), FreqReason.ONDEMAND);
        if (dueNs == FreqDomains.NEVER) {
            governor.workDone(domain);
        } else {
            events.schedule(slots.ofDomain(domain), dueNs);
        }
    }

    /** The clock that was asked for runs now. */
    void transition(int domain, long nowNs) {
        events.cancel(slots.ofDomain(domain));
        for (int cpu : cpusOf[domain]) {
            clocks.update(cpu, nowNs);
            if (cpus.op(cpu) == CpuOp.STEP) {
                operations.pause(cpu, cpus.curr(cpu), nowNs);
            }
        }
        final int firstCpu = cpusOf[domain][0];
        final int prevKhz = freqs.khz(firstCpu);
        final boolean changed = hw.completeTransition(domain, nowNs);
        for (int cpu : cpusOf[domain]) {
            runQueues.freqScale(cpu, freqs.freqScale(cpu));
            if (cpus.op(cpu) == CpuOp.STEP) {
                operations.resume(cpu, cpus.curr(cpu), nowNs);
            }
        }
        if (changed) {
            journal.freqChanged(nowNs, firstCpu, domain, freqs.khz(firstCpu), prevKhz, reason);
        }
        if (ondemand != null) {
            ondemand.workDone(domain);
        }
    }
}
