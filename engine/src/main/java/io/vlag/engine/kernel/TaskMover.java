package io.vlag.engine.kernel;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * Moves waiting fair tasks from one CPU to another: detach_tasks and attach_tasks. Least recently
 * queued or run tasks are looked at first; a rejected one goes to the other end.
 */
@HotPath
final class TaskMover {
    private static final int CACHE_NICE_TRIES = 1;

    private final WakeRules rules;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final SchedClasses classes;
    private final CpuLoad load;
    private final Clocks clocks;
    private final SliceTimer sliceTimer;
    private final Journal journal;
    private final Fitness fitness;
    private long amountLeft;

    // the destination as the pass found it: tasks are looked at before any of them arrives
    private boolean dstBusy;
    private boolean dstHasFair;

    TaskMover(KernelParts parts) {
        this.rules = parts.wakeRules();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.entities = parts.entities();
        this.queues = parts.queues();
        this.runQueues = parts.runQueues();
        this.fair = parts.fair();
        this.classes = parts.classes();
        this.load = parts.load();
        this.clocks = parts.clocks();
        this.sliceTimer = parts.sliceTimer();
        this.journal = parts.journal();
        this.fitness = parts.fitness();
    }

    /**
     * Moves up to the amount that the search found.
     *
     * @param onlyOne stop after one task: newidle on a preemptible kernel
     * @param reason a MigrateReason
     * @return tasks moved
     */
    int move(int from, int to, Imbalance imbalance, boolean onlyOne, int reason, long nowNs) {
        if (load.nrRunning(from) <= 1) {
            return 0;
        }
        clocks.update(from, nowNs);
        clocks.update(to, nowNs);
        final boolean dstIdle = load.nrRunning(to) == 0;
        dstBusy = !dstIdle;
        dstHasFair = queues.nrQueued(to) > 0;
        amountLeft = imbalance.amount();
        final int looks = Math.min(rules.nrMigrate(), load.nrRunning(from));
        int moved = 0;
        for (int look = 0; look < looks && amountLeft > 0; look++) {
            if (dstIdle && load.nrRunning(from) <= 1) {
                break;
            }
            final int task = leastRecent(from);
            if (task == Index.NONE) {
                break;
            }
            if (mayMove(task, from, to, imbalance.kind())
                    && fitsAmount(task, from, to, imbalance.kind())) {
                moveOne(task, from, to, reason, nowNs);
                moved++;
                if (onlyOne) {
                    break;
                }
            } else {
                classes.stamp(from, task);
            }
        }
        return moved;
    }

    private int leastRecent(int cpu) {
        int best = Index.NONE;
        for (int task = fair.firstWaiting(cpu); task != Index.NONE; task = fair.nextWaiting(task)) {
            if (best == Index.NONE || tasks.lruStamp(task) < tasks.lruStamp(best)) {
                best = task;
            }
        }
        return best;
    }

    /** can_migrate_task(). */
    private boolean mayMove(int task, int from, int to, int kind) {
        if (!affinity.allows(task, to) || task == cpus.curr(from)) {
            return false;
        }
        if (fair.isThrottledOn(from, task) || fair.isThrottledOn(to, task)) {
            return false;
        }
        if (rules.balanceSkipsDelayed()) {
            if (entities.delayed(task) && kind != Imbalance.KIND_LOAD) {
                return false;
            }
            if (dstHasFair(task, to)
                    && cpus.nrBalanceFailed(to) == 0
                    && !fair.eligible(from, task)) {
                return false;
            }
        }
        return !isHot(task, from) || cpus.nrBalanceFailed(to) > CACHE_NICE_TRIES;
    }

    /** Whether others of the task's group are queued on the destination. */
    private boolean dstHasFair(int task, int to) {
        final int q = fair.queueOf(to, task);
        return q == to ? dstHasFair : queues.nrQueued(q) > 0;
    }

    private boolean isHot(int task, int from) {
        if (entities.policy(task) == EntityTable.POLICY_IDLE) {
            return false;
        }
        if (rules.cacheHotBuddy() && dstBusy && isBuddy(fair.queueOf(from, task), task)) {
            return true;
        }
        if (rules.migrationCostNs() == -1) {
            return true;
        }
        return runQueues.clockTaskNs(from) - entities.execStartNs(task) < rules.migrationCostNs();
    }

    private boolean isBuddy(int q, int task) {
        return queues.next(q) == task || queues.last(q) == task;
    }

    private boolean fitsAmount(int task, int from, int to, int kind) {
        final long wanted;
        switch (kind) {
            case Imbalance.KIND_LOAD -> {
                wanted = Math.max(load.ofTask(task), 1);
                if (wanted >> Math.min(cpus.nrBalanceFailed(to), 31) > amountLeft) {
                    return false;
                }
            }
            case Imbalance.KIND_UTIL -> {
                wanted = load.taskUtil(task);
                if (wanted >> Math.min(cpus.nrBalanceFailed(to), 31) > amountLeft) {
                    return false;
                }
            }
            case Imbalance.KIND_MISFIT -> {
                wanted = 1;
                if (fitness.fits(task, from)) {
                    return false;
                }
            }
            default -> wanted = 1;
        }
        amountLeft -= wanted;
        return true;
    }

    private void moveOne(int task, int from, int to, int reason, long nowNs) {
        journal.migrated(nowNs, to, task, from, to, reason);
        tasks.migrations(task, tasks.migrations(task) + 1);
        fair.detachQueued(from, task);
        fair.attachQueued(to, task);
        tasks.cpu(task, to);
        classes.stamp(to, task);
        fitness.check(to);
        classes.wakeupPreempt(to, task, 0);
        sliceTimer.rearm(from, nowNs);
        sliceTimer.rearm(to, nowNs);
    }
}
