package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Weights of nice levels, and wall time turned into virtual time, as recorded. */
class WeightGoldenTest {
    @Test
    void everyNiceLevelHasItsWeightAndReciprocal() {
        final GoldenFiles.Csv csv =
                GoldenFiles.read(GoldenFiles.find("eevdf", "prio_table").getFirst());
        for (String[] row : csv.rows()) {
            final boolean idle = csv.cell(row, "nice").equals("idle");
            final int nice = idle ? 0 : Integer.parseInt(csv.cell(row, "nice"));
            final int weight = idle ? NiceWeights.IDLE_WEIGHT : NiceWeights.weight(nice);
            final int reciprocal =
                    idle ? NiceWeights.idleReciprocal() : NiceWeights.reciprocal(nice);
            assertEquals(csv.cell(row, "weight"), Integer.toString(weight), () -> "nice " + nice);
            assertEquals(
                    csv.cell(row, "wmult"),
                    Integer.toUnsignedString(reciprocal),
                    () -> "nice " + nice);
            assertEquals(
                    csv.cell(row, "load_weight"),
                    Long.toString(NiceWeights.loadWeight(weight)),
                    () -> "nice " + nice);
        }
        System.out.printf(
                "golden eevdf/%s: %d rows, 0 mismatches%n", csv.name(), csv.rows().size());
        assertEquals(41, csv.rows().size());
    }

    @TestFactory
    Stream<DynamicTest> wallTimeBecomesVirtualTimeWithTheKernelsRounding() {
        final List<Path> files = GoldenFiles.find("eevdf", "calc_delta_");
        assertFalse(files.isEmpty(), "no weighted deltas found");
        return files.stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.getFileName().toString(), () -> replay(file)));
    }

    private static void replay(Path file) {
        final GoldenFiles.Csv csv = GoldenFiles.read(file);
        final boolean division =
                GoldenRules.rules(GoldenFiles.version(file)).weightedDelta
                        == FairRules.WEIGHTED_DELTA_DIVISION;
        int mismatches = 0;
        String first = "";
        for (String[] row : csv.rows()) {
            final long delta = Long.parseUnsignedLong(csv.cell(row, "delta"));
            final long weight = Long.parseUnsignedLong(csv.cell(row, "weight"));
            final long loadWeight = Long.parseUnsignedLong(csv.cell(row, "lw_weight"));
            final int known = Integer.parseUnsignedInt(csv.cell(row, "lw_inv_in"));
            final int inverse = known != 0 || division ? known : WeightedDelta.inverse(loadWeight);
            final long out =
                    division
                            ? WeightedDelta.divide(delta, weight, loadWeight)
                            : WeightedDelta.byReciprocal(delta, weight, inverse);
            final String actual =
                    Long.toUnsignedString(out) + "," + Integer.toUnsignedString(inverse);
            final String expected = csv.cell(row, "out") + "," + csv.cell(row, "lw_inv_out");
            if (!expected.equals(actual)) {
                mismatches++;
                first = first.isEmpty() ? String.join(",", row) + ": was " + actual : first;
            }
        }
        System.out.printf(
                "golden eevdf/%s: %d rows, %d mismatches%s%n",
                csv.name(),
                csv.rows().size(),
                mismatches,
                first.isEmpty() ? "" : ", first: " + first);
        assertEquals(0, mismatches, first);
    }
}
