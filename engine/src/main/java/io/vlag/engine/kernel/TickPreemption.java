package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Whether the tick ends the running entity's turn: its slice is used up, or it is more than a slice
 * ahead of the leftmost. Nothing else ends a turn in CFS but a wake-up, so slices end at ticks.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c check_preempt_tick().
 */
@HotPath
final class TickPreemption {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final CfsSlice slice;
    private final Accounting accounting;
    private final boolean checks;
    private final long minGranularityNs;

    TickPreemption(
            FairRules rules,
            FairState state,
            FairTree tree,
            CfsSlice slice,
            Accounting accounting,
            CfsTunables tunables) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.slice = slice;
        this.accounting = accounting;
        this.checks = rules.tickCheck == FairRules.TICK_CHECK_SLICE_OR_LEAD;
        this.minGranularityNs = tunables.minGranularityNs();
    }

    /** Whether this kernel's tick ends slices. */
    boolean applies() {
        return checks;
    }

    /** A queued entity starts to run; picking the one that already runs does not count. */
    void switchIn(int se) {
        entities.prevSumExecNs(se, entities.sumExecNs(se));
    }

    /** After the tick has accounted the running entity. */
    void check(int q) {
        if (queues.nrQueued(q) < 2) {
            return;
        }
        final int curr = queues.curr(q);
        final long sliceNs = slice.of(q, curr);
        final long ranNs = ranNs(curr);
        if (ranNs > sliceNs) {
            accounting.requestResched(q);
            accounting.clearBuddy(q, curr);
        } else if (ranNs >= minGranularityNs && leadOverFirst(q, curr) > sliceNs) {
            accounting.requestResched(q);
        }
    }

    /** Time until the running entity's slice is used up, as of its last account; at least 0, ns. */
    long leftNs(int q, int curr) {
        return Math.max(0, slice.of(q, curr) - ranNs(curr));
    }

    private long ranNs(int se) {
        return entities.sumExecNs(se) - entities.prevSumExecNs(se);
    }

    /** Virtual ns, compared with a wall-time slice as the kernel does. */
    private long leadOverFirst(int q, int curr) {
        return entities.vruntime(curr) - entities.vruntime(tree.leftmost(q));
    }
}
