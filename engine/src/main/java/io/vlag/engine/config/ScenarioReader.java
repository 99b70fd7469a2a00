package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Reads a scenario and resolves everything it names. */
final class ScenarioReader {
    static final KeySet SCENARIO =
            KeySet.of(
                    "scenario",
                    "",
                    "name",
                    "title",
                    "note",
                    "machine",
                    "variants",
                    "kernels",
                    "seeds",
                    "duration",
                    "warmup",
                    "hz",
                    "preemption",
                    "governor",
                    "rateLimit",
                    "setSpeed",
                    "conservative",
                    "changes",
                    "cpus",
                    "tickPhase",
                    "workload",
                    "groups",
                    "autogroup",
                    "published");
    static final KeySet KERNEL_RUN =
            KeySet.of("scenario", "kernelRun", "kernel", "label", "schedMc");
    static final KeySet PUBLISHED =
            KeySet.of(
                    "scenario",
                    "published",
                    "kernel",
                    "variant",
                    "case",
                    "metric",
                    "value",
                    "role",
                    "source");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String MACHINE_ENDING = ".yaml";
    private static final long DURATION_NS_MIN = 1_000;
    private static final int SEEDS_MAX = 1_000_000;
    private static final Map<String, Integer> HZ = hzChoices();

    private final Path directory;
    private final ConfigLibrary library;
    private final Fields file;

    private ScenarioReader(Path directory, ConfigLibrary library, Fields file) {
        this.directory = directory;
        this.library = library;
        this.file = file;
    }

    private static Map<String, Integer> hzChoices() {
        final Map<String, Integer> choices = new LinkedHashMap<>();
        for (final int hz : new int[] {100, 250, 300, 1_000}) {
            choices.put(Integer.toString(hz), hz);
        }
        return choices;
    }

    /**
     * @param directory where the file is
     * @param library searches this directory first
     */
    static Optional<Scenario> read(Value root, Path directory, ConfigLibrary library) {
        return new ScenarioReader(directory, library, root.fields(SCENARIO)).scenario();
    }

    private Optional<Scenario> scenario() {
        final String name = name();
        final String title = file.textOr("title", name);
        file.textOr("note", "");
        final List<MachineSpec> whole = machines();
        final int cpusOfMachine =
                whole.stream()
                        .mapToInt(machine -> machine.cpus().size())
                        .min()
                        .orElse(MachineReader.CPUS_MAX);
        final int cpuCount = (int) file.integerOr("cpus", 1, cpusOfMachine, cpusOfMachine);
        final List<MachineSpec> machines =
                whole.stream().map(machine -> machine.limitedTo(cpuCount)).toList();
        final Optional<MachineSpec> first = machines.stream().findFirst();
        final int hz =
                file.choiceOr(
                        "hz", HZ, first.map(machine -> (int) machine.hz().value()).orElse(250));
        final List<Scenario.KernelRun> kernels = kernels(first);
        final List<Long> seeds =
                file.optional("seeds").map(ScenarioReader::seeds).orElse(List.of(1L));
        final long durationNs =
                file.amount(
                        "duration",
                        Unit.DURATION,
                        DURATION_NS_MIN,
                        StepReader.DURATION_NS_MAX,
                        "20s");
        final long warmupNs =
                file.amountOr("warmup", Unit.DURATION, 0, StepReader.DURATION_NS_MAX, 0);
        final Preemption preemption =
                file.choiceOr("preemption", Words.PREEMPTIONS, Preemption.FULL);
        final Governor governor =
                file.choiceOr(
                        "governor",
                        Words.GOVERNORS,
                        first.map(MachineSpec::governor).orElse(Governor.PERFORMANCE));
        final GovernorSettings settings = GovernorSettingsReader.read(file, governor);
        final OptionalLong tickPhaseNs =
                file.optional("tickPhase")
                        .map(value -> value.amount(Unit.DURATION, 0, 1_000_000_000L / hz - 1))
                        .orElse(OptionalLong.empty());
        final List<RuntimeChange> changes =
                file.optional("changes")
                        .map(new RuntimeChangesReader(warmupNs, warmupNs + durationNs)::read)
                        .orElse(List.of());
        final Optional<Scenario.WorkloadSource> workload =
                file.required("workload", "{stressNgPipe: {instances: 4}}")
                        .flatMap(new WorkloadReader(name, directory, cpuCount)::read);
        final TaskGroups groups =
                new TaskGroups(
                        file.optional("groups").map(GroupsReader::groups).orElse(List.of()),
                        file.flagOr("autogroup", false));
        final List<Scenario.PublishedFigure> published =
                file.optional("published")
                        .map(value -> published(value, kernels, machines, cases(workload)))
                        .orElse(List.of());
        return workload.map(
                source ->
                        new Scenario(
                                name,
                                title,
                                machines,
                                kernels,
                                seeds,
                                durationNs,
                                warmupNs,
                                hz,
                                preemption,
                                governor,
                                settings,
                                changes,
                                cpuCount,
                                tickPhaseNs,
                                source,
                                groups,
                                published,
                                file.position()));
    }

