package io.vlag.engine.cli;

import io.vlag.engine.sweep.RunName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory of one command's results: new or empty at first, each file in it complete or
 * absent.
 */
final class OutputDirectory {
    /** Where journals go when nobody names a directory. */
    private static final String DEFAULT_ROOT = "vlag-out";

    private static final int NAME_MAX = 120;

    private final Path directory;
    private final Set<String> usedNames = new HashSet<>();

    private OutputDirectory(Path directory) {
        this.directory = directory;
    }

    static Path defaultFor(String scenario) {
        return Path.of(DEFAULT_ROOT, scenario);
    }

    /** Makes the directory; refuses one that holds anything. */
    static OutputDirectory claim(Path directory) {
        try {
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw new BadInputException(
                        directory + ": is no directory; name another with --out DIR");
            }
            Files.createDirectories(directory);
            try (Stream<Path> files = Files.list(directory)) {
                if (files.findAny().isPresent()) {
                    throw new BadInputException(
                            directory
                                    + ": is not empty, and results are never overwritten; name another with --out DIR, or remove it");
                }
            }
            if (!Files.isWritable(directory)) {
                throw new BadInputException(directory + ": may not be written to");
            }
        } catch (IOException e) {
            throw new BadInputException(directory + ": cannot be made (" + e + ")");
        }
        return new OutputDirectory(directory);
    }

    /** A directory of its own for a run's journal; not made yet. */
    Path journalOf(String scenario, RunName run) {
        final String name =
                safe(
                                scenario
                                        + "-"
                                        + run.variant()
                                        + (run.workloadCase().isEmpty() ? "" : "-")
                                        + run.workloadCase()
                                        + "-"
                                        + run.kernel())
                        + "-s"
                        + run.seed();
        String unique = name;
        for (int number = 2; !usedNames.add(unique.toLowerCase(Locale.ROOT)); number++) {
            unique = name + "-" + number;
        }
        return directory.resolve(unique);
    }

    private static String safe(String name) {
        final String safe = name.replaceAll("[^A-Za-z0-9._+=-]", "_");
        return safe.substring(0, Math.min(safe.length(), NAME_MAX));
    }

    /** Writes a file so that nobody ever sees half of it. */
    void write(String name, String text) {
        final Path file = directory.resolve(name);
        try {
            final Path half = directory.resolve("." + name + ".new");
            try {
                Files.writeString(half, text, StandardCharsets.UTF_8);
                move(half, file);
            } finally {
                Files.deleteIfExists(half);
            }
        } catch (IOException e) {
            throw new BadInputException(file + ": cannot be written (" + e + ")");
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to);
        }
    }
}
