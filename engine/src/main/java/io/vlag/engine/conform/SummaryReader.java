package io.vlag.engine.conform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code summary.csv}. */
final class SummaryReader {
    private static final int ROWS_MAX = 100_000;
    private static final List<String> COLUMNS =
            List.of(
                    "rep",
                    "pid",
                    "comm",
                    "oncpu_ns",
                    "switches_in",
                    "voluntary",
                    "involuntary",
                    "migrations",
                    "slice_mean_ns",
                    "slice_p50_ns",
                    "slice_p90_ns",
                    "wakeups",
                    "lat_mean_ns",
                    "lat_p50_ns",
                    "lat_p90_ns");

    private SummaryReader() {}

    /** The workload's tasks of every repetition. */
    static Map<Long, List<TaskSummary>> read(Path file) {
        final Map<Long, List<TaskSummary>> byRep = new TreeMap<>();
        final List<String> lines = TextFiles.lines(file);
        final CsvTable table =
                new CsvTable(file, lines.isEmpty() ? null : lines.getFirst(), COLUMNS);
        if (lines.size() > ROWS_MAX) {
            throw TextFiles.problem(
                    file, ROWS_MAX, "", "has more than " + ROWS_MAX + " rows; cut it");
        }
        for (int line = 2; line <= lines.size(); line++) {
            final CsvTable.Row row = table.row(line, lines.get(line - 1));
            final String name = row.text("comm");
            if (!name.startsWith("(")) {
                byRep.computeIfAbsent(row.number("rep"), _ -> new ArrayList<>())
                        .add(task(name, row));
            }
        }
        return byRep;
    }

    private static TaskSummary task(String name, CsvTable.Row row) {
        final long voluntary = row.number("voluntary");
        final long involuntary = row.number("involuntary");
        return new TaskSummary(
                name,
                row.number("oncpu_ns"),
                row.number("switches_in"),
                voluntary,
                involuntary,
                row.number("migrations"),
                lengths(voluntary + involuntary, "slice", row),
                lengths(row.number("wakeups"), "lat", row));
    }

    private static TaskSummary.Lengths lengths(long count, String what, CsvTable.Row row) {
        return new TaskSummary.Lengths(
                count,
                (double) row.number(what + "_mean_ns"),
                (double) row.number(what + "_p50_ns"),
                (double) row.number(what + "_p90_ns"));
    }
}
