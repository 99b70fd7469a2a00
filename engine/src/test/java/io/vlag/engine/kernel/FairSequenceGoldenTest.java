package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The fair class, driven by recorded operations, is in the recorded state after every one of them:
 * the full state of two queues and fourteen tasks, in the scheduler's view and in that of load
 * tracking.
 */
class FairSequenceGoldenTest {
    private static final String SEQUENCES = "sequences.csv";
    private static final String PREFIX = "seq_";
    private static final Set<String> OPERATION_COLUMNS =
            Set.of("seq", "op", "rq", "task", "a1", "a2", "a3");

    @TestFactory
    Stream<DynamicTest> virtualTimeFollowsTheKernelStepByStep() {
        return replays("eevdf", EevdfView::new);
    }

    @TestFactory
    Stream<DynamicTest> loadTrackingFollowsTheKernelStepByStep() {
        return replays("pelt", PeltView::new);
    }

    private static Stream<DynamicTest> replays(
            String area, Function<GoldenSequence, GoldenView> view) {
        final GoldenFiles.Csv sequences =
                GoldenFiles.read(GoldenFiles.find("eevdf", SEQUENCES).getFirst());
        final List<Path> files = GoldenFiles.find(area, PREFIX);
        assertFalse(files.isEmpty(), "no sequences found");
        return files.stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        area + "/" + file.getFileName(),
                                        () -> replay(area, sequences, file, view)));
    }

    private static void replay(
            String area,
            GoldenFiles.Csv sequences,
            Path file,
            Function<GoldenSequence, GoldenView> view) {
        final GoldenFiles.Csv csv = GoldenFiles.read(file);
        final String version = GoldenFiles.version(file);
        final String name = csv.name().substring(PREFIX.length(), csv.name().lastIndexOf('_'));
        final String[] parameters =
                sequences.rows().stream()
                        .filter(row -> sequences.cell(row, "name").equals(name))
                        .filter(row -> sequences.cell(row, "version").equals(version))
                        .findFirst()
                        .orElseThrow(
                                () -> new AssertionError(csv.name() + " is not in " + SEQUENCES));
        try (GoldenSequence sequence = GoldenSequence.of(version, sequences, parameters)) {
            final String difference = firstDifference(csv, sequence, view.apply(sequence));
            System.out.printf(
                    "golden %s/%s: %d rows, %s%n",
                    area,
                    csv.name(),
                    csv.rows().size(),
                    difference.isEmpty() ? "0 mismatches" : difference);
            assertEquals("", difference, csv.name());
        }
    }

    private static String firstDifference(
            GoldenFiles.Csv csv, GoldenSequence sequence, GoldenView view) {
        final Map<String, String> actual = new HashMap<>();
        for (String[] row : csv.rows()) {
            final int rq = Integer.parseInt(csv.cell(row, "rq"));
            final int task = Integer.parseInt(csv.cell(row, "task"));
            final String op = csv.cell(row, "op");
            final String where = "row " + csv.cell(row, "seq") + " " + op;
            actual.clear();
            try {
                final long result =
                        sequence.apply(
                                op,
                                rq,
                                task,
                                Long.parseLong(csv.cell(row, "a1")),
                                Long.parseLong(csv.cell(row, "a2")),
                                Long.parseLong(csv.cell(row, "a3")));
                actual.put("ret", Long.toString(result));
            } catch (AssertionError e) {
                return where + ": " + e;
            }
            view.show(actual, rq, task);
            if (actual.size() + OPERATION_COLUMNS.size() != csv.columns().size()) {
                return where
                        + ": compares only "
                        + actual.keySet()
                        + " of "
                        + csv.columns().keySet();
            }
            for (Map.Entry<String, String> cell : actual.entrySet()) {
                final String expected = csv.cell(row, cell.getKey());
                if (!expected.equals(cell.getValue())) {
                    return "%s column %s: expected %s, was %s"
                            .formatted(where, cell.getKey(), expected, cell.getValue());
                }
            }
        }
        return "";
    }
}
