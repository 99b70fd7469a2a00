package io.vlag.engine.kernel;

import io.vlag.golden.GoldenFile;
import io.vlag.golden.GoldenFiles;
import io.vlag.golden.GoldenKind;
import io.vlag.golden.GoldenRow;
import io.vlag.golden.GoldenTable;
import io.vlag.golden.RowReplay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The fair class, driven by recorded operations, is in the recorded state after every one of them:
 * the full state of two queues and fourteen tasks, in the scheduler's view or in that of load
 * tracking.
 */
final class SequenceGolden implements RowReplay {
    private static final String PREFIX = "seq_";
    private static final Set<String> OPERATION_COLUMNS =
            Set.of("seq", "op", "rq", "task", "a1", "a2", "a3");

    /**
     * After so many different rows the model is somewhere else; operations may not fit any more.
     */
    private static final int DIFFERENT_ROWS_MAX = 100;

    private final GoldenSequence sequence;
    private final GoldenView view;
    private final Map<String, String> shown = new HashMap<>();
    private String left = "";
    private int differentRows;

    SequenceGolden(GoldenFile file, Function<GoldenSequence, GoldenView> view) {
        this.sequence = GoldenSequence.of(parameters(file));
        this.view = view.apply(sequence);
    }

    /** A row of the list of sequences is one that a sequence can start from. */
    static void parameters(GoldenRow row) {
        final Map<String, String> parameters = new HashMap<>();
        for (String column : row.columns()) {
            parameters.put(column, row.word(column));
        }
        GoldenSequence.of(parameters).close();
    }

    @Override
    public void replay(GoldenRow row) {
        if (!left.isEmpty()) {
            throw new IllegalStateException(left);
        }
        final String op = row.word("op");
        final int rq = row.int32("rq");
        final int task = row.int32("task");
        row.ignore("seq");
        shown.clear();
        try {
            row.expect(
                    "ret",
                    sequence.apply(
                            op, rq, task, row.number("a1"), row.number("a2"), row.number("a3")));
            view.show(shown, rq, task);
        } catch (RuntimeException | AssertionError e) {
            left = "not replayed, since row " + row.number() + " could not be";
            throw e;
        }
        shown.forEach(row::expectWord);
        if (shown.size() + 1 + OPERATION_COLUMNS.size() != row.columns().size()) {
            throw new IllegalStateException(
                    "compares only ret and " + shown.keySet() + " of " + row.columns());
        }
        differentRows += row.difference().isEmpty() ? 0 : 1;
        if (differentRows > DIFFERENT_ROWS_MAX) {
            left = "not replayed, since over " + DIFFERENT_ROWS_MAX + " rows before it differ";
        }
    }

    /** One list serves both areas; an area may have its own. */
    private static Map<String, String> parameters(GoldenFile file) {
        final GoldenFiles files = GoldenFiles.ofRun();
        final String name = file.stem().substring(PREFIX.length());
        final List<GoldenKind> lists =
                file.kind() == GoldenKind.PELT_SEQUENCE
                        ? List.of(GoldenKind.PELT_SEQUENCES, GoldenKind.EEVDF_SEQUENCES)
                        : List.of(GoldenKind.EEVDF_SEQUENCES, GoldenKind.PELT_SEQUENCES);
        return lists.stream()
                .map(files::of)
                .flatMap(List::stream)
                .map(GoldenTable::read)
                .flatMap(List::stream)
                .filter(row -> name.equals(row.get("name")))
                .filter(row -> file.version().equals(row.get("version")))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "%s: sequences.csv has no row %s of %s"
                                                .formatted(file.name(), name, file.version())));
    }

    @Override
    public void close() {
        sequence.close();
    }
}
