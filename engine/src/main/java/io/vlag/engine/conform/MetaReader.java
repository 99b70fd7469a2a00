package io.vlag.engine.conform;

import io.vlag.engine.config.KernelVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads {@code meta.json}. */
final class MetaReader {
    private static final int DEPTH_MAX = 16;
    private static final int CPUS_MAX = 1_024;
    private static final int RUNS_MAX = 1_000;
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                    .build();
    private static final Pattern DEBIAN = Pattern.compile("Debian (\\d+\\.\\d+(?:\\.\\d+)?)");
    private static final Pattern RELEASE = Pattern.compile("^(\\d+\\.\\d+(?:\\.\\d+)?)");
    private static final Pattern CHOSEN = Pattern.compile("\\((none|voluntary|full|lazy)\\)");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private final Path file;

    /** Values by their path such as {@code runs[0].window_ns}. */
    private final Map<String, String> values = new LinkedHashMap<>();

    private int runCount;

    private MetaReader(Path file) {
        this.file = file;
    }

    static Meta read(Path file) {
        return new MetaReader(file).read();
    }

    private Meta read() {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), TextFiles.text(file))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw problem("", "is not a JSON object");
            }
            object(json, "");
        } catch (JacksonException broken) {
            throw TextFiles.problem(
                    file,
                    Math.max(
                            1, broken.getLocation() == null ? 1 : broken.getLocation().getLineNr()),
                    "",
                    "is not JSON: " + broken.getOriginalMessage());
        }
        final Map<String, String> knobs = new HashMap<>();
        values.forEach(
                (key, value) -> {
                    if (key.startsWith("knobs.")) {
                        knobs.put(key.substring("knobs.".length()), value);
                    }
                });
        final List<Meta.Run> runs = new ArrayList<>();
        for (int run = 0; run < runCount; run++) {
            final String key = "runs[" + run + "].";
            runs.add(
                    new Meta.Run(
                            number(key + "rep"),
                            number(key + "elapsed_ns"),
                            number(key + "ctxt"),
                            number(key + "window_ns"),
                            number(key + "switches_in_window"),
                            values.getOrDefault(key + "stdout", "")));
        }
        if (runs.isEmpty()) {
            throw problem("runs", "has no repetition; give one object for each");
        }
        return new Meta(
                text("scenario"),
                kernel(),
                (int) bounded("cpus", CPUS_MAX),
                (int) bounded("config.HZ", 1_000),
                number("rtapp_ns_per_loop"),
                preemption(),
                knobs,
                runs);
    }

    private void object(JsonParser json, String path) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            final String key =
                    path.isEmpty() ? json.currentName() : path + "." + json.currentName();
            json.nextToken();
            value(json, key);
        }
    }

    private void value(JsonParser json, String key) {
        final @Nullable JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            object(json, key);
        } else if (token == JsonToken.START_ARRAY) {
            int index = 0;
            while (json.nextToken() != JsonToken.END_ARRAY) {
                value(json, key + "[" + index++ + "]");
            }
            if (key.equals("runs")) {
                runCount = index;
                if (index > RUNS_MAX) {
                    throw problem(key, "has more than " + RUNS_MAX + " repetitions");
                }
            }
        } else if (token != JsonToken.VALUE_NULL) {
            values.put(key, json.getString());
        }
    }

    private String text(String key) {
        final @Nullable String text = values.get(key);
        if (text == null || text.isEmpty()) {
            throw problem(key, "is missing; say what was recorded");
        }
        return text;
    }

    private long number(String key) {
        final String text = values.getOrDefault(key, "0");
        if (!WHOLE.matcher(text).matches()) {
            throw problem(key, "is not a whole number from 0 up");
        }
        return Long.parseLong(text);
    }

    private long bounded(String key, long max) {
        text(key);
        final long number = number(key);
        if (number < 1 || number > max) {
            throw problem(key, "is outside 1 to " + max);
        }
        return number;
    }

    /** The release: of the package if the banner names one, else of the kernel itself. */
    private KernelVersion kernel() {
        final Matcher debian = DEBIAN.matcher(values.getOrDefault("kernel_banner", ""));
        final Matcher release = RELEASE.matcher(text("kernel"));
        final Optional<KernelVersion> version =
                debian.find()
                        ? KernelVersion.find(debian.group(1))
                        : release.find() ? KernelVersion.find(release.group(1)) : Optional.empty();
        return version.orElseThrow(() -> problem("kernel", "does not begin with a release"));
    }

    /** The word in brackets, such as {@code full (lazy)}. */
    private String preemption() {
        final Matcher chosen = CHOSEN.matcher(text("preempt_mode"));
        if (!chosen.find()) {
            throw problem(
                    "preempt_mode",
                    "has no chosen word in brackets: none, voluntary, full or lazy");
        }
        return chosen.group(1);
    }

    private io.vlag.engine.config.ConfigException problem(String key, String message) {
        return TextFiles.problem(file, 1, key, message);
    }
}
