package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BenchCommandTest {
    @Test
    void theJsonHasOneResultForEachScenario() {
        final CommandRun run = CommandRun.of("bench", "--json", "--cpu-time", "5");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode results = run.json().get("results");
        assertEquals(BenchCommand.SCENARIOS.size(), results.size());
        for (int index = 0; index < results.size(); index++) {
            final JsonNode result = results.get(index);
            assertEquals(
                    List.of(
                            "scenario",
                            "machine",
                            "activationsPerSecond",
                            "eventsPerSecond",
                            "cpuNsPerEvent",
                            "bytesPerEvent"),
                    List.copyOf(result.propertyNames()));
            assertEquals(BenchCommand.SCENARIOS.get(index), result.get("scenario").asString());
            assertEquals(
                    BenchCommand.SCENARIOS.get(index).endsWith("-pixel6")
                            ? "pixel6/caps_160_498"
                            : "pi5/stock_2400",
                    result.get("machine").asString());
            assertTrue(result.get("activationsPerSecond").asDouble() > 0);
            assertEquals(0, result.get("bytesPerEvent").asDouble(), result.toString());
        }
    }

    @Test
    void oneScenarioCanBeChosen() {
        final CommandRun run = CommandRun.of("bench", "--scenario", "busy32", "--cpu-time", "1");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(2, run.out().lines().count(), run.out());
        assertTrue(run.out().contains("busy32"), run.out());
    }
}
