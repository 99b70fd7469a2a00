package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import java.util.Map;
import java.util.Objects;

/**
 * Two CPUs and fourteen tasks that carry out the operations of a recorded sequence on the fair
 * class.
 */
final class GoldenSequence implements AutoCloseable {
    static final int CPU_COUNT = 2;
    static final int TASK_COUNT = 14;

    private static final String FEATURE_PREFIX = "feat_";

    final FairBench bench;
    private final FairClass fair;

    private GoldenSequence(FairBench bench) {
        this.bench = bench;
        this.fair = bench.fair;
    }

    /** Both CPUs idle, as a row of sequences.csv describes them. */
    static GoldenSequence of(Map<String, String> row) {
        final String version = cell(row, "version");
        final Map<String, String> changes = GoldenRules.changes(version);
        changes.put("lazy_resched", "off"); // the recorded queues know one kind of request
        for (String column : row.keySet()) {
            final String feature = column.replace(FEATURE_PREFIX, "");
            if (column.startsWith(FEATURE_PREFIX) && knows(version, feature)) {
                changes.put(feature, cell(row, column).equals("1") ? "on" : "off");
            }
        }
        final FairBench bench = new FairBench(FairRules.of(changes), CPU_COUNT, TASK_COUNT);
        for (int rq = 0; rq < CPU_COUNT; rq++) {
            bench.queues.init(rq, Long.parseLong(cell(row, "initial_v0")));
            bench.runQueues.init(
                    rq,
                    Integer.parseInt(cell(row, "cpu_cap_rq" + rq)),
                    Long.parseLong(cell(row, "tick_ns")),
                    Long.parseLong(cell(row, "base_slice_ns")),
                    Long.parseLong(cell(row, "normalized_base_slice_ns")));
        }
        return new GoldenSequence(bench);
    }

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), () -> "no column " + column);
    }

    /** The list gives 6.6 the columns of later features as well. */
    private static boolean knows(String version, String feature) {
        return switch (feature) {
            case "PREEMPT_SHORT", "DELAY_DEQUEUE", "DELAY_ZERO", "PLACE_REL_DEADLINE" ->
                    !version.equals("v66");
            default -> true;
        };
    }

    /** Carries out one row; returns its result, 0 for operations without one. */
    long apply(String op, int rq, int task, long a1, long a2, long a3) {
        switch (op) {
            case "CLK" -> {
                bench.runQueues.freqScale(rq, (int) a3);
                bench.advance(rq, a1, a2);
            }
            case "NEW" ->
                    fair.newTask(
                            rq,
                            task,
                            (int) a1,
                            a2 == 1 ? EntityTable.POLICY_IDLE : EntityTable.POLICY_NORMAL);
            case "ENQ" -> fair.enqueue(rq, task, (int) a1);
            case "DEQ" -> {
                return fair.dequeue(rq, task, (int) a1) ? 1 : 0;
            }
            case "MIGOUT" -> fair.detachQueued(rq, task);
            case "MIGSLEEP" -> fair.migrateSleeping(task, rq, (int) a1);
            case "PICK" -> {
                final int prev = bench.queues.curr(rq);
                final int chosen = fair.pickNext(rq);
                if (chosen != task) {
                    throw new AssertionError("picked " + chosen + ", recorded " + task);
                }
                return prev;
            }
            case "TICK" -> fair.tick(rq);
            case "PREEMPT" -> {
                return fair.wakeupPreempt(rq, task, (int) a1) ? 1 : 0;
            }
            case "NICE" -> fair.setNice(rq, task, (int) a1);
            case "SLICE" -> fair.setSlice(rq, task, a1);
            case "REWEIGHT" -> fair.reweight(rq, task, a1);
            case "YIELD" -> fair.yieldTask(rq);
            case "BASE" -> {
                for (int each = 0; each < CPU_COUNT; each++) {
                    bench.runQueues.baseSliceNs(each, a1);
                }
            }
            case "BLK" -> fair.updateBlocked(rq);
            default -> throw new AssertionError("unknown operation " + op);
        }
        return 0;
    }

    @Override
    public void close() {
        bench.close();
    }
}
