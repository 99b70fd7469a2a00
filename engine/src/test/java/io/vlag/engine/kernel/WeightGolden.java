package io.vlag.engine.kernel;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;

/** Weights of nice levels and groups, and wall time turned into virtual time. */
final class WeightGolden {
    private WeightGolden() {}

    static void niceLevel(GoldenRow row) {
        final boolean idle = row.word("nice").equals("idle");
        final int nice = idle ? 0 : row.int32("nice");
        final int weight = idle ? NiceWeights.IDLE_WEIGHT : NiceWeights.weight(nice);
        final int reciprocal = idle ? NiceWeights.idleReciprocal() : NiceWeights.reciprocal(nice);
        row.expect("weight", weight);
        row.expect("wmult", Integer.toUnsignedLong(reciprocal));
        row.expect("load_weight", NiceWeights.loadWeight(weight));
    }

    static RowReplay weightedDelta(GoldenFile file) {
        final boolean division =
                GoldenRules.rules(file.version()).weightedDelta
                        == FairRules.WEIGHTED_DELTA_DIVISION;
        return row -> {
            final long delta = row.number("delta");
            final long weight = row.number("weight");
            final long loadWeight = row.number("lw_weight");
            final int known = row.int32("lw_inv_in");
            final int inverse = known != 0 || division ? known : WeightedDelta.inverse(loadWeight);
            row.expect(
                    "out",
                    division
                            ? WeightedDelta.divide(delta, weight, loadWeight)
                            : WeightedDelta.byReciprocal(delta, weight, inverse));
            row.expect("lw_inv_out", Integer.toUnsignedLong(inverse));
        };
    }

    static void groupShares(GoldenRow row) {
        row.expect(
                "out",
                GroupShares.shares(
                        row.number("tg_shares"),
                        row.number("q_load_weight"),
                        row.number("q_load_avg"),
                        row.number("tg_load_avg"),
                        row.number("tg_contrib")));
    }
}
