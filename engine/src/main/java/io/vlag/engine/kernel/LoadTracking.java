package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.MigrateLag;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.PeltTransfer;
import io.vlag.pelt.RqClockLayout;
import io.vlag.pelt.UtilEst;

/**
 * When the averages of entities and queues are updated, and what joins and leaves a queue's
 * averages.
 *
 * <p>Counts for each CPU how often averages were recomputed and how often cpufreq was told, because
 * both cost time.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c update_load_avg(),
 *     update_cfs_rq_load_avg(), remove_entity_load_avg(). Golden vectors: pelt/seq_*.csv.
 */
@HotPath
final class LoadTracking {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final EntityTree entityTree;
    private final GroupPropagation propagation;
    private final CpufreqHook hook;
    private final boolean always;
    private final boolean delayedIsRunnable;
    private final int floorForm;
    private final int newTaskForm;

    LoadTracking(
            FairRules rules,
            FairState state,
            EntityTree entityTree,
            GroupPropagation propagation,
            CpufreqHook hook) {
        this.hook = hook;
        this.entityTree = entityTree;
        this.propagation = propagation;
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.always = rules.peltUpdate == FairRules.PELT_UPDATE_ALWAYS;
        this.delayedIsRunnable = !rules.hNrExcludesDelayed;
        this.floorForm =
                rules.loadFloor == FairRules.LOAD_FLOOR_FLOOR32
                        ? PeltTransfer.FLOOR_32
                        : PeltTransfer.FLOOR_64;
        this.newTaskForm =
                rules.newTaskUtilWeight == FairRules.NEW_TASK_UTIL_WEIGHT_LOAD
                        ? PeltTransfer.UTIL_WEIGHT_LOAD
                        : PeltTransfer.UTIL_WEIGHT_TABLE;
    }

    /** First averages of a task that is created on a CPU. */
    void newTask(int q, int se) {
        PeltTransfer.initTaskUtil(
                queues.avgAt(q),
                entities.avgAt(se),
                tableWeight(se),
                runQueues.cpuCapacity(queues.cpu(q)),
                newTaskForm);
    }

    /** Ages an entity and its queue to now. */
    void update(int q, int se) {
        updateEntity(q, se);
        if (updateQueueFor(q, se)) {
            cpufreqHook(q);
        }
    }

    /** As {@link #update}; a change also goes into the load average of the queue's group. */
    void updateAndPublish(int q, int se) {
        updateEntity(q, se);
        if (updateQueueFor(q, se)) {
            changed(q);
        }
    }

    /**
     * As {@link #update} for an entity that is about to be queued: attaches it if it is new here.
     */
    void updateAndAttach(int q, int se) {
        updateEntity(q, se);
        final boolean decayed = updateQueueFor(q, se);
        final boolean fresh = PeltLayout.lastUpdateNs(entities.avgAt(se)) == 0;
        final boolean attach = fresh && entityTree.isTask(se);
        if (fresh && !attach) {
            startGroupEntity(queues.avgAt(q), entities.avgAt(se));
        }
        if (attach) {
            PeltTransfer.attach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
            propagation.note(q, PeltLayout.loadSum(entities.avgAt(se)));
        }
        if (attach || decayed) {
            changed(q);
        }
    }

    /** After an {@link #update}: a queued entity leaves for another CPU. */
    void detach(int q, int se) {
        PeltTransfer.detach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
        PeltLayout.lastUpdateNs(entities.avgAt(se), 0);
        moved(q, -PeltLayout.loadSum(entities.avgAt(se)));
    }

    /** Tells governor and groups of a load sum that joined a queue, or left it if negative. */
    private void moved(int q, long loadSum) {
        propagation.note(q, loadSum);
        changed(q);
    }

    /** An entity leaves for another class; its averages stay with it and age as if it slept. */
    void leaveClass(int q, int se) {
        update(q, se);
        if (PeltLayout.lastUpdateNs(entities.avgAt(se)) != 0) {
            PeltTransfer.detach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
            moved(q, -PeltLayout.loadSum(entities.avgAt(se)));
        }
    }

    /** An entity comes from another class; one that is new here waits for its first enqueue. */
    void joinClass(int q, int se) {
        update(q, se);
        if (PeltLayout.lastUpdateNs(entities.avgAt(se)) != 0) {
            PeltTransfer.attach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
            moved(q, PeltLayout.loadSum(entities.avgAt(se)));
        }
    }

    /** Ages a queue alone; returns whether its averages changed. */
    boolean updateBlocked(int q) {
        final boolean decayed = updateQueue(q);
        if (decayed) {
            changed(q);
        }
        return decayed;
    }

    /** The load weight of an entity changes; its averages follow at once. */
    void reweight(int q, int se, long loadWeight) {
        final long before = tableWeight(se);
        entities.loadWeight(se, loadWeight);
        PeltTransfer.reweight(
                queues.avgAt(q), entities.avgAt(se), before, tableWeight(se), floorForm);
    }

