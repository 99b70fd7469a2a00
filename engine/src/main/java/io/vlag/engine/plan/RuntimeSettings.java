package io.vlag.engine.plan;

import io.vlag.engine.config.Governor;
import io.vlag.engine.kernel.CfsTunables;
import io.vlag.engine.kernel.CpufreqRules;
import io.vlag.engine.kernel.EnergyDomains;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.WakeRules;

/**
 * The part of a plan that can change while the simulation runs. Nothing of it reaches the layout of
 * the slab.
 *
 * @param fairRules rules of the fair class
 * @param cfsTunables times of a CFS kernel, scaled by the CPU count
 * @param wakeRules rules of waking and balancing
 * @param cpufreqRules rules of utilisation and clocks
 * @param energyDomains what the kernel knows of CPUs that differ
 * @param governor frequency governor of every domain
 * @param rateLimitsNs schedutil's least time between two clocks, by frequency domain, ns
 * @param baseSliceNs base slice scaled by the CPU count, ns
 * @param baseSliceNormalizedNs base slice before scaling, ns
 */
public record RuntimeSettings(
        FairRules fairRules,
        CfsTunables cfsTunables,
        WakeRules wakeRules,
        CpufreqRules cpufreqRules,
        EnergyDomains energyDomains,
        Governor governor,
        long[] rateLimitsNs,
        long baseSliceNs,
        long baseSliceNormalizedNs) {

    /**
     * Settings that somebody makes.
     *
     * @param atNs simulated time, ns; events of that time are handled before
     */
    public record Change(long atNs, RuntimeSettings settings) {}
}
