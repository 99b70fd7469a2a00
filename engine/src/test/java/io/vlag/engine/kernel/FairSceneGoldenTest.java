package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Single queues in odd states, overflowing ones included: what is derived from them, a lag, a
 * placement and a reweight, one after the other.
 */
class FairSceneGoldenTest {
    @TestFactory
    Stream<DynamicTest> aQueueInAnyStateIsJudgedLikeTheKernelDoes() {
        final List<Path> files = GoldenFiles.find("eevdf", "scene_");
        assertFalse(files.isEmpty(), "no scenes found");
        return files.stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.getFileName().toString(), () -> replay(file)));
    }

    private static void replay(Path file) {
        final GoldenFiles.Csv csv = GoldenFiles.read(file);
        final FairRules rules = GoldenRules.rules(GoldenFiles.version(file));
        String first = "";
        int mismatches = 0;
        for (String[] row : csv.rows()) {
            final String difference = differenceOf(csv, row, rules);
            mismatches += difference.isEmpty() ? 0 : 1;
            first = first.isEmpty() ? difference : first;
        }
        System.out.printf(
                "golden eevdf/%s: %d rows, %d mismatches%s%n",
                csv.name(),
                csv.rows().size(),
                mismatches,
                first.isEmpty() ? "" : ", first: " + first);
        assertEquals(0, mismatches, first);
    }

    private static String differenceOf(GoldenFiles.Csv csv, String[] row, FairRules rules) {
        final Map<String, String> actual = new HashMap<>();
        try (FairScene scene = new FairScene(rules, csv, row)) {
            scene.judge(actual);
            scene.lag(actual);
            scene.place(actual);
            scene.reweight(actual);
        }
        for (Map.Entry<String, String> cell : actual.entrySet()) {
            final String expected = csv.cell(row, cell.getKey());
            if (!expected.equals(cell.getValue())) {
                return "id %s class %s column %s: expected %s, was %s"
                        .formatted(
                                csv.cell(row, "id"),
                                csv.cell(row, "class"),
                                cell.getKey(),
                                expected,
                                cell.getValue());
            }
        }
        return "";
    }
}
