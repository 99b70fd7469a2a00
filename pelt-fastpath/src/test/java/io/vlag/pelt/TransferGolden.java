package io.vlag.pelt;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;

/** Averages that start, join a queue and leave it. */
final class TransferGolden {
    /** Table weights of nice -20 to 19, as the recording eevdf/prio_table lists them. */
    private static final int[] WEIGHTS = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100,
        4904, 3906, 3121, 2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15
    };

    private final GoldenRecords records;
    private final int utilWeight;
    private final int floor;

    TransferGolden(GoldenRecords records, GoldenFile file) {
        this.records = records;
        utilWeight =
                GoldenForms.is(file, "new_task_util_weight", "load")
                        ? PeltTransfer.UTIL_WEIGHT_LOAD
                        : PeltTransfer.UTIL_WEIGHT_TABLE;
        floor =
                GoldenForms.is(file, "load_floor", "floor64")
                        ? PeltTransfer.FLOOR_64
                        : PeltTransfer.FLOOR_32;
    }

    void newTask(GoldenRow row) {
        records.reset();
        PeltLayout.utilAvg(records.queueAt, row.number("q_util_avg"));
        PeltLayout.loadAvg(records.queueAt, row.number("q_load_avg"));
        final int weight = WEIGHTS[row.int32("nice") + 20];
        PeltTransfer.initTaskUtil(
                records.queueAt, records.taskAt, weight, row.number("cpu_cap"), utilWeight);
        row.expect("load_avg", PeltLayout.loadAvg(records.taskAt));
        row.expect("runnable_avg", PeltLayout.runnableAvg(records.taskAt));
        row.expect("util_avg", PeltLayout.utilAvg(records.taskAt));
        row.expect("util_sum", PeltLayout.utilSum(records.taskAt));
        row.expect("load_sum", PeltLayout.loadSum(records.taskAt));
    }

    void transfer(GoldenRow row) {
        final long queueAt = records.queueAt;
        final long taskAt = records.taskAt;
        GoldenRecords.load(queueAt, row, "q_");
        GoldenRecords.load(taskAt, row, "t_");
        row.ignore("rem_nr");
        final long weight = row.number("w");
        switch (row.word("op")) {
            case "attach" -> PeltTransfer.attach(queueAt, taskAt, weight, floor);
            case "detach" -> PeltTransfer.detach(queueAt, taskAt, weight, floor);
            case "removed" ->
                    PeltTransfer.applyRemoved(
                            queueAt,
                            row.number("rem_la"),
                            row.number("rem_ua"),
                            row.number("rem_ra"),
                            floor);
            default -> throw new IllegalArgumentException("unknown operation " + row.word("op"));
        }
        GoldenRecords.expect(queueAt, row, "o_q_");
        GoldenRecords.expect(taskAt, row, "o_t_");
    }
}
