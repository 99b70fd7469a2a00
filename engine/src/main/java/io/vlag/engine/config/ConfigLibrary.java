package io.vlag.engine.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Machines, kernels, patches and scenarios by name, from the {@code machines}, {@code kernels},
 * {@code patches} and {@code scenarios} directories of one or more roots. A scenario's own
 * directory is searched before the installed one. Files are read once and kept. Single-threaded;
 * the records it hands out are immutable.
 */
public final class ConfigLibrary {
    /** System property with the installation directory; {@code batch-configs} is below it. */
    public static final String HOME_PROPERTY = "vlag.home";

    private final List<Path> roots;
    private final KernelLibrary kernels;
    private final DataFiles<MachineFile> machines;
    private final DataFiles<MachineFile> costSources;

    /**
     * @param root a directory such as {@code batch-configs}
     */
    public ConfigLibrary(Path root) {
        this(List.of(root));
    }

    private ConfigLibrary(List<Path> roots) {
        this.roots = List.copyOf(roots);
        this.kernels = new KernelLibrary(roots);
        this.costSources =
                new DataFiles<>(
                        "machines", roots, MachineReader::readWithOwnCosts, MachineFile::name);
        this.machines = new DataFiles<>("machines", roots, this::readMachine, MachineFile::name);
    }

