package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A machine of which one number is estimated, which only one of two kernels pays. */
class SensitivityCommandTest {
    @TempDir private Path directory;

    /** The Pi 5 without its own ranges, and the cost of waking a delayed task with this one. */
    private Path scenario(String instructions) throws IOException {
        final String machine =
                Files.readString(CommandRun.HOME.resolve("batch-configs/machines/pi5.yaml"))
                        .replaceAll("low: [^,}]+, high: [^,}]+, basis: estimated", "basis: derived")
                        .replaceAll("\\{value: ([^,}]+), low: [^,}]+, high: [^,}]+\\}", "$1")
                        .replaceAll("basis: estimated", "basis: derived")
                        .replaceAll("(?m)^.*path: requeue_delayed, kernels.*\\n", "")
                        .replaceAll(
                                "- \\{path: requeue_delayed,.*",
                                "- {path: requeue_delayed, instructions: "
                                        + instructions
                                        + ", basis: estimated, source: \"a test\"}");
        Files.writeString(
                directory.resolve("pi5-flip.yaml"), machine.replace("name: pi5", "name: pi5-flip"));
        return Files.writeString(
                directory.resolve("s.yaml"),
                """
                name: flip
                machine: pi5-flip.yaml
                cpus: 1
                kernels: ["7.0", "7.0+NO_DELAY_DEQUEUE"]
                duration: 10ms
                workload: {stressNgPipe: {instances: 1}}
                """);
    }

    private static CommandRun run(Path scenario, String... more) {
        final String[] args = new String[more.length + 12];
        System.arraycopy(
                new String[] {
                    "sensitivity",
                    scenario.toString(),
                    "--from",
                    "7.0",
                    "--to",
                    "7.0+NO_DELAY_DEQUEUE",
                    "--metric",
                    "bogoOpsPerSecond",
                    "--samples",
                    "12",
                    "--duration",
                    "10ms"
                },
                0,
                args,
                0,
                12);
        System.arraycopy(more, 0, args, 12, more.length);
        return CommandRun.of(args);
    }

    private static JsonNode json(Path scenario) {
        final CommandRun run = run(scenario, "--json");
        assertEquals(0, run.exitCode(), run.err());
        return run.json();
    }

    @Test
    void aConclusionIsHeldToTheOneEstimatedNumber() throws IOException {
        final JsonNode found = json(scenario("{value: 400, low: 390, high: 410}"));
        assertTrue(found.get("decided").asBoolean(), found.toString());
        assertTrue(found.get("holds").asBoolean(), found.toString());
        assertEquals(12, found.get("same").asInt());
        assertEquals(Math.pow(0.05, 1 / 12.0), found.get("sameShareLow").asDouble(), 1e-9);
        assertEquals(1, found.get("numbers").size());
        final JsonNode mover = found.get("numbers").get(0);
        assertEquals("costs.requeue_delayed.instructions", mover.get("name").asString());
        assertTrue(mover.get("muStar").asDouble() > 0, "only one of the kernels pays it");
    }

    @Test
    void wrongNumbersAreAllNamed() throws IOException {
        final CommandRun run =
                CommandRun.of(
                        "sensitivity",
                        "hog",
                        "--from",
                        "7.0",
                        "--to",
                        "7.0",
                        "--metric",
                        "speed",
                        "--seeds",
                        "1",
                        "--samples",
                        "0",
                        "--trajectories",
                        "0");
        assertEquals(2, run.exitCode());
        assertEquals(5, run.err().lines().count(), run.err());
    }
}
