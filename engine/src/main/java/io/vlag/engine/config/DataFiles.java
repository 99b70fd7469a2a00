package io.vlag.engine.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of one kind, found by name in the same directory under several roots; the first root wins.
 * Each is read once.
 *
 * @param <T> what a file holds
 */
final class DataFiles<T> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String ENDING = ".yaml";

    private final String directory;
    private final List<Path> roots;
    private final Function<Value, T> reader;
    private final Function<T, String> nameOf;
    private final Map<String, T> read = new HashMap<>();
    private List<String> names = List.of();

    DataFiles(
            String directory,
            List<Path> roots,
            Function<Value, T> reader,
            Function<T, String> nameOf) {
        this.directory = directory;
        this.roots = List.copyOf(roots);
        this.reader = reader;
        this.nameOf = nameOf;
    }

    /** Names of all files, sorted. */
    List<String> names() {
        if (names.isEmpty()) {
            final TreeSet<String> found = new TreeSet<>();
            roots.forEach(root -> found.addAll(namesIn(root.resolve(directory))));
            names = List.copyOf(found);
        }
        return names;
    }

    private static List<String> namesIn(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .filter(name -> NAME.matcher(name).matches())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of that name; empty when there is none. Throws when it has problems. */
    Optional<T> find(String name) {
        final T known = read.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        final Optional<T> content = path(name).map(file -> readFile(file, name));
        content.ifPresent(found -> read.put(name, found));
        return content;
    }

    /** Where the file of that name is. */
    Optional<Path> path(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        return roots.stream()
                .map(root -> root.resolve(directory).resolve(name + ENDING))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Reads a file that must carry its own name. */
    private T readFile(Path file, String name) {
        final Problems problems = new Problems(file.toString());
        final Value root = new Value(YamlParser.parse(file, problems), "", problems);
        final T content = reader.apply(root);
        final String stated = nameOf.apply(content);
        if (!stated.isEmpty() && !stated.equals(name)) {
            problems.add(
                    root.position(),
                    "name",
                    Texts.quote(stated) + " differs from the file's name; write " + name);
        }
        problems.throwIfAny();
        return content;
    }
}
