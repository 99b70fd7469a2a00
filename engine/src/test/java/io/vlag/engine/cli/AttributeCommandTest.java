package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code vlag attribute} on runs of a few milliseconds. */
class AttributeCommandTest {
    private static CommandRun attribute(String... more) {
        final java.util.List<String> args =
                new java.util.ArrayList<>(
                        java.util.List.of("attribute", "short-pi5", "--duration", "5ms"));
        args.addAll(java.util.List.of(more));
        return CommandRun.of(args.toArray(new String[0]));
    }

    /** Two kernels that differ in one change: it gets all of the difference. */
    @Test
    void theOnlyChangeExplainsAll() {
        final CommandRun run =
                attribute(
                        "--from",
                        "7.0",
                        "--to",
                        "7.0+base_slice_ns=10000000",
                        "--metric",
                        "contextSwitches",
                        "--seeds",
                        "2",
                        "--json");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode json = run.json();
        assertEquals(1, json.get("changes").size());
        final JsonNode change = json.get("changes").get(0);
        assertEquals("base_slice_ns", change.get("change").asString());
        final double difference = json.get("difference").get("mean").asDouble();
        assertTrue(difference < 0, json.toString());
        assertEquals(difference, change.get("shapley").get("mean").asDouble(), 1e-9);
        assertTrue(json.get("exact").asBoolean());
    }

    @Test
    void workersChangeNothing() {
        final String[] common = {
            "--from", "6.12", "--to", "7.0", "--metric", "energyUj", "--seed", "1", "--orders", "1"
        };
        final String alone = attribute(join(common, "--workers", "1")).out();
        final String crew = attribute(join(common, "--workers", "3")).out();
        assertEquals(withoutTime(alone), withoutTime(crew));
        assertTrue(alone.contains("Shapley value"), alone);
    }

    private static String[] join(String[] first, String... second) {
        return java.util.stream.Stream.concat(
                        java.util.Arrays.stream(first), java.util.Arrays.stream(second))
                .toArray(String[]::new);
    }

    private static String withoutTime(String text) {
        return text.replaceAll("in [0-9.]+ s", "");
    }

    @Test
    void everyBadArgumentIsNamedAtOnce() {
        final CommandRun run =
                attribute(
                        "--from",
                        "7.0",
                        "--to",
                        "7.0",
                        "--metric",
                        "speed",
                        "--seed",
                        "1",
                        "--seeds",
                        "0",
                        "--workers",
                        "0",
                        "--orders",
                        "-1");
        assertEquals(2, run.exitCode());
        assertEquals(6, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("--metric speed: is not known; choose one of"), run.err());
        final CommandRun kernel =
                attribute("--from", "7.0", "--to", "9.9", "--metric", "contextSwitches");
        assertEquals(2, kernel.exitCode());
        assertTrue(kernel.err().contains("\"9.9\" is not known"), kernel.err());
    }
}
