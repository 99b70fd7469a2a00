package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.UtilEst;

/**
 * When a task's utilisation estimate is stored, and when it counts in its CPU's sum.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c enqueue_task_fair(), dequeue_task_fair().
 *     Golden vectors: pelt/seq_*.csv.
 */
@HotPath
final class UtilEstimate {
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final boolean enabled;
    private final int form;
    private final int order;
    private final boolean capacityGate;
    private final boolean waitingGate;
    private final boolean onDelayed;
    private final boolean finalDequeueSubtracts;
    private final boolean drifts;

    UtilEstimate(FairRules rules, FairState state) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.enabled = rules.utilEst;
        this.form =
                rules.utilEstForm == FairRules.UTIL_EST_FORM_TWO_NUMBERS
                        ? UtilEst.TWO_NUMBERS
                        : UtilEst.ONE_NUMBER;
        this.order = rules.utilEstOrder;
        this.capacityGate = rules.utilEstCapacityGate;
        this.waitingGate = rules.utilEstWaitingGate;
        this.drifts = rules.utilEstDelayed == FairRules.UTIL_EST_DELAYED_DRIFTS;
        this.onDelayed = rules.utilEstOnDelayed == FairRules.UTIL_EST_ON_DELAYED_RUN;
        this.finalDequeueSubtracts =
                rules.utilEstFinalDequeue == FairRules.UTIL_EST_FINAL_DEQUEUE_SUBTRACT;
    }

    /**
     * The task is being queued. A delayed one that is only moved or saved is not in the sum and
     * stays out of it, unless the kernel lets the sum drift.
     */
    void enqueue(int q, int se, int flags) {
        if (enabled
                && (drifts || !entities.delayed(se) || (flags & FairClass.ENQUEUE_DELAYED) != 0)) {
            UtilEst.enqueue(queues.avgAt(q), entities.avgAt(se), form);
        }
    }

    /**
     * First step of a dequeue: the sum loses the estimate; with order before, the estimate follows
     * the utilisation.
     */
    void beforeDequeue(int q, int se, int flags) {
        if (!enabled) {
            return;
        }
        final boolean sleep = (flags & FairClass.DEQUEUE_SLEEP) != 0;
        if (drifts || !entities.delayed(se) || finalDequeueSubtracts && sleep) {
            UtilEst.dequeue(queues.avgAt(q), entities.avgAt(se), form);
        }
        if (sleep && order == FairRules.UTIL_EST_ORDER_BEFORE) {
            store(q, se);
        }
    }

    /** The averages were just updated, in a dequeue for sleep; not for the end of a delay. */
    void insideDequeue(int q, int se) {
        if (enabled && order == FairRules.UTIL_EST_ORDER_INSIDE) {
            store(q, se);
        }
    }

    /**
     * Last step of a dequeue for sleep.
     *
     * @param left false: the task became delayed
     */
    void afterDequeue(int q, int se, boolean left) {
        if (enabled && order == FairRules.UTIL_EST_ORDER_AFTER && (left || onDelayed)) {
            store(q, se);
        }
    }

    private void store(int q, int se) {
        UtilEst.update(
                entities.avgAt(se), runQueues.cpuCapacity(q), form, capacityGate, waitingGate);
    }
}
