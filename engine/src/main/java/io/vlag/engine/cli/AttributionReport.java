package io.vlag.engine.cli;

import io.vlag.engine.analysis.Attribution;
import io.vlag.engine.analysis.Interval;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.sweep.KernelMix;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What {@code vlag attribute} found, for people and for programs.
 *
 * @param wallNs time it took
 */
record AttributionReport(
        Scenario scenario,
        String from,
        String to,
        Metric metric,
        List<KernelMix.Change> changes,
        long[] seeds,
        Attribution attribution,
        long wallNs) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final double WHOLE_FROM = 100;

    String text() {
        final StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s of %s on %s, %s after %s of warm-up, seeds %s%n%s %s, %s %s, difference"
                                + " %s%n%n",
                        metric.key(),
                        Printable.line(scenario.name()),
                        Printable.line(machine()),
                        Numbers.time(scenario.durationNs()),
                        Numbers.time(scenario.warmupNs()),
                        LongStream.of(seeds)
                                .mapToObj(Long::toString)
                                .collect(Collectors.joining(" ")),
                        Printable.line(from),
                        number(attribution.from()),
                        Printable.line(to),
                        number(attribution.to()),
                        signed(attribution.difference())));
        appendEffects(text);
        appendInactive(text);
        appendInteractions(text);
        text.append(method()).append('\n');
        return text.toString();
    }

    private String machine() {
        return scenario.machines().getFirst().name()
                + "/"
                + scenario.machines().getFirst().variant();
    }

    private void appendEffects(StringBuilder text) {
        final TextTable table =
                new TextTable()
                        .words("change")
                        .words("from")
                        .words("to")
                        .numbers("alone")
                        .numbers("left out")
                        .numbers("Shapley value")
                        .numbers("share");
        ranked().stream()
                .filter(Attribution.Effect::active)
                .forEach(
                        effect -> {
                            final KernelMix.Change change = changes.get(effect.change());
                            table.row(
                                    List.of(
                                            change.name(),
                                            change.before(),
                                            change.after(),
                                            signed(effect.alone()),
                                            signed(effect.leftOut()),
                                            signed(effect.shapley()),
                                            Numbers.percent(
                                                    effect.shapley().mean()
                                                            / attribution.difference().mean())));
                        });
        if (!table.isEmpty()) {
            table.appendTo(text);
            text.append('\n');
        }
    }

    private List<Attribution.Effect> ranked() {
        return attribution.effects().stream()
                .sorted(
                        Comparator.comparingDouble(
                                (Attribution.Effect effect) -> -Math.abs(effect.shapley().mean())))
                .toList();
    }

    private void appendInactive(StringBuilder text) {
        final List<String> names =
                attribution.effects().stream()
                        .filter(effect -> !effect.active())
                        .map(effect -> changes.get(effect.change()).name())
                        .toList();
        if (!names.isEmpty()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%d changes did nothing in any of %d contexts: %s%n%n",
                            names.size(),
                            attribution.contextCount(),
                            String.join(", ", names)));
        }
    }

    private void appendInteractions(StringBuilder text) {
        final TextTable table =
                new TextTable().words("interaction").words("with").numbers("beyond both");
        for (final Attribution.Interaction pair : attribution.interactions()) {
            table.row(
                    List.of(
                            changes.get(pair.first()).name(),
                            changes.get(pair.second()).name(),
                            signed(pair.effect())));
        }
        if (!table.isEmpty()) {
            table.appendTo(text);
            text.append('\n');
        }
    }

    private String method() {
        final String how =
                attribution.exact()
                        ? String.format(
                                Locale.ROOT,
                                "exact over all combinations of %d changes",
                                attribution.activeCount())
                        : String.format(
                                Locale.ROOT,
                                "sampled over %d orders of %d changes",
                                attribution.permutationCount(),
                                attribution.activeCount());
        final String failed =
                attribution.failedCount() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %d of them without a value",
                                attribution.failedCount());
        return String.format(
                Locale.ROOT,
                "%s; %,d runs%s in %.1f s; +- is a 95 %% interval",
                how,
                attribution.runCount(),
                failed,
                wallNs / 1e9);
    }

    private int decimals() {
        return Math.abs(attribution.to().mean()) >= WHOLE_FROM
                        || Math.abs(attribution.from().mean()) >= WHOLE_FROM
                ? 0
                : 4;
    }

    private String number(Interval interval) {
        return Numbers.decimal(interval.mean(), decimals()) + halfWidth(interval);
    }

    private String signed(Interval interval) {
        return (interval.mean() > 0 ? "+" : "") + number(interval);
    }

    private String halfWidth(Interval interval) {
        return Double.isNaN(interval.halfWidth())
                ? ""
                : " +- " + Numbers.decimal(interval.halfWidth(), decimals());
    }

    /** One object and a line feed. */
    String json() {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("scenario", scenario.name());
            json.writeStringProperty("machine", machine());
            json.writeStringProperty("metric", metric.key());
            json.writeStringProperty("fromKernel", from);
            json.writeStringProperty("toKernel", to);
            json.writeNumberProperty("durationNs", scenario.durationNs());
            json.writeNumberProperty("warmupNs", scenario.warmupNs());
            json.writeArrayPropertyStart("seeds");
            Arrays.stream(seeds).forEach(json::writeNumber);
            json.writeEndArray();
            interval(json, "from", attribution.from());
            interval(json, "to", attribution.to());
            interval(json, "difference", attribution.difference());
            json.writeBooleanProperty("exact", attribution.exact());
            json.writeNumberProperty("activeChanges", attribution.activeCount());
            json.writeNumberProperty("contexts", attribution.contextCount());
            json.writeNumberProperty("orders", attribution.permutationCount());
            json.writeNumberProperty("runs", attribution.runCount());
            json.writeNumberProperty("runsWithoutValue", attribution.failedCount());
            json.writeNumberProperty("wallNs", wallNs);
            json.writeArrayPropertyStart("changes");
            ranked().forEach(effect -> effect(json, effect));
            json.writeEndArray();
            json.writeArrayPropertyStart("interactions");
            attribution.interactions().forEach(pair -> interaction(json, pair));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private void effect(JsonGenerator json, Attribution.Effect effect) {
        final KernelMix.Change change = changes.get(effect.change());
        json.writeStartObject();
        json.writeStringProperty("change", change.name());
        json.writeStringProperty("fromForm", change.before());
        json.writeStringProperty("toForm", change.after());
        json.writeBooleanProperty("active", effect.active());
        interval(json, "alone", effect.alone());
        interval(json, "leftOut", effect.leftOut());
        interval(json, "shapley", effect.shapley());
        json.writeEndObject();
    }

    private void interaction(JsonGenerator json, Attribution.Interaction pair) {
        json.writeStartObject();
        json.writeStringProperty("first", changes.get(pair.first()).name());
        json.writeStringProperty("second", changes.get(pair.second()).name());
        interval(json, "effect", pair.effect());
        json.writeEndObject();
    }

    private static void interval(JsonGenerator json, String name, Interval interval) {
        json.writeObjectPropertyStart(name);
        finite(json, "mean", interval.mean());
        finite(json, "halfWidth", interval.halfWidth());
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
