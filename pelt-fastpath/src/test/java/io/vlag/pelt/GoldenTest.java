package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.GoldenFile.Row;
import io.vlag.pelt.GoldenFile.RowCheck;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every number recorded from the kernels' arithmetic comes out again, bit for bit. */
class GoldenTest {
    private static final String STATE = "";
    private static final long U32 = 0xFFFF_FFFFL;

    /** Table weights of nice -20 to 19, as golden eevdf/prio_table lists them. */
    private static final int[] WEIGHTS = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100,
        4904, 3906, 3121, 2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15
    };

    private static Slab slab;
    private static long queueAt;
    private static long taskAt;
    private static long clockAt;

    @BeforeAll
    static void reserve() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("records", PeltLayout.BYTES, 3);
        slab = plan.allocate();
        queueAt = slab.at(offset);
        taskAt = queueAt + PeltLayout.BYTES;
        clockAt = taskAt + PeltLayout.BYTES;
    }

    @AfterAll
    static void release() {
        slab.close();
    }

    @TestFactory
    Stream<DynamicTest> agesLikeTheKernel() {
        return files(
                "pelt",
                "decay_load",
                file ->
                        row ->
                                PeltDecay.decay(row.number("val"), row.number("n"))
                                        == row.number("out"));
    }

    @TestFactory
    Stream<DynamicTest> addsUpSegmentsLikeTheKernel() {
        return files(
                "pelt",
                "segments",
                file ->
                        row ->
                                (PeltDecay.segments(
                                                        row.number("periods"),
                                                        row.number("d1"),
                                                        row.number("d3"))
                                                & U32)
                                        == row.number("out"));
    }

    @TestFactory
    Stream<DynamicTest> averagesLikeTheKernel() {
        return files("pelt", "avg_sequence", file -> GoldenTest::averageMatches);
    }

    private static boolean averageMatches(Row row) {
        if (row.number("step") < 0) {
            PeltLayout.clear(taskAt);
            PeltLayout.lastUpdateNs(taskAt, row.number("now"));
            return true;
        }
        final boolean crossed =
                PeltAverage.update(
                        taskAt,
                        row.number("now"),
                        row.number("load"),
                        row.number("runnable"),
                        (int) row.number("running"),
                        row.number("weight"));
        return crossed == row.flag("ret")
                && PeltLayout.lastUpdateNs(taskAt) == row.number("last_update_time")
                && PeltLayout.periodContrib(taskAt) == row.number("period_contrib")
                && PeltLayout.loadSum(taskAt) == row.number("load_sum")
                && PeltLayout.runnableSum(taskAt) == row.number("runnable_sum")
                && PeltLayout.utilSum(taskAt) == row.number("util_sum")
                && PeltLayout.loadAvg(taskAt) == row.number("load_avg")
                && PeltLayout.runnableAvg(taskAt) == row.number("runnable_avg")
                && PeltLayout.utilAvg(taskAt) == row.number("util_avg");
    }

    @TestFactory
    Stream<DynamicTest> averagesInterruptsLikeTheKernel() {
        return files("pelt", "irq_sequence", file -> GoldenTest::interruptMatches);
    }

    private static boolean interruptMatches(Row row) {
        if (row.number("step") == 0) {
            slab.reset();
        }
        final long freq = row.number("freq");
        final long cap = row.number("cap");
        final long updatedNs = PeltLayout.lastUpdateNs(taskAt);
        final long irqNs =
                RqClock.advance(
                        clockAt, row.number("delta"), row.number("irq_time"), freq, cap, false);
        if (irqNs > 0) {
            IrqAverage.update(taskAt, RqClockLayout.clockNs(clockAt), irqNs, freq, cap);
        }
        return RqClockLayout.clockNs(clockAt) == row.number("clock")
                && RqClockLayout.clockTaskNs(clockAt) == row.number("clock_task")
                && RqClockLayout.clockPeltNs(clockAt) == row.number("clock_pelt")
                && RqClock.peltNow(clockAt) == row.number("pelt_now")
                && (PeltLayout.lastUpdateNs(taskAt) != updatedNs) == row.flag("ret_sum_changed")
                && stateMatches(taskAt, row, STATE);
    }

    @TestFactory
    Stream<DynamicTest> movesClocksLikeTheKernel() {
        return files("pelt", "rq_clock", file -> clockCheck());
    }

    private static RowCheck clockCheck() {
        final boolean[] idle = {true};
        return row -> {
            if (row.number("step") == 0) {
                slab.reset();
                idle[0] = true;
            }
            switch (row.word("op")) {
                case "adv" ->
                        RqClock.advance(
                                clockAt,
                                row.number("delta"),
                                row.number("irq_time"),
                                row.number("freq"),
                                row.number("cap"),
                                idle[0]);
                case "run" -> idle[0] = false;
                case "idle" -> {
                    idle[0] = true;
                    RqClock.enterIdle(
                            clockAt,
                            row.number("cfs_util_sum")
                                    + row.number("rt_util_sum")
                                    + row.number("dl_util_sum"));
                }
                default -> throw new IllegalArgumentException(row.toString());
            }
            return RqClockLayout.clockNs(clockAt) == row.number("clock")
                    && RqClockLayout.clockTaskNs(clockAt) == row.number("clock_task")
                    && RqClockLayout.clockTaskMulNs(clockAt) == row.number("clock_task")
                    && RqClockLayout.clockPeltNs(clockAt) == row.number("clock_pelt")
                    && RqClockLayout.lostIdleNs(clockAt) == row.number("lost_idle_time")
                    && RqClock.peltNow(clockAt) == row.number("pelt_now")
                    && RqClockLayout.clockIdleNs(clockAt) == row.number("clock_idle")
                    && RqClockLayout.clockPeltIdleNs(clockAt) == row.number("clock_pelt_idle");
        };
    }

    @TestFactory
    Stream<DynamicTest> agesALeavingSleeperLikeTheKernel() {
        return files("pelt", "migrate_lag", file -> GoldenTest::leavingMatches);
    }

    private static boolean leavingMatches(Row row) {
        slab.reset();
        load(taskAt, row, "in_");
        PeltLayout.lastUpdateNs(queueAt, row.number("cfs_lut"));
        RqClockLayout.clockIdleNs(clockAt, row.number("clock_idle"));
        RqClockLayout.clockPeltIdleNs(clockAt, row.number("clock_pelt_idle"));
        MigrateLag.decay(
                taskAt,
                queueAt,
                clockAt,
                row.flag("idle"),
                row.number("sched_clock"),
                row.number("w"),
                false);
        return stateMatches(taskAt, row, STATE);
    }

    @TestFactory
    Stream<DynamicTest> startsANewTaskLikeTheKernel() {
        return files(
                "pelt",
                "post_init_util",
                file -> {
                    final int form =
                            file.version().equals("v66")
                                    ? PeltTransfer.UTIL_WEIGHT_LOAD
                                    : PeltTransfer.UTIL_WEIGHT_TABLE;
                    return row -> newTaskMatches(row, form);
                });
    }

    private static boolean newTaskMatches(Row row, int form) {
        slab.reset();
        PeltLayout.utilAvg(queueAt, row.number("q_util_avg"));
        PeltLayout.loadAvg(queueAt, row.number("q_load_avg"));
        final int weight = WEIGHTS[(int) row.number("nice") + 20];
        PeltTransfer.initTaskUtil(queueAt, taskAt, weight, row.number("cpu_cap"), form);
        return PeltLayout.loadAvg(taskAt) == row.number("load_avg")
                && PeltLayout.runnableAvg(taskAt) == row.number("runnable_avg")
                && PeltLayout.utilAvg(taskAt) == row.number("util_avg")
                && PeltLayout.utilSum(taskAt) == row.number("util_sum")
                && PeltLayout.loadSum(taskAt) == row.number("load_sum");
    }

    @TestFactory
    Stream<DynamicTest> movesContributionsLikeTheKernel() {
        return files(
                "pelt",
                "attach_detach_removed",
                file -> {
                    final int form =
                            file.version().equals("v72")
                                    ? PeltTransfer.FLOOR_64
                                    : PeltTransfer.FLOOR_32;
                    return row -> transferMatches(row, form);
                });
    }

    private static boolean transferMatches(Row row, int form) {
        load(queueAt, row, "q_");
        load(taskAt, row, "t_");
        final long weight = row.number("w");
        switch (row.word("op")) {
            case "attach" -> PeltTransfer.attach(queueAt, taskAt, weight, form);
            case "detach" -> PeltTransfer.detach(queueAt, taskAt, weight, form);
            case "removed" ->
                    PeltTransfer.applyRemoved(
                            queueAt,
                            row.number("rem_la"),
                            row.number("rem_ua"),
                            row.number("rem_ra"),
                            form);
            default -> throw new IllegalArgumentException(row.toString());
        }
        return stateMatches(queueAt, row, "o_q_") && stateMatches(taskAt, row, "o_t_");
    }

    @TestFactory
    Stream<DynamicTest> countsACpusUtilisationLikeTheKernel() {
        return files(
                "pelt",
                "cpu_util",
                file -> {
                    final boolean early = file.version().equals("v66");
                    return row -> cpuUtilMatches(row, early);
                });
    }

    private static boolean cpuUtilMatches(Row row, boolean early) {
        slab.reset();
        PeltLayout.utilAvg(queueAt, row.number("q_util"));
        PeltLayout.runnableAvg(queueAt, row.number("q_runnable"));
        PeltLayout.utilEst(queueAt, (int) row.number("q_util_est"));
        PeltLayout.utilAvg(taskAt, row.number("t_util"));
        PeltLayout.runnableAvg(taskAt, row.number("t_runnable"));
        PeltLayout.utilEst(taskAt, (int) row.number("t_est"));
        PeltLayout.utilEwma(taskAt, (int) row.number("t_ewma"));
        return CpuUtil.cpuUtil(
                        queueAt,
                        row.flag("has_task") ? taskAt : CpuUtil.NO_TASK,
                        (int) row.number("cpu"),
                        (int) row.number("task_cpu"),
                        (int) row.number("dst_cpu"),
                        row.flag("task_queued"),
                        row.flag("boost"),
                        row.number("cpu_cap"),
                        early ? CpuUtil.BOOST_THEN_TASK : CpuUtil.TASK_THEN_BOOST,
                        early ? UtilEst.TWO_NUMBERS : UtilEst.ONE_NUMBER)
                == row.number("out");
    }

    @TestFactory
    Stream<DynamicTest> estimatesUtilisationLikeTheKernel() {
        return files(
                "util_est",
                "util_est",
                file -> {
                    final boolean early = file.version().equals("v66");
                    final boolean capacityGate = !file.version().equals("v72");
                    return row ->
                            estimateMatches(
                                    row,
                                    early ? UtilEst.TWO_NUMBERS : UtilEst.ONE_NUMBER,
                                    capacityGate,
                                    !early);
                });
    }

    private static boolean estimateMatches(
            Row row, int form, boolean capacityGate, boolean waitingGate) {
        PeltLayout.utilEst(taskAt, (int) row.number("in_enqueued_or_est"));
        PeltLayout.utilEwma(taskAt, (int) row.number("in_ewma"));
        PeltLayout.utilAvg(taskAt, row.number("util_avg"));
        PeltLayout.runnableAvg(taskAt, row.number("runnable_avg"));
        UtilEst.update(taskAt, row.number("cpu_cap"), form, capacityGate, waitingGate);
        return (PeltLayout.utilEst(taskAt) & U32) == row.number("out_enqueued_or_est")
                && (PeltLayout.utilEwma(taskAt) & U32) == row.number("out_ewma")
                && UtilEst.taskEstimate(taskAt, form) == row.number("task_util_est");
    }

    private static void load(long at, Row row, String prefix) {
        PeltLayout.lastUpdateNs(at, row.number(prefix + "lut"));
        PeltLayout.periodContrib(at, (int) row.number(prefix + "pc"));
        PeltLayout.loadSum(at, row.number(prefix + "ls"));
        PeltLayout.runnableSum(at, row.number(prefix + "rs"));
        PeltLayout.utilSum(at, row.number(prefix + "us"));
        PeltLayout.loadAvg(at, row.number(prefix + "la"));
        PeltLayout.runnableAvg(at, row.number(prefix + "ra"));
        PeltLayout.utilAvg(at, row.number(prefix + "ua"));
    }

    private static boolean stateMatches(long at, Row row, String prefix) {
        return PeltLayout.lastUpdateNs(at) == row.number(prefix + "lut")
                && PeltLayout.periodContrib(at) == row.number(prefix + "pc")
                && PeltLayout.loadSum(at) == row.number(prefix + "ls")
                && PeltLayout.runnableSum(at) == row.number(prefix + "rs")
                && PeltLayout.utilSum(at) == row.number(prefix + "us")
                && PeltLayout.loadAvg(at) == row.number(prefix + "la")
                && PeltLayout.runnableAvg(at) == row.number(prefix + "ra")
                && PeltLayout.utilAvg(at) == row.number(prefix + "ua");
    }

    private static Stream<DynamicTest> files(
            String area, String kind, Function<GoldenFile, RowCheck> check) {
        final List<GoldenFile> files = GoldenFile.of(area, kind);
        assumeFalse(files.isEmpty(), () -> "no " + area + "/" + kind + "*.csv[.gz] in the folder");
        return files.stream()
                .map(
                        file ->
                                dynamicTest(
                                        file.name(),
                                        () ->
                                                assertEquals(
                                                        List.of(),
                                                        file.mismatches(check.apply(file)))));
    }
}
