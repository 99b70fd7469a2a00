package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * How the running task of a CPU is chosen and changed in a hierarchy of groups: from the root down
 * to a task, level by level. A switch touches the levels below the group that both tasks share.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c pick_task_fair(), pick_next_task_fair(),
 *     put_prev_task_fair(), set_next_task_fair(), task_tick_fair().
 */
@HotPath
final class GroupSwitch {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final EntityTree entityTree;
    private final FairTree tree;
    private final VirtualAverage average;
    private final Accounting accounting;
    private final TurnRules turns;
    private final LoadTracking load;
    private final GroupWalk walk;
    private final FinalDequeue finalDequeue;
    private final Throttle throttle;

    GroupSwitch(
            FairState state,
            EntityTree entityTree,
            FairTree tree,
            VirtualAverage average,
            Accounting accounting,
            TurnRules turns,
            LoadTracking load,
            GroupWalk walk,
            FinalDequeue finalDequeue,
            Throttle throttle) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.entityTree = entityTree;
        this.tree = tree;
        this.average = average;
        this.accounting = accounting;
        this.turns = turns;
        this.load = load;
        this.walk = walk;
        this.finalDequeue = finalDequeue;
        this.throttle = throttle;
    }

    /** The task that should run, NONE when none is queued; finishes delayed entities on the way. */
    int choose(int cpu) {
        int q = cpu;
        while (queues.nrQueued(q) != 0) {
            accounting.account(q);
            if (throttle.runsOut(q)) {
                walk.throttleQueue(q);
                q = cpu;
                continue;
            }
            final int chosen = turns.pick(q);
            if (entities.delayed(chosen)) {
                finalDequeue.finish(q, chosen);
                q = cpu;
            } else if (entityTree.isTask(chosen)) {
                throttle.picked(chosen);
                return chosen;
            } else {
                q = entityTree.queueBehind(chosen);
            }
        }
        assert q == cpu : q;
        return NONE;
    }

    /** Switches from the running task to the chosen one, which may be NONE. */
    void take(int cpu, int chosen) {
        if (!turns.picksLeftmost()) {
            clearBuddies(chosen);
        }
        final int prev = entityTree.runningTask(cpu);
        if (chosen == NONE) {
            putPrev(cpu);
        } else if (prev == NONE) {
            setNext(chosen, true);
        } else {
            change(prev, chosen);
        }
        runQueues.needResched(cpu, RunQueueTable.RESCHED_NONE);
    }

    private void clearBuddies(int chosen) {
        for (int se = chosen; se != NONE; se = entityTree.parent(se)) {
            accounting.clearBuddy(entityTree.queueOf(se), se);
        }
    }

    private void change(int prev, int next) {
        int from = prev;
        int to = next;
        while (entities.group(from) != entities.group(to)) {
            if (entityTree.depth(from) >= entityTree.depth(to)) {
                put(entityTree.queueOf(from), from);
                from = entityTree.parent(from);
            } else {
                set(entityTree.queueOf(to), to, true);
                to = entityTree.parent(to);
            }
        }
        if (from != to) {
            put(entityTree.queueOf(from), from);
            set(entityTree.queueOf(to), to, true);
        }
    }

    /** The running task, which there is, stops running. */
    void putPrev(int cpu) {
        for (int se = entityTree.runningTask(cpu); se != NONE; se = entityTree.parent(se)) {
            put(entityTree.queueOf(se), se);
        }
    }

    /** A queued task starts to run while none does. */
    void setNext(int task, boolean picked) {
        for (int se = task; se != NONE; se = entityTree.parent(se)) {
            set(entityTree.queueOf(se), se, picked);
        }
    }

    private void put(int q, int se) {
        if (entities.onRq(se)) {
            accounting.account(q);
        }
        if (throttle.runsOut(q)) {
            walk.throttleQueue(q);
        }
        if (entities.onRq(se)) {
            average.insert(q, se);
            load.update(q, se);
        }
        queues.curr(q, NONE);
    }

    private void set(int q, int se, boolean picked) {
        accounting.clearBuddy(q, se);
        if (entities.onRq(se)) { // not the entity of a throttled queue
            average.erase(q, se);
            load.updateAndPublish(q, se);
            turns.switchIn(q, se, picked);
        }
        entities.execStartNs(se, runQueues.clockTaskNs(queues.cpu(q)));
        queues.curr(q, se);
    }

    /** The running task's levels at a tick. */
    void tick(int cpu) {
        for (int se = entityTree.runningTask(cpu); se != NONE; se = entityTree.parent(se)) {
            final int q = entityTree.queueOf(se);
            accounting.account(q);
            load.updateAndPublish(q, se);
            walk.refreshWeight(q, se);
            turns.tick(q);
        }
    }

    /** The running task gives way; as skip buddy of CFS together with the groups around it. */
    void yieldTask(int cpu) {
        final int task = entityTree.runningTask(cpu);
        final int own = entityTree.queueOf(task);
        accounting.yieldCurrent(own);
        if (queues.skip(own) == task) {
            for (int se = entityTree.parent(task);
                    se != NONE && entities.onRq(se);
                    se = entityTree.parent(se)) {
                queues.skip(entityTree.queueOf(se), se);
            }
        }
    }

    /** Commits the running time on all levels. */
    void account(int cpu) {
        for (int se = entityTree.runningTask(cpu); se != NONE; se = entityTree.parent(se)) {
            accounting.account(entityTree.queueOf(se));
        }
    }

    /** Whether anything else waits on a level of the running task. */
    boolean othersWait(int cpu) {
        for (int se = entityTree.runningTask(cpu); se != NONE; se = entityTree.parent(se)) {
            if (queues.nrQueued(entityTree.queueOf(se)) > 1) {
                return true;
            }
        }
        return false;
    }

    /** First waiting task of a CPU, group after group; NONE when none waits. */
    int firstWaiting(int cpu) {
        return firstFrom(cpu);
    }

    /** The waiting task after one of a CPU's. */
    int nextWaiting(int task) {
        final int q = entityTree.queueOf(task);
        final int next = taskFrom(tree.next(task));
        return next != NONE ? next : firstFrom(q + runQueues.count());
    }

    private int firstFrom(int first) {
        for (int q = first; q < queues.count(); q += runQueues.count()) {
            final int task = taskFrom(tree.leftmost(q));
            if (task != NONE) {
                return task;
            }
        }
        return NONE;
    }

    private int taskFrom(int from) {
        int se = from;
        while (se != NONE && !entityTree.isTask(se)) {
            se = tree.next(se);
        }
        return se;
    }
}
