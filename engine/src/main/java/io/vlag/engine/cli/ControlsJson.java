package io.vlag.engine.cli;

import io.vlag.engine.conform.Control;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Negative controls as the JSON object of docs/formats/recordings.md. */
final class ControlsJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ControlsJson() {}

    /** One object and a line feed. */
    static String text(List<Control> controls) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("controls");
            for (final Control control : controls) {
                json.writeStartObject();
                json.writeStringProperty("kernel", control.kernel());
                json.writeStringProperty("scenario", control.scenario());
                json.writeNumberProperty("cpus", control.cpuCount());
                json.writeStringProperty("otherKernel", control.otherKernel());
                json.writeStringProperty("otherScenario", control.otherScenario());
                json.writeBooleanProperty("toldApart", control.isToldApart());
                names(json, "differing", control.differing());
                names(json, "tellingApart", control.tellingApart());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void names(JsonGenerator json, String key, List<String> names) {
        json.writeArrayPropertyStart(key);
        names.forEach(json::writeString);
        json.writeEndArray();
    }
}
