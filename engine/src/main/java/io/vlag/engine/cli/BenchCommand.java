package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** {@code vlag bench}. */
@Command(
        name = "bench",
        description = {
            "Measures how fast this machine simulates: fixed scenarios on the 4 CPUs of a Raspberry Pi 5, and with",
            "energy-aware placement and schedutil on the 8 CPUs of a Pixel 6 (-pixel6), under",
            "kernel 7.0, journal off, one thread. Each is warmed up, then measured five times in turns;",
            "the medians are printed. The base is CPU time of the thread."
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class)
final class BenchCommand extends PrintingCommand implements Callable<Integer> {
    static final List<String> SCENARIOS =
            List.of("tasks8", "busy32", "pipe4", "tasks8-pixel6", "busy32-pixel6");

    private static final String ON_PIXEL6 = "-pixel6";

    private static final int REPETITIONS = 5;
    private static final int WARM_UP_REPETITIONS = 2;
    private static final JsonFactory JSON = new JsonFactory();

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description =
                    "only this one of tasks8, busy32, pipe4, tasks8-pixel6, busy32-pixel6; may be repeated")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--json",
            description = "one JSON object on standard output instead of the table")
    private boolean json;

    @Option(
            names = "--cpu-time",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "least CPU time of one repetition, ms (default: ${DEFAULT-VALUE})")
    private int cpuTimeMs;

    @Override
    public Integer call() {
        checkOptions();
        final List<String> chosen =
                names.isEmpty() ? SCENARIOS : names.stream().distinct().toList();
        final List<BenchRun> runs = new ArrayList<>();
        try {
            for (final String name : chosen) {
                runs.add(new BenchRun(name, plan(name), cpuTimeMs * 1_000_000L));
            }
            for (int repetition = 0; repetition < WARM_UP_REPETITIONS; repetition++) {
                runs.forEach(BenchRun::warmUp);
            }
            for (int repetition = 0; repetition < REPETITIONS; repetition++) {
                runs.forEach(BenchRun::measure);
            }
            final List<BenchRun.Result> results = runs.stream().map(BenchRun::result).toList();
            out().print(json ? jsonText(results) : table(results));
        } finally {
            runs.forEach(BenchRun::close);
        }
        return ExitCode.DONE;
    }

    private void checkOptions() {
        final List<String> problems = new ArrayList<>();
        for (final String name : names) {
            if (!SCENARIOS.contains(name)) {
                problems.add(
                        "--scenario "
                                + name
                                + ": is no benchmark; choose of "
                                + String.join(", ", SCENARIOS));
            }
        }
        if (cpuTimeMs < 1 || cpuTimeMs > 600_000) {
            problems.add("--cpu-time " + cpuTimeMs + ": is outside 1 to 600000");
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
    }

    private static SimPlan plan(String name) {
        final ConfigLibrary library = ConfigLibrary.installed();
        final boolean pixel = name.endsWith(ON_PIXEL6);
        final String base = pixel ? name.substring(0, name.length() - ON_PIXEL6.length()) : name;
        final List<String> sets = new ArrayList<>(List.of("kernels=[\"7.0\"]", "seeds=[1]"));
        sets.addAll(
                pixel
                        ? List.of(
                                "machine=pixel6",
                                "variants=[caps_160_498]",
                                "cpus=8",
                                "governor=schedutil")
                        : List.of("cpus=4"));
        final Scenario scenario =
                library.scenario(library.findScenario(base), Overrides.parse(sets));
        final MachineSpec machine = scenario.machines().getFirst();
        return new Planner(scenario)
                .plan(
                        machine,
                        scenario.kernels().getFirst(),
                        Scenarios.workload(scenario, machine),
                        scenario.seeds().getFirst());
    }

    private static String table(List<BenchRun.Result> results) {
        final TextTable table =
                new TextTable()
                        .words("scenario")
                        .words("machine")
                        .numbers("activations/s")
                        .numbers("events/s")
                        .numbers("CPU ns/event")
                        .numbers("bytes/event");
        for (final BenchRun.Result result : results) {
            table.row(
                    List.of(
                            result.scenario(),
                            result.machine(),
                            Numbers.decimal(result.activationsPerSecond(), 0),
                            Numbers.decimal(result.eventsPerSecond(), 0),
                            Numbers.decimal(result.cpuNsPerEvent(), 1),
                            Numbers.decimal(
                                    result.bytesPerEvent(), result.bytesPerEvent() == 0 ? 0 : 6)));
        }
        final StringBuilder text = new StringBuilder();
        table.appendTo(text);
        return text.toString();
    }

    private static String jsonText(List<BenchRun.Result> results) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            generator.writeStartObject();
            generator.writeArrayPropertyStart("results");
            for (final BenchRun.Result result : results) {
                generator.writeStartObject();
                generator.writeStringProperty("scenario", result.scenario());
                generator.writeStringProperty("machine", result.machine());
                generator.writeNumberProperty(
                        "activationsPerSecond", result.activationsPerSecond());
                generator.writeNumberProperty("eventsPerSecond", result.eventsPerSecond());
                generator.writeNumberProperty("cpuNsPerEvent", result.cpuNsPerEvent());
                generator.writeNumberProperty("bytesPerEvent", result.bytesPerEvent());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
        return text.append('\n').toString();
    }
}