    private String name() {
        final Optional<Value> value = file.required("name", "pi5-pipe");
        final String name = value.flatMap(found -> found.text(100)).orElse("");
        if (!name.isEmpty() && !NAME.matcher(name).matches()) {
            value.ifPresent(
                    found ->
                            found.reject(
                                    Texts.quote(name)
                                            + " is not a file-safe name; use letters, digits, dot,"
                                            + " dash, underscore"));
        }
        return name;
    }

    private List<MachineSpec> machines() {
        final Optional<MachineFile> machine =
                file.required("machine", "pi5")
                        .flatMap(value -> value.text(1_000).flatMap(text -> machine(value, text)));
        if (machine.isEmpty()) {
            return List.of();
        }
        final Optional<Value> variants = file.optional("variants");
        if (variants.isEmpty()) {
            return List.of(machine.get().variants().getFirst());
        }
        final List<MachineSpec> chosen = new ArrayList<>();
        for (final Value item : variants.get().someItems()) {
            item.text(100)
                    .ifPresent(
                            name -> {
                                final Optional<MachineSpec> variant = machine.get().variant(name);
                                if (variant.isEmpty()) {
                                    item.reject(
                                            Texts.quote(name)
                                                    + " is not a variant of "
                                                    + machine.get().name()
                                                    + "; choose one of "
                                                    + String.join(
                                                            ", ", machine.get().variantNames()));
                                } else if (chosen.contains(variant.get())) {
                                    item.reject(Texts.quote(name) + " is listed twice; remove one");
                                } else {
                                    chosen.add(variant.get());
                                }
                            });
        }
        return chosen;
    }

    private Optional<MachineFile> machine(Value value, String text) {
        if (!text.endsWith(MACHINE_ENDING)) {
            return file.problems()
                    .collect(() -> library.machine(text, value.position(), value.path()));
        }
        return value.path(directory)
                .flatMap(path -> file.problems().collect(() -> library.machineFile(path)));
    }

    private List<Scenario.KernelRun> kernels(Optional<MachineSpec> machine) {
        final List<Scenario.KernelRun> runs = new ArrayList<>();
        final Set<String> labels = new HashSet<>();
        for (final Value item :
                file.required("kernels", "[\"6.6\", \"7.0\"]")
                        .map(Value::someItems)
                        .orElse(List.of())) {
            kernel(item, machine)
                    .ifPresent(
                            run -> {
                                if (!labels.add(run.label())) {
                                    item.reject(
                                            "repeats the label "
                                                    + Texts.quote(run.label())
                                                    + "; give one of them another label:");
                                }
                                runs.add(run);
                            });
        }
        return runs;
    }

    private Optional<Scenario.KernelRun> kernel(Value item, Optional<MachineSpec> machine) {
        if (item.scalar().isPresent()) {
            return kernel(item)
                    .map(
                            kernel ->
                                    new Scenario.KernelRun(
                                            kernel.label(),
                                            kernel,
                                            schedMcByDefault(machine, kernel)));
        }
        final Fields fields = item.fields(KERNEL_RUN);
        final Optional<KernelSpec> kernel =
                fields.required("kernel", "\"7.0+ttwu\"").flatMap(this::kernel);
        final String label = fields.textOr("label", kernel.map(KernelSpec::label).orElse(""));
        final Optional<Boolean> schedMc = fields.optional("schedMc").flatMap(Value::flag);
        return kernel.map(
                found ->
                        new Scenario.KernelRun(
                                label,
                                found,
                                schedMc.orElseGet(() -> schedMcByDefault(machine, found))));
    }

    private Optional<KernelSpec> kernel(Value value) {
        return value.text(1_000)
                .flatMap(
                        expression ->
                                file.problems()
                                        .collect(
                                                () ->
                                                        library.kernel(
                                                                expression,
                                                                value.position(),
                                                                value.path())));
    }

