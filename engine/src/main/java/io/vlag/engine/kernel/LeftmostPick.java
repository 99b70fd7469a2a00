package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Chooses the entity with the least vruntime, unless a buddy is hardly worse: the one that
 * preempted or was nominated (next), the one that was preempted (last), or anybody but the one that
 * yielded (skip). No side effects.
 *
 * @implNote Models Linux 5.18 and 6.1, kernel/sched/fair.c pick_next_entity().
 */
@HotPath
final class LeftmostPick {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final WakeupGranularity granularity;

    LeftmostPick(FairState state, FairTree tree, WakeupGranularity granularity) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.granularity = granularity;
    }

    /** The entity that should run, NONE when none is queued. */
    int pick(int q) {
        final int curr = tree.queuedCurr(q);
        final int first = tree.leftmost(q);
        final int left = earlier(curr, first);
        if (left == NONE) {
            return NONE;
        }
        final int next = queues.next(q);
        if (next != NONE && !granularity.leads(next, left)) {
            return next;
        }
        final int last = queues.last(q);
        if (last != NONE && !granularity.leads(last, left)) {
            return last;
        }
        return queues.skip(q) == left ? insteadOf(left, curr, first) : left;
    }

    /** Who runs in place of the one that yielded; itself if all others are too far ahead. */
    private int insteadOf(int left, int curr, int first) {
        final int second = left == curr ? first : earlier(curr, tree.next(first));
        return second != NONE && !granularity.leads(second, left) ? second : left;
    }

    /** The running entity only if it is strictly before the waiting one. */
    private int earlier(int curr, int waiting) {
        if (waiting == NONE || curr == NONE) {
            return waiting == NONE ? curr : waiting;
        }
        return VirtualTime.before(entities.vruntime(curr), entities.vruntime(waiting))
                ? curr
                : waiting;
    }
}
