package io.vlag.engine.cli;

import io.vlag.engine.analysis.Estimate;
import io.vlag.engine.analysis.Interval;
import io.vlag.engine.analysis.LevelEffects;
import io.vlag.engine.config.SweepSpec;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What {@code vlag analyse} found, for people and for programs. */
record AnalysisReport(SweepAnalysis analysis) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final double PAIR_SHARE = 0.01;
    private static final double WHOLE_FROM = 1_000;

    private List<SweepSpec.Axis> axes() {
        return analysis.space().spec().axes();
    }

    String text() {
        final StringBuilder text = new StringBuilder();
        analysis.effects().forEach((metric, effects) -> append(text, metric, effects));
        appendFront(text);
        return text.toString();
    }

    private void append(StringBuilder text, String metric, LevelEffects effects) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s: mean %s of %,d results, standard deviation %s%n",
                        metric,
                        number(effects.mean()),
                        effects.count(),
                        number(Math.sqrt(effects.variance()))));
        final List<Sensitivity.Measure> measures = analysis.sensitivity().get(metric);
        if (measures != null) {
            append(text, measures);
            return;
        }
        final TextTable table =
                new TextTable()
                        .words("axis")
                        .words("level")
                        .numbers("mean")
                        .numbers("against the first")
                        .numbers("share of variance");
        for (int axis = 0; axis < axes().size(); axis++) {
            for (int level = 0; level < analysis.space().levelCountOf(axis); level++) {
                table.row(
                        List.of(
                                level == 0 ? axes().get(axis).key() : "",
                                Printable.line(analysis.space().levelName(axis, level)),
                                number(effects.mean(axis, level)),
                                level == 0 ? "" : signed(effects.difference(axis, level)),
                                level == 0 ? share(effects.share(axis)) : ""));
            }
        }
        table.appendTo(text);
        for (final LevelEffects.Pair pair : effects.pairs(PAIR_SHARE)) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%s with %s: %s of the variance%n",
                            axes().get(pair.first()).key(),
                            axes().get(pair.second()).key(),
                            share(pair.share())));
        }
        text.append('\n');
    }

    private void append(StringBuilder text, List<Sensitivity.Measure> measures) {
        final TextTable table = new TextTable().words("axis");
        for (final Sensitivity.Measure measure : measures) {
            table.numbers(measure.symbol()).words("95 % interval");
        }
        for (int axis = 0; axis < axes().size(); axis++) {
            final List<String> cells = new ArrayList<>();
            cells.add(axes().get(axis).key());
            for (final Sensitivity.Measure measure : measures) {
                final Estimate estimate = measure.ofAxes().get(axis);
                cells.add(number(estimate.value()));
                cells.add(number(estimate.low()) + " to " + number(estimate.high()));
            }
            table.row(cells);
        }
        table.appendTo(text);
        text.append('\n');
    }

    private void appendFront(StringBuilder text) {
        final List<SweepSpec.Objective> objectives = analysis.space().spec().objectives();
        if (objectives.isEmpty()) {
            return;
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d combinations that no other beats; id is that of seed 1%n",
                        analysis.front().size()));
        final TextTable table = new TextTable().numbers("id");
        axes().forEach(axis -> table.words(axis.key()));
        objectives.forEach(
                objective ->
                        table.numbers(
                                (objective.minimised() ? "min " : "max ") + objective.metric()));
        for (final SweepAnalysis.FrontPoint point : analysis.front()) {
            final List<String> cells = new ArrayList<>();
            cells.add(Long.toString(point.firstId()));
            point.values().forEach(value -> cells.add(Printable.line(value)));
            for (final double mean : point.means()) {
                cells.add(number(mean));
            }
            table.row(cells);
        }
        table.appendTo(text);
    }

    private static String number(double value) {
        return Numbers.decimal(value, Math.abs(value) >= WHOLE_FROM ? 0 : 4);
    }

    private static String signed(Interval interval) {
        return (interval.mean() > 0 ? "+" : "")
                + number(interval.mean())
                + (Double.isNaN(interval.halfWidth()) ? "" : " +- " + number(interval.halfWidth()));
    }

    private static String share(double share) {
        return Numbers.decimal(100 * share, 1) + " %";
    }

    /** One object and a line feed. */
    String json() {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("sweep", analysis.space().spec().name());
            json.writeArrayPropertyStart("metrics");
            analysis.effects().forEach((metric, effects) -> metric(json, metric, effects));
            json.writeEndArray();
            json.writeArrayPropertyStart("front");
            analysis.front().forEach(point -> point(json, point));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private void metric(JsonGenerator json, String metric, LevelEffects effects) {
        json.writeStartObject();
        json.writeStringProperty("metric", metric);
        json.writeNumberProperty("results", effects.count());
        finite(json, "mean", effects.mean());
        finite(json, "variance", effects.variance());
        json.writeArrayPropertyStart("axes");
        for (int axis = 0; axis < axes().size(); axis++) {
            json.writeStartObject();
            json.writeStringProperty("axis", axes().get(axis).key());
            finite(json, "share", effects.share(axis));
            json.writeArrayPropertyStart("levels");
            for (int level = 0; level < analysis.space().levelCountOf(axis); level++) {
                final Interval difference = effects.difference(axis, level);
                json.writeStartObject();
                json.writeStringProperty("level", analysis.space().levelName(axis, level));
                finite(json, "mean", effects.mean(axis, level));
                finite(json, "againstFirst", difference.mean());
                finite(json, "halfWidth", difference.halfWidth());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        final List<Sensitivity.Measure> measures = analysis.sensitivity().get(metric);
        if (measures != null) {
            sensitivity(json, measures);
        }
        json.writeArrayPropertyStart("pairs");
        for (final LevelEffects.Pair pair : effects.pairs(PAIR_SHARE)) {
            json.writeStartObject();
            json.writeStringProperty("first", axes().get(pair.first()).key());
            json.writeStringProperty("second", axes().get(pair.second()).key());
            finite(json, "share", pair.share());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void sensitivity(JsonGenerator json, List<Sensitivity.Measure> measures) {
        json.writeArrayPropertyStart("sensitivity");
        for (int axis = 0; axis < axes().size(); axis++) {
            json.writeStartObject();
            json.writeStringProperty("axis", axes().get(axis).key());
            for (final Sensitivity.Measure measure : measures) {
                final Estimate estimate = measure.ofAxes().get(axis);
                finite(json, measure.key(), estimate.value());
                finite(json, measure.key() + "Low", estimate.low());
                finite(json, measure.key() + "High", estimate.high());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void point(JsonGenerator json, SweepAnalysis.FrontPoint point) {
        json.writeStartObject();
        json.writeNumberProperty("id", point.firstId());
        json.writeObjectPropertyStart("values");
        for (int axis = 0; axis < axes().size(); axis++) {
            json.writeStringProperty(axes().get(axis).key(), point.values().get(axis));
        }
        json.writeEndObject();
        json.writeObjectPropertyStart("objectives");
        final List<SweepSpec.Objective> objectives = analysis.space().spec().objectives();
        for (int i = 0; i < objectives.size(); i++) {
            finite(json, objectives.get(i).metric(), point.means()[i]);
        }
        json.writeEndObject();
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
