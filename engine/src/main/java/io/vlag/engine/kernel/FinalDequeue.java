package io.vlag.engine.kernel;

import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * A delayed entity was chosen: its sleep, which was asked for long ago, begins.
 *
 * @implNote Models Linux 6.12 to 7.2, kernel/sched/fair.c finish_delayed_dequeue_entity(). Golden
 *     vectors: eevdf/seq_*.csv.
 */
@HotPath
final class FinalDequeue {
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final Accounting accounting;
    private final LoadTracking load;
    private final Departure departure;
    private final GroupWalk groupWalk;

    FinalDequeue(
            FairState state,
            Accounting accounting,
            LoadTracking load,
            Departure departure,
            GroupWalk groupWalk) {
        this.queues = state.queues();
        this.runQueues = state.runQueues();
        this.accounting = accounting;
        this.load = load;
        this.departure = departure;
        this.groupWalk = groupWalk;
    }

    /** The queue has been accounted. */
    void finish(int q, int se) {
        if (queues.hasGroups()) {
            groupWalk.takeOut(se, FairClass.DEQUEUE_SLEEP);
        } else {
            accounting.clearBuddy(q, se);
            load.update(q, se);
            departure.leave(q, se, FairClass.DEQUEUE_SLEEP);
        }
        final int cpu = queues.cpu(q);
        runQueues.finalDequeueCount(cpu, runQueues.finalDequeueCount(cpu) + 1);
    }
}
