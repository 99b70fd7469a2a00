package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Lag of an entity: V minus its vruntime, within a bound. Positive lag is service owed to the
 * entity.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c entity_lag(), update_entity_lag(). Golden
 *     vectors: eevdf/scene_*.csv, eevdf/seq_*.csv.
 */
@HotPath
final class Lag {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairTree tree;
    private final VirtualAverage average;
    private final WeightedDelta weighted;
    private final boolean ownSliceLimit;
    private final boolean delayedBetween;
    private final boolean delayZero;

    Lag(
            FairRules rules,
            FairState state,
            FairTree tree,
            VirtualAverage average,
            WeightedDelta weighted) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.tree = tree;
        this.average = average;
        this.weighted = weighted;
        this.ownSliceLimit = rules.lagLimit == FairRules.LAG_LIMIT_MAX_2SLICE_TICK;
        this.delayedBetween = rules.requeueLagRule == FairRules.REQUEUE_LAG_RULE_CLAMP_BETWEEN;
        this.delayZero = rules.delayZero;
    }

    /** The clamped distance to {@code average}, nothing stored. */
    long against(int q, int se, long average) {
        return VirtualTime.clampLag(average - entities.vruntime(se), limit(q, se));
    }

    /**
     * Computes and stores the lag of a queued entity; computes V once. While the entity is delayed,
     * kernels that remember the lag of its block let it only rise, and with DELAY_ZERO not above 0.
     */
    void update(int q, int se) {
        long lag = against(q, se, average.average(q));
        if (delayedBetween && entities.delayed(se)) {
            lag = Math.max(lag, entities.vlag(se));
            if (delayZero) {
                lag = Math.min(lag, 0);
            }
        }
        entities.vlag(se, lag);
    }

    /** As {@link #update}, but by the ordinary rule also for a delayed entity. */
    void updatePlain(int q, int se) {
        entities.vlag(se, against(q, se, average.average(q)));
    }

    /** The bound, virtual ns. */
    private long limit(int q, int se) {
        final long tickNs = runQueues.tickNs(queues.cpu(q));
        return weighted.of(
                se,
                ownSliceLimit
                        ? Math.max(2 * entities.sliceNs(se), tickNs)
                        : tree.maxSliceNs(q) + tickNs);
    }
}
