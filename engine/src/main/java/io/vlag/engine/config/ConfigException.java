package io.vlag.engine.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Bad input: every problem that was found, in the order of the file. The command line prints them
 * and exits with 2.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public ConfigException(List<Problem> problems) {
        super(
                problems.stream()
                        .map(Problem::toString)
                        .collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    public ConfigException(SourcePosition position, String key, String message) {
        this(List.of(new Problem(position, key, message)));
    }

    public List<Problem> problems() {
        return problems;
    }
}
