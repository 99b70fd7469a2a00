package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A scenario file that was parsed once and is bound many times with other values. Single-threaded,
 * as the library it comes from.
 */
public final class ScenarioTemplate {
    private final YamlNode root;
    private final String file;
    private final Path directory;
    private final ConfigLibrary library;

    ScenarioTemplate(YamlNode root, String file, Path directory, ConfigLibrary library) {
        this.root = root;
        this.file = file;
        this.directory = directory;
        this.library = library;
    }

    /**
     * The scenario with some values replaced.
     *
     * @param sets {@code key=value}, as the option {@code --set} takes them
     * @throws ConfigException with every problem
     */
    public Scenario bind(List<String> sets) {
        final Problems problems = new Problems(file);
        final YamlNode node = Overrides.parse(sets).applyTo(root, problems);
        final Optional<Scenario> scenario =
                ScenarioReader.read(new Value(node, "", problems), directory, library);
        problems.throwIfAny();
        return scenario.orElseThrow(
                () -> new AssertionError("a scenario without problems was not read"));
    }

    /**
     * The kernel of an expression, as the scenario would find it; throws {@link ConfigException}.
     */
    public KernelSpec kernel(String expression) {
        return library.kernel(expression);
    }
}
