package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.pelt.PeltLayout;
import io.vlag.pelt.RqClock;
import io.vlag.pelt.RqClockLayout;
import java.util.List;
import java.util.Map;

/** The view of {@code pelt/seq_*.csv}: clocks and averages. */
final class PeltView extends GoldenView {
    private static final List<String> TASK_COLUMNS =
            List.of(
                    "t_w", "t_on", "t_del", "t_lut", "t_pc", "t_ls", "t_rs", "t_us", "t_la", "t_ra",
                    "t_ua", "t_ue", "t_ewma");

    PeltView(GoldenSequence sequence) {
        super(sequence);
    }

    @Override
    void show(Map<String, String> cells, int rq, int task) {
        final FairQueueTable queues = sequence.bench.queues;
        final long clockAt = sequence.bench.runQueues.clockAt(rq);
        put(cells, "clock", RqClockLayout.clockNs(clockAt));
        put(cells, "clock_task", RqClockLayout.clockTaskNs(clockAt));
        put(cells, "clock_pelt", RqClockLayout.clockPeltNs(clockAt));
        put(cells, "lost_idle", RqClockLayout.lostIdleNs(clockAt));
        put(cells, "pelt_now", RqClock.peltNow(clockAt));
        cells.put("curr", Integer.toString(queues.curr(rq)));
        put(cells, "on_mask", mask(rq, false));
        put(cells, "delayed_mask", mask(rq, true));
        put(cells, "h_runnable", queues.hNrRunnable(rq));
        put(cells, "load_w", queues.loadWeight(rq));
        showAverages(cells, "q_", queues.avgAt(rq));
        cells.put("q_ue", Integer.toUnsignedString(PeltLayout.utilEst(queues.avgAt(rq))));
        put(cells, "rem_nr", queues.removedCount(rq));
        put(cells, "rem_la", queues.removedLoad(rq));
        put(cells, "rem_ra", queues.removedRunnable(rq));
        put(cells, "rem_ua", queues.removedUtil(rq));
        if (task >= 0) {
            showTask(cells, task);
        } else {
            TASK_COLUMNS.forEach(column -> cells.put(column, ""));
        }
        cells.put("others", others(rq, task));
    }

    private void showTask(Map<String, String> cells, int task) {
        final EntityTable entities = sequence.bench.entities;
        final long at = entities.avgAt(task);
        put(cells, "t_w", entities.loadWeight(task));
        cells.put("t_on", flag(entities.onRq(task)));
        cells.put("t_del", flag(entities.delayed(task)));
        showAverages(cells, "t_", at);
        cells.put("t_ue", Integer.toUnsignedString(PeltLayout.utilEst(at)));
        cells.put("t_ewma", Integer.toUnsignedString(PeltLayout.utilEwma(at)));
    }

    private static void showAverages(Map<String, String> cells, String prefix, long at) {
        put(cells, prefix + "lut", PeltLayout.lastUpdateNs(at));
        put(cells, prefix + "pc", PeltLayout.periodContrib(at));
        put(cells, prefix + "ls", PeltLayout.loadSum(at));
        put(cells, prefix + "rs", PeltLayout.runnableSum(at));
        put(cells, prefix + "us", PeltLayout.utilSum(at));
        put(cells, prefix + "la", PeltLayout.loadAvg(at));
        put(cells, prefix + "ra", PeltLayout.runnableAvg(at));
        put(cells, prefix + "ua", PeltLayout.utilAvg(at));
    }

    private long mask(int rq, boolean delayedOnly) {
        final EntityTable entities = sequence.bench.entities;
        long mask = 0;
        for (int task = 0; task < GoldenSequence.TASK_COUNT; task++) {
            final boolean counts = entities.onRq(task) && (!delayedOnly || entities.delayed(task));
            if (counts && entities.cpu(task) == rq) {
                mask |= 1L << task;
            }
        }
        return mask;
    }

    @Override
    String describe(int task) {
        final long at = sequence.bench.entities.avgAt(task);
        return task
                + ":"
                + PeltLayout.lastUpdateNs(at)
                + ":"
                + PeltLayout.periodContrib(at)
                + ":"
                + PeltLayout.loadSum(at)
                + ":"
                + PeltLayout.runnableSum(at)
                + ":"
                + PeltLayout.utilSum(at)
                + ":"
                + PeltLayout.loadAvg(at)
                + ":"
                + PeltLayout.runnableAvg(at)
                + ":"
                + PeltLayout.utilAvg(at)
                + ":"
                + Integer.toUnsignedString(PeltLayout.utilEst(at))
                + ":"
                + Integer.toUnsignedString(PeltLayout.utilEwma(at));
    }

    @Override
    boolean isShownElsewhere(int rq, int task, int other) {
        return other == task;
    }

    private static void put(Map<String, String> cells, String column, long value) {
        cells.put(column, Long.toUnsignedString(value));
    }
}
