package io.vlag.hw;

import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;
import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;

/** One CPU per recorded sequence: a request and an evaluation a row. */
final class IowaitBoostGolden implements RowReplay {
    private final Slab slab;
    private final long at;
    private String seq = "";

    IowaitBoostGolden() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("iowait", IowaitBoostLayout.BYTES, 1);
        slab = plan.allocate();
        at = slab.at(offset);
    }

    @Override
    public void replay(GoldenRow row) {
        row.ignore("step");
        if (!row.word("seq").equals(seq)) {
            seq = row.word("seq");
            slab.reset();
        }
        row.expect("last_update", Memory.getLong(at + IowaitBoostLayout.LAST_UPDATE_NS));
        final long nowNs = row.number("time");
        final long tickNs = row.number("tick_ns");
        IowaitBoost.request(at, nowNs, tickNs, row.flag("iowait_flag"));
        row.expect("boost_after_request", IowaitBoost.boost(at));
        row.expect("pending_after_request", IowaitBoost.pending(at));
        row.expect("applied_boost", IowaitBoost.apply(at, nowNs, tickNs, row.number("max_cap")));
        row.expect("boost_after", IowaitBoost.boost(at));
        row.expect("pending_after", IowaitBoost.pending(at));
    }

    @Override
    public void close() {
        slab.close();
    }
}
