package io.vlag.engine.kernel;

import io.vlag.engine.journal.EnergyCandidate;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.PlacementReason;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.CapacityFit;
import io.vlag.hw.EffectiveUtil;
import io.vlag.hw.EnergyModel;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.CpuUtil;
import io.vlag.pelt.PeltLayout;
import org.jspecify.annotations.Nullable;

/**
 * Energy-aware placement of a wakee: the CPU on which it costs least by the kernel's energy model.
 * See docs/model/energy-aware.md.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c find_energy_efficient_cpu(),
 *     eenv_pd_busy_time(), eenv_pd_max_util(), compute_energy(). Golden vectors: energy/*.csv
 *     through {@link EnergyModel}, pelt/cpu_util_*.csv through {@link CpuUtil}.
 */
@HotPath
final class EnergyPlacement {
    private static final int NONE = Index.NONE;
    private static final int CLAMP_SCALE = 1_024;
    private static final int MARGIN_SHIFT = 4;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final EnergyRules rules;
    private final CpufreqRules cpufreqRules;
    private final int estForm;
    private final EnergyDomains domains;
    private final TaskTable tasks;
    private final AffinityTable affinity;
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RtQueueTable rtQueues;
    private final CpuLoad load;
    private final Fitness fitness;
    private final @Nullable Clamps clamps;
    private final Journal journal;

    // scratch of one search
    private int task;
    private int caller; // CPU that searches
    private long nowNs;
    private int reason;
    private int prev;
    private long busyUtil; // of the domain looked at, without the task
    private int other; // best CPU of the domain besides the previous one
    private int otherFit;
    private long otherSpare;
    private long prevSpare; // in the domain looked at; -1 when it is not there or does not fit

    EnergyPlacement(
            EnergyRules rules,
            CpufreqRules cpufreqRules,
            int estForm,
            EnergyDomains domains,
            KernelParts.Tables tables,
            CpuLoad load,
            Fitness fitness,
            @Nullable Clamps clamps,
            Journal journal) {
        this.journal = journal;
        this.rules = rules;
        this.cpufreqRules = cpufreqRules;
        this.estForm = estForm;
        this.domains = domains;
        this.tasks = tables.tasks();
        this.affinity = tables.affinity();
        this.entities = tables.entities();
        this.queues = tables.queues();
        this.rtQueues = tables.rtQueues();
        this.load = load;
        this.fitness = fitness;
        this.clamps = clamps;
    }

    /** Why the last search ended where it did: a {@link PlacementReason}. */
    int reason() {
        return reason;
    }

    /**
     * The CPU for a wakee whose averages are up to date.
     *
     * @param prevCpu CPU it slept on
     * @param callerCpu CPU that searches
     */
    int select(int wakee, int prevCpu, int callerCpu, long time) {
        task = wakee;
        caller = callerCpu;
        nowNs = time;
        prev = prevCpu;
        if (load.taskUtil(wakee) == 0 && minClamp() == 0) {
            reason = PlacementReason.ENERGY_NO_UTIL;
            return prevCpu;
        }
        return rules.fitClasses() ? byFitClasses() : byMargin();
    }

    private int byFitClasses() {
        long prevDelta = UNKNOWN;
        long bestDelta = UNKNOWN;
        int prevFit = CapacityFit.MIN_CLAMP_UNMET;
        int bestFit = CapacityFit.MIN_CLAMP_UNMET;
        int prevCapacity = 0;
        int bestCapacity = 0;
        int best = NONE;
        for (int domain = domains.domainCount() - 1; domain >= 0; domain--) {
            final int prevFitHere = look(domain);
            if (prevFitHere == CapacityFit.TOO_BIG && other == NONE) {
                weighed(domain, domains.cpusOf(domain)[0], EnergyCandidate.NONE_FITS, 0);
                continue;
            }
            final long base = energy(domain, NONE);
            if (prevFitHere != CapacityFit.TOO_BIG) {
                final long withPrev = energy(domain, prev);
                weighed(domain, prev, EnergyCandidate.PREVIOUS, withPrev - base);
                if (withPrev < base) {
                    reason = PlacementReason.ENERGY_PREV;
                    return prev;
                }
                prevDelta = withPrev - base;
                bestDelta = Math.min(bestDelta, prevDelta);
                prevFit = prevFitHere;
                prevCapacity = domains.capacity(prev);
            }
            if (other == NONE) {
                continue;
            }
            final int capacity = domains.capacity(other);
            if (otherSpare <= prevSpare
                    || otherFit < bestFit
                    || otherFit < 0 && capacity <= bestCapacity) {
                weighed(domain, other, EnergyCandidate.NOT_LOOKED_AT, 0);
                continue;
            }
            final long withOther = energy(domain, other);
            weighed(domain, other, EnergyCandidate.OTHER, withOther - base);
            if (withOther < base) {
                reason = PlacementReason.ENERGY_PREV;
                return prev;
            }
            final long delta = withOther - base;
            if (otherFit > 0 && bestFit > 0 && delta >= bestDelta) {
                continue;
            }
            bestDelta = delta;
            bestFit = otherFit;
            bestCapacity = capacity;
            best = other;
        }
        return choose(best, bestFit, bestDelta, bestCapacity, prevFit, prevDelta, prevCapacity);
    }