    /**
     * A sleeping entity will wake up on another CPU: what it has on the old one is left there for
     * removal, and it is aged to now as far as can be told. Nothing happens to an entity that is
     * attached nowhere.
     */
    void leaveWhileBlocked(int q, int se) {
        final long at = entities.avgAt(se);
        if (PeltLayout.lastUpdateNs(at) == 0) {
            return;
        }
        final long queueAt = queues.avgAt(q);
        count(q, updateAverages(at, PeltLayout.lastUpdateNs(queueAt), 0, 0, 0, tableWeight(se)));
        queues.removedCount(q, queues.removedCount(q) + 1);
        queues.removedLoad(q, queues.removedLoad(q) + PeltLayout.loadAvg(at));
        queues.removedUtil(q, queues.removedUtil(q) + PeltLayout.utilAvg(at));
        queues.removedRunnable(q, queues.removedRunnable(q) + PeltLayout.runnableAvg(at));
        final int cpu = queues.cpu(q);
        final long clockAt = runQueues.clockAt(cpu);
        final boolean idle = queues.curr(cpu) == NONE;
        count(
                q,
                MigrateLag.decay(
                        at,
                        queueAt,
                        clockAt,
                        idle,
                        RqClockLayout.clockNs(clockAt),
                        tableWeight(se),
                        always));
        PeltLayout.lastUpdateNs(at, 0);
    }

    /** Ages a sleeping entity to the last update of its queue: sync_entity_load_avg(). */
    void ageBlocked(int q, int se) {
        final long at = entities.avgAt(se);
        if (PeltLayout.lastUpdateNs(at) != 0) {
            final long queueNs = PeltLayout.lastUpdateNs(queues.avgAt(q));
            count(q, updateAverages(at, queueNs, 0, 0, 0, tableWeight(se)));
        }
    }

    /** A group entity has nothing of its own to attach: all it has comes from its queue. */
    private static void startGroupEntity(long queueAt, long at) {
        PeltLayout.lastUpdateNs(at, PeltLayout.lastUpdateNs(queueAt));
        PeltLayout.periodContrib(at, PeltLayout.periodContrib(queueAt));
    }

    private void updateEntity(int q, int se) {
        final long at = entities.avgAt(se);
        if (PeltLayout.lastUpdateNs(at) == 0) {
            return;
        }
        final int onRq = entities.onRq(se) ? 1 : 0;
        final int runnable =
                delayedIsRunnable || !entities.delayed(se)
                        ? entityTree.isTask(se) ? onRq : entities.nrRunnable(se)
                        : 0;
        final int running = queues.curr(q) == se ? 1 : 0;
        if (updateAverages(at, peltNowNs(q), onRq, runnable, running, tableWeight(se))) {
            UtilEst.markChanged(at);
            count(q, true);
        }
    }

    /** Ages the queue of an entity that is up to date, and passes on what changed below. */
    private boolean updateQueueFor(int q, int se) {
        final boolean decayed = updateQueue(q);
        final boolean passedOn = propagation.propagate(q, se);
        return decayed || passedOn;
    }

    private boolean updateQueue(int q) {
        final boolean removed = queues.removedCount(q) != 0;
        if (removed) {
            foldRemoved(q);
        }
        final boolean recomputed =
                updateAverages(
                        queues.avgAt(q),
                        peltNowNs(q),
                        NiceWeights.scaledDown(queues.loadWeight(q)),
                        queues.hNrRunnable(q),
                        queues.curr(q) == NONE ? 0 : 1,
                        1);
        count(q, recomputed);
        return removed || recomputed;
    }

    /** A throttled queue's clock stands still. */
    private long peltNowNs(int q) {
        if (entityTree.isRootQueue(q)) {
            return runQueues.peltNowNs(q);
        }
        final long nowNs =
                queues.frozen(q) != 0 ? queues.frozenPeltNs(q) : runQueues.peltNowNs(queues.cpu(q));
        return nowNs - queues.lostPeltNs(q);
    }

    private void foldRemoved(int q) {
        propagation.noteRemoved(q, queues.removedRunnable(q));
        PeltTransfer.applyRemoved(
                queues.avgAt(q),
                queues.removedLoad(q),
                queues.removedUtil(q),
                queues.removedRunnable(q),
                floorForm);
        queues.removedCount(q, 0);
        queues.removedLoad(q, 0);
        queues.removedUtil(q, 0);
        queues.removedRunnable(q, 0);
    }

    private boolean updateAverages(
            long at, long nowNs, long load, long runnable, int running, long weight) {
        return always
                ? PeltAverage.updateAlways(at, nowNs, load, runnable, running, weight)
                : PeltAverage.update(at, nowNs, load, runnable, running, weight);
    }

    private long tableWeight(int se) {
        return NiceWeights.scaledDown(entities.loadWeight(se));
    }

    private void changed(int q) {
        cpufreqHook(q);
        propagation.publish(q);
    }

    private void count(int q, boolean recomputed) {
        if (recomputed) {
            final int cpu = queues.cpu(q);
            runQueues.peltUpdateCount(cpu, runQueues.peltUpdateCount(cpu) + 1);
        }
    }

    /** Only a root queue's utilisation concerns cpufreq. */
    private void cpufreqHook(int q) {
        if (queues.cpu(q) == q) {
            hook.call(q);
        }
    }
}
