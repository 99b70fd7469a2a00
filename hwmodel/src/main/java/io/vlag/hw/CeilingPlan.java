package io.vlag.hw;

import java.util.List;

/**
 * Clocks that hardware grants by the number of active cores: turbo and its limits.
 *
 * @param name for reports
 * @param cpus whose cores are counted and whose domains are limited, rising
 * @param responseNs from a core's going idle or busy until the hardware has reacted
 * @param steps by rising number of cores; a number between two steps takes the higher step's clock,
 *     one above the last the last one's
 */
public record CeilingPlan(String name, List<Integer> cpus, long responseNs, List<Step> steps) {
    public CeilingPlan {
        cpus = List.copyOf(cpus);
        steps = List.copyOf(steps);
    }

    /** Highest clock while up to {@code cores} cores are active, kHz. */
    public record Step(int cores, int khz) {}
}
