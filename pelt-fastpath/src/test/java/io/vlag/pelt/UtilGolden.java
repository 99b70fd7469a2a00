package io.vlag.pelt;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;

/** Utilisation of a CPU, and estimates of a task's. */
final class UtilGolden {
    private static final long U32 = 0xFFFF_FFFFL;

    private final GoldenRecords records;
    private final int boostForm;
    private final int estimateForm;
    private final boolean capacityGate;
    private final boolean waitingGate;

    UtilGolden(GoldenRecords records, GoldenFile file) {
        this.records = records;
        boostForm =
                GoldenForms.is(file, "cpu_util_boost", "boost_then_task")
                        ? CpuUtil.BOOST_THEN_TASK
                        : CpuUtil.TASK_THEN_BOOST;
        estimateForm =
                GoldenForms.is(file, "util_est_form", "two_numbers")
                        ? UtilEst.TWO_NUMBERS
                        : UtilEst.ONE_NUMBER;
        capacityGate = GoldenForms.is(file, "util_est_capacity_gate", "on");
        waitingGate = GoldenForms.is(file, "util_est_waiting_gate", "on");
    }

    void cpuUtil(GoldenRow row) {
        final long queueAt = records.queueAt;
        final long taskAt = records.taskAt;
        records.reset();
        PeltLayout.utilAvg(queueAt, row.number("q_util"));
        PeltLayout.runnableAvg(queueAt, row.number("q_runnable"));
        PeltLayout.utilEst(queueAt, row.int32("q_util_est"));
        PeltLayout.utilAvg(taskAt, row.number("t_util"));
        PeltLayout.runnableAvg(taskAt, row.number("t_runnable"));
        PeltLayout.utilEst(taskAt, row.int32("t_est"));
        PeltLayout.utilEwma(taskAt, row.int32("t_ewma"));
        row.expect(
                "out",
                CpuUtil.cpuUtil(
                        queueAt,
                        row.flag("has_task") ? taskAt : CpuUtil.NO_TASK,
                        row.int32("cpu"),
                        row.int32("task_cpu"),
                        row.int32("dst_cpu"),
                        row.flag("task_queued"),
                        row.flag("boost"),
                        row.number("cpu_cap"),
                        boostForm,
                        estimateForm));
    }

    void estimate(GoldenRow row) {
        final long at = records.taskAt;
        PeltLayout.utilEst(at, row.int32("in_enqueued_or_est"));
        PeltLayout.utilEwma(at, row.int32("in_ewma"));
        PeltLayout.utilAvg(at, row.number("util_avg"));
        PeltLayout.runnableAvg(at, row.number("runnable_avg"));
        UtilEst.update(at, row.number("cpu_cap"), estimateForm, capacityGate, waitingGate);
        row.expect("out_enqueued_or_est", PeltLayout.utilEst(at) & U32);
        row.expect("out_ewma", PeltLayout.utilEwma(at) & U32);
        row.expect("task_util_est", UtilEst.taskEstimate(at, estimateForm));
    }
}
