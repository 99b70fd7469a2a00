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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep that is killed again and again, as a whole or one of its shards, ends with every
 * configuration once, and the digest and table of one that was left alone. Only kills count that
 * hit a process; when everything is done before there were enough of them, the sweep begins anew.
 * {@code -Dvlag.kills=50} kills more often.
 */
class KilledSweepTest {
    private static final int KILLS = Integer.getInteger("vlag.kills", 3);
    private static final int SHARDS = 3;
    private static final String YAML =
            """
            name: killed
            scenario: short-pi5
            set: {duration: 10ms}
            axes:
              kernel: ["6.6", "6.12", "7.0"]
              tunables.base_slice_ns: log 100us..10ms x 20
            seeds: 200
            metrics: [contextSwitches]
            """;
    private static final int CONFIGURATIONS = 12_000;

    @TempDir private Path directory;
    private final Random moments = new Random(7);
    private Path file = Path.of("");
    private long wholeMs;
    private String wholeDigest = "";
    private String wholeTable = "";

    @BeforeEach
    void leaveOneAlone() throws IOException, InterruptedException {
        file = Files.writeString(directory.resolve("killed.yaml"), YAML);
        final long startNs = System.nanoTime();
        final VlagProcess whole = start("whole", "1/1");
        assertEquals(0, whole.exitCode(), whole::err);
        wholeMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        assertEquals(CONFIGURATIONS, whole.json().get("completed").asLong());
        wholeDigest = whole.json().get("digest").asString();
        wholeTable = table("whole");
        assertEquals(1 + CONFIGURATIONS, wholeTable.lines().count());
    }

    private VlagProcess start(String out, String shard) throws IOException {
        return VlagProcess.start(
                directory,
                out,
                "sweep",
                file.toString(),
                "--json",
                "--shard",
                shard,
                "--out",
                directory.resolve(out).toString());
    }

    /** The merged table, which has every id once or is refused. */
    private String table(String... parts) throws IOException {
        final Path csv = directory.resolve("table.csv");
        final List<String> args = new ArrayList<>(List.of("merge"));
        for (final String part : parts) {
            args.add(directory.resolve(part).toString());
        }
        args.addAll(List.of("--sweep", file.toString(), "--out", csv.toString()));
        final CommandRun run = CommandRun.of(args.toArray(new String[0]));
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("digest " + wholeDigest), run.out());
        return Files.readString(csv);
    }

    /** Whether it was killed, and did not end before. */
    private boolean kill(VlagProcess vlag) throws InterruptedException {
        final long atMs = moments.nextLong(1, wholeMs * 3 / 4);
        if (vlag.process().waitFor(atMs, TimeUnit.MILLISECONDS)) {
            assertEquals(0, vlag.exitCode(), vlag::err);
            return false;
        }
        return vlag.process().destroyForcibly().waitFor() != 0;
    }

    @Test
    void nothingIsLostOrDoneTwice() throws IOException, InterruptedException {
        int resumed = 0;
        int kills = 0;
        for (int sweep = 0; kills < KILLS; sweep++) {
            final String out = "killed" + sweep;
            while (kills < KILLS && kill(start(out, "1/1"))) {
                kills++;
            }
            final VlagProcess end = start(out, "1/1");
            assertEquals(0, end.exitCode(), end::err);
            assertEquals(CONFIGURATIONS, end.json().get("completed").asLong());
            assertEquals(wholeDigest, end.json().get("digest").asString());
            assertEquals(wholeTable, table(out));
            resumed += end.json().get("resumedFrom").asLong() > 0 ? 1 : 0;
        }
        assertTrue(resumed > 0, "all kills came before any result");
    }

    /** The others go on meanwhile. */
    @Test
    void aShardMayBeKilled() throws IOException, InterruptedException {
        int kills = 0;
        for (int sweep = 0; kills < KILLS; sweep++) {
            final List<String> outs = new ArrayList<>();
            final List<VlagProcess> others = new ArrayList<>();
            for (int shard = 1; shard <= SHARDS; shard++) {
                outs.add("sweep" + sweep + "-" + shard);
            }
            for (int shard = 2; shard <= SHARDS; shard++) {
                others.add(start(outs.get(shard - 1), shard + "/" + SHARDS));
            }
            while (kills < KILLS && kill(start(outs.getFirst(), "1/" + SHARDS))) {
                kills++;
            }
            others.add(start(outs.getFirst(), "1/" + SHARDS));
            for (final VlagProcess other : others) {
                assertEquals(0, other.exitCode(), other::err);
            }
            assertEquals(wholeTable, table(outs.toArray(new String[0])));
        }
    }
}
