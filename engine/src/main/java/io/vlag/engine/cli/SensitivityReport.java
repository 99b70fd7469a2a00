package io.vlag.engine.cli;

import io.vlag.engine.analysis.Estimate;
import io.vlag.engine.analysis.Interval;
import io.vlag.engine.analysis.RangeSensitivity;
import io.vlag.engine.config.EstimatedNumbers;
import io.vlag.engine.config.Scenario;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What {@code vlag sensitivity} found, for people and for programs.
 *
 * @param wallNs time it took
 */
record SensitivityReport(
        Scenario scenario,
        String from,
        String to,
        Metric metric,
        int seeds,
        List<EstimatedNumbers.Entry> numbers,
        RangeSensitivity.Result result,
        long wallNs) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final double WHOLE_FROM = 100;
    private static final int MOVERS_SHOWN = 10;

    String text() {
        final StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s of %s on %s, %s after %s of warm-up, seeds 1 to %d%n%s %s, %s %s,"
                                + " difference %s%n%n",
                        metric.key(),
                        Printable.line(scenario.name()),
                        Printable.line(machine()),
                        Numbers.time(scenario.durationNs()),
                        Numbers.time(scenario.warmupNs()),
                        seeds,
                        Printable.line(from),
                        number(result.from()),
                        Printable.line(to),
                        number(result.to()),
                        signed(result.difference())));
        text.append(conclusion()).append("\n\n");
        final TextTable table =
                new TextTable()
                        .words("estimated number")
                        .numbers("low")
                        .numbers("value")
                        .numbers("high")
                        .numbers("moves it by")
                        .words("95 % interval")
                        .numbers("at low alone")
                        .numbers("at high alone");
        result.movers().stream()
                .filter(mover -> mover.effect().meanAbsolute().value() > 0)
                .limit(MOVERS_SHOWN)
                .forEach(mover -> row(table, mover));
        if (!table.isEmpty()) {
            table.appendTo(text);
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d of %d estimated numbers move it; %s%n",
                        result.movers().stream()
                                .filter(mover -> mover.effect().meanAbsolute().value() > 0)
                                .count(),
                        numbers.size(),
                        Numbers.time(wallNs)));
        return text.toString();
    }

    private void row(TextTable table, RangeSensitivity.Mover mover) {
        final EstimatedNumbers.Entry entry = numbers.get(mover.input());
        final Estimate size = mover.effect().meanAbsolute();
        table.row(
                List.of(
                        Printable.line(entry.name()),
                        Numbers.decimal((double) entry.quantity().low(), 0),
                        Numbers.decimal((double) entry.quantity().value(), 0),
                        Numbers.decimal((double) entry.quantity().high(), 0),
                        number(size.value()),
                        number(size.low()) + " to " + number(size.high()),
                        mover.atLow() == null ? "" : signed(mover.atLow()),
                        mover.atHigh() == null ? "" : signed(mover.atHigh())));
    }

    private String machine() {
        return scenario.machines().getFirst().name()
                + "/"
                + scenario.machines().getFirst().variant();
    }

    private int sampleCount() {
        return result.same() + result.reversed() + result.undecided() + result.failed();
    }

    private String conclusion() {
        final double[] samples = result.samples();
        final String range =
                samples.length == 0 || Double.isNaN(samples[0])
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; over them the difference goes from %s to %s, median %s",
                                number(samples[0]),
                                number(samples[sampleCount() - result.failed() - 1]),
                                number(samples[(sampleCount() - result.failed()) / 2]));
        if (!result.isDecided()) {
            return "No conclusion: the interval holds 0 already with the numbers as they are"
                    + range
                    + ".";
        }
        return String.format(
                Locale.ROOT,
                "The sign %s over the ranges: the same in %d of %d machines, reversed in %d, undecided"
                        + " in %d, without a value in %d (with 95 %% confidence the same in at least"
                        + " %.0f %% of the ranges)%s.",
                result.holds() ? "holds" : "does not hold",
                result.same(),
                sampleCount(),
                result.reversed(),
                result.undecided(),
                result.failed(),
                Math.floor(100 * result.shareLow()),
                range);
    }

    private static String number(double value) {
        return Numbers.decimal(value, Math.abs(value) >= WHOLE_FROM ? 0 : 3);
    }

    private static String signed(Interval interval) {
        return (interval.mean() > 0 ? "+" : "")
                + number(interval.mean())
                + (Double.isNaN(interval.halfWidth()) ? "" : " +- " + number(interval.halfWidth()));
    }

    /** One object and a line feed. */
    String json() {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("scenario", scenario.name());
            json.writeStringProperty("machine", machine());
            json.writeStringProperty("metric", metric.key());
            json.writeStringProperty("from", from);
            json.writeStringProperty("to", to);
            json.writeNumberProperty("seeds", seeds);
            finite(json, "fromMean", result.from());
            finite(json, "toMean", result.to());
            interval(json, "difference", result.difference());
            json.writeBooleanProperty("decided", result.isDecided());
            json.writeBooleanProperty("holds", result.holds());
            json.writeNumberProperty("samples", sampleCount());
            json.writeNumberProperty("same", result.same());
            json.writeNumberProperty("reversed", result.reversed());
            json.writeNumberProperty("undecided", result.undecided());
            json.writeNumberProperty("failed", result.failed());
            finite(json, "sameShareLow", result.shareLow());
            json.writeArrayPropertyStart("sampledDifferences");
            for (final double sample : result.samples()) {
                if (Double.isFinite(sample)) {
                    json.writeNumber(sample);
                }
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("numbers");
            result.movers().forEach(mover -> mover(json, mover));
            json.writeEndArray();
            json.writeNumberProperty("wallNs", wallNs);
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private void mover(JsonGenerator json, RangeSensitivity.Mover mover) {
        final EstimatedNumbers.Entry entry = numbers.get(mover.input());
        json.writeStartObject();
        json.writeStringProperty("name", entry.name());
        json.writeNumberProperty("low", entry.quantity().low());
        json.writeNumberProperty("value", entry.quantity().value());
        json.writeNumberProperty("high", entry.quantity().high());
        final Estimate size = mover.effect().meanAbsolute();
        finite(json, "muStar", size.value());
        finite(json, "muStarLow", size.low());
        finite(json, "muStarHigh", size.high());
        finite(json, "mu", mover.effect().mean().value());
        finite(json, "sigma", mover.effect().deviation().value());
        interval(json, "atLow", mover.atLow());
        interval(json, "atHigh", mover.atHigh());
        json.writeEndObject();
    }

    private static void interval(JsonGenerator json, String name, @Nullable Interval interval) {
        if (interval == null) {
            json.writeNullProperty(name);
            return;
        }
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
