package io.vlag.engine.conform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code trace.csv.gz}. */
final class TraceReader {
    private static final int ROWS_MAX = 2_000_000;
    private static final List<String> COLUMNS =
            List.of(
                    "time_ns",
                    "cpu",
                    "event",
                    "prev_pid",
                    "prev_comm",
                    "prev_state",
                    "next_pid",
                    "next_comm",
                    "pid",
                    "comm",
                    "arg1",
                    "arg2");

    private final Set<String> names;
    private final Map<Integer, String> taskNames = new HashMap<>();
    private final Trace trace = new Trace();

    private TraceReader(Set<String> names) {
        this.names = names;
    }

    /**
     * @param names of the workload's tasks
     */
    static Trace read(Path file, Set<String> names) {
        return new TraceReader(names).read(file);
    }

    private Trace read(Path file) {
        try (BufferedReader in = TextFiles.unpacked(file)) {
            final CsvTable table = new CsvTable(file, in.readLine(), COLUMNS);
            int line = 1;
            for (@Nullable String text = in.readLine(); text != null; text = in.readLine()) {
                line++;
                if (line > ROWS_MAX) {
                    throw TextFiles.problem(
                            file, line, "", "has more than " + ROWS_MAX + " rows; cut it");
                }
                add(table.row(line, text));
            }
        } catch (IOException e) {
            throw TextFiles.problem(file, 1, "", "cannot be read: " + e.getMessage());
        }
        taskNames.forEach(trace::name);
        return trace;
    }

    private void add(CsvTable.Row row) {
        final long timeNs = row.number("time_ns");
        switch (row.text("event")) {
            case "switch" -> {
                final int prev = row.task("prev_pid");
                final int next = row.task("next_pid");
                seen(prev, row.text("prev_comm"));
                seen(next, row.text("next_comm"));
                trace.switched(
                        timeNs,
                        row.task("cpu"),
                        prev,
                        row.text("prev_state").startsWith("R"),
                        next);
            }
            case "waking", "wakeup_new" -> trace.waking(timeNs, seen(row));
            case "runtime" -> {
                seen(row);
                trace.accounted(timeNs);
            }
            case "migrate" -> trace.migrated(timeNs, seen(row));
            case "exit" -> trace.exited(timeNs, seen(row));
            case "fork" -> {
                seen(row);
                seen(row.task("arg1"), row.text("arg2"));
            }
            default -> seen(row);
        }
    }

    private int seen(CsvTable.Row row) {
        final int task = row.task("pid");
        seen(task, row.text("comm"));
        return task;
    }

    private void seen(int task, String comm) {
        if (task != Trace.IDLE && names.contains(comm)) {
            taskNames.put(task, comm);
        }
    }
}
