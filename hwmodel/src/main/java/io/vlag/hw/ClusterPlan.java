package io.vlag.hw;

import java.util.List;

/**
 * CPUs that share caches and power down together.
 *
 * @param name for reports
 * @param activeUw power of what they share while it is on, uW
 * @param idleStates states of what they share, shallowest first; none: it is always on
 */
public record ClusterPlan(String name, long activeUw, List<State> idleStates) {
    public ClusterPlan {
        idleStates = List.copyOf(idleStates);
    }

    /**
     * One state of a cluster. It is entered when the last CPU enters its deepest state and no CPU's
     * next timer is closer than the residency.
     *
     * @param name for reports
     * @param entryNs from the last CPU's decision until the state is reached
     * @param exitNs added to the exit of the CPU that is woken first
     * @param residencyNs shortest stay that pays for itself
     * @param powerUw power of what the CPUs share, uW
     */
    public record State(String name, long entryNs, long exitNs, long residencyNs, long powerUw) {}
}
