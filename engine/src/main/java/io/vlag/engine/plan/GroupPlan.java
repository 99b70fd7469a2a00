package io.vlag.engine.plan;

import io.vlag.engine.kernel.RandomStream;
import java.util.List;

/**
 * One task group of a run. Its number is its place in the plan's list, from 1; 0 is the root.
 *
 * @param path for messages
 * @param parent number of the group it lies in; smaller than its own
 * @param loadWeight weight times 1024
 * @param idle SCHED_IDLE as a whole
 * @param quotaNs CPU time a period, ns; 0 = no limit
 * @param periodNs period of the quota, ns
 */
public record GroupPlan(
        String path, int parent, long loadWeight, boolean idle, long quotaNs, long periodNs) {

    /** End of the first period: somewhere in it, drawn from the seed. */
    public long firstExpiryNs(long seed) {
        return 1
                + Long.remainderUnsigned(
                        RandomStream.seed(seed, RandomStream.PURPOSE_QUOTA_PHASE, path.hashCode()),
                        periodNs);
    }

    /**
     * All groups of a run.
     *
     * @param groups by number, less one
     * @param groupOfTemplate number of each task template's group
     */
    public record All(List<GroupPlan> groups, int[] groupOfTemplate) {
        public All {
            groups = List.copyOf(groups);
        }

        /** Groups, the root included. */
        public int count() {
            return groups.size() + 1;
        }
    }
}
