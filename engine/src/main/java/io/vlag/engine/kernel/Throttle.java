package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Queues whose quota is used up, and when their CPU finds out: at a pick, when a task is put back,
 * when the first entity is queued.
 *
 * <p>Form queue: the group entity leaves its queue at once, whatever its tasks are doing. Form
 * task: the queue stays; each of its tasks leaves when it is picked and about to run user code.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c throttle_cfs_rq(), check_cfs_rq_runtime(),
 *     check_enqueue_throttle(), tg_throttle_down(), tg_unthrottle_up().
 */
@HotPath
final class Throttle {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final GroupTable groups;
    private final EntityTree entityTree;
    private final Quota quota;
    private final boolean wholeQueue;

    Throttle(FairRules rules, FairState state, EntityTree entityTree, Quota quota) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.groups = state.groups();
        this.entityTree = entityTree;
        this.quota = quota;
        this.wholeQueue = rules.throttleForm == FairRules.THROTTLE_FORM_QUEUE;
    }

    /** Whether a queue's tasks count no longer above it. */
    boolean cutsOff(int q) {
        return wholeQueue && queues.throttled(q) != 0;
    }

    /** Whether the queue or one above it has no quota. */
    boolean isThrottled(int q) {
        return queues.throttleCount(q) != 0;
    }

    boolean takesWholeQueue() {
        return wholeQueue;
    }

    /** Whether the queue is out of quota and has to be throttled now; a last chunk is tried. */
    boolean runsOut(int q) {
        return quota.limits(q)
                && queues.throttled(q) == 0
                && queues.runtimeRemainingNs(q) <= 0
                && !quota.take(q, 1);
    }

    /** Whether the first entity on a queue finds no quota. */
    boolean refusesFirst(int q) {
        return quota.limits(q) && queues.curr(q) == NONE && !quota.draw(q, 0);
    }

    /** Marks a queue throttled, and all below it; its group entity is not touched. */
    void mark(int q) {
        queues.throttled(q, 1);
        append(q);
        final int top = entityTree.groupOf(q);
        for (int group = top; group < groups.count(); group++) {
            if (isWithin(group, top)) {
                final int below = entityTree.queueOf(group, queues.cpu(q));
                queues.throttleCount(below, queues.throttleCount(below) + 1);
                if (wholeQueue || queues.nrQueued(below) == 0) {
                    freeze(below);
                }
            }
        }
    }

    /** Takes the first throttled queue of a group off the list. */
    void unmark(int q) {
        final int group = entityTree.groupOf(q);
        assert groups.throttledHead(group) == q : q;
        queues.throttled(q, 0);
        groups.throttledHead(group, queues.throttledNext(q));
        if (groups.throttledHead(group) == NONE) {
            groups.throttledTail(group, NONE);
        }
    }

    /** One throttled queue fewer above; returns whether none is left. */
    boolean release(int q) {
        final int left = queues.throttleCount(q) - 1;
        assert left >= 0 : q;
        queues.throttleCount(q, left);
        if (left == 0) {
            thaw(q);
        }
        return left == 0;
    }

    boolean isWithin(int group, int top) {
        int at = group;
        while (at > top) {
            at = groups.parent(at);
        }
        return at == top;
    }

    /** The first entity was queued: the clock of a queue that was empty runs again. */
    void thaw(int q) {
        if (queues.frozen(q) != 0) {
            final long nowNs = runQueues.peltNowNs(queues.cpu(q));
            queues.lostPeltNs(q, queues.lostPeltNs(q) + nowNs - queues.frozenPeltNs(q));
            queues.frozen(q, 0);
        }
    }

    /** The last entity left: the clock of a throttled queue stops. */
    void emptied(int q) {
        if (queues.throttleCount(q) != 0) {
            freeze(q);
        }
    }

    private void freeze(int q) {
        if (queues.frozen(q) == 0) {
            queues.frozenPeltNs(q, runQueues.peltNowNs(queues.cpu(q)));
            queues.frozen(q, 1);
        }
    }

    private void append(int q) {
        final int group = entityTree.groupOf(q);
        queues.throttledNext(q, NONE);
        final int tail = groups.throttledTail(group);
        if (tail == NONE) {
            groups.throttledHead(group, q);
        } else {
            queues.throttledNext(tail, q);
        }
        groups.throttledTail(group, q);
    }

    /** A task was picked: if its group has no quota, it is not to reach user code. */
    void picked(int task) {
        if (!wholeQueue && isThrottled(entityTree.queueOf(task))) {
            entities.throttle(task, EntityTable.THROTTLE_DUE);
        }
    }

    /** Whether a task that is about to run user code has to leave first. */
    boolean isDue(int task) {
        if (entities.throttle(task) != EntityTable.THROTTLE_DUE) {
            return false;
        }
        if (isThrottled(entityTree.queueOf(task))) {
            return true;
        }
        entities.throttle(task, EntityTable.THROTTLE_NONE);
        return false;
    }

    /** Puts a task that has just left its queue on the list of those that wait for quota. */
    void keepOff(int task) {
        final int q = entityTree.queueOf(task);
        entities.throttle(task, EntityTable.THROTTLE_OFF);
        entities.throttleNext(task, NONE);
        final int tail = queues.offTail(q);
        if (tail == NONE) {
            queues.offHead(q, task);
        } else {
            entities.throttleNext(tail, task);
        }
        queues.offTail(q, task);
    }

    /** A task does not wait for quota any more; returns whether it was kept off its queue. */
    boolean forget(int task) {
        final boolean off = entities.throttle(task) == EntityTable.THROTTLE_OFF;
        if (off) {
            unlink(entityTree.queueOf(task), task);
        }
        entities.throttle(task, EntityTable.THROTTLE_NONE);
        return off;
    }

    private void unlink(int q, int task) {
        int before = NONE;
        for (int at = queues.offHead(q); at != task; at = entities.throttleNext(at)) {
            before = at;
        }
        final int after = entities.throttleNext(task);
        if (before == NONE) {
            queues.offHead(q, after);
        } else {
            entities.throttleNext(before, after);
        }
        if (queues.offTail(q) == task) {
            queues.offTail(q, before);
        }
    }

    /** The next task that was kept off a queue, NONE when there is none. */
    int letBack(int q) {
        final int task = queues.offHead(q);
        if (task != NONE) {
            queues.offHead(q, entities.throttleNext(task));
            if (queues.offHead(q) == NONE) {
                queues.offTail(q, NONE);
            }
            entities.throttle(task, EntityTable.THROTTLE_NONE);
        }
        return task;
    }
}
