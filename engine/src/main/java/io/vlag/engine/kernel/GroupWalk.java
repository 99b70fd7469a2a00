package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * How tasks join and leave the queues of a hierarchy of groups: from the task's own queue up, each
 * step as in the root queue alone. An entity that was queued before, or a queue that still holds
 * others, ends the joining or leaving; the levels above only follow in counts, averages, shares and
 * slices.
 *
 * <p>A group entity is delayed like a task, when its last task leaves while it owes service.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c enqueue_task_fair(), dequeue_entities(),
 *     enqueue_entity(), dequeue_entity(), update_cfs_group().
 */
@HotPath
final class GroupWalk {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final EntityTree entityTree;
    private final FairTree tree;
    private final VirtualAverage average;
    private final TurnRules turns;
    private final Accounting accounting;
    private final LoadTracking load;
    private final GroupPropagation propagation;
    private final UtilEstimate estimate;
    private final DelayedDequeue delay;
    private final Departure departure;
    private final Reweight reweight;
    private final Quota quota;
    private final Throttle throttle;
    private final boolean groupSlices;
    private final boolean sleepNominates;

    GroupWalk(
            FairRules rules,
            FairState state,
            EntityTree entityTree,
            FairTree tree,
            VirtualAverage average,
            TurnRules turns,
            Accounting accounting,
            LoadTracking load,
            GroupPropagation propagation,
            UtilEstimate estimate,
            DelayedDequeue delay,
            Departure departure,
            Reweight reweight,
            Quota quota,
            Throttle throttle) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.entityTree = entityTree;
        this.tree = tree;
        this.average = average;
        this.turns = turns;
        this.accounting = accounting;
        this.load = load;
        this.propagation = propagation;
        this.estimate = estimate;
        this.delay = delay;
        this.departure = departure;
        this.reweight = reweight;
        this.quota = quota;
        this.throttle = throttle;
        this.groupSlices = rules.subtreeSlices != FairRules.SUBTREE_SLICES_NONE;
        // CFS always looks at them, 6.6 with NEXT_BUDDY alone.
        this.sleepNominates =
                turns.picksLeftmost()
                        || rules.nextBuddy
                        || rules.pickBuddy && rules.wakeCheck != FairRules.WAKE_CHECK_PICK_ONLY;
    }

    /**
     * Queues a task that is on no queue.
     *
     * @param flags {@code FairClass.ENQUEUE_...}
     */
    void enqueue(int task, int flags) {
        final int runnable = delay.countsAsRunnable(task) ? 1 : 0;
        int se = task;
        int levelFlags = flags;
        long sliceNs = 0;
        while (se != NONE && !entities.onRq(se)) {
            final int q = entityTree.queueOf(se);
            inheritSlice(se, sliceNs);
            join(q, se, levelFlags);
            sliceNs = leastSliceNs(q);
            addCounts(q, 1, runnable);
            if (throttle.cutsOff(q)) {
                return;
            }
            levelFlags = FairClass.ENQUEUE_WAKEUP;
            se = entityTree.parent(se);
        }
        if (se != NONE && entities.delayed(se)) {
            delay.unmark(entityTree.queueOf(se), se);
        }
        follow(se, 1, runnable, sliceNs);
    }

    /** Wakes a delayed task where it is. */
    void requeueDelayed(int task) {
        delay.unmark(entityTree.queueOf(task), task);
        if (delay.changesCount()) {
            addRunnable(task, 1);
        }
    }

    /**
     * Takes a task off its queue.
     *
     * @param flags {@code FairClass.DEQUEUE_...}
     * @return false: it blocks, but stays queued as delayed
     */
    boolean dequeue(int cpu, int task, int flags) {
        final boolean sleep = (flags & FairClass.DEQUEUE_SLEEP) != 0;
        estimate.beforeDequeue(cpu, task, flags);
        final boolean leaves = takeOut(task, flags);
        if (sleep) {
            estimate.afterDequeue(cpu, task, leaves);
        }
        return leaves;
    }

    /**
     * Takes a task, or a group entity without tasks, off its queue, and with it every group that it
     * leaves empty.
     *
     * @return false: the entity itself stays queued as delayed
     */
    boolean takeOut(int first, int flags) {
        final boolean sleep = (flags & FairClass.DEQUEUE_SLEEP) != 0;
        final int queued = entityTree.isTask(first) ? -1 : 0;
        final int runnable = delay.countsAsRunnable(first) ? queued : 0;
        int se = first;
        int levelFlags = flags;
        long sliceNs = 0;
        while (se != NONE) {
            final int q = entityTree.queueOf(se);
            if (!leave(q, se, levelFlags)) {
                if (se == first) {
                    return false;
                }
                sliceNs = leastSliceNs(q);
                break; // the group entity stays, but what is counted below it has left
            }
            addCounts(q, queued, runnable);
            if (throttle.cutsOff(q)) {
                return true;
            }
            sliceNs = leastSliceNs(q);
            se = entityTree.parent(se);
            if (queues.loadWeight(q) != 0) {
                if (sleep && !throttle.isThrottled(q)) {
                    nominateAfterSleep(se);
                }
                break;
            }
            levelFlags =
                    (levelFlags | FairClass.DEQUEUE_SLEEP)
                            & ~(FairClass.DEQUEUE_SPECIAL | FairClass.DEQUEUE_MIGRATING);
        }
        follow(se, queued, runnable, sliceNs);
        return true;
    }

    /** What a level takes over from the one below although nothing joins or leaves it. */
    private void follow(int from, int queued, int runnable, long slice) {
        long sliceNs = slice;
        for (int se = from; se != NONE; se = entityTree.parent(se)) {
            final int q = entityTree.queueOf(se);
            load.updateAndPublish(q, se);
            refreshGroup(q, se);
            inheritSlice(se, sliceNs);
            if (groupSlices && queues.curr(q) != se) {
                tree.refresh(q, se);
            }
            sliceNs = leastSliceNs(q);
            addCounts(q, queued, runnable);
            if (throttle.cutsOff(q)) {
                return;
            }
        }
    }

    /** A queue has no quota left: throttle_cfs_rq(). */
    void throttleQueue(int q) {
        final int queued = -queues.hNrQueued(q);
        final int runnable = -queues.hNrRunnable(q);
        throttle.mark(q);
        if (!throttle.takesWholeQueue()) {
            return;
        }
        int se = entityTree.entityOf(q);
        long sliceNs = 0;
        while (se != NONE && entities.onRq(se)) {
            final int above = entityTree.queueOf(se);
            leave(above, se, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
            addCounts(above, queued, runnable);
            sliceNs = leastSliceNs(above);
            se = entityTree.parent(se);
            if (queues.loadWeight(above) != 0) {
                follow(se, queued, runnable, sliceNs);
                return;
            }
        }
    }

    /** The first throttled queue of a group has quota again: unthrottle_cfs_rq(). */
    void unthrottleQueue(int q) {
        throttle.unmark(q);
        releaseBelow(q);
        if (!throttle.takesWholeQueue() || queues.loadWeight(q) == 0) {
            return;
        }
        final int queued = queues.hNrQueued(q);
        final int runnable = queues.hNrRunnable(q);
        int se = entityTree.entityOf(q);
        long sliceNs = leastSliceNs(q);
        while (se != NONE && (!entities.onRq(se) || entities.delayed(se))) {
            final int above = entityTree.queueOf(se);
            if (entities.onRq(se)) {
                leave(above, se, FairClass.DEQUEUE_SLEEP); // an unfinished delay comes to its end
            }
            inheritSlice(se, sliceNs);
            join(above, se, FairClass.ENQUEUE_WAKEUP);
            sliceNs = leastSliceNs(above);
            addCounts(above, queued, runnable);
            if (throttle.cutsOff(above)) {
                return;
            }
            se = entityTree.parent(se);
        }
        follow(se, queued, runnable, sliceNs);
    }

    /** Inner groups first; tasks that were kept off a queue without quota are queued again. */
    private void releaseBelow(int q) {
        final int top = entityTree.groupOf(q);
        final int cpu = queues.cpu(q);
        for (int group = entityTree.groupCount() - 1; group >= top; group--) {
            final int below = entityTree.queueOf(group, cpu);
            if (throttle.isWithin(group, top) && throttle.release(below)) {
                for (int task = throttle.letBack(below);
                        task != NONE;
                        task = throttle.letBack(below)) {
                    estimate.enqueue(cpu, task, FairClass.ENQUEUE_WAKEUP);
                    enqueue(task, FairClass.ENQUEUE_WAKEUP);
                }
            }
        }
    }

    /** A running task leaves its queue until its group has quota: throttle_cfs_rq_work(). */
    void keepOff(int cpu, int task) {
        dequeue(cpu, task, FairClass.DEQUEUE_SLEEP | FairClass.DEQUEUE_SPECIAL);
        throttle.keepOff(task);
    }

    private void join(int q, int se, int flags) {
        final boolean running = queues.curr(q) == se;
        if (running) {
            turns.place(q, se, flags);
        }
        accounting.account(q);
        load.updateAndAttach(q, se);
        refreshGroup(q, se);
        if (!running) {
            turns.place(q, se, flags);
        }
        queues.nrQueued(q, queues.nrQueued(q) + 1);
        queues.loadWeight(q, queues.loadWeight(q) + entities.loadWeight(se));
        if ((flags & FairClass.ENQUEUE_MIGRATED) != 0) {
            entities.execStartNs(se, 0);
        }
        if (!running) {
            average.insert(q, se);
        }
        entities.onRq(se, true);
        if (queues.nrQueued(q) == 1) {
            filled(q);
        }
    }

    /** The first entity is queued. */
    private void filled(int q) {
        if (!throttle.takesWholeQueue()) {
            throttle.thaw(q);
        }
        if (throttle.refusesFirst(q)) {
            throttleQueue(q);
        }
    }

    /** The last entity has left. */
    private void emptied(int q) {
        quota.giveBack(q);
        throttle.emptied(q);
    }

    /** One level of a dequeue; false: the entity stays as delayed. */
    private boolean leave(int q, int se, int flags) {
        final boolean task = entityTree.isTask(se);
        accounting.account(q);
        accounting.clearBuddy(q, se);
        final boolean delays = delay.applies(q, se, flags);
        if (delays) {
            load.update(q, se);
        } else {
            load.updateAndPublish(q, se);
        }
        if (task && (flags & FairClass.DEQUEUE_SLEEP) != 0 && !entities.delayed(se)) {
            estimate.insideDequeue(queues.cpu(q), se);
        }
        if (delays) {
            delay.mark(q, se);
            if (task && delay.changesCount()) {
                addRunnable(se, -1);
            }
            return false;
        }
        if ((flags & FairClass.DEQUEUE_MIGRATING) != 0) {
            load.detach(q, se);
        }
        departure.takeOff(q, se, flags);
        if (queues.nrQueued(q) == 0) {
            emptied(q);
        }
        refreshWeight(q, se);
        return true;
    }

    /** After an update of its averages: what a group entity takes over from its queue. */
    private void refreshGroup(int q, int se) {
        if (!entityTree.isTask(se)) {
            entities.nrRunnable(se, queues.hNrRunnable(entityTree.queueBehind(se)));
            refreshWeight(q, se);
        }
    }

    /** update_cfs_group(): a group entity's weight follows its share of the group. */
    void refreshWeight(int q, int se) {
        if (entityTree.isTask(se)) {
            return;
        }
        final long shares = propagation.shares(se);
        if (shares != entities.loadWeight(se)) {
            reweight.reweight(q, se, shares);
        }
    }

    /** Least slice queued, 0 where group entities do not follow it. */
    private long leastSliceNs(int q) {
        return groupSlices ? tree.minSliceNs(q) : 0;
    }

    private void inheritSlice(int groupEntity, long sliceNs) {
        if (sliceNs != 0) {
            entities.sliceNs(groupEntity, sliceNs);
            entities.customSlice(groupEntity, true);
        }
    }

    /** The group that a task sleeps in is to be picked next: its time is not used up. */
    private void nominateAfterSleep(int from) {
        if (sleepNominates) {
            nominate(from);
        }
    }

    /** Makes an entity and the groups above it next buddies of their queues. */
    void nominate(int from) {
        for (int se = from; se != NONE; se = entityTree.parent(se)) {
            assert entities.onRq(se) : se;
            if (entities.policy(se) == EntityTable.POLICY_IDLE) {
                return;
            }
            queues.next(entityTree.queueOf(se), se);
        }
    }

    private void addCounts(int q, int queued, int runnable) {
        queues.hNrQueued(q, queues.hNrQueued(q) + queued);
        queues.hNrRunnable(q, queues.hNrRunnable(q) + runnable);
    }

    /** A task becomes delayed or wakes: the runnable counts of all levels above it. */
    private void addRunnable(int task, int runnable) {
        for (int se = task; se != NONE; se = entityTree.parent(se)) {
            final int q = entityTree.queueOf(se);
            queues.hNrRunnable(q, queues.hNrRunnable(q) + runnable);
            if (throttle.cutsOff(q)) {
                return;
            }
        }
    }
}
