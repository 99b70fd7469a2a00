package io.vlag.pelt;

import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;

/** Clocks of a run queue. */
final class ClockGolden implements RowReplay {
    private final GoldenRecords records;
    private boolean idle = true;

    ClockGolden(GoldenRecords records) {
        this.records = records;
        records.reset();
    }

    @Override
    public void replay(GoldenRow row) {
        row.ignore("seq");
        final long at = records.clockAt;
        if (row.number("step") == 0) {
            records.reset();
            idle = true;
        }
        switch (row.word("op")) {
            case "adv" ->
                    RqClock.advance(
                            at,
                            row.number("delta"),
                            row.number("irq_time"),
                            row.number("freq"),
                            row.number("cap"),
                            idle);
            case "run" -> idle = false;
            case "idle" -> {
                idle = true;
                RqClock.enterIdle(
                        at,
                        row.number("cfs_util_sum")
                                + row.number("rt_util_sum")
                                + row.number("dl_util_sum"));
            }
            default -> throw new IllegalArgumentException("unknown operation " + row.word("op"));
        }
        row.expect("clock", RqClockLayout.clockNs(at));
        row.expect("clock_task", RqClockLayout.clockTaskNs(at));
        row.expect("clock_task", RqClockLayout.clockTaskMulNs(at));
        row.expect("clock_pelt", RqClockLayout.clockPeltNs(at));
        row.expect("lost_idle_time", RqClockLayout.lostIdleNs(at));
        row.expect("pelt_now", RqClock.peltNow(at));
        row.expect("clock_idle", RqClockLayout.clockIdleNs(at));
        row.expect("clock_pelt_idle", RqClockLayout.clockPeltIdleNs(at));
    }
}
