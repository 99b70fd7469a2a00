package io.vlag.golden;

import java.util.List;
import java.util.Set;

/**
 * What came out of one file.
 *
 * @param module who replayed it
 * @param file name of the file
 * @param rows rows below its header
 * @param mismatches rows with at least one difference
 * @param differences the first of them, for people
 * @param unread columns that the replay never looked at
 */
public record GoldenResult(
        GoldenModule module,
        String file,
        int rows,
        int mismatches,
        List<String> differences,
        Set<String> unread) {
    public GoldenResult {
        differences = List.copyOf(differences);
        unread = Set.copyOf(unread);
    }

    /** Empty when every row matched, else file, row, column, expected and got of the first ones. */
    public String failure() {
        if (differences.isEmpty()) {
            return "";
        }
        return "%s: %d of %d rows differ%n  %s"
                .formatted(file, mismatches, rows, String.join("\n  ", differences));
    }
}
