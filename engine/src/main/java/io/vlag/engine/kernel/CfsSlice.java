package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * The wall time that CFS gives an entity before somebody else should run: its weight's share of one
 * period, times the shares of the groups around it. The period is as long as all tasks of the CPU
 * need, in whatever groups they are.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c sched_slice() with ALT_PERIOD and
 *     BASE_SLICE.
 */
@HotPath
final class CfsSlice {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final EntityTree entityTree;
    private final WeightedDelta weighted;
    private final CfsTunables tunables;
    private final int latencyCount;

    CfsSlice(
            FairState state,
            FairTree tree,
            EntityTree entityTree,
            WeightedDelta weighted,
            CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.entityTree = entityTree;
        this.weighted = weighted;
        this.tunables = tunables;
        this.latencyCount = tunables.latencyCount();
    }

    /** Slice of an entity, wall ns; one that is not queued is counted as if it were. */
    long of(int q, int se) {
        final int tasks = queues.hNrQueued(queues.cpu(q)) + (entities.onRq(se) ? 0 : 1);
        long sliceNs = shareOn(q, se, periodNs(tasks));
        for (int above = entityTree.entityOf(q);
                above != EntityTree.NONE;
                above = entityTree.parent(above)) {
            sliceNs = shareOn(entityTree.queueOf(above), above, sliceNs);
        }
        return Math.max(sliceNs, shortestNs(q, se));
    }

    private long shareOn(int q, int se, long ns) {
        final long weight = entities.loadWeight(se);
        final long others = queues.loadWeight(q) - (entities.onRq(se) ? weight : 0);
        return weighted.share(ns, weight, others + weight);
    }

    private long periodNs(int count) {
        return count > latencyCount ? count * tunables.minGranularityNs() : tunables.latencyNs();
    }

    private long shortestNs(int q, int se) {
        return entities.policy(se) == EntityTable.POLICY_IDLE && othersAreQueued(q)
                ? tunables.idleMinGranularityNs()
                : tunables.minGranularityNs();
    }

    /** Whether anybody queued is not SCHED_IDLE. */
    private boolean othersAreQueued(int q) {
        final int curr = tree.queuedCurr(q);
        if (curr != FairTree.NONE && entities.policy(curr) != EntityTable.POLICY_IDLE) {
            return true;
        }
        int waiting = tree.leftmost(q);
        while (waiting != FairTree.NONE && entities.policy(waiting) == EntityTable.POLICY_IDLE) {
            waiting = tree.next(waiting);
        }
        return waiting != FairTree.NONE;
    }
}