    /** The installed library, under the directory that {@link #HOME_PROPERTY} names. */
    public static ConfigLibrary installed() {
        final String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new ConfigException(
                    SourcePosition.of("vlag"),
                    "",
                    "does not know where it is installed; start it with -D"
                            + HOME_PROPERTY
                            + "=DIRECTORY or through the vlag launcher");
        }
        return new ConfigLibrary(Path.of(home, "batch-configs"));
    }

    /** The tolerances of {@code vlag conform}: {@code conform/tolerances.yaml} below the root. */
    public Tolerances tolerances() {
        return Tolerances.read(roots.getLast().resolve("conform").resolve("tolerances.yaml"));
    }

    /** Directories that are searched, the first that has a file wins. */
    public List<Path> roots() {
        return roots;
    }

    public List<String> machineNames() {
        return machines.names();
    }

    /** By version, then name. */
    public List<String> kernelNames() {
        return kernels.kernelNames();
    }

    public List<String> patchNames() {
        return kernels.patchNames();
    }

    /** Names of the scenarios of all roots, sorted. */
    public List<String> scenarioNames() {
        return scenarios().names();
    }

    /**
     * The machine of that name; throws {@link ConfigException} when there is none or it has
     * problems.
     */
    public MachineFile machine(String name) {
        return machine(name, SourcePosition.of(Texts.printable(name, 100)), "machine");
    }

    MachineFile machine(String name, SourcePosition position, String key) {
        return machines.find(name)
                .orElseThrow(
                        () ->
                                new ConfigException(
                                        position,
                                        key,
                                        Texts.quote(name)
                                                + " is not known; choose one of "
                                                + String.join(", ", machineNames())
                                                + ", or write a path that ends in .yaml"));
    }

    /** Reads a machine file that is in no library. */
    public MachineFile machineFile(Path file) {
        final Problems problems = new Problems(file.toString());
        final MachineFile machine =
                readMachine(new Value(YamlParser.parse(file, problems), "", problems));
        problems.throwIfAny();
        return machine;
    }

    /** Reads a machine that may take its costs from another. */
    MachineFile readMachine(Value root) {
        return MachineReader.read(root, this::costSource);
    }

    /** Empty too for a machine with problems, such as one that takes its costs from a third. */
    private Optional<MachineFile> costSource(String name) {
        try {
            return costSources.find(name);
        } catch (ConfigException e) {
            return Optional.empty();
        }
    }

    /**
     * The kernel of an expression such as {@code 7.0+ttwu+NO_DELAY_ZERO}; throws {@link
     * ConfigException}.
     */
    public KernelSpec kernel(String expression) {
        return kernel(expression, SourcePosition.of(Texts.printable(expression, 200)), "kernel");
    }

    KernelSpec kernel(String expression, SourcePosition position, String key) {
        return kernels.resolve(expression, position, key);
    }

    /**
     * Reads a scenario file; throws {@link ConfigException} with every problem in it and in what it
     * names.
     */
    public Scenario scenario(Path file, Overrides overrides) {
        final Problems problems = new Problems(file.toString());
        final Path directory = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        return scenario(YamlParser.parse(file, problems), directory, overrides, problems);
    }

    /** Parses a scenario file for binding it many times; throws {@link ConfigException}. */
    public ScenarioTemplate scenarioTemplate(Path file) {
        final Problems problems = new Problems(file.toString());
        final Path directory = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        final YamlNode root = YamlParser.parse(file, problems);
        problems.throwIfAny();
        return new ScenarioTemplate(root, file.toString(), directory, searchingFirst(directory));
    }

    /**
     * Reads a sweep file; throws {@link ConfigException} with every problem in it.
     *
     * @param knownMetrics names of the metrics of a run
     */
    public SweepSpec sweep(Path file, List<String> knownMetrics) {
        final Problems problems = new Problems(file.toString());
        final SweepSpec spec =
                SweepReader.read(
                        new Value(YamlParser.parse(file, problems), "", problems), knownMetrics);
        problems.throwIfAny();
        return spec;
    }

    /** The file of a sweep: a path, or the name of one in the library. */
    public Path findSweep(String nameOrPath) {
        final DataFiles<Value> sweeps =
                new DataFiles<>("sweeps", roots, value -> value, value -> "");
        try {
            final Path path = Path.of(nameOrPath);
            if (Files.isRegularFile(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // no path, so perhaps a name
        }
        return sweeps.path(nameOrPath)
                .orElseThrow(
                        () ->
                                new ConfigException(
                                        SourcePosition.of(Texts.printable(nameOrPath, 200)),
                                        "",
                                        "is no file, and the library has no sweep of that name;"
                                                + " sweeps are "
                                                + String.join(", ", sweeps.names())));
    }

    /**
     * Reads a scenario that a program wrote.
     *
     * @param origin what problems in the text itself are reported against
     * @param directory what relative paths in it start from
     */
    public Scenario scenario(String origin, String yaml, Path directory, Overrides overrides) {
        final Problems problems = new Problems(origin);
        return scenario(YamlParser.parse(origin, yaml, problems), directory, overrides, problems);
    }

    private Scenario scenario(
            YamlNode root, Path directory, Overrides overrides, Problems problems) {
        final YamlNode node = overrides.applyTo(root, problems);
        final Optional<Scenario> scenario =
                ScenarioReader.read(
                        new Value(node, "", problems), directory, searchingFirst(directory));
        problems.throwIfAny();
        return scenario.orElseThrow(
                () -> new AssertionError("a scenario without problems was not read"));
    }

    /**
     * A path as it is, or the name of a scenario in the library; throws {@link ConfigException}
     * when it is neither.
     */
    public Path findScenario(String nameOrPath) {
        try {
            final Path path = Path.of(nameOrPath);
            if (Files.isRegularFile(path)) {
                return path;
            }
            if (Files.isDirectory(path)) {
                throw new ConfigException(
                        SourcePosition.of(Texts.printable(nameOrPath, 200)),
                        "",
                        "is a directory; name a file in it");
            }
        } catch (InvalidPathException e) {
            throw noScenario(nameOrPath);
        }
        return scenarios().path(nameOrPath).orElseThrow(() -> noScenario(nameOrPath));
    }

    private ConfigException noScenario(String nameOrPath) {
        return new ConfigException(
                SourcePosition.of(Texts.printable(nameOrPath, 200)),
                "",
                "there is no such file, and no scenario of that name; scenarios are "
                        + String.join(", ", scenarioNames()));
    }

    private DataFiles<Value> scenarios() {
        return new DataFiles<>("scenarios", roots, value -> value, value -> "");
    }

    /**
     * The library as a data file sees it: one that lies in a {@code kernels}, {@code patches} or
     * {@code machines} directory finds its neighbours first.
     */
    ConfigLibrary besideDataFile(Path file) {
        final Path directory = file.toAbsolutePath().normalize().getParent();
        if (directory == null || directory.getParent() == null) {
            return this;
        }
        return searchingFirst(directory.getParent());
    }

    private ConfigLibrary searchingFirst(Path directory) {
        final boolean hasOwn =
                Stream.of("machines", "kernels", "patches")
                        .anyMatch(name -> Files.isDirectory(directory.resolve(name)));
        if (!hasOwn || roots.contains(directory)) {
            return this;
        }
        final List<Path> all = new ArrayList<>();
        all.add(directory);
        all.addAll(roots);
        return new ConfigLibrary(all);
    }
}