    private int choose(
            int best,
            int bestFit,
            long bestDelta,
            int bestCapacity,
            int prevFit,
            long prevDelta,
            int prevCapacity) {
        if (best != NONE) {
            if (bestFit > prevFit) {
                reason = PlacementReason.ENERGY_FITS;
                return best;
            }
            if (bestFit > 0 && bestDelta < prevDelta) {
                reason = PlacementReason.ENERGY;
                return best;
            }
            if (bestFit < 0 && bestCapacity > prevCapacity) {
                reason = PlacementReason.ENERGY_CAPACITY;
                return best;
            }
        }
        reason =
                prevDelta == UNKNOWN
                        ? PlacementReason.ENERGY_NONE_FITS
                        : PlacementReason.ENERGY_PREV;
        return prev;
    }

    /** 5.18: another CPU has to save a sixteenth of everything, unless the previous one is full. */
    private int byMargin() {
        long prevDelta = UNKNOWN;
        long bestDelta = UNKNOWN;
        long baseSum = 0;
        int best = NONE;
        for (int domain = domains.domainCount() - 1; domain >= 0; domain--) {
            final int prevFitHere = look(domain);
            if (prevFitHere == CapacityFit.TOO_BIG && other == NONE) {
                weighed(domain, domains.cpusOf(domain)[0], EnergyCandidate.NONE_FITS, 0);
                continue;
            }
            final long base = energy(domain, NONE);
            baseSum += base;
            if (prevFitHere != CapacityFit.TOO_BIG) {
                prevDelta = energy(domain, prev) - base;
                weighed(domain, prev, EnergyCandidate.PREVIOUS, prevDelta);
                if (prevDelta < 0) {
                    reason = PlacementReason.ENERGY_PREV;
                    return prev;
                }
                bestDelta = Math.min(bestDelta, prevDelta);
            }
            if (other != NONE) {
                final long delta = energy(domain, other) - base;
                weighed(domain, other, EnergyCandidate.OTHER, delta);
                if (delta < 0) {
                    reason = PlacementReason.ENERGY_PREV;
                    return prev;
                }
                if (delta < bestDelta) {
                    bestDelta = delta;
                    best = other;
                }
            }
        }
        if (best != NONE && prevDelta == UNKNOWN) {
            reason = PlacementReason.ENERGY_FITS;
            return best;
        }
        if (best != NONE && prevDelta - bestDelta > (prevDelta + baseSum) >> MARGIN_SHIFT) {
            reason = PlacementReason.ENERGY;
            return best;
        }
        reason =
                prevDelta == UNKNOWN
                        ? PlacementReason.ENERGY_NONE_FITS
                        : PlacementReason.ENERGY_PREV;
        return prev;
    }

    /** Tells a reader of reasons what a candidate would cost. */
    private void weighed(int domain, int cpu, int candidate, long delta) {
        journal.energyWeighed(nowNs, caller, task, cpu, domain, candidate, delta);
    }

