package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RtAppRunTest {
    @TempDir private Path directory;

    private Path file(String text) throws IOException {
        final Path file = directory.resolve("my load.json");
        Files.writeString(file, text);
        return file;
    }

    @Test
    void aFileRunsOnTheDefaultMachineForTheDurationItStates() throws IOException {
        final Path file =
                file(
                        "{\"tasks\": {\"t\": {\"loop\": -1, \"run\": 10000, \"sleep\": 90000}}, \"global\": {\"duration\": 1}}");
        final CommandRun run = CommandRun.of("run", file.toString(), "--json");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode json = run.json();
        assertEquals("my_load", json.get("scenario").asString());
        assertEquals("pi5", json.get("machine").asString());
        final JsonNode first = json.get("runs").get(0);
        assertEquals("7.0", first.get("kernel").asString());
        assertEquals(1_000_000_000, first.get("simulatedNs").asLong());
        assertEquals("t", first.get("tasks").get(0).get("name").asString());
    }

    @Test
    void optionsChooseWhatItRunsOn() throws IOException {
        final Path file =
                file("{\"tasks\": {\"t\": {\"loop\": -1, \"run\": 1000, \"sleep\": 1000}}}");
        final JsonNode json =
                CommandRun.of(
                                "run",
                                file.toString(),
                                "--json",
                                "--duration",
                                "30ms",
                                "--kernel",
                                "6.6",
                                "--kernel",
                                "6.12",
                                "--variant",
                                "oc_2800",
                                "--set",
                                "cpus=2",
                                "--seed",
                                "9")
                        .json();
        assertEquals(2, json.get("runs").size());
        final JsonNode first = json.get("runs").get(0);
        assertEquals("6.6", first.get("kernel").asString());
        assertEquals("oc_2800", first.get("variant").asString());
        assertEquals(9, first.get("seed").asLong());
        assertEquals(2, first.get("cpus").size());
        assertEquals(30_000_000, first.get("simulatedNs").asLong());
    }

    /** One thread in a group against three in another: half of the CPU each, not a quarter. */
    @Test
    void taskGroupsDivideTheCpu() throws IOException {
        final Path file =
                file(
                        "{\"tasks\": {"
                                + "\"one\": {\"loop\": -1, \"run\": 50000, \"taskgroup\": \"/a\"},"
                                + "\"many\": {\"loop\": -1, \"run\": 50000, \"instance\": 3,"
                                + " \"taskgroup\": \"/b\"}}}");
        final JsonNode json =
                CommandRun.of(
                                "run",
                                file.toString(),
                                "--json",
                                "--duration",
                                "2s",
                                "--set",
                                "cpus=1",
                                "--set",
                                "warmup=200ms")
                        .json();
        final JsonNode one = json.get("runs").get(0).get("tasks").get(0);
        assertEquals("one", one.get("name").asString());
        assertEquals(1e9, one.get("cpuNs").asDouble(), 2e7);
    }

    @Test
    void anEndlessFileIsBounded() throws IOException {
        final Path file = file("{\"tasks\": {\"t\": {\"loop\": -1, \"sleep\": 1000000}}}");
        final JsonNode json = CommandRun.of("run", file.toString(), "--json").json();
        assertEquals(10_000_000_000L, json.get("durationNs").asLong());
    }

    @Test
    void whatIsWrongInItIsSaidWithItsLine() throws IOException {
        final Path file = file("{\"tasks\": {\"t\": {\n\"loop\": -1,\n\"ruin\": 1000}}}");
        final CommandRun run = CommandRun.of("run", file.toString());
        assertEquals(2, run.exitCode());
        assertTrue(run.err().startsWith(file + ":3:"), run.err());
        assertEquals(run.err(), CommandRun.of("check", file.toString()).err());
    }

    @Test
    void cpusThatTheMachineDoesNotHaveAreLeftOutOrRefused() throws IOException {
        final Path some =
                file("{\"tasks\": {\"t\": {\"loop\": -1, \"cpus\": [1, 7], \"run\": 1000}}}");
        final CommandRun run = CommandRun.of("run", some.toString(), "--duration", "20ms");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("task t wants CPUs [1, 7]; those above 3"), run.out());
        final Path none =
                file("{\"tasks\": {\"t\": {\"loop\": -1, \"cpus\": [6, 7], \"run\": 1000}}}");
        final CommandRun refused = CommandRun.of("run", none.toString(), "--duration", "20ms");
        assertEquals(2, refused.exitCode());
        assertTrue(refused.err().contains("the machine has 0 to 3"), refused.err());
    }
}
