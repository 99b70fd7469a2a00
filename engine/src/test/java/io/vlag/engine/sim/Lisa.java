package io.vlag.engine.sim;

import io.vlag.engine.plan.SimPlan;

/** The scenarios of batch-configs/scenarios/lisa. */
final class Lisa {
    private Lisa() {}

    static SimPlan plan(String scenario, String kernel, String... overrides) {
        return Scenarios.plan(
                "../batch-configs/scenarios/lisa/" + scenario + ".yaml", kernel, 1, overrides);
    }
}
