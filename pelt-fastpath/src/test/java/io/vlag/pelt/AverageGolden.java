package io.vlag.pelt;

import io.vlag.golden.GoldenRow;

/** Averages that are updated row by row. */
final class AverageGolden {
    private static final String STATE = "";

    private final GoldenRecords records;

    AverageGolden(GoldenRecords records) {
        this.records = records;
    }

    /** Row -1 of a sequence is its start. */
    void average(GoldenRow row) {
        row.ignore("seq", "kind");
        final long at = records.taskAt;
        if (row.number("step") < 0) {
            PeltLayout.clear(at);
            PeltLayout.lastUpdateNs(at, row.number("now"));
        } else {
            row.expect(
                    "ret",
                    PeltAverage.update(
                            at,
                            row.number("now"),
                            row.number("load"),
                            row.number("runnable"),
                            row.int32("running"),
                            row.number("weight")));
        }
        row.expect("last_update_time", PeltLayout.lastUpdateNs(at));
        row.expect("period_contrib", PeltLayout.periodContrib(at));
        row.expect("load_sum", PeltLayout.loadSum(at));
        row.expect("runnable_sum", PeltLayout.runnableSum(at));
        row.expect("util_sum", PeltLayout.utilSum(at));
        row.expect("load_avg", PeltLayout.loadAvg(at));
        row.expect("runnable_avg", PeltLayout.runnableAvg(at));
        row.expect("util_avg", PeltLayout.utilAvg(at));
    }

    void interrupts(GoldenRow row) {
        row.ignore("seq");
        if (row.number("step") == 0) {
            records.reset();
        }
        final long clockAt = records.clockAt;
        final long freq = row.number("freq");
        final long cap = row.number("cap");
        final long updatedNs = PeltLayout.lastUpdateNs(records.taskAt);
        final long irqNs =
                RqClock.advance(
                        clockAt, row.number("delta"), row.number("irq_time"), freq, cap, false);
        if (irqNs > 0) {
            IrqAverage.update(records.taskAt, RqClockLayout.clockNs(clockAt), irqNs, freq, cap);
        }
        row.expect("clock", RqClockLayout.clockNs(clockAt));
        row.expect("clock_task", RqClockLayout.clockTaskNs(clockAt));
        row.expect("clock_pelt", RqClockLayout.clockPeltNs(clockAt));
        row.expect("pelt_now", RqClock.peltNow(clockAt));
        row.expect("ret_sum_changed", PeltLayout.lastUpdateNs(records.taskAt) != updatedNs);
        GoldenRecords.expect(records.taskAt, row, STATE);
    }

    void leaving(GoldenRow row) {
        records.reset();
        GoldenRecords.load(records.taskAt, row, "in_");
        PeltLayout.lastUpdateNs(records.queueAt, row.number("cfs_lut"));
        RqClockLayout.clockIdleNs(records.clockAt, row.number("clock_idle"));
        RqClockLayout.clockPeltIdleNs(records.clockAt, row.number("clock_pelt_idle"));
        MigrateLag.decay(
                records.taskAt,
                records.queueAt,
                records.clockAt,
                row.flag("idle"),
                row.number("sched_clock"),
                row.number("w"),
                false);
        GoldenRecords.expect(records.taskAt, row, STATE);
    }
}