    private static boolean schedMcByDefault(Optional<MachineSpec> machine, KernelSpec kernel) {
        return machine.map(spec -> spec.schedMcByDefault(kernel.version())).orElse(true);
    }

    private static List<Long> seeds(Value value) {
        final List<Value> items = value.someItems();
        if (!value.isSequence() && items.size() == 1) {
            final OptionalLong count = items.getFirst().integer(1, SEEDS_MAX);
            return LongStream.rangeClosed(1, count.orElse(1)).boxed().toList();
        }
        final List<Long> seeds = new ArrayList<>();
        for (final Value item : items) {
            item.integer(0, Long.MAX_VALUE)
                    .ifPresent(
                            seed -> {
                                if (seeds.contains(seed)) {
                                    item.reject(seed + " is listed twice; remove one");
                                }
                                seeds.add(seed);
                            });
        }
        return seeds;
    }

    private List<Scenario.PublishedFigure> published(
            Value value,
            List<Scenario.KernelRun> kernels,
            List<MachineSpec> machines,
            List<String> cases) {
        final List<String> labels = kernels.stream().map(Scenario.KernelRun::label).toList();
        final List<String> variants = machines.stream().map(MachineSpec::variant).toList();
        final List<Scenario.PublishedFigure> figures = new ArrayList<>();
        for (final Value item : value.list(0)) {
            final Fields fields = item.fields(PUBLISHED);
            final Optional<String> kernel = known(fields, "kernel", "kernels", labels);
            final Optional<String> variant =
                    variants.size() == 1 && !fields.has("variant")
                            ? Optional.of(variants.getFirst())
                            : known(fields, "variant", "variants", variants);
            final Optional<String> workloadCase =
                    cases.isEmpty() && !fields.has("case")
                            ? Optional.of(Scenario.WorkloadCase.ONLY)
                            : knownCase(fields, cases);
            final PublishedMetric metric = fields.choice("metric", Words.METRICS, "opsPerSecond");
            final double number =
                    fields.required("value", "2129330")
                            .map(found -> found.decimal().orElse(0))
                            .orElse(0.0);
            final Scenario.Role role = fields.choice("role", Words.ROLES, "prediction");
            final String source = fields.text("source", "\"who published it\"");
            if (kernel.isPresent() && variant.isPresent() && workloadCase.isPresent()) {
                figures.add(
                        new Scenario.PublishedFigure(
                                kernel.get(),
                                variant.get(),
                                workloadCase.get(),
                                metric,
                                number,
                                role,
                                source));
            }
        }
        return figures;
    }

    /** Names of the cases, none when there is one workload only. */
    private static List<String> cases(Optional<Scenario.WorkloadSource> workload) {
        return workload.isPresent()
                        && workload.get()
                                instanceof
                                Scenario.WorkloadSource.Cases(List<Scenario.WorkloadCase> cases)
                ? cases.stream().map(Scenario.WorkloadCase::name).toList()
                : List.of();
    }

    /**
     * A case that a figure is of; dropped in silence when the command line replaced the workload.
     */
    private Optional<String> knownCase(Fields fields, List<String> cases) {
        final Optional<Value> value =
                fields.required("case", cases.isEmpty() ? "name" : Texts.quote(cases.getFirst()));
        final Optional<String> name = value.flatMap(found -> found.text(1_000));
        if (name.isEmpty() || cases.contains(name.get())) {
            return name;
        }
        if (!file.optional("workload").map(Value::isOverride).orElse(false)) {
            value.get()
                    .reject(
                            Texts.quote(name.get())
                                    + (cases.isEmpty()
                                            ? ": the workload has no cases; remove the key"
                                            : " is no case of the workload; choose one of "
                                                    + String.join(", ", cases)));
        }
        return Optional.empty();
    }

    /**
     * A name out of another list of the file; names the command line took out of that list are
     * dropped in silence.
     */
    private Optional<String> known(Fields fields, String key, String listKey, List<String> names) {
        final Optional<Value> value =
                fields.required(key, names.isEmpty() ? "name" : "\"" + names.getFirst() + "\"");
        final Optional<String> name = value.flatMap(found -> found.text(1_000));
        if (name.isEmpty() || names.contains(name.get())) {
            return name;
        }
        final boolean overridden = file.optional(listKey).map(Value::isOverride).orElse(false);
        if (!overridden && !names.isEmpty()) {
            value.get()
                    .reject(
                            Texts.quote(name.get())
                                    + " is not in "
                                    + listKey
                                    + "; choose one of "
                                    + String.join(", ", names));
        }
        return Optional.empty();
    }
}
