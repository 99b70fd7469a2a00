package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.golden.GoldenRow;
import java.util.ArrayList;
import java.util.List;

/**
 * One queue as a row of {@code eevdf/scene_*.csv} describes it, and the three steps that are taken
 * with it.
 */
final class FairScene implements AutoCloseable {
    private static final int Q = 0;

    private final GoldenRow row;
    private final FairRules rules;
    private final FairBench bench;
    private final FairTree tree;
    private final VirtualAverage average;
    private final WeightedDelta weighted;
    private final int count;

    FairScene(FairRules rules, GoldenRow row) {
        this.rules = rules;
        this.row = row;
        final String[] entities = row.word("ents").split("\\|");
        this.count = entities.length;
        this.bench = new FairBench(rules, 1, count + 1);
        final FairState state = new FairState(bench.entities, bench.queues, bench.runQueues);
        this.weighted = new WeightedDelta(rules, bench.entities);
        this.tree = new FairTree(rules, state);
        this.average = new VirtualAverage(rules, state, tree);
        bench.queues.init(Q, number("v0_in"));
        bench.runQueues.init(
                Q, 1024, number("tick_ns"), number("base_slice"), number("base_slice"));
        for (int se = 0; se < count; se++) {
            add(se, entities[se].split(":"));
        }
    }

    /** What is derived from the queue as it is. */
    void judge() {
        row.expect("nr", bench.queues.nrQueued(Q));
        row.expect("sum_w", bench.queues.sumWeight(Q));
        row.expect("sum_wv", bench.queues.sumWeightedVruntime(Q));
        row.expect("V", bench.fair.averageVruntime(Q));
        long eligible = 0;
        for (int se = 0; se < count; se++) {
            eligible |= bench.fair.eligible(Q, se) ? 1L << se : 0;
        }
        row.expect("elig", eligible);
        final List<String> order = new ArrayList<>();
        for (int se = bench.fair.firstWaiting(Q);
                se != FairClass.NONE;
                se = bench.fair.nextWaiting(se)) {
            order.add(Integer.toString(se));
        }
        row.expectWord("order", String.join("|", order));
        row.expect("pick", bench.fair.pick(Q, true));
        row.expect("pick_np", bench.fair.pick(Q, false));
        final boolean tracked = rules.subtreeSlices != FairRules.SUBTREE_SLICES_NONE;
        row.expect("min_slice", tracked ? tree.minSliceNs(Q) : 0);
    }

    void lag() {
        final FairState state = new FairState(bench.entities, bench.queues, bench.runQueues);
        final Lag lag = new Lag(rules, state, tree, average, weighted);
        final int se = (int) number("lag_id");
        row.expect("lag", lag.against(Q, se, average.average(Q)));
        row.expect("v0_after_lag", bench.queues.zeroVruntime(Q));
        row.expect("sumwv_after_lag", bench.queues.sumWeightedVruntime(Q));
    }

    void place() {
        final FairState state = new FairState(bench.entities, bench.queues, bench.runQueues);
        final EntityTable entities = bench.entities;
        entities.loadWeight(count, number("place_w"));
        entities.inverseWeight(count, (int) number("place_inv"));
        entities.vlag(count, number("place_vlag"));
        entities.sliceNs(count, number("place_slice"));
        entities.customSlice(count, number("place_custom") == 1 && knowsSlices());
        entities.relDeadline(count, number("place_rel") == 1);
        entities.deadline(count, number("place_dl_in"));
        new Placement(rules, state, average, weighted)
                .place(Q, count, number("place_initial") == 1);
        row.expect("place_vruntime", entities.vruntime(count));
        row.expect("place_deadline", entities.deadline(count));
        row.expect("place_slice_out", entities.sliceNs(count));
        row.expect("v0_after_place", bench.queues.zeroVruntime(Q));
    }

    void reweight() {
        final int se = (int) number("rw_id");
        bench.fair.reweight(Q, se, number("rw_weight"));
        row.expect("rw_vruntime", bench.entities.vruntime(se));
        row.expect("rw_deadline", bench.entities.deadline(se));
        row.expect("rw_vlag", bench.entities.vlag(se));
        row.expect("rw_V_after", bench.fair.averageVruntime(Q));
    }

    /**
     * 6.6 has no slices of the user's choice; the rows give it some to show that they are ignored.
     */
    private boolean knowsSlices() {
        return rules.subtreeSlices != FairRules.SUBTREE_SLICES_NONE;
    }

    /** {@code load_weight:reciprocal:vruntime:deadline:slice}. */
    private void add(int se, String[] fields) {
        final EntityTable entities = bench.entities;
        entities.loadWeight(se, Long.parseLong(fields[0]));
        entities.inverseWeight(se, (int) Long.parseLong(fields[1]));
        entities.vruntime(se, Long.parseLong(fields[2]));
        entities.deadline(se, Long.parseLong(fields[3]));
        entities.sliceNs(se, Long.parseLong(fields[4]));
        entities.onRq(se, true);
        bench.queues.nrQueued(Q, bench.queues.nrQueued(Q) + 1);
        bench.queues.loadWeight(Q, bench.queues.loadWeight(Q) + entities.loadWeight(se));
        if (number("curr") == se) {
            bench.queues.curr(Q, se);
            protect(se, number("protect") == 1);
        } else {
            average.insert(Q, se);
        }
    }

    private void protect(int se, boolean on) {
        final EntityTable entities = bench.entities;
        if (rules.protectForm == FairRules.PROTECT_FORM_UNTIL_DEADLINE) {
            entities.vlag(se, entities.deadline(se) + (on ? 0 : 1));
        } else {
            entities.vprot(se, entities.vruntime(se) + (on ? 1 : 0));
        }
    }

    private long number(String column) {
        return row.number(column);
    }

    @Override
    public void close() {
        bench.close();
    }
}
