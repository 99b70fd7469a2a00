package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Morris and Sobol designs from the sweep file to the analysis, held to the merged table. */
class SensitivityDesignsTest {
    private static final int AXES = 3;
    private static final double STEP = 2.0 / 3; // of four levels

    @TempDir private Path directory;

    /** The middle axis does nothing: the performance governor has no rate limit. */
    private static String yaml(String design) {
        return """
               name: few
               scenario: short-pi5
               set: {duration: 12ms, governor: performance}
               axes:
                 tunables.base_slice_ns: log 200us..6ms
                 rateLimit: linear 1ms..9ms
                 kernel.changes.RUN_TO_PARITY: [on, off]
               design: %s
               seeds: 2
               metrics: [contextSwitches]
               """
                .formatted(design);
    }

    /** Mean of the metric by combination, from the table that merge writes. */
    private double[] means(Path file) throws IOException {
        final Path csv = directory.resolve("t.csv");
        final CommandRun sweep = run("sweep", file.toString(), "--out", out());
        assertEquals(0, sweep.exitCode(), sweep.err());
        final CommandRun merge =
                run("merge", out(), "--sweep", file.toString(), "--out", csv.toString());
        assertEquals(0, merge.exitCode(), merge.err());
        final List<String> lines = Files.readAllLines(csv);
        final int column = List.of(lines.getFirst().split(",")).indexOf("contextSwitches");
        assertTrue(column > 0, lines.getFirst());
        final double[] means = new double[(lines.size() - 1) / 2];
        for (int i = 1; i < lines.size(); i++) {
            means[(i - 1) / 2] += Double.parseDouble(lines.get(i).split(",")[column]) / 2;
        }
        return means;
    }

    private String out() {
        return directory.resolve("out").toString();
    }

    private static CommandRun run(String... args) {
        return CommandRun.of(args);
    }

    private JsonNode sensitivity(Path file) {
        final CommandRun run = run("analyse", out(), "--sweep", file.toString(), "--json");
        assertEquals(0, run.exitCode(), run.err());
        return run.json().get("metrics").get(0).get("sensitivity");
    }

    @Test
    void morrisMeasuresAreThoseOfTheTable() throws IOException {
        final Path file =
                Files.writeString(directory.resolve("m.yaml"), yaml("{morris: 10, seed: 5}"));
        final double[] means = means(file);
        assertEquals(10 * (AXES + 1), means.length);
        final List<List<String>> values = values(file, means.length);
        final List<List<Double>> sizes = new ArrayList<>();
        for (int axis = 0; axis < AXES; axis++) {
            sizes.add(new ArrayList<>());
        }
        for (int point = 1; point < means.length; point++) {
            if (point % (AXES + 1) != 0) {
                final int moved = onlyDifference(values.get(point - 1), values.get(point));
                sizes.get(moved).add(Math.abs(means[point] - means[point - 1]) / STEP);
            }
        }
        final JsonNode found = sensitivity(file);
        for (int axis = 0; axis < AXES; axis++) {
            assertEquals(10, sizes.get(axis).size());
            final double mean =
                    sizes.get(axis).stream().mapToDouble(Double::doubleValue).average().orElse(-1);
            assertEquals(mean, found.get(axis).get("muStar").asDouble(), 1e-9);
            assertTrue(found.get(axis).get("muStarLow").asDouble() <= mean);
            assertTrue(found.get(axis).get("muStarHigh").asDouble() >= mean);
        }
        assertTrue(found.get(0).get("muStarLow").asDouble() > 0, found.toString());
        assertEquals(0.0, found.get(1).get("muStar").asDouble(), 0.0);
        assertEquals(0.0, found.get(1).get("sigma").asDouble(), 0.0);
        final CommandRun text = run("analyse", out(), "--sweep", file.toString());
        assertTrue(text.out().contains("mu*") && text.out().contains("sigma"), text.out());
    }

    private static int onlyDifference(List<String> before, List<String> after) {
        int found = -1;
        for (int axis = 0; axis < AXES; axis++) {
            if (!before.get(axis).equals(after.get(axis))) {
                assertEquals(-1, found, before + " and " + after);
                found = axis;
            }
        }
        assertTrue(found >= 0, before + " and " + after);
        return found;
    }

    /** Values of the combinations, as a replay of their first configuration shows them. */
    private static List<List<String>> values(Path file, int count) {
        final SweepSetup setup = SweepSetup.read(file.toString());
        final io.vlag.engine.sweep.ConfigurationSpace space =
                new io.vlag.engine.sweep.ConfigurationSpace(setup.spec());
        final List<List<String>> values = new ArrayList<>();
        for (int point = 0; point < count; point++) {
            values.add(space.values(point));
        }
        return values;
    }

    @Test
    void sobolsIndicesAreThoseOfTheTable() throws IOException {
        final Path file =
                Files.writeString(directory.resolve("s.yaml"), yaml("{sobol_indices: 32}"));
        final double[] means = means(file);
        assertEquals(32 * (AXES + 2), means.length);
        final List<List<String>> values = values(file, means.length);
        double sum = 0;
        for (int row = 0; row < 32; row++) {
            sum += means[row * 5] + means[row * 5 + 1];
        }
        final double mean = sum / 64;
        double variance = 0;
        for (int row = 0; row < 32; row++) {
            variance += Math.pow(means[row * 5] - mean, 2) / 64;
            variance += Math.pow(means[row * 5 + 1] - mean, 2) / 64;
        }
        final JsonNode found = sensitivity(file);
        for (int axis = 0; axis < AXES; axis++) {
            double first = 0;
            double total = 0;
            for (int row = 0; row < 32; row++) {
                final int at = row * 5;
                final List<String> mixed = new ArrayList<>(values.get(at));
                mixed.set(axis, values.get(at + 1).get(axis));
                assertEquals(mixed, values.get(at + 2 + axis));
                first += (means[at + 1] - mean) * (means[at + 2 + axis] - means[at]) / 32;
                total += Math.pow(means[at] - means[at + 2 + axis], 2) / 64;
            }
            assertEquals(first / variance, found.get(axis).get("first").asDouble(), 1e-9);
            assertEquals(total / variance, found.get(axis).get("total").asDouble(), 1e-9);
        }
        assertEquals(0.0, found.get(1).get("total").asDouble(), 0.0);
        assertTrue(found.get(0).get("totalLow").asDouble() > 0.3, found.toString());
    }
}
