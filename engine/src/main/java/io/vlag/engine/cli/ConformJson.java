package io.vlag.engine.cli;

import io.vlag.engine.conform.Figure;
import io.vlag.engine.conform.Range;
import io.vlag.engine.conform.Verdict;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The scorecard as the JSON object of docs/formats/recordings.md. */
final class ConformJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ConformJson() {}

    /** One object and a line feed. */
    static String text(List<Figure> figures) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("figures");
            for (final Figure figure : figures) {
                write(json, figure);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Figure figure) {
        json.writeStartObject();
        json.writeStringProperty("kernel", figure.kernel());
        json.writeStringProperty("scenario", figure.scenario());
        json.writeNumberProperty("cpus", figure.cpuCount());
        json.writeStringProperty("task", figure.task());
        json.writeStringProperty("figure", figure.figure());
        range(json, "recorded", figure.recorded());
        range(json, "simulated", figure.simulated().orElse(null));
        json.writeName("tolerance");
        if (figure.verdict() == Verdict.NOT_MEASURED) {
            json.writeNull();
        } else {
            json.writeNumber(figure.allowed());
        }
        json.writeStringProperty("toleranceRule", figure.tolerance());
        json.writeStringProperty("verdict", figure.verdict().words());
        json.writeStringProperty("reason", figure.reason());
        json.writeEndObject();
    }

    private static void range(JsonGenerator json, String key, @Nullable Range range) {
        number(json, key, range == null ? Double.NaN : range.mean());
        number(json, key + "Low", range == null ? Double.NaN : range.low());
        number(json, key + "High", range == null ? Double.NaN : range.high());
    }

    private static void number(JsonGenerator json, String key, double value) {
        json.writeName(key);
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }
}
