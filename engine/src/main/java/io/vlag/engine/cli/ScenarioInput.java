package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.MachineFile;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Workload;
import io.vlag.engine.importer.RtAppImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * From {@link RunOptions} to a scenario: finds the file, applies what the command line replaces.
 */
final class ScenarioInput {
    private static final String RT_APP_ENDING = ".json";
    private static final String MACHINE_ENDING = ".yaml";
    private static final String RT_APP_MACHINE = "pi5";
    private static final String RT_APP_KERNEL = "7.0";

    /** For files that go on for ever. */
    private static final long RT_APP_ENDLESS_NS = 10_000_000_000L;

    private static final int NAME_MAX = 100;

    private final ConfigLibrary library;
    private final RunOptions options;

    private ScenarioInput(ConfigLibrary library, RunOptions options) {
        this.library = library;
        this.options = options;
    }

    /** The scenario; throws {@link ConfigException} with every problem. */
    static Scenario read(ConfigLibrary library, RunOptions options) {
        try {
            return new ScenarioInput(library, options).read();
        } catch (ConfigException e) {
            throw new ConfigException(
                    e.problems().stream().map(problem -> asTyped(problem, options)).toList());
        }
    }

    /** Whether a path is taken for an rt-app file. */
    static boolean isRtApp(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(RT_APP_ENDING);
    }

    private Scenario read() {
        final Function<List<String>, Scenario> reader = reader();
        final Scenario whole = reader.apply(commonSets());
        final List<String> sets = new ArrayList<>(commonSets());
        Scenario chosen = whole;
        final boolean knowsVariants =
                options.machine == null
                        && whole.machines().stream()
                                .map(MachineSpec::variant)
                                .toList()
                                .containsAll(options.variants);
        final boolean knowsKernels =
                whole.kernels().stream()
                        .map(Scenario.KernelRun::label)
                        .toList()
                        .containsAll(options.kernels);
        if (!knowsVariants) {
            sets.add("variants=" + yamlList(variants()));
        }
        if (!knowsKernels) {
            sets.add("kernels=" + yamlList(options.kernels));
        }
        if (!knowsVariants || !knowsKernels) {
            chosen = reader.apply(sets);
        }
        final Scenario only =
                Scenarios.only(
                        chosen,
                        knowsKernels ? options.kernels : List.of(),
                        knowsVariants ? options.variants : List.of(),
                        options.cases,
                        options.duration != null);
        return only.withPublished(comparable(only, whole));
    }

    /**
     * Published figures that the chosen runs can be compared with: none on another machine, and no
     * changes against a kernel that does not run.
     */
    private List<Scenario.PublishedFigure> comparable(Scenario chosen, Scenario whole) {
        if (options.machine != null) {
            return List.of();
        }
        final boolean sameReference =
                chosen.kernels().getFirst().label().equals(whole.kernels().getFirst().label());
        return chosen.published().stream()
                .filter(figure -> sameReference || !figure.metric().isChange())
                .toList();
    }

    /** Another machine has other variants; its first is the default. */
    private List<String> variants() {
        if (!options.variants.isEmpty()) {
            return options.variants;
        }
        return List.of(otherMachine().variants().getFirst().variant());
    }

    private MachineFile otherMachine() {
        final String name = String.valueOf(options.machine);
        if (isFile(name)) {
            return library.machineFile(Path.of(name));
        }
        if (!library.machineNames().contains(name)) {
            throw new BadInputException(
                    "--machine "
                            + name
                            + ": is not known; choose one of "
                            + String.join(", ", library.machineNames())
                            + ", or write a path that ends in "
                            + MACHINE_ENDING);
        }
        return library.machine(name);
    }

    private static boolean isFile(String machine) {
        return machine.endsWith(MACHINE_ENDING);
    }

    private List<String> commonSets() {
        final List<String> sets = new ArrayList<>(options.sets);
        if (options.seed != null) {
            sets.add("seeds=[" + options.seed + "]");
        }
        if (options.duration != null) {
            sets.add("duration=" + options.duration);
        }
        if (options.machine != null) {
            sets.add(
                    "machine="
                            + (isFile(options.machine)
                                    ? Path.of(options.machine).toAbsolutePath().toString()
                                    : options.machine));
            sets.add("variants=" + yamlList(variants()));
        }
        return sets;
    }

    private Function<List<String>, Scenario> reader() {
        if (isRtApp(options.scenario)) {
            final Path file = Path.of(options.scenario);
            final Workload workload = RtAppImporter.read(file);
            return sets ->
                    library.scenario(
                            options.scenario,
                            rtAppScenario(file, workload),
                            Path.of(""),
                            Overrides.parse(sets));
        }
        final Path file = library.findScenario(options.scenario);
        return sets -> library.scenario(file, Overrides.parse(sets));
    }

    /** The scenario that an rt-app file stands for; every value can be replaced with --set. */
    private static String rtAppScenario(Path file, Workload workload) {
        final long durationNs =
                workload.durationNs() > 0 ? workload.durationNs() : RT_APP_ENDLESS_NS;
        return """
                name: %s
                title: %s
                machine: %s
                kernels: ["%s"]
                seeds: [1]
                duration: %dns
                workload: {rtApp: %s}
                """
                .formatted(
                        yamlText(fileSafe(workload.name())),
                        yamlText("rt-app " + Printable.name(workload.name())),
                        RT_APP_MACHINE,
                        RT_APP_KERNEL,
                        durationNs,
                        yamlText(file.toAbsolutePath().toString()));
    }

    private static String fileSafe(String name) {
        final String safe =
                name.replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^[^A-Za-z0-9]+", "");
        final String bounded = safe.substring(0, Math.min(safe.length(), NAME_MAX));
        return bounded.isEmpty() ? "rt-app" : bounded;
    }

    private static String yamlList(List<String> texts) {
        return texts.stream()
                .map(ScenarioInput::yamlText)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String yamlText(String text) {
        final StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (Character.isISOControl(c)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Problems of an option name the option that was typed and not the override it became. */
    private static Problem asTyped(Problem problem, RunOptions options) {
        return typed(problem, "duration=", "--duration", Optional.ofNullable(options.duration))
                .or(
                        () ->
                                typed(
                                        problem,
                                        "machine=",
                                        "--machine",
                                        Optional.ofNullable(options.machine)))
                .or(
                        () ->
                                typed(
                                        problem,
                                        "seeds=",
                                        "--seed",
                                        Optional.ofNullable(options.seed).map(String::valueOf)))
                .or(() -> typed(problem, "kernels=", "--kernel", joined(options.kernels)))
                .or(() -> typed(problem, "variants=", "--variant", joined(options.variants)))
                .orElse(problem);
    }

    private static Optional<String> joined(List<String> words) {
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", words));
    }

    private static Optional<Problem> typed(
            Problem problem, String assignment, String option, Optional<String> value) {
        final boolean fromOption = problem.position().file().startsWith("--set " + assignment);
        return value.filter(given -> fromOption)
                .map(
                        given ->
                                new Problem(
                                        SourcePosition.of(option + " " + Printable.name(given)),
                                        "",
                                        problem.message()));
    }
}
