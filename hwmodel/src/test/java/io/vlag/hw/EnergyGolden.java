package io.vlag.hw;

import static java.util.stream.Collectors.joining;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenForms;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.RowReplay;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** A performance domain and one estimate a row. */
final class EnergyGolden implements RowReplay {
    private final int form;

    EnergyGolden(GoldenFile file) {
        form =
                GoldenForms.is(file, "energy_cost", "by_clock")
                        ? EnergyModel.BY_CLOCK
                        : EnergyModel.BY_PERFORMANCE;
    }

    @Override
    public void replay(GoldenRow row) {
        row.ignore("dom");
        final EnergyModel model =
                new EnergyModel(
                        form,
                        row.number("cpu_cap"),
                        row.numbers("freqs_khz"),
                        row.numbers("powers_uw"));
        row.expectWord("costs", listed(model, model::cost));
        row.expectWord(
                "performance",
                form == EnergyModel.BY_CLOCK ? "" : listed(model, model::performance));
        long inefficient = 0;
        for (int state = 0; state < model.stateCount(); state++) {
            inefficient |= model.isInefficient(state) ? 1L << state : 0;
        }
        row.expect("inefficient_mask", inefficient);
        final long sumUtil = row.number("sum_util");
        final int state =
                model.state(
                        row.number("max_util"),
                        row.number("allowed_cap"),
                        row.int32("min_ps"),
                        row.int32("max_ps"),
                        row.flag("skip_inefficient"));
        row.expect("ps_index", sumUtil == 0 ? EnergyModel.NONE : state);
        row.expect("energy", model.energy(state, sumUtil));
    }

    private static String listed(EnergyModel model, IntToLongFunction figure) {
        return IntStream.range(0, model.stateCount())
                .mapToObj(state -> Long.toString(figure.applyAsLong(state)))
                .collect(joining("|"));
    }
}
