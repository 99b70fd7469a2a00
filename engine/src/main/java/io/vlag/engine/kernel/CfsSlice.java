package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * The wall time that CFS gives an entity before somebody else should run: its weight's share of one
 * period.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c sched_slice(), without groups.
 */
@HotPath
final class CfsSlice {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final WeightedDelta weighted;
    private final CfsTunables tunables;
    private final int latencyCount;

    CfsSlice(FairState state, FairTree tree, WeightedDelta weighted, CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.weighted = weighted;
        this.tunables = tunables;
        this.latencyCount = tunables.latencyCount();
    }

    /** Slice of an entity, wall ns; one that is not queued is counted as if it were. */
    long of(int q, int se) {
        final boolean queued = entities.onRq(se);
        final long weight = entities.loadWeight(se);
        final int count = queues.nrQueued(q) + (queued ? 0 : 1);
        final long whole = queues.loadWeight(q) + (queued ? 0 : weight);
        return Math.max(weighted.share(periodNs(count), weight, whole), shortestNs(q, se));
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
