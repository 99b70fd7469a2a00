package io.vlag.engine.kernel;

import io.vlag.engine.config.KernelChange;
import io.vlag.hw.EnergyModel;
import java.util.Map;

/**
 * The changes that concern energy-aware placement, asymmetric capacities and clamps, as one
 * immutable set. See {@code docs/model/energy-aware.md}.
 *
 * @param energyForm energy_cost: one of {@code EnergyModel.BY_...}
 * @param fitClasses energy_placement: fits count in classes and any saving counts (after 5.18)
 * @param misfitFirst balance_misfit_first: misfits move while energy-aware placement is in charge
 *     (6.3 on)
 * @param overloadNeedsOverutilised overloaded_group: with energy-aware placement in charge no group
 *     is overloaded (7.0 on)
 * @param clampsCountedFirst uclamp_order: before the enqueue tells the governor (6.16 on)
 * @param clampsPaired uclamp_delayed: what is counted is uncounted, whatever happens to a delayed
 *     task
 * @param consolidatedCalls cpufreq_calls: the patch of that name
 * @param halfLifeShift pelt_half_life: 0 = 32 ms, 1 = 16 ms, 2 = 8 ms
 */
public record EnergyRules(
        int energyForm,
        boolean fitClasses,
        boolean misfitFirst,
        boolean overloadNeedsOverutilised,
        boolean clampsCountedFirst,
        boolean clampsPaired,
        boolean consolidatedCalls,
        int halfLifeShift) {

    /** Reads the rules out of a kernel's resolved changes, which must name every one. */
    public static EnergyRules of(Map<String, String> changes) {
        return new EnergyRules(
                CpufreqRules.form(changes, KernelChange.ENERGY_COST) == 0
                        ? EnergyModel.BY_CLOCK
                        : EnergyModel.BY_PERFORMANCE,
                CpufreqRules.form(changes, KernelChange.ENERGY_PLACEMENT) == 1,
                CpufreqRules.form(changes, KernelChange.BALANCE_MISFIT_FIRST) == 1,
                CpufreqRules.form(changes, KernelChange.OVERLOADED_GROUP) == 1,
                CpufreqRules.form(changes, KernelChange.UCLAMP_ORDER) == 1,
                CpufreqRules.form(changes, KernelChange.UCLAMP_DELAYED) == 1,
                CpufreqRules.form(changes, KernelChange.CPUFREQ_CALLS) == 1,
                CpufreqRules.form(changes, KernelChange.PELT_HALF_LIFE));
    }
}
