package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * Load weight of a group entity: the part of the group's weight that the group's queue on this CPU
 * is entitled to.
 *
 * <p>Exact would be this queue's load over the load of all queues of the group. The sum over all
 * CPUs is too dear to read, so the group's published total stands for it, with this queue's last
 * published part replaced by what the queue has now.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c calc_group_shares(). Golden vectors:
 *     group/group_shares.csv.
 */
@HotPath
public final class GroupShares {
    /** Least load weight of a group entity. */
    public static final long SHARES_MIN = 2;

    private GroupShares() {}

    /**
     * {@code tgShares * load / total}, rounded down and limited to {@link #SHARES_MIN}..{@code
     * tgShares}.
     *
     * @param tgShares the group's load weight; at least {@link #SHARES_MIN}
     * @param qLoadWeight sum of load weights queued on this CPU's queue of the group
     * @param qLoadAvg load average of that queue, table weights
     * @param tgLoadAvg load average of the group, as published by all its queues
     * @param tgContrib part of {@code tgLoadAvg} that this queue published
     * @return load weight of the group entity
     */
    public static long shares(
            long tgShares, long qLoadWeight, long qLoadAvg, long tgLoadAvg, long tgContrib) {
        final long load = Math.max(NiceWeights.scaledDown(qLoadWeight), qLoadAvg);
        final long total = tgLoadAvg - tgContrib + load;
        final long product = tgShares * load;
        final long shares = total == 0 ? product : product / total;
        return Math.min(Math.max(shares, SHARES_MIN), tgShares);
    }
}
