package io.vlag.hw;

import java.util.List;

/**
 * CPUs that share one clock.
 *
 * @param name for reports
 * @param opps operating points, clock rising
 * @param transitionNs from the driver call until the new clock runs; 0 = at once
 */
public record DomainPlan(String name, List<Opp> opps, long transitionNs) {
    public DomainPlan {
        opps = List.copyOf(opps);
    }

    /** Whether the kernel has an energy model of these CPUs. */
    public boolean hasEnergyModel() {
        return opps.stream().allMatch(opp -> opp.kernelUw() != MachinePlan.NONE);
    }
}
