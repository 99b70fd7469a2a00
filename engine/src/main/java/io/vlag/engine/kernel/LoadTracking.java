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
    private final boolean always;
    private final boolean delayedIsRunnable;
    private final int floorForm;
    private final int newTaskForm;

    LoadTracking(FairRules rules, FairState state) {
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
                runQueues.cpuCapacity(q),
                newTaskForm);
    }

    /** Ages an entity and its queue to now. */
    void update(int q, int se) {
        updateEntity(q, se);
        if (updateQueue(q)) {
            cpufreqHook(q);
        }
    }

    /**
     * As {@link #update} for an entity that is about to be queued: attaches it if it is new here.
     */
    void updateAndAttach(int q, int se) {
        updateEntity(q, se);
        final boolean decayed = updateQueue(q);
        final boolean attach = PeltLayout.lastUpdateNs(entities.avgAt(se)) == 0;
        if (attach) {
            PeltTransfer.attach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
        }
        if (attach || decayed) {
            cpufreqHook(q);
        }
    }

    /** After an {@link #update}: a queued entity leaves for another CPU. */
    void detach(int q, int se) {
        PeltTransfer.detach(queues.avgAt(q), entities.avgAt(se), tableWeight(se), floorForm);
        PeltLayout.lastUpdateNs(entities.avgAt(se), 0);
        cpufreqHook(q);
    }

    /** Ages a queue alone. */
    void updateBlocked(int q) {
        if (updateQueue(q)) {
            cpufreqHook(q);
        }
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
        final long clockAt = runQueues.clockAt(q);
        final boolean idle = queues.curr(q) == NONE;
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

    private void updateEntity(int q, int se) {
        final long at = entities.avgAt(se);
        if (PeltLayout.lastUpdateNs(at) == 0) {
            return;
        }
        final int onRq = entities.onRq(se) ? 1 : 0;
        final int runnable = delayedIsRunnable || !entities.delayed(se) ? onRq : 0;
        final int running = queues.curr(q) == se ? 1 : 0;
        if (updateAverages(at, runQueues.peltNowNs(q), onRq, runnable, running, tableWeight(se))) {
            UtilEst.markChanged(at);
            count(q, true);
        }
    }

    private boolean updateQueue(int q) {
        final boolean removed = queues.removedCount(q) != 0;
        if (removed) {
            foldRemoved(q);
        }
        final boolean recomputed =
                updateAverages(
                        queues.avgAt(q),
                        runQueues.peltNowNs(q),
                        NiceWeights.scaledDown(queues.loadWeight(q)),
                        queues.hNrRunnable(q),
                        queues.curr(q) == NONE ? 0 : 1,
                        1);
        count(q, recomputed);
        return removed || recomputed;
    }

    private void foldRemoved(int q) {
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

    private void count(int cpu, boolean recomputed) {
        if (recomputed) {
            runQueues.peltUpdateCount(cpu, runQueues.peltUpdateCount(cpu) + 1);
        }
    }

    private void cpufreqHook(int cpu) {
        runQueues.cpufreqHookCount(cpu, runQueues.cpufreqHookCount(cpu) + 1);
    }
}
