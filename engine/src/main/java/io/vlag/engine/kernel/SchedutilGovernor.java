package io.vlag.engine.kernel;

import io.vlag.engine.journal.FreqClamp;
import io.vlag.engine.journal.FreqOutcome;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.hw.EffectiveUtil;
import io.vlag.hw.FreqDomains;
import io.vlag.hw.HwModel;
import io.vlag.hw.IdleStates;
import io.vlag.hw.IowaitBoost;
import io.vlag.hw.IowaitBoostLayout;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.OppTable;
import io.vlag.hw.Schedutil;
import io.vlag.hw.SchedutilLayout;
import io.vlag.offheap.ColdPath;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.CpuUtil;
import io.vlag.pelt.PeltLayout;
import org.jspecify.annotations.Nullable;

/**
 * The schedutil governor: at every call of the scheduler's hook, the utilisation of the domain's
 * busiest CPU becomes a clock, unless the last change is too recent.
 *
 * <p>A request reaches the driver at once and takes the domain's transition time; while it is on
 * its way, later ones only replace its target.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/cpufreq_schedutil.c sugov_update_single_freq(),
 *     sugov_update_shared(), sugov_get_util(), sugov_hold_freq(). Golden vectors: schedutil/*.csv
 *     through {@link Schedutil}, {@link EffectiveUtil}, {@link IowaitBoost}.
 */
@HotPath
public final class SchedutilGovernor {
    private static final long IDLE_CALLS_BYTES = 8;
    private static final int CLAMP_MIN = 0;
    private static final int CLAMP_MAX = 1_024;

    private final CpufreqRules rules;
    private final CpuTable cpus;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final RtQueueTable rtQueues;
    private final FreqDomains freqs;
    private final IdleStates idles;
    private final OppTable opps;
    private final EventQueue events;
    private final Slots slots;
    private final Journal journal;
    private final UtilSeen seen;
    private final @Nullable Clamps clamps;
    private final boolean invariant;
    private final int[][] cpusOf;
    private final boolean[] anyCpu; // by domain
    private final int[][] khz; // [domain][opp]
    private final long[] rateLimitNs;
    private final long domainsAt;
    private final long boostsAt;
    private final long idleCallsAt;
    private final long endAt;
    private int reason; // scratch: why the CPU looked at last asks for what it does

    /**
     * @param clamps null when no task has clamps
     * @param at arena offset of the state, from {@link #reserve}
     * @param rateLimitNs least time between two changes, by domain
     * @param seen counts what it makes clocks of
     */
    public SchedutilGovernor(
            CpufreqRules rules,
            KernelParts.Tables tables,
            @Nullable Clamps clamps,
            HwModel hw,
            MachinePlan machine,
            long[] rateLimitNs,
            long at,
            UtilSeen seen,
            Journal journal) {
        this.rules = rules;
        this.clamps = clamps;
        this.cpus = tables.cpus();
        this.queues = tables.queues();
        this.runQueues = tables.runQueues();
        this.rtQueues = tables.rtQueues();
        this.freqs = hw.freqs();
        this.idles = hw.idles();
        this.opps = hw.freqs().opps();
        this.events = tables.events();
        this.slots = tables.slots();
        this.journal = journal;
        this.seen = seen;
        this.invariant = machine.frequencyInvariant();
        this.rateLimitNs = rateLimitNs.clone();
        this.cpusOf = new int[machine.domainCount()][];
        this.khz = new int[machine.domainCount()][];
        this.anyCpu = new boolean[machine.domainCount()];
        for (int domain = 0; domain < cpusOf.length; domain++) {
            anyCpu[domain] = machine.domains().get(domain).driver().anyCpu();
            cpusOf[domain] = machine.cpusOfDomain(domain);
            khz[domain] = new int[opps.top(domain) + 1];
            for (int opp = 0; opp <= opps.top(domain); opp++) {
                khz[domain][opp] = opps.khz(domain, opp);
            }
        }
        this.domainsAt = at;
        this.boostsAt = domainsAt + machine.domainCount() * SchedutilLayout.BYTES;
        this.idleCallsAt = boostsAt + machine.cpuCount() * IowaitBoostLayout.BYTES;
        this.endAt = idleCallsAt + machine.cpuCount() * IDLE_CALLS_BYTES;
    }

