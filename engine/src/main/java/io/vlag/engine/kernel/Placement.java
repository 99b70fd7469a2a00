package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Gives an entity that joins a queue its vruntime and deadline: at V, minus the lag it left with.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c place_entity(). Golden vectors:
 *     eevdf/scene_*.csv, eevdf/seq_*.csv.
 */
@HotPath
final class Placement {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final VirtualAverage average;
    private final WeightedDelta weighted;
    private final boolean placeLag;
    private final boolean heavyMovesReference;
    private final boolean placeRelDeadline;
    private final boolean placeDeadlineInitial;

    Placement(FairRules rules, FairState state, VirtualAverage average, WeightedDelta weighted) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.average = average;
        this.weighted = weighted;
        this.placeLag = rules.placeLag;
        this.heavyMovesReference = rules.placeHeavyMovesReference;
        this.placeRelDeadline = rules.placeRelDeadline;
        this.placeDeadlineInitial = rules.placeDeadlineInitial;
    }

    /**
     * Places an entity that is not counted in the queue.
     *
     * @param initial the entity is a new task
     */
    void place(int q, int se, boolean initial) {
        refreshSlice(q, se);
        final long requestVirtual = weighted.of(se, entities.sliceNs(se));
        final long averageNow = average.average(q);
        final long vruntime = averageNow - inflatedLag(q, se);
        entities.vruntime(se, vruntime);
        if (placeRelDeadline && entities.relDeadline(se)) {
            entities.deadline(se, entities.deadline(se) + vruntime);
            entities.relDeadline(se, false);
            return;
        }
        final boolean half = initial && placeDeadlineInitial;
        entities.deadline(se, vruntime + (half ? requestVirtual >>> 1 : requestVirtual));
    }

    /** The present base slice, unless the user chose one. */
    void refreshSlice(int q, int se) {
        if (!entities.customSlice(se)) {
            entities.sliceNs(se, runQueues.baseSliceNs(queues.cpu(q)));
        }
    }

    /**
     * The stored lag, enlarged so that the lag measured after joining, when the entity itself has
     * moved V, equals the stored one.
     */
    private long inflatedLag(int q, int se) {
        if (!placeLag || queues.nrQueued(q) == 0) {
            return 0;
        }
        final long total = average.totalWeight(q);
        final long weight = average.weight(se);
        final long lag = average.divide(entities.vlag(se) * (total + weight), Math.max(total, 1));
        if (heavyMovesReference && weight > total) {
            average.moveReference(q, -lag);
        }
        return lag;
    }
}
