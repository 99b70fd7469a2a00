package io.vlag.engine.cli;

import io.vlag.engine.analysis.Interval;
import io.vlag.engine.analysis.ParetoSearch;
import io.vlag.engine.analysis.SuccessiveHalving;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.sweep.ConfigurationSpace;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What {@code vlag search} found.
 *
 * @param halving of a search with one objective
 * @param front of one with several
 * @param runCount configurations simulated
 */
record SearchReport(
        ConfigurationSpace space,
        SuccessiveHalving.@Nullable Outcome halving,
        List<ParetoSearch.Found> front,
        long runCount) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final double WHOLE_FROM = 1_000;

    private SweepSpec spec() {
        return space.spec();
    }

    private List<SuccessiveHalving.Standing> standings() {
        return halving == null ? List.of() : halving.standings();
    }

    private double sign(int objective) {
        return spec().objectives().get(objective).minimised() ? 1 : -1;
    }

    String text() {
        final TextTable table = new TextTable().numbers("id");
        spec().axes().forEach(axis -> table.words(axis.key()));
        spec().objectives()
                .forEach(
                        objective ->
                                table.numbers(
                                        (objective.minimised() ? "min " : "max ")
                                                + objective.metric()));
        if (halving != null) {
            table.numbers("behind the best").numbers("seeds");
        }
        for (final SuccessiveHalving.Standing standing : standings()) {
            final List<String> cells = cells(standing.candidate());
            cells.add(number(sign(0) * standing.loss().mean()));
            cells.add(
                    number(standing.behindBest().mean())
                            + " +- "
                            + number(standing.behindBest().halfWidth()));
            cells.add(Integer.toString(standing.loss().count()));
            table.row(cells);
        }
        for (final ParetoSearch.Found found : front) {
            final List<String> cells = cells(found.candidate());
            for (int objective = 0; objective < found.losses().length; objective++) {
                cells.add(number(sign(objective) * found.losses()[objective]));
            }
            table.row(cells);
        }
        final StringBuilder text = new StringBuilder();
        table.appendTo(text);
        text.append(
                String.format(
                        Locale.ROOT,
                        "%,d configurations simulated of %,d; id is that of seed 1%n",
                        runCount,
                        space.count()));
        return text.toString();
    }

    private List<String> cells(long point) {
        final List<String> cells = new ArrayList<>();
        cells.add(Long.toString(point * spec().seedCount()));
        space.values(point).forEach(value -> cells.add(Printable.line(value)));
        return cells;
    }

    private static String number(double value) {
        return Numbers.decimal(value, Math.abs(value) >= WHOLE_FROM ? 0 : 4);
    }

    /** One object and a line feed. */
    String json() {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("sweep", spec().name());
            json.writeNumberProperty("configurations", space.count());
            json.writeNumberProperty("simulated", runCount);
            json.writeArrayPropertyStart("rounds");
            if (halving != null) {
                for (final SuccessiveHalving.Round round : halving.rounds()) {
                    json.writeStartObject();
                    json.writeNumberProperty("candidates", round.candidates());
                    json.writeNumberProperty("seeds", round.seeds());
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("found");
            for (final SuccessiveHalving.Standing standing : standings()) {
                json.writeStartObject();
                values(json, standing.candidate());
                json.writeObjectPropertyStart("objectives");
                finite(json, objective(0), sign(0) * standing.loss().mean());
                json.writeEndObject();
                interval(json, standing.behindBest());
                json.writeNumberProperty("seeds", standing.loss().count());
                json.writeEndObject();
            }
            for (final ParetoSearch.Found found : front) {
                json.writeStartObject();
                values(json, found.candidate());
                json.writeObjectPropertyStart("objectives");
                for (int i = 0; i < found.losses().length; i++) {
                    finite(json, objective(i), sign(i) * found.losses()[i]);
                }
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private String objective(int index) {
        return spec().objectives().get(index).metric();
    }

    private void values(JsonGenerator json, long point) {
        json.writeNumberProperty("id", point * spec().seedCount());
        json.writeObjectPropertyStart("values");
        final List<String> values = space.values(point);
        for (int axis = 0; axis < values.size(); axis++) {
            json.writeStringProperty(spec().axes().get(axis).key(), values.get(axis));
        }
        json.writeEndObject();
    }

    private static void interval(JsonGenerator json, Interval behind) {
        json.writeObjectPropertyStart("behindBest");
        finite(json, "mean", behind.mean());
        finite(json, "halfWidth", behind.halfWidth());
        json.writeEndObject();
    }

    private static void finite(JsonGenerator json, String name, double value) {
        if (Double.isFinite(value)) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNullProperty(name);
        }
    }
}
