package io.vlag.engine.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The result of every kernel is frozen: each row of {@code goldens/digests.csv} is a shipped
 * scenario, a kernel, and the digest of its first 200 simulated milliseconds. A row changes only
 * with a commit that says why; CHANGELOG.md marks it "Results change". On a mismatch the failure
 * prints the whole file as it would be now.
 */
class RecordedDigestsTest {
    private static final String FILE = "/goldens/digests.csv";
    private static final long DURATION_NS = 200_000_000;

    @Test
    void everyKernelGivesItsRecordedResult() throws IOException {
        final List<String> recorded = lines();
        final List<String> now = new ArrayList<>();
        for (final String line : recorded) {
            final String[] cells = line.split(",", -1);
            now.add(
                    line.startsWith("scenario")
                            ? line
                            : cells[0] + "," + cells[1] + "," + digest(cells[0], cells[1]));
        }
        assertEquals(
                String.join("\n", recorded),
                String.join("\n", now),
                "results changed; measure the figures of README.md and docs/model again too");
    }

    private static String digest(String scenario, String kernel) {
        final SimPlan plan = Scenarios.plan(scenario, kernel, 1);
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(DURATION_NS);
            return "%016x".formatted(simulation.digest());
        }
    }

    private static List<String> lines() throws IOException {
        try (InputStream file = RecordedDigestsTest.class.getResourceAsStream(FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
