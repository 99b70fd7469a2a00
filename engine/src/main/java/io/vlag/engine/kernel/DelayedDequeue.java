package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.RqClockLayout;

/**
 * An entity that blocks while it owes service stays queued until it would be chosen, so that it
 * cannot shed the debt by a short sleep.
 *
 * @implNote Models Linux 6.12 to 7.2, kernel/sched/fair.c set_delayed(), clear_delayed(),
 *     requeue_delayed_entity(). Golden vectors: eevdf/seq_*.csv.
 */
@HotPath
final class DelayedDequeue {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final VirtualAverage average;
    private final Lag lag;
    private final Placement placement;
    private final Accounting accounting;
    private final LoadTracking load;
    private final boolean delayDequeue;
    private final boolean delayZero;
    private final long offAtNs;
    private final RunQueueTable runQueues;
    private final boolean updatesCurr;
    private final boolean clampBetween;
    private final boolean countExcludesDelayed;

    DelayedDequeue(
            FairRules rules,
            FairState state,
            VirtualAverage average,
            Lag lag,
            Placement placement,
            Accounting accounting,
            LoadTracking load) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.average = average;
        this.lag = lag;
        this.placement = placement;
        this.accounting = accounting;
        this.load = load;
        this.delayDequeue = rules.delayDequeue;
        this.delayZero = rules.delayZero;
        this.offAtNs = rules.delayDequeueOffAtNs;
        this.updatesCurr = rules.requeueUpdatesCurr;
        this.clampBetween = rules.requeueLagRule == FairRules.REQUEUE_LAG_RULE_CLAMP_BETWEEN;
        this.countExcludesDelayed = rules.hNrExcludesDelayed;
    }

    /** Whether a dequeue with these flags leaves the entity queued. */
    boolean applies(int q, int se, int flags) {
        return delayDequeue
                && isOnNow(q)
                && (flags & (FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL))
                        == FairClass.DEQUEUE_SLEEP
                && !entities.delayed(se)
                && !average.eligible(q, se);
    }

    /** Features that somebody switches off while the machine runs are on until then. */
    private boolean isOnNow(int q) {
        return offAtNs == 0 || RqClockLayout.clockNs(runQueues.clockAt(queues.cpu(q))) < offAtNs;
    }

    /** The entity blocks but stays. */
    void begin(int q, int se) {
        mark(q, se);
        if (countExcludesDelayed) {
            queues.hNrRunnable(q, queues.hNrRunnable(q) - 1);
        }
    }

    /** As {@link #begin}, without the count of runnable tasks. */
    void mark(int q, int se) {
        if (clampBetween) {
            lag.update(q, se);
        }
        entities.delayed(se, true);
    }

    /**
     * The entity, delayed and waiting, wakes up where it is. Kernels that do not account the
     * running entity first judge its position against an average of the past.
     */
    void requeue(int q, int se) {
        unmark(q, se);
        if (countExcludesDelayed) {
            queues.hNrRunnable(q, queues.hNrRunnable(q) + 1);
        }
    }

    /** Whether a delayed task leaves the counts of runnable ones. */
    boolean changesCount() {
        return countExcludesDelayed;
    }

    /** As {@link #requeue}, without the count of runnable tasks. */
    void unmark(int q, int se) {
        if (updatesCurr) {
            accounting.account(q);
        }
        if (clampBetween) {
            lag.update(q, se);
            if (average.average(q) - entities.vlag(se) != entities.vruntime(se)) {
                placeAgain(q, se);
            }
        } else if (delayZero && isOnNow(q)) {
            lag.update(q, se);
            if (entities.vlag(se) > 0) {
                entities.vlag(se, 0);
                placeAgain(q, se);
            }
        }
        load.update(q, se);
        entities.delayed(se, false);
    }

    /**
     * The stored lag of a delayed entity that finally leaves: with DELAY_ZERO, sleeping earns
     * nothing.
     */
    void forgetGain(int q, int se) {
        if (delayZero && isOnNow(q) && entities.vlag(se) > 0) {
            entities.vlag(se, 0);
        }
    }

    /**
     * A leaving entity counts in the runnable ones unless it already left them when its delay
     * began.
     */
    boolean countsAsRunnable(int se) {
        return !countExcludesDelayed || !entities.delayed(se);
    }

    private void placeAgain(int q, int se) {
        final boolean waiting = queues.curr(q) != se;
        if (waiting) {
            average.erase(q, se);
        }
        queues.nrQueued(q, queues.nrQueued(q) - 1);
        placement.place(q, se, false);
        queues.nrQueued(q, queues.nrQueued(q) + 1);
        if (waiting) {
            average.insert(q, se);
        }
    }
}
