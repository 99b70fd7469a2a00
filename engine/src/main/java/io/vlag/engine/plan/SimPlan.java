package io.vlag.engine.plan;

import io.vlag.engine.config.Governor;
import io.vlag.engine.config.Preemption;
import io.vlag.engine.kernel.CfsTunables;
import io.vlag.engine.kernel.CpufreqRules;
import io.vlag.engine.kernel.EnergyDomains;
import io.vlag.engine.kernel.EnergyRules;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.Topology;
import io.vlag.engine.kernel.WakeRules;
import io.vlag.engine.workload.CompiledWorkload;
import io.vlag.hw.ConservativePlan;
import io.vlag.hw.HwModel;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.MachineTables;
import io.vlag.hw.OndemandPlan;
import io.vlag.hw.PathCosts;
import java.util.List;
import java.util.OptionalLong;

/**
 * Everything one simulation needs, as numbers.
 *
 * @param machine CPUs, clocks, idle states, power
 * @param machineTables speeds and powers of the machine
 * @param costs time of every kernel path
 * @param idlePolicy who chooses idle states
 * @param fairRules rules of the fair class
 * @param cfsTunables times of a CFS kernel, scaled by the CPU count
 * @param wakeRules rules of waking and balancing
 * @param cpufreqRules rules of utilisation and clocks
 * @param energyRules rules of energy-aware placement and clamps
 * @param energyDomains what the kernel knows of CPUs that differ
 * @param preemption preemption model
 * @param irqTimeAccounting whether interrupts are left out of the time of tasks
 * @param topology who shares a cache
 * @param governor frequency governor of every domain
 * @param ondemand settings of the ondemand governor
 * @param conservative settings of the conservative governor
 * @param setSpeedKhz clock that the userspace governor keeps, kHz; empty: another governor
 * @param rateLimitsNs schedutil's least time between two clocks, by frequency domain, ns
 * @param tickNs time between two ticks, ns
 * @param baseSliceNs base slice scaled by the CPU count, ns
 * @param baseSliceNormalizedNs base slice before scaling, ns
 * @param pipeSparePages freed pages that a pipe keeps
 * @param workload compiled programs
 * @param groups task groups
 * @param budget task records
 * @param tickPhaseNs first tick, ns; below one tick
 * @param seed of every random stream
 * @param changes settings that take the place of those above while it runs, in the order of time
 * @param checkedRules what holds of the fair class however the settings change, for the invariants
 */
public record SimPlan(
        MachinePlan machine,
        MachineTables machineTables,
        PathCosts costs,
        HwModel.IdlePolicy idlePolicy,
        FairRules fairRules,
        CfsTunables cfsTunables,
        WakeRules wakeRules,
        CpufreqRules cpufreqRules,
        EnergyRules energyRules,
        EnergyDomains energyDomains,
        Preemption preemption,
        boolean irqTimeAccounting,
        Topology topology,
        Governor governor,
        OndemandPlan ondemand,
        ConservativePlan conservative,
        OptionalLong setSpeedKhz,
        long[] rateLimitsNs,
        long tickNs,
        long baseSliceNs,
        long baseSliceNormalizedNs,
        int pipeSparePages,
        CompiledWorkload workload,
        GroupPlan.All groups,
        TaskBudget budget,
        long tickPhaseNs,
        long seed,
        List<RuntimeSettings.Change> changes,
        FairRules checkedRules) {
    public SimPlan {
        changes = List.copyOf(changes);
    }

    /** The same with another seed, and the first tick that follows from it. */
    SimPlan withSeed(long newSeed, long newTickPhaseNs) {
        return new SimPlan(
                machine,
                machineTables,
                costs,
                idlePolicy,
                fairRules,
                cfsTunables,
                wakeRules,
                cpufreqRules,
                energyRules,
                energyDomains,
                preemption,
                irqTimeAccounting,
                topology,
                governor,
                ondemand,
                conservative,
                setSpeedKhz,
                rateLimitsNs,
                tickNs,
                baseSliceNs,
                baseSliceNormalizedNs,
                pipeSparePages,
                workload,
                groups,
                budget,
                newTickPhaseNs,
                newSeed,
                changes,
                checkedRules);
    }

    /** The same with other settings from the start, which nobody changes. */
    private SimPlan with(RuntimeSettings settings, List<RuntimeSettings.Change> others) {
        return new SimPlan(
                machine,
                machineTables,
                costs,
                idlePolicy,
                settings.fairRules(),
                settings.cfsTunables(),
                settings.wakeRules(),
                settings.cpufreqRules(),
                energyRules,
                settings.energyDomains(),
                preemption,
                irqTimeAccounting,
                topology,
                settings.governor(),
                ondemand,
                conservative,
                setSpeedKhz,
                settings.rateLimitsNs(),
                tickNs,
                settings.baseSliceNs(),
                settings.baseSliceNormalizedNs(),
                pipeSparePages,
                workload,
                groups,
                budget,
                tickPhaseNs,
                seed,
                others,
                checkedRules);
    }

    /** Settings at the start. */
    public RuntimeSettings settings() {
        return new RuntimeSettings(
                fairRules,
                cfsTunables,
                wakeRules,
                cpufreqRules,
                energyDomains,
                governor,
                rateLimitsNs,
                baseSliceNs,
                baseSliceNormalizedNs);
    }

    /** The plan as it stands after some of its changes. */
    public SimPlan after(int changeCount) {
        return changeCount == 0 ? this : with(changes.get(changeCount - 1).settings(), changes);
    }

    /** The same with other changes while it runs. */
    public SimPlan withChanges(List<RuntimeSettings.Change> others) {
        return with(settings(), others);
    }

    /** Whether another plan is this one at least until its change of that index. */
    public boolean isSameBefore(int change, SimPlan other) {
        return other.changes.size() >= change
                && changes.size() >= change
                && changes.subList(0, change).equals(other.changes.subList(0, change))
                && withChanges(List.of()).equals(other.withChanges(List.of()));
    }

    /** Whether another plan differs from this one at most in its seed and what follows from it. */
    public boolean isReseeded(SimPlan other) {
        return equals(other.withSeed(seed, tickPhaseNs));
    }

    public int cpuCount() {
        return machine.cpuCount();
    }

    /** Whether lazy requests wait for a point that honours them. */
    public boolean lazyPreemption() {
        return wakeRules.lazyResched();
    }
}
