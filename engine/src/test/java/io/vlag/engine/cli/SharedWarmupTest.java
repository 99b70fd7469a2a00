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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Configurations that share a warm-up have the results of configurations that run alone. */
class SharedWarmupTest {
    @TempDir private Path directory;

    private String yaml(String scenario, String base, String warmup) {
        return """
               name: late
               scenario: %s
               set: {warmup: 60ms, duration: 20ms, preemption: full, %s}
               axes:
                 kernel: ["6.6", "7.0"]
                 changes[0].features.RUN_TO_PARITY: [on, off]
                 changes[0].governor: [schedutil, performance]
                 changes[1].tunables.base_slice_ns: [300000, 3000000]
               forbid:
                 - {kernel: "6.6", "changes[0].governor": performance}
               seeds: 3
               warmup: %s
               metrics: [contextSwitches, energyUj, busyShare, meanFreqKhz]
               """
                .formatted(scenario, base, warmup);
    }

    private JsonNode sweep(String out, String yaml, String... more) throws IOException {
        final Path file = Files.writeString(directory.resolve("late.yaml"), yaml);
        final List<String> args =
                new ArrayList<>(List.of("sweep", file.toString(), "--json", "--out"));
        args.add(directory.resolve(out).toString());
        args.addAll(List.of(more));
        final CommandRun run = CommandRun.of(args.toArray(new String[0]));
        assertEquals(0, run.exitCode(), run.err());
        return run.json();
    }

    private String table(String... parts) throws IOException {
        final Path csv = directory.resolve("table.csv");
        final List<String> args = new ArrayList<>(List.of("merge"));
        for (final String part : parts) {
            args.add(directory.resolve(part).toString());
        }
        args.addAll(List.of("--sweep", directory.resolve("late.yaml").toString()));
        args.addAll(List.of("--out", csv.toString()));
        final CommandRun run = CommandRun.of(args.toArray(new String[0]));
        assertEquals(0, run.exitCode(), run.err());
        return Files.readString(csv);
    }

    @ParameterizedTest
    @CsvSource({
        "pi5-pipe, 60ms, 60ms",
        "pi5-pipe, 60ms, 70ms",
        "busy32, 20ms, 20ms",
        "hog, 75ms, 75ms",
        "short-pixel6, 60ms, 65ms",
        "pixel6-frames, 60ms, 60ms"
    })
    void sharedAndAloneAreTheSame(String scenario, String first, String second) throws IOException {
        final String base =
                "governor: schedutil, changes: \"[{at: %s}, {at: %s}]\"".formatted(first, second);
        final JsonNode alone = sweep("alone", yaml(scenario, base, "alone"));
        final String whole = table("alone");
        final JsonNode shared = sweep("shared", yaml(scenario, base, "share"), "--workers", "2");
        assertEquals(alone.get("digest").asString(), shared.get("digest").asString());
        assertEquals(alone.get("events").asLong(), shared.get("events").asLong());
        assertEquals(36, shared.get("completed").asLong());
        assertEquals(whole, table("shared"));
        assertTrue(whole.lines().skip(1).distinct().count() > 20, whole);
    }

    @Test
    void shardsAndAnotherWarmupOfTheSameSweepGoTogether() throws IOException {
        final String base = "changes: \"[{}, {at: 62ms}]\"";
        sweep("alone", yaml("short-pi5", base, "alone"));
        final String whole = table("alone");
        sweep("first", yaml("short-pi5", base, "share"), "--shard", "1/3");
        sweep("second", yaml("short-pi5", base, "alone"), "--shard", "2/3");
        sweep("third", yaml("short-pi5", base, "share"), "--shard", "3/3", "--workers", "2");
        assertEquals(whole, table("first", "second", "third"));
        final JsonNode again = sweep("alone", yaml("short-pi5", base, "share"));
        assertEquals(48, again.get("resumedFrom").asLong(), "how they run is no other sweep");
    }

    @Test
    void aReplayFindsWhatTheSharedSweepFound() throws IOException {
        final String base = "changes: \"[{}, {at: 62ms}]\"";
        sweep("shared", yaml("short-pixel6", base, "share"));
        final CommandRun replay =
                CommandRun.of(
                        "replay",
                        directory.resolve("late.yaml").toString(),
                        "--config",
                        "47",
                        "--results",
                        directory.resolve("shared").toString());
        assertEquals(0, replay.exitCode(), replay.err());
        assertTrue(replay.out().contains("the sweep found the same digest"), replay.out());
    }
}
