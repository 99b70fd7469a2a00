package io.vlag.engine.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Where the ticks of a recorded run lie, seen from its start. */
class RecordedPhaseTest {
    private static final long MS = 1_000_000;
    private static final long TICK_NS = 4 * MS;

    /** Ticks at 1.5 ms of the grid; the first thread waits 7 us after it has read the start. */
    private static Trace trace(boolean lastWakesOthers, int ticks) {
        final Trace trace = new Trace();
        trace.name(11, "hog");
        trace.name(12, "hog");
        trace.switched(2_900_000, 0, 1, false, 11);
        if (lastWakesOthers) {
            trace.waking(3_007_000, 12);
        } else {
            trace.switched(3_007_000, 0, 11, false, 12);
        }
        for (int tick = 1; tick <= 100; tick++) {
            if (tick <= ticks) {
                trace.accounted(tick * TICK_NS + 1_500_000);
            }
            trace.accounted(tick * TICK_NS + tick * 31_000L % TICK_NS);
        }
        return trace;
    }

    @Test
    void theFirstTickIsCountedFromTheStart() {
        assertEquals(
                OptionalLong.of(2_500_000), RecordedPhase.firstTickNs(trace(false, 100), TICK_NS));
        assertEquals(
                OptionalLong.of(2_500_000), RecordedPhase.firstTickNs(trace(true, 100), TICK_NS));
    }

    @Test
    void withoutTicksOrThreadsThereIsNone() {
        assertEquals(OptionalLong.empty(), RecordedPhase.firstTickNs(trace(false, 8), TICK_NS));
        assertEquals(OptionalLong.empty(), RecordedPhase.firstTickNs(new Trace(), TICK_NS));
    }
}
