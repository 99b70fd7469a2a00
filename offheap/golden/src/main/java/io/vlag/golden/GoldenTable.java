package io.vlag.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A recorded file that is looked things up in rather than replayed: every row, by column. */
public final class GoldenTable {
    private GoldenTable() {}

    /** All rows of a file. */
    public static List<Map<String, String>> read(GoldenFile file) {
        final List<Map<String, String>> rows = new ArrayList<>();
        try (BufferedReader reader = file.open()) {
            final String header = reader.readLine();
            final String[] columns = header == null ? new String[0] : header.split(",", -1);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                final String[] cells = line.split(",", -1);
                final Map<String, String> row = new LinkedHashMap<>();
                for (int i = 0; i < Math.min(cells.length, columns.length); i++) {
                    row.put(columns[i], cells[i]);
                }
                rows.add(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file.name(), e);
        }
        return rows;
    }
}
