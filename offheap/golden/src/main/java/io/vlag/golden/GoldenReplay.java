package io.vlag.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs one file from its first to its last row. */
final class GoldenReplay {
    private static final int SHOWN_MAX = 5;

    private GoldenReplay() {}

    /**
     * A replay that throws counts as a mismatch of that row; the next row is tried all the same. A
     * file without rows, one that cannot be read to its end, and a replay that complains at its end
     * count as a mismatch too.
     */
    static GoldenResult run(GoldenModule module, GoldenFile file, RowReplay replay) {
        final List<String> shown = new ArrayList<>();
        int rows = 0;
        int mismatches = 0;
        Set<String> unread = Set.of();
        try (replay;
                BufferedReader reader = file.open()) {
            final GoldenRow row = new GoldenRow(columns(reader.readLine()));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                rows++;
                row.set(rows, line.split(",", -1));
                step(replay, row);
                if (!row.difference().isEmpty()) {
                    mismatches++;
                    if (shown.size() < SHOWN_MAX) {
                        shown.add(
                                "%s row %d %s; the row: %s"
                                        .formatted(
                                                file.name(), rows, row.difference(), row.text()));
                    }
                }
            }
            if (rows == 0) {
                mismatches++;
                shown.add(file.name() + " has no rows");
            }
            unread = row.unread();
        } catch (IOException | AssertionError e) {
            mismatches++;
            shown.add(file.name() + " after row " + rows + ": " + e);
        }
        return new GoldenResult(module, file.name(), rows, mismatches, shown, unread);
    }

    private static void step(RowReplay replay, GoldenRow row) {
        if (!row.difference().isEmpty()) {
            return;
        }
        try {
            replay.replay(row);
        } catch (RuntimeException | AssertionError e) {
            row.note(e.toString());
        }
    }

    private static Map<String, Integer> columns(String header) {
        final Map<String, Integer> columns = new LinkedHashMap<>();
        if (header != null) {
            for (String column : header.split(",", -1)) {
                columns.put(column, columns.size());
            }
        }
        return columns;
    }
}
