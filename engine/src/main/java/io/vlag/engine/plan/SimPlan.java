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
        long seed) {

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
                newSeed);
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
