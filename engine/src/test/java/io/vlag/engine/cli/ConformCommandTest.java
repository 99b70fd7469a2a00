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
                        "figure",
                        "recorded",
                        "simulated",
                        "tolerance",
                        "verdict"),
                List.copyOf(first.propertyNames()));
        assertEquals("7.0.13", first.get("kernel").asString());
        assertEquals("hoga share", first.get("figure").asString());
        assertEquals(0.5, first.get("recorded").get(0).asDouble());
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
    void aDirectoryWithoutRecordingsIsBadInput(@TempDir Path directory) {
        final CommandRun run = CommandRun.of("conform", directory.toString());
        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertTrue(run.err().contains("holds no recording"), run.err());
    }
}
