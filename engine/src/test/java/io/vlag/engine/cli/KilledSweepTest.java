package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sweep that is killed again and again ends with every configuration once, and the digest of one
 * that was left alone. {@code -Dvlag.kills=50} kills more often.
 */
class KilledSweepTest {
    private static final int KILLS = Integer.getInteger("vlag.kills", 3);
    private static final String YAML =
            """
            name: killed
            scenario: short-pi5
            set: {duration: 10ms}
            axes:
              kernel: ["6.6", "6.12", "7.0"]
              tunables.base_slice_ns: log 100us..10ms x 40
            seeds: 200
            metrics: [contextSwitches]
            """;

    @TempDir private Path directory;

    private Process start(Path file, String out) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (final String flag :
                java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-javaagent") && !flag.startsWith("-agentlib")) {
                command.add(flag);
            }
        }
        command.addAll(
                List.of(
                        "-Dvlag.home=" + CommandRun.HOME,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "sweep",
                        file.toString(),
                        "--json",
                        "--out",
                        directory.resolve(out).toString()));
        return new ProcessBuilder(command)
                .redirectOutput(directory.resolve(out + ".json").toFile())
                .redirectError(directory.resolve(out + ".err").toFile())
                .start();
    }

    private JsonNode summary(String out) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(directory.resolve(out + ".json")));
    }

    @Test
    void nothingIsLostOrDoneTwice() throws IOException, InterruptedException {
        final Path file = Files.writeString(directory.resolve("killed.yaml"), YAML);
        final long startNs = System.nanoTime();
        assertEquals(0, start(file, "whole").waitFor(), () -> text("whole.err"));
        final long wholeMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        final JsonNode whole = summary("whole");
        assertEquals(24_000, whole.get("completed").asLong());

        final Random moments = new Random(7);
        for (int kill = 0; kill < KILLS; kill++) {
            final Process process = start(file, "killed");
            process.waitFor(moments.nextLong(wholeMs / 10, wholeMs), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
        }
        assertEquals(0, start(file, "killed").waitFor(), () -> text("killed.err"));
        final JsonNode end = summary("killed");
        assertEquals(24_000, end.get("completed").asLong());
        assertEquals(whole.get("digest").asString(), end.get("digest").asString());
        assertTrue(end.get("resumedFrom").asLong() > 0, "the kills came before any result");
    }

    private String text(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
