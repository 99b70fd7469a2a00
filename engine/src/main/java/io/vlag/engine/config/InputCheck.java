package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.Optional;

/** Reads a data file of any kind, only to find what is wrong with it. */
public final class InputCheck {
    private InputCheck() {}

    /** What a file describes. */
    public enum Kind {
        SCENARIO,
        MACHINE,
        KERNEL,
        PATCH,
        TOLERANCES,
        SWEEP
    }

    /**
     * What a YAML file describes, by the keys that only one kind has; a scenario when none is
     * there.
     *
     * @throws ConfigException when it is no YAML
     */
    public static Kind kindOf(Path file) {
        return kindOf(YamlParser.parse(file, new Problems(file.toString())));
    }

    private static Kind kindOf(YamlNode root) {
        if (root instanceof YamlNode.Mapping mapping) {
            if (mapping.entries().containsKey("axes")) {
                return Kind.SWEEP;
            }
            if (mapping.entries().containsKey("rules")) {
                return Kind.TOLERANCES;
            }
            if (mapping.entries().containsKey("appliesTo")) {
                return Kind.PATCH;
            }
            if (mapping.entries().containsKey("frequencyDomains")
                    || mapping.entries().containsKey("costs")) {
                return Kind.MACHINE;
            }
            if (mapping.entries().containsKey("version")
                    || mapping.entries().containsKey("follows")) {
                return Kind.KERNEL;
            }
        }
        return Kind.SCENARIO;
    }

    /**
     * Reads a file and what it refers to; throws {@link ConfigException} with every problem. Not
     * for sweeps, whose metrics only their reader's caller knows.
     */
    public static void check(ConfigLibrary library, Path file) {
        final Problems problems = new Problems(file.toString());
        final YamlNode node = YamlParser.parse(file, problems);
        final Value root = new Value(node, "", problems);
        switch (kindOf(node)) {
            case SCENARIO -> library.scenario(file, Overrides.NONE);
            case MACHINE -> library.besideDataFile(file).readMachine(root);
            case PATCH -> PatchFile.read(root);
            case TOLERANCES -> Tolerances.read(file);
            case SWEEP -> throw new IllegalArgumentException(file + " is a sweep");
            case KERNEL -> {
                final Optional<String> follows = KernelFile.read(root).follows();
                follows.ifPresent(
                        followed ->
                                problems.collect(
                                        () ->
                                                library.besideDataFile(file)
                                                        .kernel(
                                                                followed,
                                                                root.position(),
                                                                "follows")));
            }
        }
        problems.throwIfAny();
    }
}
