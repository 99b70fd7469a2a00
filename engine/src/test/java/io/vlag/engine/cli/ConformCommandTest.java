package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ConformCommandTest {
    private static final String RECORDING = "src/test/resources/recordings/conform/tiny";

    @Test
    void theJsonHasExactlyTheKeysOfTheFormat() {
        final CommandRun run = CommandRun.of("conform", RECORDING, "--json");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(List.of("figures"), List.copyOf(run.json().propertyNames()));
        final JsonNode first = run.json().get("figures").get(0);
        assertEquals(
                List.of(
                        "kernel",
                        "scenario",
                        "cpus",
                        "task",
                        "figure",
                        "recorded",
                        "recordedLow",
                        "recordedHigh",
                        "simulated",
                        "simulatedLow",
                        "simulatedHigh",
                        "tolerance",
                        "toleranceRule",
                        "verdict",
                        "reason"),
                List.copyOf(first.propertyNames()));
        assertEquals("7.0.13", first.get("kernel").asString());
        assertEquals("hoga share", first.get("figure").asString());
        assertEquals("hoga", first.get("task").asString());
        assertEquals(0.5, first.get("recorded").asDouble());
        assertEquals(0.5, first.get("recordedLow").asDouble());
        assertEquals(0.5, first.get("simulated").asDouble(), 0.005);
        assertTrue(first.get("simulatedLow").asDouble() <= first.get("simulatedHigh").asDouble());
        assertEquals(0.005, first.get("tolerance").asDouble(), 1e-12);
        assertEquals("0.005", first.get("toleranceRule").asString());
        assertEquals("agree", first.get("verdict").asString());
    }

    @Test
    void theTableEndsWithTotals() {
        final CommandRun run = CommandRun.of("conform", RECORDING);
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("a1-hand-made"), run.out());
        assertTrue(run.out().lines().toList().getLast().matches("several +0 +0 +- +0"), run.out());
    }

    @Test
    void controlsEndWithTotalsAndHaveAJsonForm() {
        final String recordings = "src/test/resources/recordings/conform";
        final CommandRun run = CommandRun.of("conform", "--controls", recordings);
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(
                run.out().lines().anyMatch(line -> line.matches("kernel +1 +2 +2 +100.0")),
                run.out());
        final JsonNode first =
                CommandRun.of("conform", "--controls", "--json", recordings)
                        .json()
                        .get("controls")
                        .get(0);
        assertEquals("6.12.117", first.get("kernel").asString());
        assertEquals("7.0.13", first.get("otherKernel").asString());
        assertTrue(first.get("toldApart").asBoolean());
        assertTrue(first.get("tellingApart").size() > 0);
    }

    @Test
    void controlsOfOneKernelAreRefused() {
        final CommandRun run = CommandRun.of("conform", "--controls", "--kernel", "7.0", RECORDING);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("exclude each other"), run.err());
    }

    @Test
    void aDirectoryWithoutRecordingsIsBadInput(@TempDir Path directory) {
        final CommandRun run = CommandRun.of("conform", directory.toString());
        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertTrue(run.err().contains("holds no recording"), run.err());
    }
}
