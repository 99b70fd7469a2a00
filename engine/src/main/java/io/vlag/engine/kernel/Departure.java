package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * How an entity leaves its queue for good.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c dequeue_entity(). Golden vectors:
 *     eevdf/seq_*.csv, pelt/seq_*.csv.
 */
@HotPath
final class Departure {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final VirtualAverage average;
    private final Lag lag;
    private final DelayedDequeue delay;
    private final boolean placeRelDeadline;
    private final boolean leavesRelative;

    Departure(
            FairRules rules,
            FairState state,
            VirtualAverage average,
            Lag lag,
            DelayedDequeue delay) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.average = average;
        this.lag = lag;
        this.delay = delay;
        // A deadline is kept only for a placement that will look at it.
        this.placeRelDeadline =
                rules.placeRelDeadline && rules.placeRule == FairRules.PLACE_RULE_AVERAGE;
        this.leavesRelative = rules.vruntimeOffQueue == FairRules.VRUNTIME_OFF_QUEUE_MIN_VRUNTIME;
    }

    /**
     * Takes an entity, whose averages are up to date, off its queue; lag and perhaps relative
     * deadline are kept.
     */
    void leave(int q, int se, int flags) {
        if (delay.countsAsRunnable(se)) {
            queues.hNrRunnable(q, queues.hNrRunnable(q) - 1);
        }
        takeOff(q, se, flags);
    }

    /** As {@link #leave}, without the count of runnable tasks. */
    void takeOff(int q, int se, int flags) {
        final boolean sleep = (flags & FairClass.DEQUEUE_SLEEP) != 0;
        lag.update(q, se);
        if (sleep && entities.delayed(se)) {
            delay.forgetGain(q, se);
        }
        if (!sleep && placeRelDeadline) {
            entities.deadline(se, entities.deadline(se) - entities.vruntime(se));
            entities.relDeadline(se, true);
        }
        if (queues.curr(q) != se) {
            average.erase(q, se);
        }
        if (!sleep && leavesRelative) {
            entities.vruntime(se, entities.vruntime(se) - queues.zeroVruntime(q));
        }
        entities.onRq(se, false);
        queues.nrQueued(q, queues.nrQueued(q) - 1);
        queues.loadWeight(q, queues.loadWeight(q) - entities.loadWeight(se));
        if (sleep) {
            entities.delayed(se, false);
        }
        if ((flags & (FairClass.DEQUEUE_SAVE | FairClass.DEQUEUE_MOVE)) != FairClass.DEQUEUE_SAVE) {
            average.advanceMinVruntime(q);
        }
    }
}
