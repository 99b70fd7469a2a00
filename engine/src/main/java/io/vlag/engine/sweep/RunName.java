package io.vlag.engine.sweep;

import io.vlag.engine.config.Scenario;

/**
 * Which run of a scenario: its coordinates.
 *
 * @param kernel label of the kernel
 * @param variant variant of the machine
 * @param workloadCase name of the workload, {@code Scenario.WorkloadCase.ONLY} when there are no
 *     cases
 * @param seed seed of all randomness
 */
public record RunName(String kernel, String variant, String workloadCase, long seed) {
    /** A run of a scenario without cases. */
    public RunName(String kernel, String variant, long seed) {
        this(kernel, variant, Scenario.WorkloadCase.ONLY, seed);
    }

    /** Variant and case, for people. */
    public String place() {
        return workloadCase.isEmpty() ? variant : variant + ", " + workloadCase;
    }

    @Override
    public String toString() {
        return kernel + " on " + place() + ", seed " + seed;
    }
}
