package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads text through the whole library and answers with its problems, the directory left out. */
final class ConfigFixture {
    /** The shipped files beside this module. */
    static final Path SHIPPED = Path.of("..", "batch-configs");

    private ConfigFixture() {}

    static ConfigLibrary library() {
        return new ConfigLibrary(SHIPPED);
    }

    static Scenario scenario(Path directory, String yaml, String... overrides) {
        return library()
                .scenario(write(directory, "s.yaml", yaml), Overrides.parse(List.of(overrides)));
    }

    static List<String> scenarioProblems(Path directory, String yaml, String... overrides) {
        final Path file = write(directory, "s.yaml", yaml);
        return problems(
                directory, () -> library().scenario(file, Overrides.parse(List.of(overrides))));
    }

    static List<String> problems(Path directory, Runnable work) {
        final ConfigException exception = assertThrows(ConfigException.class, work::run);
        return exception.problems().stream()
                .map(problem -> problem.toString().replace(directory + "/", ""))
                .toList();
    }

    static Path write(Path directory, String name, String text) {
        try {
            final Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
