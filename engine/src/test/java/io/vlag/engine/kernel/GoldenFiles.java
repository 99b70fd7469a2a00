package io.vlag.engine.kernel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Recorded numbers: the files built into the tests, or with {@code -Dvlag.golden.dir=DIR} every
 * file of the same name pattern under DIR, which has the same layout.
 */
final class GoldenFiles {
    private static final String DIR_PROPERTY = "vlag.golden.dir";

    private GoldenFiles() {}

    /** One CSV file: its header and its rows. */
    record Csv(String name, Map<String, Integer> columns, List<String[]> rows) {
        String cell(String[] row, String column) {
            return row[columns.get(column)];
        }
    }

    /** Files of an area whose name starts with {@code prefix}, in order of name. */
    static List<Path> find(String area, String prefix) {
        try (var files = Files.list(root().resolve(area))) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Csv read(Path file) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            final Map<String, Integer> columns = new HashMap<>();
            for (String column : reader.readLine().split(",")) {
                columns.put(column, columns.size());
            }
            final List<String[]> rows = new ArrayList<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                rows.add(line.split(",", -1));
            }
            return new Csv(file.getFileName().toString(), columns, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version tag in a file name: what follows the last underscore. */
    static String version(Path file) {
        final String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('_') + 1, name.indexOf('.'));
    }

    private static InputStream open(Path file) throws IOException {
        final InputStream stream = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream;
    }

    private static Path root() {
        final String dir = System.getProperty(DIR_PROPERTY);
        if (dir != null) {
            return Path.of(dir);
        }
        try {
            final URI uri = GoldenFiles.class.getResource("/golden/eevdf/sequences.csv").toURI();
            return Path.of(uri).getParent().getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
