package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.ConfigLibrary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first decision at which two schedules part. */
class PartingTest {
    private static final long SLACK_NS = 20_000;
    private static final Path CONFIGS = Path.of("..", "batch-configs");
    private static final Path RECORDINGS = Path.of("src/test/resources/recordings/one-cpu");

    /** Two hogs of 4 ms stints; the one before the last is {@code oddNs} long. */
    private static Trace hogs(int stints, long oddNs) {
        final Trace trace = new Trace();
        trace.name(1, "a");
        trace.name(2, "b");
        long timeNs = 0;
        for (int stint = 0; stint < stints; stint++) {
            timeNs += stint == stints - 2 ? oddNs : 4_000_000;
            final int prev = 1 + stint % 2;
            trace.switched(timeNs, 0, prev, true, 3 - prev);
        }
        return trace;
    }

    @Test
    void schedulesPartAtTheFirstStintOfAnotherLength() {
        final List<Decision> recorded = Decision.of(hogs(10, 4_000_000), 0);
        final List<Decision> simulated = Decision.of(hogs(10, 4_090_000), 0);
        assertEquals(10, recorded.size());
        assertEquals(new Parting(0, 8), Parting.of(recorded, simulated, SLACK_NS));
        final List<Decision> near = Decision.of(hogs(10, 4_070_000), 0);
        assertEquals(new Parting(0, 10), Parting.of(recorded, near, SLACK_NS));
    }

    @Test
    void theFirstRecordedDecisionMayComeLaterInTheSimulation() {
        final List<Decision> recorded = Decision.of(hogs(6, 4_000_000), 8_000_000);
        final List<Decision> simulated = Decision.of(hogs(20, 4_000_000), 0);
        assertEquals("b", recorded.getFirst().prev());
        assertEquals(new Parting(1, recorded.size()), Parting.of(recorded, simulated, SLACK_NS));
    }

    @Test
    void whatOtherTasksInterruptIsNoDecision() {
        final Trace trace = hogs(2, 4_000_000);
        trace.switched(9_000_000, 0, 1, true, 77);
        trace.switched(9_010_000, 0, 77, false, 1);
        trace.switched(12_000_000, 0, 1, true, 77);
        trace.switched(12_010_000, 0, 77, false, 2);
        final List<Decision> decisions = Decision.of(trace, 0);
        assertEquals(3, decisions.size());
        assertEquals(12_010_000, decisions.getLast().timeNs());
        assertEquals("a -> b, a still runnable", decisions.getLast().words());
    }

    @Test
    void aScenarioThatIsNotThereGivesNothing() {
        final ScheduleDiff diff = new ScheduleDiff(new ConfigLibrary(CONFIGS), null);
        assertEquals("", diff.text(RECORDINGS.resolve("6.12.117"), "nosuch"));
        final String untraced = diff.text(RECORDINGS.resolve("6.12.117"), "a1");
        assertTrue(untraced.contains("there is no trace"), untraced);
        assertFalse(untraced.contains("b1"), untraced);
    }
}
