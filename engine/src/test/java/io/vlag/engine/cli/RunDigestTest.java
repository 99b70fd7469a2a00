package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The digest of a run depends on what is simulated and on nothing else. */
class RunDigestTest {
    private static final List<String> RUN =
            List.of(
                    "run",
                    "pi5-pipe",
                    "--duration",
                    "20ms",
                    "--json",
                    "--variant",
                    "stock_2400",
                    "--kernel",
                    "6.6",
                    "--kernel",
                    "7.0");

    @TempDir private Path directory;

    private static List<String> digests(String... more) {
        final CommandRun run =
                CommandRun.of(Stream.concat(RUN.stream(), Stream.of(more)).toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err());
        return digests(run.json());
    }

    private static List<String> digests(JsonNode json) {
        final List<String> digests = new ArrayList<>();
        json.get("runs").forEach(run -> digests.add(run.get("digest").asString()));
        return digests;
    }

    @Test
    void theSameSeedGivesTheSameDigestTwice() {
        final List<String> first = digests("--seed", "5");
        assertEquals(first, digests("--seed", "5"));
        assertNotEquals(first, digests("--seed", "6"));
        assertNotEquals(first.get(0), first.get(1));
    }

    @Test
    void theNumberOfWorkersDoesNotReachTheDigest() {
        assertEquals(digests("--workers", "1"), digests("--workers", "2"));
    }

    @Test
    void theJournalDoesNotReachTheDigest() {
        final List<String> none = digests("--seed", "5", "--journal", "none");
        assertEquals(none, digests("--seed", "5", "--journal", "memory"));
        assertEquals(
                none,
                digests(
                        "--seed",
                        "5",
                        "--journal",
                        "chronicle",
                        "--out",
                        directory.resolve("out").toString()));
    }

    @Test
    void anotherCollectorInAnotherProcessGivesTheSameDigest() throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseParallelGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dvlag.home=" + CommandRun.HOME,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName()));
        command.addAll(RUN);
        command.addAll(List.of("--seed", "5"));
        final Path err = directory.resolve("err");
        final Process child = new ProcessBuilder(command).redirectError(err.toFile()).start();
        final JsonNode json;
        try (var out = child.getInputStream()) {
            json = JsonMapper.shared().readTree(out.readAllBytes());
        }
        assertEquals(0, child.waitFor(), () -> read(err));
        assertEquals("", read(err));
        assertEquals(digests("--seed", "5"), digests(json));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
