package io.vlag.hw;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;

/** Utilisation of a CPU over all classes, and from there to a clock. */
final class SchedutilGolden {
    private SchedutilGolden() {}

    static void mapUtil(GoldenRow row) {
        final long util = row.number("util");
        final long khz = row.number("freq");
        final long cap = row.number("cap");
        row.expect("map_util_perf", Schedutil.withHeadroom(util));
        row.expect("map_util_freq", Schedutil.utilToKhz(util, khz, cap));
        row.expect(
                "map_util_freq_of_perf",
                Schedutil.utilToKhz(Schedutil.withHeadroom(util), khz, cap));
    }

    static RowReplay effectiveUtil(GoldenFile file) {
        return GoldenForms.is(file, "headroom_form", "inflate_after_clamp")
                ? SchedutilGolden::clampedInside
                : SchedutilGolden::floorAndCeiling;
    }

    private static void clampedInside(GoldenRow row) {
        final boolean clampsUsed = row.flag("uclamp_used");
        final boolean taskGiven = row.flag("task_given");
        long min = taskGiven ? row.number("task_min") : row.number("rq_uclamp_min");
        long max = taskGiven ? row.number("task_max") : row.number("rq_uclamp_max");
        if (taskGiven) {
            final boolean idle = row.flag("rq_uclamp_idle");
            min = UclampBuckets.withTask(idle, row.int32("rq_uclamp_min"), (int) min);
            max = UclampBuckets.withTask(idle, row.int32("rq_uclamp_max"), (int) max);
        } else {
            row.ignore("rq_uclamp_idle", "task_min", "task_max");
        }
        final long util =
                EffectiveUtil.forFrequency(
                        row.number("cap"),
                        row.number("util_cfs"),
                        row.number("rt_util"),
                        row.number("dl_util"),
                        row.number("irq_util"),
                        row.number("dl_bw"),
                        row.flag("rt_runnable") && !clampsUsed,
                        clampsUsed ? min : 0,
                        clampsUsed ? max : UclampBuckets.SCALE);
        row.expect("freq_util", util);
        row.expect("perf_request", Schedutil.withHeadroom(util));
        row.expect("energy_util", unclamped(row));
    }

    private static void floorAndCeiling(GoldenRow row) {
        final long cap = row.number("cap");
        final long irqUtil = row.number("irq_util");
        final long util = unclamped(row);
        final long floor =
                EffectiveUtil.floor(
                        cap,
                        irqUtil,
                        row.number("dl_bw"),
                        row.flag("rt_runnable") && !row.flag("uclamp_used"),
                        row.number("rq_uclamp_min"));
        final long ceiling = EffectiveUtil.ceiling(cap, irqUtil, row.number("rq_uclamp_max"));
        row.expect("eff_util", util);
        row.expect("eff_util_nominmax", util);
        row.expect("min", floor);
        row.expect("max", ceiling);
        row.expect("perf_request", EffectiveUtil.request(util, floor, ceiling));
    }

    private static long unclamped(GoldenRow row) {
        return EffectiveUtil.unclamped(
                row.number("cap"),
                row.number("util_cfs"),
                row.number("rt_util"),
                row.number("dl_util"),
                row.number("irq_util"));
    }
}