    /**
     * Finds the candidates of a domain, and what it does without the task; returns the fit class of
     * the previous CPU, TOO_BIG when it does not lie here or does not fit.
     */
    private int look(int domain) {
        int prevFit = CapacityFit.TOO_BIG;
        other = NONE;
        otherFit = CapacityFit.MIN_CLAMP_UNMET;
        otherSpare = -1;
        prevSpare = -1;
        busyUtil = 0;
        for (int cpu : domains.cpusOf(domain)) {
            busyUtil += effectiveUtil(cpu, utilWith(cpu, NONE, false));
            if (!affinity.allows(task, cpu)) {
                continue;
            }
            final long util = utilWith(cpu, cpu, false);
            final int fit = fitness.fit(util, minWith(cpu), maxWith(cpu), cpu);
            if (fit == CapacityFit.TOO_BIG) {
                continue;
            }
            final long spare = Math.max(0, load.capacity(cpu) - util);
            if (cpu == prev) {
                prevFit = fit;
                prevSpare = spare;
            } else if (other == NONE || fit > otherFit || fit == otherFit && spare > otherSpare) {
                other = cpu;
                otherFit = fit;
                otherSpare = spare;
            }
        }
        busyUtil = Math.min(busyUtil, capacity(domain));
        return prevFit;
    }

    /** Energy of a domain with the task on one of its CPUs, or with NONE without it. */
    private long energy(int domain, int dst) {
        long maxUtil = 0;
        final long capacity = domains.capacity(domains.cpusOf(domain)[0]);
        for (int cpu : domains.cpusOf(domain)) {
            maxUtil = Math.max(maxUtil, utilForClock(cpu, dst));
        }
        final long sumUtil =
                dst == NONE ? busyUtil : Math.min(capacity(domain), busyUtil + load.taskUtil(task));
        if (sumUtil == 0) {
            return 0;
        }
        final EnergyModel model = domains.model(domain);
        final int state =
                model.state(
                        Math.min(maxUtil, capacity), capacity, 0, domains.topState(domain), false);
        return model.energy(state, sumUtil);
    }

    /** What a CPU would ask its clock for, headroom included in kernels that add it here. */
    private long utilForClock(int cpu, int dst) {
        final long cap = domains.capacity(cpu);
        final long cfs = utilWith(cpu, dst, cpufreqRules.energyBoost());
        final long rt = PeltLayout.utilAvg(rtQueues.avgAt(cpu));
        final boolean rtTakesAll = clamps == null && rtQueues.nrRunning(cpu) != 0;
        int min = clamps == null ? 0 : clamps.minOf(cpu);
        int max = clamps == null ? CLAMP_SCALE : clamps.maxOf(cpu);
        if (dst == cpu) {
            min = minWith(cpu);
            max = maxWith(cpu);
        }
        if (cpufreqRules.headroomForm() == EffectiveUtil.HEADROOM_AFTER_CLAMP) {
            return EffectiveUtil.forFrequency(cap, cfs, rt, 0, 0, 0, rtTakesAll, min, max);
        }
        return EffectiveUtil.request(
                EffectiveUtil.unclamped(cap, cfs, rt, 0, 0),
                EffectiveUtil.floor(cap, 0, 0, rtTakesAll, min),
                EffectiveUtil.ceiling(cap, 0, max));
    }

    private long effectiveUtil(int cpu, long cfs) {
        return EffectiveUtil.unclamped(
                domains.capacity(cpu), cfs, PeltLayout.utilAvg(rtQueues.avgAt(cpu)), 0, 0);
    }

    private long utilWith(int cpu, int dst, boolean boost) {
        return CpuUtil.cpuUtil(
                queues.avgAt(cpu),
                entities.avgAt(task),
                cpu,
                tasks.cpu(task),
                dst == NONE ? CpuUtil.NO_CPU : dst,
                false,
                boost,
                domains.capacity(cpu),
                cpufreqRules.cpuUtilForm(),
                estForm);
    }

    private long capacity(int domain) {
        final int[] cpus = domains.cpusOf(domain);
        return (long) cpus.length * domains.capacity(cpus[0]);
    }

    private int minClamp() {
        return clamps == null ? 0 : clamps.min(task);
    }

    private int minWith(int cpu) {
        return clamps == null ? 0 : clamps.minWith(cpu, task);
    }

    private int maxWith(int cpu) {
        return clamps == null ? CLAMP_SCALE : clamps.maxWith(cpu, task);
    }
}
