package io.vlag.hw;

import java.util.List;

/**
 * CPUs that share one clock.
 *
 * @param name for reports
 * @param opps operating points, clock rising
 * @param transitionNs from the driver call until the new clock runs; 0 = at once
 * @param driver what calls it
 */
public record DomainPlan(String name, List<Opp> opps, long transitionNs, Driver driver) {
    public DomainPlan {
        opps = List.copyOf(opps);
    }

    /** CPUs whose driver any CPU can call from the scheduler. */
    public DomainPlan(String name, List<Opp> opps, long transitionNs) {
        this(name, opps, transitionNs, new Driver(true, true));
    }

    /**
     * What the kernel knows of the frequency driver.
     *
     * @param fastSwitch it can be called where the scheduler is; else a kernel thread calls it
     * @param anyCpu CPUs of other domains may change the clock too
     */
    public record Driver(boolean fastSwitch, boolean anyCpu) {}

    /** Whether the kernel has an energy model of these CPUs. */
    public boolean hasEnergyModel() {
        return opps.stream().allMatch(opp -> opp.kernelUw() != MachinePlan.NONE);
    }
}
