package io.vlag.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table "file, rows, mismatches". Each module prints its own and leaves it in its {@code
 * target/golden-report.txt}; the last module of a build prints one of all modules instead, which
 * also goes to {@code target/golden-report.txt} of the root.
 */
final class GoldenReport {
    private static final String REPORT = "golden-report.txt";
    private static final String RESULTS = "golden-results.tsv";

    /** One value a build, so that results of an earlier one are not taken for this one's. */
    static final String RUN_PROPERTY = "vlag.golden.run";

    private final Path root;

    GoldenReport(Path root) {
        this.root = root;
    }

    /** One line of the table: a file, and who replayed it. */
    private record Line(String file, int rows, int mismatches, String modules) {
        Line and(Line other) {
            return new Line(
                    file,
                    Math.max(rows, other.rows),
                    mismatches + other.mismatches,
                    modules + ", " + other.modules);
        }
    }

    /** Leaves a module's results where the last module finds them; returns what to print. */
    String publish(GoldenModule module, List<GoldenResult> results) {
        final List<Line> own =
                results.stream()
                        .map(
                                result ->
                                        new Line(
                                                result.file(),
                                                result.rows(),
                                                result.mismatches(),
                                                module.directory()))
                        .toList();
        final String run = System.getProperty(RUN_PROPERTY, "");
        save(module, run, own);
        if (module.isLast() && !run.isEmpty()) {
            final List<Line> all = new ArrayList<>();
            for (GoldenModule each : GoldenModule.values()) {
                all.addAll(load(each, run));
            }
            final String table = table("all modules", all);
            write(root.resolve("target").resolve(REPORT), table);
            return table;
        }
        return own.isEmpty() ? "" : table(module.directory(), own);
    }

    private void save(GoldenModule module, String run, List<Line> lines) {
        final Path target = root.resolve(module.directory()).resolve("target");
        final StringBuilder text = new StringBuilder(run).append('\n');
        for (Line line : lines) {
            text.append(line.file).append('\t').append(line.rows).append('\t');
            text.append(line.mismatches).append('\n');
        }
        write(target.resolve(RESULTS), text.toString());
        write(target.resolve(REPORT), table(module.directory(), lines));
    }

    private List<Line> load(GoldenModule module, String run) {
        final Path file = root.resolve(module.directory()).resolve("target").resolve(RESULTS);
        try {
            final List<String> lines =
                    Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
            if (lines.isEmpty() || !lines.getFirst().equals(run)) {
                return List.of();
            }
            return lines.stream()
                    .skip(1)
                    .map(line -> line.split("\t", -1))
                    .map(
                            cells ->
                                    new Line(
                                            cells[0],
                                            Integer.parseInt(cells[1]),
                                            Integer.parseInt(cells[2]),
                                            module.directory()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String table(String title, List<Line> lines) {
        final Map<String, Line> byFile = new TreeMap<>();
        lines.forEach(line -> byFile.merge(line.file, line, Line::and));
        final StringBuilder text = new StringBuilder("%nRecorded numbers, %s%n".formatted(title));
        text.append(row("file", "rows", "mismatches", "replayed by"));
        long rows = 0;
        long mismatches = 0;
        for (Line line : byFile.values()) {
            rows += line.rows;
            mismatches += line.mismatches;
            text.append(row(line.file, count(line.rows), count(line.mismatches), line.modules));
        }
        text.append(row("total, " + byFile.size() + " files", count(rows), count(mismatches), ""));
        return text.toString();
    }

    private static String row(String file, String rows, String mismatches, String modules) {
        return "%-42s %9s %11s  %s".formatted(file, rows, mismatches, modules).stripTrailing()
                + "\n";
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
