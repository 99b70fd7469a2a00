package io.vlag.engine.sim;

import io.vlag.engine.journal.Counter;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.SchedutilGovernor;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.Slots;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwModel;
import io.vlag.hw.ThermalZones;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;
import org.jspecify.annotations.Nullable;

/**
 * What hardware does by itself: turbo steps, heat, and threads of a core that get in each other's
 * way.
 */
@HotPath
final class HardwareEvents {
    private final HwModel hw;
    private final FreqDomains freqs;
    private final EventQueue events;
    private final Slots slots;
    private final ClockStretch stretch;
    private final @Nullable SchedutilGovernor schedutil;
    private final Journal journal;
    private final int[][] cpusOf; // by domain

    HardwareEvents(
            KernelParts parts,
            ClockStretch stretch,
            @Nullable SchedutilGovernor schedutil,
            int[][] cpusOf) {
        this.hw = parts.hw();
        this.freqs = hw.freqs();
        this.events = parts.events();
        this.slots = parts.slots();
        this.stretch = stretch;
        this.schedutil = schedutil;
        this.journal = parts.journal();
        this.cpusOf = cpusOf;
    }

    /** The hardware has noticed that more or fewer cores are active. */
    void ceiling(int ceiling, long nowNs) {
        events.cancel(slots.ofCeiling(ceiling));
        hw.turbo().react(ceiling);
        for (int domain : hw.turbo().domains(ceiling)) {
            limit(domain, FreqReason.BOOST_CEILING, nowNs);
        }
    }

    /** Threads of a core went idle or busy: from now on they run at another speed. */
    void core(int cpu, long nowNs) {
        events.cancel(slots.ofCore(cpu));
        for (int thread : hw.smt().threads(cpu)) {
            stretch.pause(thread, nowNs);
        }
        hw.smt().apply(cpu);
        for (int thread : hw.smt().threads(cpu)) {
            stretch.resume(thread, nowNs);
        }
    }

    /** It is time to look at a temperature. */
    void zone(int zone, long nowNs) {
        events.schedule(slots.ofZone(zone), nowNs + hw.zones().pollNs(zone));
        final int changes = hw.zones().look(zone, nowNs);
        journal.counted(
                nowNs, 0, Index.NONE, Counter.TEMPERATURE_MILLI_C, zone, hw.zones().milliC(zone));
        for (int domain = 0; domain < cpusOf.length; domain++) {
            if ((changes & ThermalZones.HARDWARE_CHANGED) != 0) {
                limit(domain, FreqReason.THERMAL, nowNs);
            }
            if ((changes & ThermalZones.POLICY_CHANGED) != 0) {
                cool(domain, nowNs);
            }
        }
    }

    /** Lets the hardware's ceilings act on a domain. */
    private void limit(int domain, int reason, long nowNs) {
        final int cpu = cpusOf[domain][0];
        final int prevKhz = freqs.khz(cpu);
        stretch.pauseDomain(domain, nowNs);
        final boolean changed = hw.hardwareCeilings(domain, nowNs);
        stretch.resumeDomain(domain, nowNs);
        if (changed) {
            journal.freqChanged(nowNs, cpu, domain, freqs.khz(cpu), prevKhz, reason);
        }
    }

    /** The kernel's cooling sets the upper limit of a domain's policy. */
    private void cool(int domain, long nowNs) {
        final int maxOpp = hw.zones().policyOpp(domain);
        if (maxOpp == freqs.maxOpp(domain)) {
            return;
        }
        final long dueNs =
                freqs.limits(domain, Math.min(freqs.minOpp(domain), maxOpp), maxOpp, nowNs);
        journal.freqRequested(
                nowNs,
                cpusOf[domain][0],
                domain,
                freqs.opps().khz(domain, freqs.targetOpp(domain)),
                0,
                FreqReason.THERMAL);
        if (dueNs != FreqDomains.NEVER) {
            events.schedule(slots.ofDomain(domain), dueNs);
        }
        if (schedutil != null) {
            schedutil.limitsChanged(domain);
        }
    }
}
