package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Where CFS puts an entity in virtual time when it joins a queue: a sleeper a little before the
 * others, a new task a slice behind, everybody else where it was relative to min_vruntime.
 *
 * <p>min_vruntime is the queue's reference point, {@code zeroVruntime}, which in these kernels only
 * moves forward.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c place_entity(), enqueue_entity(),
 *     dequeue_entity(), task_fork_fair(), migrate_task_rq_fair().
 */
@HotPath
final class CfsPlacement {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final Accounting accounting;
    private final WeightedDelta weighted;
    private final CfsSlice slice;
    private final boolean credits;
    private final boolean relative;
    private final boolean startDebit;
    private final long creditNs;
    private final long idleCreditNs;

    CfsPlacement(
            FairRules rules,
            FairState state,
            Accounting accounting,
            WeightedDelta weighted,
            CfsSlice slice,
            CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.accounting = accounting;
        this.weighted = weighted;
        this.slice = slice;
        this.credits = rules.placeRule == FairRules.PLACE_RULE_SLEEPER_CREDIT;
        this.relative = rules.vruntimeOffQueue == FairRules.VRUNTIME_OFF_QUEUE_MIN_VRUNTIME;
        this.startDebit = rules.startDebit;
        final int shift = rules.gentleFairSleepers ? 1 : 0;
        this.creditNs = tunables.latencyNs() >> shift;
        this.idleCreditNs = tunables.minGranularityNs() >> shift;
    }

    /** Whether sleepers and new tasks are placed by this rule. */
    boolean applies() {
        return credits;
    }

    /**
     * An entity joins a queue in which it is not counted yet.
     *
     * @param flags {@code FairClass.ENQUEUE_...}
     */
    void join(int q, int se, int flags) {
        final boolean wakes = (flags & FairClass.ENQUEUE_WAKEUP) != 0;
        if (!wakes || (flags & FairClass.ENQUEUE_MIGRATED) != 0) {
            makeAbsolute(q, se);
        }
        if (wakes) {
            final long creditVirtual =
                    entities.policy(se) == EntityTable.POLICY_IDLE ? idleCreditNs : creditNs;
            notBefore(se, queues.zeroVruntime(q) - creditVirtual);
        }
    }

    /** An entity leaves its queue, or the CPU it sleeps on, and will be placed on another one. */
    void makeRelative(int q, int se) {
        if (relative) {
            entities.vruntime(se, entities.vruntime(se) - queues.zeroVruntime(q));
        }
    }

    /**
     * A new task gets its place on the queue of the CPU it is created on, from where it moves to
     * the one it starts on.
     */
    void placeNew(int q, int se) {
        accounting.account(q);
        final long debitVirtual = startDebit ? weighted.of(se, slice.of(q, se)) : 0;
        final long place = queues.zeroVruntime(q) + debitVirtual;
        final int parent = queues.curr(q);
        entities.vruntime(
                se,
                parent == EntityTable.NONE
                        ? place
                        : VirtualTime.later(entities.vruntime(parent), place));
        makeRelative(q, se);
    }

    private void makeAbsolute(int q, int se) {
        if (relative) {
            entities.vruntime(se, entities.vruntime(se) + queues.zeroVruntime(q));
        }
    }

    /** Sleeping never takes vruntime back, so a short sleep earns less than the credit. */
    private void notBefore(int se, long vruntime) {
        entities.vruntime(se, VirtualTime.later(entities.vruntime(se), vruntime));
    }
}
