package io.vlag.hw;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;

/** What fits where, and what other classes leave. */
final class CapacityGolden {
    private CapacityGolden() {}

    static void fitsCapacity(GoldenRow row) {
        final long cap = row.number("cap");
        final long max = row.number("max");
        row.expect("fits_capacity", CapacityFit.fitsCapacity(cap, max));
        row.expect("capacity_greater", CapacityFit.capacityGreater(cap, max));
    }

    static RowReplay utilFitsCpu(GoldenFile file) {
        final int form = pressureForm(file);
        return row ->
                row.expect(
                        "out",
                        CapacityFit.utilFitsCpu(
                                row.number("util"),
                                row.number("uclamp_min"),
                                row.number("uclamp_max"),
                                row.number("capacity"),
                                row.number("capacity_orig"),
                                RtCapacity.hardwarePressure(
                                        row.number("hw_pressure"),
                                        row.number("hw_load_avg"),
                                        row.number("cpufreq_pressure"),
                                        form),
                                row.flag("uclamp_used")));
    }

    static RowReplay rtCapacity(GoldenFile file) {
        final int form = pressureForm(file);
        return row ->
                row.expect(
                        "out",
                        RtCapacity.left(
                                row.number("cpu_cap"),
                                row.number("irq_util"),
                                row.number("rt_util"),
                                row.number("dl_util"),
                                row.number("hw_load_avg"),
                                row.number("cpufreq_pressure"),
                                form));
    }

    private static int pressureForm(GoldenFile file) {
        return GoldenForms.is(file, "capacity_pressure", "used_time")
                ? RtCapacity.PRESSURE_IS_USED_TIME
                : RtCapacity.PRESSURE_COMES_OFF_FIRST;
    }
}
