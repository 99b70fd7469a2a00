package io.vlag.engine.journal;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * {@link RunHeader} as JSON. Numbers of 64 bits are texts, since many readers hold numbers in a
 * double. The record types are written too, so that a tool without this code can name every field;
 * reading ignores them.
 */
final class RunHeaderJson {
    private static final JsonFactory JSON = new JsonFactory();

    private RunHeaderJson() {}

    static byte[] write(RunHeader header) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("format", "vlag-journal");
            json.writeNumberProperty("formatVersion", DocumentHeader.FORMAT_VERSION);
            json.writeNumberProperty("recordSchemaVersion", RecordSchema.VERSION);
            json.writeStringProperty("runId", Long.toString(header.runId()));
            json.writeStringProperty("scenario", header.scenario());
            json.writeStringProperty("kernel", header.kernel());
            json.writeStringProperty("machine", header.machine());
            json.writeStringProperty("seed", Long.toString(header.seed()));
            json.writeNumberProperty("cpuCount", header.cpuCount());
            json.writeStringProperty("durationNs", Long.toString(header.durationNs()));
            writeTexts(json, "taskNames", header.taskNames());
            writeTexts(json, "templateNames", header.templateNames());
            json.writeArrayPropertyStart("domainCpus");
            for (List<Integer> cpus : header.domainCpus()) {
                json.writeStartArray();
                for (int cpu : cpus) {
                    json.writeNumber(cpu);
                }
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeObjectPropertyStart("attributes");
            header.attributes().forEach(json::writeStringProperty);
            json.writeEndObject();
            writeRecordTypes(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void writeTexts(JsonGenerator json, String key, List<String> texts) {
        json.writeArrayPropertyStart(key);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    private static void writeRecordTypes(JsonGenerator json) {
        json.writeObjectPropertyStart("recordTypes");
        for (RecordType type : RecordType.values()) {
            json.writeObjectPropertyStart(Integer.toString(type.code()));
            json.writeStringProperty("name", type.name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("taskId", type.fields().get(0));
            json.writeStringProperty("arg0", type.fields().get(1));
            json.writeStringProperty("arg1", type.fields().get(2));
            json.writeStringProperty("arg2", type.fields().get(3));
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    static RunHeader read(byte[] bytes) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            return new Fields().read(json);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new JournalException("the run's metadata cannot be read: " + e.getMessage(), e);
        }
    }

    /** What has been read so far. */
    private static final class Fields {
        private @Nullable String format;
        private @Nullable String runId;
        private @Nullable String scenario;
        private @Nullable String kernel;
        private @Nullable String machine;
        private @Nullable String seed;
        private @Nullable String durationNs;
        private int cpuCount;
        private final List<String> taskNames = new ArrayList<>();
        private final List<String> templateNames = new ArrayList<>();
        private final List<List<Integer>> domainCpus = new ArrayList<>();
        private final SortedMap<String, String> attributes = new TreeMap<>();

        RunHeader read(JsonParser json) {
            expect(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                final String key = json.currentName();
                final JsonToken value = json.nextToken();
                readProperty(json, key, value);
            }
            expect("vlag-journal".equals(format), "\"format\" is not \"vlag-journal\"");
            return new RunHeader(
                    number("runId", runId),
                    text("scenario", scenario),
                    text("kernel", kernel),
                    text("machine", machine),
                    number("seed", seed),
                    cpuCount,
                    number("durationNs", durationNs),
                    taskNames,
                    templateNames,
                    domainCpus,
                    attributes);
        }

        private void readProperty(JsonParser json, String key, JsonToken value) {
            switch (key) {
                case "format" -> format = json.getValueAsString();
                case "runId" -> runId = json.getValueAsString();
                case "scenario" -> scenario = json.getValueAsString();
                case "kernel" -> kernel = json.getValueAsString();
                case "machine" -> machine = json.getValueAsString();
                case "seed" -> seed = json.getValueAsString();
                case "durationNs" -> durationNs = json.getValueAsString();
                case "cpuCount" -> {
                    expect(
                            value == JsonToken.VALUE_NUMBER_INT,
                            "\"cpuCount\" is not a whole number");
                    cpuCount = json.getIntValue();
                }
                case "taskNames" -> readTexts(json, key, value, taskNames);
                case "templateNames" -> readTexts(json, key, value, templateNames);
                case "domainCpus" -> {
                    expect(value == JsonToken.START_ARRAY, "\"domainCpus\" is not a list");
                    JsonToken element = json.nextToken();
                    while (element == JsonToken.START_ARRAY) {
                        domainCpus.add(readNumbers(json));
                        element = json.nextToken();
                    }
                    expect(element == JsonToken.END_ARRAY, "\"domainCpus\" is not a list of lists");
                }
                case "attributes" -> {
                    expect(value == JsonToken.START_OBJECT, "\"attributes\" is not an object");
                    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                        final String name = json.currentName();
                        expect(
                                json.nextToken() == JsonToken.VALUE_STRING,
                                "an attribute is not a text");
                        attributes.put(name, json.getString());
                    }
                }
                default -> json.skipChildren();
            }
        }

        private static void readTexts(
                JsonParser json, String key, JsonToken value, List<String> into) {
            expect(value == JsonToken.START_ARRAY, "\"" + key + "\" is not a list");
            JsonToken element = json.nextToken();
            while (element == JsonToken.VALUE_STRING) {
                into.add(json.getString());
                element = json.nextToken();
            }
            expect(element == JsonToken.END_ARRAY, "\"" + key + "\" is not a list of texts");
        }

        private static List<Integer> readNumbers(JsonParser json) {
            final List<Integer> numbers = new ArrayList<>();
            JsonToken element = json.nextToken();
            while (element == JsonToken.VALUE_NUMBER_INT) {
                numbers.add(json.getIntValue());
                element = json.nextToken();
            }
            expect(
                    element == JsonToken.END_ARRAY,
                    "\"domainCpus\" is not a list of lists of numbers");
            return numbers;
        }

        private static String text(String key, @Nullable String value) {
            if (value == null) {
                throw new IllegalArgumentException("\"" + key + "\" is missing");
            }
            return value;
        }

        private static long number(String key, @Nullable String value) {
            final String text = text(key, value);
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "\"" + key + "\" is not a whole number of 64 bits", e);
            }
        }

        private static void expect(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
