package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;
import java.util.Map;

/** The view of {@code eevdf/seq_*.csv}: virtual time, requests, choices. */
final class EevdfView extends GoldenView {
    EevdfView(GoldenSequence sequence) {
        super(sequence);
    }

    @Override
    void show(Map<String, String> cells, int rq, int task) {
        final FairQueueTable queues = sequence.bench.queues;
        final RunQueueTable runQueues = sequence.bench.runQueues;
        final FairClass fair = sequence.bench.fair;
        final int curr = queues.curr(rq);
        put(cells, "now", runQueues.clockTaskNs(rq));
        cells.put("resched", flag(runQueues.needResched(rq) != RunQueueTable.RESCHED_NONE));
        put(cells, "nr", queues.nrQueued(rq));
        put(cells, "load_w", queues.loadWeight(rq));
        put(cells, "sum_w", queues.sumWeight(rq));
        put(cells, "sum_wv", queues.sumWeightedVruntime(rq));
        put(cells, "v0", queues.zeroVruntime(rq));
        put(cells, "V", fair.averageVruntime(rq));
        put(cells, "curr", curr);
        put(cells, "buddy", queues.next(rq));
        put(cells, "first", fair.firstWaiting(rq));
        put(cells, "pick", fair.pick(rq, true));
        put(cells, "pick_np", fair.pick(rq, false));
        put(cells, "elig", eligibleMask(rq));
        showTask(cells, task);
        showRunning(cells, curr);
        cells.put("others", others(rq, task));
    }

    private long eligibleMask(int rq) {
        long mask = 0;
        for (int task = 0; task < GoldenSequence.TASK_COUNT; task++) {
            final EntityTable entities = sequence.bench.entities;
            if (entities.onRq(task)
                    && entities.cpu(task) == rq
                    && sequence.bench.fair.eligible(rq, task)) {
                mask |= 1L << task;
            }
        }
        return mask;
    }

    private void showTask(Map<String, String> cells, int task) {
        final EntityTable entities = sequence.bench.entities;
        final boolean none = task < 0;
        cells.put("t_w", none ? "" : Long.toString(entities.loadWeight(task)));
        cells.put("t_inv", none ? "" : Integer.toUnsignedString(entities.inverseWeight(task)));
        cells.put("t_on", none ? "" : flag(entities.onRq(task)));
        cells.put("t_del", none ? "" : flag(entities.delayed(task)));
        cells.put("t_rel", none ? "" : flag(entities.relDeadline(task)));
        cells.put("t_cust", none ? "" : flag(entities.customSlice(task)));
        cells.put("t_slice", none ? "" : Long.toString(entities.sliceNs(task)));
        cells.put("t_vrun", none ? "" : Long.toString(entities.vruntime(task)));
        cells.put("t_dl", none ? "" : Long.toString(entities.deadline(task)));
        cells.put("t_vlag", none ? "" : Long.toString(entities.vlag(task)));
        cells.put("t_vprot", none ? "" : Long.toString(entities.vprot(task)));
        cells.put("t_exec", none ? "" : Long.toString(entities.execStartNs(task)));
        cells.put("t_sum", none ? "" : Long.toString(entities.sumExecNs(task)));
    }

    private void showRunning(Map<String, String> cells, int curr) {
        final EntityTable entities = sequence.bench.entities;
        final boolean none = curr < 0;
        cells.put("c_vrun", none ? "" : Long.toString(entities.vruntime(curr)));
        cells.put("c_dl", none ? "" : Long.toString(entities.deadline(curr)));
        cells.put("c_vlag", none ? "" : Long.toString(entities.vlag(curr)));
        cells.put("c_vprot", none ? "" : Long.toString(entities.vprot(curr)));
        cells.put("c_slice", none ? "" : Long.toString(entities.sliceNs(curr)));
        cells.put("c_exec", none ? "" : Long.toString(entities.execStartNs(curr)));
    }

    @Override
    String describe(int task) {
        final EntityTable entities = sequence.bench.entities;
        return task
                + ":"
                + flag(entities.onRq(task))
                + ":"
                + flag(entities.delayed(task))
                + ":"
                + flag(entities.relDeadline(task))
                + ":"
                + entities.sliceNs(task)
                + ":"
                + entities.vruntime(task)
                + ":"
                + entities.deadline(task)
                + ":"
                + entities.vlag(task)
                + ":"
                + entities.vprot(task)
                + ":"
                + entities.execStartNs(task)
                + ":"
                + entities.sumExecNs(task);
    }

    @Override
    boolean isShownElsewhere(int rq, int task, int other) {
        return other == task || other == sequence.bench.queues.curr(rq);
    }

    private static void put(Map<String, String> cells, String column, long value) {
        cells.put(column, Long.toString(value));
    }
}