    /** Memory for the state of all domains and CPUs; zero is the start. */
    @ColdPath
    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "schedutil",
                machine.domainCount() * SchedutilLayout.BYTES
                        + machine.cpuCount() * (IowaitBoostLayout.BYTES + IDLE_CALLS_BYTES),
                1);
    }

    /** Takes charge of all domains, with the clocks they have. */
    @ColdPath
    public void start(long nowNs) {
        for (long at = domainsAt; at < endAt; at += Long.BYTES) {
            Memory.putLong(at, 0); // what an earlier time in charge left behind
        }
        for (int domain = 0; domain < cpusOf.length; domain++) {
            Schedutil.start(domainAt(domain), nowNs, rateLimitNs[domain]);
        }
    }

    /** The limits of a domain's policy changed: the next call gets through. */
    public void limitsChanged(int domain) {
        Schedutil.limitsChanged(domainAt(domain));
    }

    /**
     * The hook was called for a CPU.
     *
     * @param caller CPU on which it was called
     * @param ioWait a task woke up from a wait for input or output
     * @param force the rate limit does not hold, and is not renewed; with consolidated calls
     */
    void update(int cpu, int caller, boolean ioWait, boolean force) {
        final long nowNs = cpus.schedClockNs(cpu);
        IowaitBoost.request(boostAt(cpu), nowNs, runQueues.tickNs(cpu), ioWait);
        final int domain = freqs.domain(cpu);
        if (!anyCpu[domain] && freqs.domain(caller) != domain) {
            journal.freqDecided(nowNs, cpu, domain, 0, 0, 0, FreqOutcome.OTHER_CPU);
            return;
        }
        final long at = domainAt(domain);
        if (!Schedutil.shouldUpdate(at, nowNs, rateLimitNs[domain], rules.pendingForm())
                && !force) {
            journal.freqDecided(nowNs, cpu, domain, 0, 0, 0, FreqOutcome.RATE_LIMITED);
            return;
        }
        reason = FreqReason.UTIL;
        final long cap = runQueues.cpuCapacity(cpu);
        final long util = utilOfDomain(domain, nowNs);
        seen.note(domain, util);
        final int top = opps.top(domain);
        final long referenceKhz =
                Schedutil.referenceKhz(
                        invariant ? khz[domain][top] : 0,
                        invariant,
                        khz[domain][top],
                        khz[domain][freqs.targetOpp(domain)],
                        rules.referenceForm());
        final long cachedKhz = Schedutil.cachedRawKhz(at);
        final long rawKhz = Schedutil.rawKhz(util, cap, referenceKhz, rules.headroomForm());
        final boolean sameRequest = rawKhz == cachedKhz && !Schedutil.needsUpdate(at);
        final long nextKhz =
                Schedutil.nextKhz(
                        at,
                        rawKhz,
                        khz[domain][freqs.minOpp(domain)],
                        khz[domain][freqs.maxOpp(domain)],
                        khz[domain],
                        0,
                        top + 1);
        if (cpusOf[domain].length == 1
                && staysBusy(cpu)
                && !isCapped(cpu)
                && nextKhz < Schedutil.nextKhz(at)
                && !Schedutil.needsUpdate(at)) {
            Schedutil.cachedRawKhz(at, cachedKhz);
            decided(cpu, domain, rawKhz, util, FreqOutcome.STAYS_BUSY, nowNs);
            return; // the clock it has is kept: nothing to issue
        }
        final long stampNs = force ? Schedutil.lastUpdateNs(at) : nowNs;
        if (Schedutil.commit(at, stampNs, nextKhz, false)) {
            decided(cpu, domain, rawKhz, util, FreqOutcome.ISSUED, nowNs);
            issue(cpu, domain, nextKhz, util, nowNs);
        } else {
            decided(
                    cpu,
                    domain,
                    rawKhz,
                    util,
                    sameRequest ? FreqOutcome.SAME_REQUEST : FreqOutcome.SAME_CLOCK,
                    nowNs);
        }
    }

    /** Tells a reader of reasons what came of a look at the utilisation. */
    private void decided(int cpu, int domain, long rawKhz, long util, int outcome, long nowNs) {
        if (!journal.wantsReasons()) {
            return;
        }
        int clamp = reason == FreqReason.UCLAMP ? FreqClamp.UCLAMP : 0;
        if (rawKhz < khz[domain][freqs.minOpp(domain)]) {
            clamp |= FreqClamp.RAISED_TO_MIN;
        } else if (rawKhz > khz[domain][freqs.maxOpp(domain)]) {
            clamp |= FreqClamp.CUT_TO_MAX;
        }
        journal.freqDecided(nowNs, cpu, domain, (int) rawKhz, (int) util, clamp, outcome);
    }

    /** Utilisation asked for by the domain's busiest CPU, with what its kernel adds before. */
    private long utilOfDomain(int domain, long nowNs) {
        long max = -1;
        int why = FreqReason.UTIL;
        for (int cpu : cpusOf[domain]) {
            final long util = utilOf(cpu, nowNs);
            if (util > max) {
                max = util;
                why = reason;
            }
        }
        reason = why;
        return max;
    }

    /** Notes why a CPU asks for what it asks for. */
    private void explain(long plain, long asked, long boosted, boolean rtTakesAll) {
        if (rtTakesAll) {
            reason = FreqReason.REALTIME;
        } else if (boosted != 0 && boosted >= asked) {
            reason = FreqReason.IOWAIT_BOOST;
        } else {
            reason = asked == plain || clamps == null ? FreqReason.UTIL : FreqReason.UCLAMP;
        }
    }

    /** Whether the CPU is held below its capacity by a maximum clamp. */
    private boolean isCapped(int cpu) {
        return clampMax(cpu) < runQueues.cpuCapacity(cpu);
    }

    private int clampMin(int cpu) {
        return clamps == null ? CLAMP_MIN : clamps.minOf(cpu);
    }

    private int clampMax(int cpu) {
        return clamps == null ? CLAMP_MAX : clamps.maxOf(cpu);
    }

    private long utilOf(int cpu, long nowNs) {
        final long cap = runQueues.cpuCapacity(cpu);
        final long cfs = CpuUtil.cpuUtil(queues.avgAt(cpu), rules.runnableBoost(), cap);
        final long rt = PeltLayout.utilAvg(rtQueues.avgAt(cpu));
        final boolean rtTakesAll = clamps == null && rtQueues.nrRunning(cpu) != 0;
        final int min = clampMin(cpu);
        final int max = clampMax(cpu);
        final long boost = IowaitBoost.apply(boostAt(cpu), nowNs, runQueues.tickNs(cpu), cap);
        if (rules.headroomForm() == EffectiveUtil.HEADROOM_AFTER_CLAMP) {
            final long util =
                    EffectiveUtil.forFrequency(cap, cfs, rt, 0, 0, 0, rtTakesAll, min, max);
            final long boosted = boost == 0 ? 0 : EffectiveUtil.clamped(boost, min, max);
            explain(cfs + rt, util, boosted, rtTakesAll);
            return Math.max(util, boosted);
        }
        final long plain = EffectiveUtil.unclamped(cap, cfs, rt, 0, 0);
        final long util = Math.max(plain, boost);
        final long asked =
                EffectiveUtil.request(
                        util,
                        EffectiveUtil.floor(cap, 0, 0, rtTakesAll, min),
                        EffectiveUtil.ceiling(cap, 0, max));
        explain(
                Math.min(cap, Schedutil.withHeadroom(util)),
                asked,
                boost > plain ? asked : 0,
                rtTakesAll);
        return asked;
    }

    /** Whether the CPU has not been idle since the last evaluation. */
    private boolean staysBusy(int cpu) {
        final long at = idleCallsAt + cpu * IDLE_CALLS_BYTES;
        final long calls = idles.entryCount(cpu);
        final boolean busy = calls == Memory.getLong(at);
        Memory.putLong(at, calls);
        return busy;
    }

    private void issue(int cpu, int domain, long nextKhz, long util, long nowNs) {
        final int opp = opps.atOrAbove(domain, nextKhz, 0, opps.top(domain));
        journal.freqRequested(nowNs, cpu, domain, (int) nextKhz, (int) util, reason);
        final long dueNs = freqs.request(domain, opp, nowNs);
        if (dueNs != FreqDomains.NEVER) {
            events.schedule(slots.ofDomain(domain), dueNs);
        }
    }

    private long domainAt(int domain) {
        return domainsAt + domain * SchedutilLayout.BYTES;
    }

    private long boostAt(int cpu) {
        return boostsAt + cpu * IowaitBoostLayout.BYTES;
    }
}
