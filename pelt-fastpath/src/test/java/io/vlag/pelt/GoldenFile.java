package io.vlag.pelt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A CSV file of recorded numbers, plain or gzipped: a header line, then rows of integers and words.
 *
 * <p>The files of this module's test resources are used, unless {@code -Dvlag.golden.dir=DIR} names
 * a directory with the same areas ({@code DIR/pelt}, {@code DIR/util_est}); then every file found
 * there is used instead.
 */
record GoldenFile(String name, Path path) {
    private static final String DIR_PROPERTY = "vlag.golden.dir";

    /** Compares one row with the model; returns whether everything matched. */
    interface RowCheck {
        boolean matches(Row row);
    }

    /** One row; columns are asked for by their name in the header. */
    record Row(int number, Map<String, Integer> columns, List<String> values) {
        String word(String column) {
            final Integer index = columns.get(column);
            if (index == null) {
                throw new IllegalArgumentException(
                        "no column " + column + " in " + columns.keySet());
            }
            return values.get(index);
        }

        /** The column's value; unsigned 64-bit values wrap into the sign. */
        long number(String column) {
            final String word = word(column);
            return word.startsWith("-") ? Long.parseLong(word) : Long.parseUnsignedLong(word);
        }

        boolean flag(String column) {
            return number(column) != 0;
        }

        @Override
        public String toString() {
            return "row " + number + " " + String.join(",", values);
        }
    }

    /** All files {@code area/kind*.csv[.gz]}, in the order of their names. */
    static List<GoldenFile> of(String area, String kind) {
        final String given = System.getProperty(DIR_PROPERTY);
        final Path root = given == null ? resources() : Path.of(given);
        final Path folder = root.resolve(area);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> isKind(path.getFileName().toString(), kind))
                    .sorted(Comparator.comparing(Path::toString))
                    .map(path -> new GoldenFile(area + "/" + path.getFileName(), path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernel the numbers belong to: v66, v612 or v72; empty when they belong to all. */
    String version() {
        final String stem = name.substring(0, name.indexOf('.'));
        final int tag = stem.lastIndexOf("_v");
        return tag < 0 ? "" : stem.substring(tag + 1);
    }

    /**
     * Checks every row, prints "file, rows, mismatches", and returns the first rows that did not
     * match.
     */
    List<String> mismatches(RowCheck check) {
        final List<String> shown = new ArrayList<>();
        int rows = 0;
        int mismatches = 0;
        try (BufferedReader reader = open()) {
            final Map<String, Integer> columns = columns(reader.readLine());
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                rows++;
                final Row row = new Row(rows, columns, List.of(line.split(",", -1)));
                if (!check.matches(row)) {
                    mismatches++;
                    if (shown.size() < 5) {
                        shown.add(row.toString());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
        System.out.printf("%s, %d rows, %d mismatches%n", name, rows, mismatches);
        if (rows == 0) {
            shown.add("no rows");
        }
        return shown;
    }

    private BufferedReader open() throws IOException {
        final InputStream bytes = Files.newInputStream(path);
        return new BufferedReader(
                new InputStreamReader(
                        name.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes,
                        StandardCharsets.US_ASCII));
    }

    private static Map<String, Integer> columns(String header) {
        final Map<String, Integer> columns = new TreeMap<>();
        for (String column : header.split(",", -1)) {
            columns.put(column, columns.size());
        }
        return columns;
    }

    private static boolean isKind(String fileName, String kind) {
        return fileName.startsWith(kind)
                && (fileName.endsWith(".csv") || fileName.endsWith(".csv.gz"));
    }

    private static Path resources() {
        try {
            return Path.of(Objects.requireNonNull(GoldenFile.class.getResource("/golden")).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
