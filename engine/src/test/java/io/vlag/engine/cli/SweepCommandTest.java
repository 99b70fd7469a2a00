package io.vlag.engine.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.journal.ResultLog;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * {@code vlag sweep}, {@code merge} and {@code replay} together, on a few hundred configurations.
 */
class SweepCommandTest {
    private static final String YAML =
            """
            name: few
            scenario: short-pi5
            set: {duration: 4ms}
            axes:
              kernel: ["6.6", "7.0"]
              kernel.changes.DELAY_DEQUEUE: [on, off]
              tunables.base_slice_ns: log 100us..10ms x 4
            forbid: [{kernel: "6.6", kernel.changes.DELAY_DEQUEUE: on}]
            seeds: 20
            metrics: [contextSwitches, busyShare]
            """;

    @TempDir private Path directory;
    private Path file = Path.of("");

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("few.yaml"), YAML);
    }

    private JsonNode sweep(String out, String... more) {
        final CommandRun run = runSweep(out, more);
        assertEquals(0, run.exitCode(), run.err());
        return run.json();
    }

    private CommandRun runSweep(String out, String... more) {
        final List<String> args = new java.util.ArrayList<>();
        args.addAll(List.of("sweep", file.toString(), "--json", "--out"));
        args.add(directory.resolve(out).toString());
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(new String[0]));
    }

    @Test
    void everyConfigurationHasOneResult() {
        final JsonNode summary = sweep("a");
        assertEquals(320, summary.get("configurations").asLong());
        assertEquals(240, summary.get("completed").asLong());
        assertEquals(80, summary.get("forbidden").asLong());
        assertEquals(0, summary.get("failed").asLong());
        assertTrue(summary.get("events").asLong() > 240 * 20);
    }

    @Test
    void workersAndShardsChangeNothing() throws IOException {
        final JsonNode alone = sweep("one", "--workers", "1");
        final JsonNode crew = sweep("three", "--workers", "3", "--pin");
        assertEquals(alone.get("digest").asString(), crew.get("digest").asString());
        for (int shard = 1; shard <= 3; shard++) {
            sweep("part" + shard, "--shard", shard + "/3");
        }
        final String whole = table("one");
        assertEquals(whole, table("three"));
        assertEquals(whole, table("part3", "part1", "part2"));
        assertEquals(321, whole.lines().count());
    }

    /** Every byte that one and two workers wrote, block by block in the order of the ids. */
    @Test
    void blocksOfTwoWorkersHaveTheBytesOfOne() {
        final JsonNode one = sweep("one", "--workers", "1");
        final JsonNode two = sweep("two", "--workers", "2");
        assertEquals(one.get("digest").asString(), two.get("digest").asString());
        final NavigableMap<Long, byte[]> expected = blocks("one");
        final NavigableMap<Long, byte[]> found = blocks("two");
        assertEquals(320, expected.size());
        assertEquals(expected.keySet(), found.keySet());
        expected.forEach(
                (block, bytes) -> assertArrayEquals(bytes, found.get(block), "block " + block));
    }

    private NavigableMap<Long, byte[]> blocks(String out) {
        final NavigableMap<Long, byte[]> blocks = new TreeMap<>();
        ResultLog.read(
                directory.resolve(out).resolve("results"),
                document ->
                        assertNull(
                                blocks.put(
                                        document.get(ValueLayout.JAVA_LONG_UNALIGNED, 16),
                                        document.toArray(ValueLayout.JAVA_BYTE)),
                                "a block is there twice"));
        return blocks;
    }

    private String table(String... parts) throws IOException {
        final Path csv = directory.resolve("table.csv");
        final List<String> args = new java.util.ArrayList<>(List.of("merge"));
        for (final String part : parts) {
            args.add(directory.resolve(part).toString());
        }
        args.addAll(List.of("--sweep", file.toString(), "--out", csv.toString()));
        final CommandRun run = CommandRun.of(args.toArray(new String[0]));
        assertEquals(0, run.exitCode(), run.err());
        return Files.readString(csv);
    }

    @Test
    void gapsAndOverlapsAreNamed() {
        sweep("first", "--shard", "1/3");
        sweep("second", "--shard", "2/3");
        sweep("again", "--shard", "2/3");
        final CommandRun gap = CommandRun.of("merge", path("first"), path("second"));
        assertEquals(2, gap.exitCode());
        assertTrue(gap.err().contains("configurations 213 to 319 are missing"), gap.err());
        final CommandRun overlap =
                CommandRun.of("merge", path("first"), path("second"), path("again"));
        assertEquals(2, overlap.exitCode());
        assertTrue(
                overlap.err()
                        .contains(
                                path("again")
                                        + ": has configurations 106 to 212, which an earlier"),
                overlap.err());
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void theSameCommandGoesOnAndAChangedSweepIsRefused() throws IOException {
        final JsonNode first = sweep("a");
        final JsonNode second = sweep("a");
        assertEquals(320, second.get("resumedFrom").asLong());
        assertEquals(first.get("digest").asString(), second.get("digest").asString());
        Files.writeString(file, YAML.replace("seeds: 20", "seeds: 21"));
        final CommandRun changed = runSweep("a");
        assertEquals(2, changed.exitCode());
        assertTrue(changed.err().contains("seeds was \"20\" and is \"21\""), changed.err());
        Files.writeString(file, YAML);
        final CommandRun shard = runSweep("a", "--shard", "1/2");
        assertTrue(shard.err().contains("shard was 1/1 and is 1/2"), shard.err());
    }

    @Test
    void aReplayFindsWhatTheSweepFound() {
        sweep("a");
        for (final String id : List.of("80", "161", "319")) {
            final CommandRun run =
                    CommandRun.of(
                            "replay", file.toString(), "--config", id, "--results", path("a"));
            assertEquals(0, run.exitCode(), run.err());
            assertTrue(run.out().contains("the sweep found the same digest"), run.out());
        }
        final CommandRun forbidden = CommandRun.of("replay", file.toString(), "--config", "3");
        assertTrue(forbidden.out().contains("forbids this combination"), forbidden.out());
    }

    /** Held to the merged table, summed here by hand. */
    @Test
    void anAnalysisSaysWhatTheTableSays() throws IOException {
        Files.writeString(file, YAML + "objectives: [{metric: contextSwitches, direction: min}]\n");
        sweep("a");
        final CommandRun run =
                CommandRun.of("analyse", path("a"), "--sweep", file.toString(), "--json");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode metric = run.json().get("metrics").get(0);
        assertEquals(240, metric.get("results").asLong());
        final List<String[]> rows =
                table("a").lines().skip(1).map(line -> line.split(",", -1)).toList();
        final double[] sums = new double[2];
        final int[] counts = new int[2];
        for (final String[] row : rows) {
            if (row[5].equals("none")) {
                final int kernel = row[2].equals("6.6") ? 0 : 1;
                sums[kernel] += Double.parseDouble(row[8]);
                counts[kernel]++;
            }
        }
        final JsonNode levels = metric.get("axes").get(0).get("levels");
        for (int kernel = 0; kernel < 2; kernel++) {
            assertEquals(
                    sums[kernel] / counts[kernel], levels.get(kernel).get("mean").asDouble(), 1e-9);
        }
        final JsonNode front = run.json().get("front");
        assertEquals(1, front.size());
        final CommandRun text = CommandRun.of("analyse", path("a"), "--sweep", file.toString());
        assertTrue(text.out().contains("min contextSwitches"), text.out());
        final CommandRun bad =
                CommandRun.of(
                        "analyse", path("a"), "--sweep", file.toString(), "--metric", "ticks");
        assertEquals(2, bad.exitCode());
        assertTrue(bad.err().contains("--metric ticks: was not kept"), bad.err());
    }

    /** The best of a search with enough budget is the best of the whole sweep. */
    @Test
    void aSearchFindsTheBestOfTheSweep() throws IOException {
        final String one = "objectives: [{metric: contextSwitches, direction: min}]\n";
        Files.writeString(file, YAML + one);
        sweep("a");
        final long best =
                CommandRun.of("analyse", path("a"), "--sweep", file.toString(), "--json")
                        .json()
                        .get("front")
                        .get(0)
                        .get("id")
                        .asLong();
        final String[] search = {"search", file.toString(), "--json", "--budget", "240"};
        final CommandRun run = CommandRun.of(search);
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(best, run.json().get("found").get(0).get("id").asLong());
        assertTrue(run.json().get("simulated").asLong() < 240);
        Files.writeString(
                file, YAML + one.replace("}]", "}, {metric: busyShare, direction: max}]"));
        final CommandRun front = CommandRun.of(search);
        assertEquals(0, front.exitCode(), front.err());
        assertEquals(front.out(), CommandRun.of(search).out());
        assertTrue(front.json().get("found").size() >= 1);
        Files.writeString(file, YAML);
        final CommandRun none = CommandRun.of("search", file.toString(), "--workers", "0");
        assertEquals(2, none.exitCode());
        assertEquals(2, none.err().lines().count(), none.err());
        final CommandRun aimless = CommandRun.of("search", file.toString(), "--budget", "9");
        assertTrue(aimless.err().contains("has no objectives"), aimless.err());
    }

    /** One task forks without end: its configurations fail, the others do not notice. */
    @Test
    void aConfigurationThatFailsIsAResult() throws IOException {
        Files.writeString(
                file,
                """
                name: failing
                scenario: hog
                set: {duration: 2ms}
                axes:
                  workload.tasks[0].nice: [0, 25, 5]
                  kernel: ["6.6", "7.0"]
                metrics: [busyShare]
                """);
        final CommandRun run = runSweep("f");
        assertEquals(3, run.exitCode(), run.err());
        final JsonNode summary = run.json();
        assertEquals(4, summary.get("completed").asLong());
        assertEquals(2, summary.get("failed").asLong());
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsRefused() throws IOException {
        final Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("precious.txt"), "x");
        final CommandRun run = runSweep("other");
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("is not empty and holds no sweep"), run.err());
        assertEquals("x", Files.readString(other.resolve("precious.txt")));
    }
}
