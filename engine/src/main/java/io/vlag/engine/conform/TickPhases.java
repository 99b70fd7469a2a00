package io.vlag.engine.conform;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** The phases of the tick from which a recording is simulated. */
final class TickPhases {
    private TickPhases() {}

    /** The middles of equal parts of a tick, and the phase of the recorded run if it is known. */
    static LongStream of(
            Recording recording, Replica.Simulated simulated, Optional<Trace> trace, int count) {
        final long tickNs = 1_000_000_000L / recording.meta().hz();
        final OptionalLong recorded =
                simulated.isActivity() || trace.isEmpty()
                        ? OptionalLong.empty()
                        : RecordedPhase.firstTickNs(trace.get(), tickNs);
        return LongStream.concat(
                LongStream.range(0, count).map(phase -> (2 * phase + 1) * tickNs / (2L * count)),
                recorded.stream());
    }
}
