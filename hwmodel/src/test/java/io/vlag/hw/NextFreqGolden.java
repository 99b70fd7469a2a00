package io.vlag.hw;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.stream.LongStream;

/** One governor instance per recorded sequence, called row by row. */
final class NextFreqGolden implements RowReplay {
    private static final long UNKNOWN = -1;

    private final Slab slab;
    private final long at;
    private final int headroomForm;
    private final int referenceForm;
    private final int pendingForm;
    private String seq = "";
    private long curKhz = UNKNOWN;

    NextFreqGolden(GoldenFile file) {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("schedutil", SchedutilLayout.BYTES, 1);
        slab = plan.allocate();
        at = slab.at(offset);
        headroomForm =
                GoldenForms.is(file, "headroom_form", "inflate_after_clamp")
                        ? EffectiveUtil.HEADROOM_AFTER_CLAMP
                        : EffectiveUtil.HEADROOM_BEFORE_CLAMP;
        referenceForm =
                GoldenForms.is(file, "frequency_reference", "present")
                        ? Schedutil.REFERENCE_PRESENT
                        : Schedutil.REFERENCE_OF_CAPACITY;
        pendingForm =
                GoldenForms.is(file, "pending_limits", "wait")
                        ? Schedutil.PENDING_WAITS
                        : Schedutil.PENDING_PASSES;
    }

    @Override
    public void replay(GoldenRow row) {
        row.ignore("step");
        if (!row.word("seq").equals(seq)) {
            seq = row.word("seq");
            curKhz = UNKNOWN;
            slab.reset();
        }
        if (row.flag("limits_changed_in")) {
            Schedutil.limitsChanged(at);
        }
        final long nowNs = row.number("time");
        final boolean through =
                Schedutil.shouldUpdate(at, nowNs, row.number("rate_limit_ns"), pendingForm);
        long khz = 0;
        boolean committed = false;
        if (through) {
            final int[] table =
                    LongStream.of(row.numbers("table")).mapToInt(Math::toIntExact).toArray();
            khz =
                    Schedutil.nextKhz(
                            at,
                            rawKhz(row),
                            row.number("pol_min"),
                            row.number("pol_max"),
                            table,
                            0,
                            table.length);
            committed = Schedutil.commit(at, nowNs, khz, row.flag("driver_needs_limit_updates"));
            curKhz = committed ? khz : curKhz;
        }
        row.expect("should_update", through);
        row.expect("resolved_freq", khz);
        row.expect("commit", committed);
        row.expect("next_freq", Schedutil.nextKhz(at));
        row.expect("cached_raw_freq", Schedutil.cachedRawKhz(at));
        row.expect("last_update_time", Schedutil.lastUpdateNs(at));
        row.expect("need_update_out", Schedutil.needsUpdate(at));
        if (curKhz != UNKNOWN) {
            row.expect("cur", curKhz);
        }
    }

    /** The clock before a sequence's first commit is not recorded; what followed from it is. */
    private long rawKhz(GoldenRow row) {
        final boolean invariant = row.flag("invariant");
        final long capacityRefKhz = row.number("freq_ref");
        final boolean readsCur =
                !invariant && (referenceForm == Schedutil.REFERENCE_PRESENT || capacityRefKhz == 0);
        if (readsCur && curKhz == UNKNOWN) {
            return row.number("cached_raw_freq");
        }
        return Schedutil.rawKhz(
                row.number("util"),
                row.number("max_cap"),
                Schedutil.referenceKhz(
                        capacityRefKhz,
                        invariant,
                        row.number("cpuinfo_max"),
                        curKhz,
                        referenceForm),
                headroomForm);
    }

    @Override
    public void close() {
        slab.close();
    }
}
