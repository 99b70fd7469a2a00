package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Collects problems while a file is read, so that a user sees all of them at once. Single-threaded.
 */
final class Problems {
    /** Problems kept; more are only counted. */
    private static final int KEPT_MAX = 1_000;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private int droppedCount;

    Problems(String file) {
        this.file = file;
    }

    void add(SourcePosition position, String key, String message) {
        add(new Problem(position, key, message));
    }

    private void add(Problem problem) {
        if (problems.size() >= KEPT_MAX) {
            droppedCount++;
        } else if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    int count() {
        return problems.size() + droppedCount;
    }

    /**
     * Runs something that throws {@link ConfigException} and keeps its problems; empty when it
     * threw.
     */
    <T> Optional<T> collect(Supplier<T> work) {
        try {
            return Optional.of(work.get());
        } catch (ConfigException e) {
            e.problems().forEach(this::add);
            return Optional.empty();
        }
    }

    /** Throws when anything was found: problems of this file first, in its order. */
    void throwIfAny() {
        if (problems.isEmpty()) {
            return;
        }
        final List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(
                Comparator.comparing((Problem problem) -> !problem.position().file().equals(file))
                        .thenComparing(problem -> problem.position().file())
                        .thenComparingInt(problem -> problem.position().line())
                        .thenComparingInt(problem -> problem.position().column()));
        if (droppedCount > 0) {
            sorted.add(
                    new Problem(
                            SourcePosition.of(file), "", "has " + droppedCount + " more problems"));
        }
        throw new ConfigException(sorted);
    }
}
