package io.vlag.engine.conform;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Columns of a CSV file without quotes, by the names in its first line. */
final class CsvTable {
    private static final int COLUMNS_MAX = 100;

    private final Path file;
    private final Map<String, Integer> columns = new HashMap<>();

    CsvTable(Path file, @Nullable String head, List<String> needed) {
        this.file = file;
        final String[] names = (head == null ? "" : head).split(",", COLUMNS_MAX);
        for (int i = 0; i < names.length; i++) {
            columns.put(names[i].strip(), i);
        }
        for (final String name : needed) {
            if (!columns.containsKey(name)) {
                throw TextFiles.problem(
                        file,
                        1,
                        name,
                        "is no column of the file; the first line names the columns");
            }
        }
    }

    Row row(int line, String text) {
        return new Row(line, text.split(",", COLUMNS_MAX));
    }

    /** One line. */
    final class Row {
        private final int line;
        private final String[] fields;

        Row(int line, String[] fields) {
            this.line = line;
            this.fields = fields;
        }

        String text(String column) {
            final int index = columns.getOrDefault(column, Integer.MAX_VALUE);
            if (index >= fields.length) {
                throw TextFiles.problem(
                        file,
                        line,
                        column,
                        "is missing; the line has " + fields.length + " fields");
            }
            return fields[index];
        }

        /** A number from 0 up; 0 for an empty field. */
        long number(String column) {
            final String text = text(column);
            if (text.isEmpty()) {
                return 0;
            }
            if (!text.matches("\\d{1,18}")) {
                throw TextFiles.problem(
                        file, line, column, "is not a whole number from 0 up; correct the field");
            }
            return Long.parseLong(text);
        }

        int task(String column) {
            final long number = number(column);
            if (number > Integer.MAX_VALUE) {
                throw TextFiles.problem(file, line, column, "is no pid; correct the field");
            }
            return (int) number;
        }
    }
}
