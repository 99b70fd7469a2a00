package io.vlag.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The recorded files of a run: those in the modules' test resources, or with {@code
 * -Dvlag.golden.dir=DIR} those under DIR, which has the same layout: a directory an area, CSV files
 * in it.
 *
 * @param found files of a known kind, in order of their names
 * @param unknown what else lies there, by name below the directory; nothing can replay it
 */
public record GoldenFiles(List<GoldenFile> found, List<String> unknown) {
    /** Names the directory to use instead of the recordings in the repository. */
    public static final String DIR_PROPERTY = "vlag.golden.dir";

    /** Directory the user is in, for a relative DIR; tests run in their module's. */
    private static final String USER_DIR_PROPERTY = "vlag.user.dir";

    public GoldenFiles {
        found = List.copyOf(found);
        unknown = List.copyOf(unknown);
    }

    /** The files of this run. */
    public static GoldenFiles ofRun() {
        final Optional<Path> given = given();
        if (given.isPresent()) {
            final GoldenFiles files = of(List.of(given.get()));
            if (files.found.isEmpty() && files.unknown.isEmpty()) {
                throw new IllegalStateException(
                        "%s: no recorded file in %s; expected AREA/NAME.csv or .csv.gz"
                                .formatted(DIR_PROPERTY, given.get()));
            }
            return files;
        }
        return of(
                Stream.of(GoldenModule.values())
                        .map(module -> root().resolve(module.directory()))
                        .map(module -> module.resolve("src/test/resources/golden"))
                        .filter(Files::isDirectory)
                        .toList());
    }

    /** Whether the recordings of the repository are used, which are complete. */
    public static boolean isComplete() {
        return given().isEmpty();
    }

    /** Files that one module replays. */
    public List<GoldenFile> of(GoldenModule module) {
        return found.stream().filter(file -> file.kind().owners().contains(module)).toList();
    }

    /** Files of one kind. */
    public List<GoldenFile> of(GoldenKind kind) {
        return found.stream().filter(file -> file.kind() == kind).toList();
    }

    /** Root of the repository: the nearest directory above that has the Maven wrapper. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
            if (directory == null) {
                throw new IllegalStateException("not inside the repository");
            }
        }
        return directory;
    }

    /** All files under some directories of recordings; README files are for people. */
    static GoldenFiles of(List<Path> directories) {
        final List<GoldenFile> found = new ArrayList<>();
        final List<String> unknown = new ArrayList<>();
        for (Path directory : directories) {
            try (Stream<Path> paths = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
                for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
                    final Path inside = directory.relativize(path);
                    final Optional<GoldenFile> file =
                            inside.getNameCount() == 2
                                    ? GoldenFile.of(inside.getName(0).toString(), path)
                                    : Optional.empty();
                    file.ifPresent(found::add);
                    if (file.isEmpty() && !path.getFileName().toString().startsWith("README")) {
                        unknown.add(inside.toString());
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new GoldenFiles(found, unknown);
    }

    private static Optional<Path> given() {
        final String given = System.getProperty(DIR_PROPERTY);
        if (given == null) {
            return Optional.empty();
        }
        final Path directory =
                Path.of(System.getProperty(USER_DIR_PROPERTY, "")).resolve(given).toAbsolutePath();
        if (given.isBlank() || !Files.isDirectory(directory)) {
            throw new IllegalStateException(
                    "%s: %s is not a directory".formatted(DIR_PROPERTY, directory));
        }
        return Optional.of(directory.normalize());
    }
}
