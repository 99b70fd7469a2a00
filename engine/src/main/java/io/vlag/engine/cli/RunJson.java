package io.vlag.engine.cli;

import io.vlag.engine.config.Scenario;
import io.vlag.engine.sim.Reading.CpuReading;
import io.vlag.engine.sweep.RunName;
import io.vlag.engine.sweep.RunOutcome;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Results as the JSON object of docs/formats/run-json.md. */
final class RunJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final Results results;
    private final PublishedFigures published;
    private final Map<String, Scenario.KernelRun> kernels;
    private final JsonGenerator json;

    private RunJson(Results results, JsonGenerator json) {
        this.results = results;
        this.published = new PublishedFigures(results.scenario(), results.windows());
        this.kernels =
                results.scenario().kernels().stream()
                        .collect(Collectors.toMap(Scenario.KernelRun::label, run -> run));
        this.json = json;
    }

    /** One object and a line feed. */
    static String text(Results results) {
        final StringWriter text = new StringWriter();
        write(results, text);
        return text.append('\n').toString();
    }

    static void write(Results results, Writer writer) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), writer)) {
            new RunJson(results, json).write();
        }
    }

    private void write() {
        final Scenario scenario = results.scenario();
        json.writeStartObject();
        json.writeStringProperty("scenario", scenario.name());
        json.writeStringProperty("machine", scenario.machines().getFirst().name());
        json.writeStringProperty("title", scenario.title());
        json.writeStringProperty("version", BuildInfo.version());
        json.writeStringProperty("commit", BuildInfo.commit());
        json.writeNumberProperty("warmupNs", scenario.warmupNs());
        json.writeNumberProperty("durationNs", scenario.durationNs());
        json.writeArrayPropertyStart("runs");
        results.windows().values().forEach(this::run);
        json.writeEndArray();
        json.writeArrayPropertyStart("failures");
        results.failures().forEach(this::failure);
        json.writeEndArray();
        json.writeArrayPropertyStart("notes");
        results.notes().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void run(Window window) {
        final RunOutcome.Done run = window.run();
        final RunName name = run.name();
        final Scenario.KernelRun kernel =
                Optional.ofNullable(kernels.get(name.kernel())).orElseThrow();
        json.writeStartObject();
        name(name);
        json.writeBooleanProperty("schedMc", kernel.schedMc());
        json.writeStringProperty("confidence", lowerCase(kernel.kernel().confidence()));
        json.writeNumberProperty("simulatedNs", window.simulatedNs());
        json.writeNumberProperty("wallNs", run.wallNs());
        json.writeNumberProperty("events", window.events());
        decimal("eventsPerSecond", Window.ratio(window.events() * 1e9, (double) run.wallNs()));
        json.writeStringProperty("digest", HexFormat.of().toHexDigits(run.digest()));
        final @Nullable Path journal = results.journals().get(name);
        json.writeName("journal");
        if (journal == null) {
            json.writeNull();
        } else {
            json.writeString(journal.toString());
        }
        json.writeObjectPropertyStart("metrics");
        for (final Metric metric : Metric.values()) {
            if (metric.isWhole()) {
                json.writeNumberProperty(metric.key(), (long) metric.of(window));
            } else {
                decimal(metric.key(), metric.of(window));
            }
        }
        json.writeEndObject();
        json.writeArrayPropertyStart("tasks");
        TaskFigures.of(window).forEach(this::task);
        json.writeEndArray();
        json.writeArrayPropertyStart("frames");
        FrameFigures.of(window).forEach(frames -> frames.write(json));
        json.writeEndArray();
        json.writeArrayPropertyStart("cpus");
        for (int cpu = 0; cpu < window.cpuCount(); cpu++) {
            cpu(window, cpu);
        }
        json.writeEndArray();
        new HardwareJson(json, window).write();
        json.writeArrayPropertyStart("published");
        published.comparisons(name).forEach(this::comparison);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void name(RunName name) {
        json.writeStringProperty("kernel", name.kernel());
        json.writeStringProperty("variant", name.variant());
        if (!name.workloadCase().isEmpty()) {
            json.writeStringProperty("case", name.workloadCase());
        }
        json.writeNumberProperty("seed", name.seed());
    }

    private void task(TaskFigures task) {
        json.writeStartObject();
        json.writeStringProperty("name", task.name());
        json.writeName("taskId");
        if (task.taskId() == null) {
            json.writeNull();
        } else {
            json.writeNumber(task.taskId());
        }
        json.writeNumberProperty("cpuNs", task.cpuNs());
        json.writeNumberProperty("bigCpuNs", task.bigNs());
        json.writeNumberProperty("energyUj", task.energyUj());
        decimal("share", task.share());
        json.writeNumberProperty("switchesIn", task.switchesIn());
        json.writeNumberProperty("voluntarySwitches", task.voluntarySwitches());
        json.writeNumberProperty("involuntarySwitches", task.involuntarySwitches());
        json.writeNumberProperty("migrations", task.migrations());
        json.writeNumberProperty("wakeups", task.wakeups());
        json.writeNumberProperty("activations", task.activations());
        json.writeNumberProperty("delayedSleeps", task.delayedSleeps());
        decimal("waitNsMean", task.waitNsMean());
        json.writeNumberProperty("waitNsMax", task.waitNsMax());
        json.writeNumberProperty("bogoOps", task.bogoOps());
        json.writeEndObject();
    }

    private void cpu(Window window, int cpu) {
        json.writeStartObject();
        json.writeNumberProperty("cpu", cpu);
        json.writeNumberProperty("contextSwitches", window.cpu(cpu, CpuReading::switches));
        json.writeNumberProperty(
                "voluntarySwitches", window.cpu(cpu, CpuReading::voluntarySwitches));
        json.writeNumberProperty(
                "involuntarySwitches", window.cpu(cpu, CpuReading::involuntarySwitches));
        json.writeNumberProperty("ticks", window.cpu(cpu, CpuReading::ticks));
        json.writeNumberProperty("ipis", window.cpu(cpu, CpuReading::ipis));
        json.writeNumberProperty("newidlePulls", window.cpu(cpu, CpuReading::newidlePulls));
        json.writeNumberProperty("balancePulls", window.cpu(cpu, CpuReading::balancePulls));
        json.writeNumberProperty("userNs", window.cpu(cpu, CpuReading::userNs));
        json.writeNumberProperty("systemNs", window.cpu(cpu, CpuReading::systemNs));
        json.writeNumberProperty("irqNs", window.cpu(cpu, CpuReading::irqNs));
        json.writeNumberProperty("idleNs", window.cpu(cpu, CpuReading::idleNs));
        json.writeNumberProperty("meanFreqKhz", Math.round(window.meanFreqKhz(cpu)));
        json.writeNumberProperty("energyUj", window.cpu(cpu, CpuReading::energyUj));
        HardwareJson.idleStates(json, window, cpu);
        json.writeEndObject();
    }

    private void comparison(PublishedFigures.Comparison comparison) {
        final Scenario.PublishedFigure figure = comparison.figure();
        json.writeStartObject();
        json.writeStringProperty("metric", figure.metric().key());
        decimal("value", figure.value());
        decimal("simulated", comparison.simulated());
        decimal("relativeError", comparison.relativeError());
        json.writeStringProperty("role", lowerCase(figure.role()));
        json.writeStringProperty("source", figure.source());
        json.writeEndObject();
    }

    private void failure(RunOutcome.Failed failed) {
        json.writeStartObject();
        name(failed.name());
        json.writeNumberProperty("simulatedNs", failed.simulatedNs());
        json.writeStringProperty("message", RunFailures.message(failed));
        json.writeEndObject();
    }

    /** JSON has no NaN and no infinity. */
    private void decimal(String key, double value) {
        json.writeName(key);
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    private static String lowerCase(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
