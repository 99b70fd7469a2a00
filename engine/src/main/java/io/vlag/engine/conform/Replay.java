package io.vlag.engine.conform;

import java.util.List;
import java.util.Optional;

/**
 * A recording and the simulations of what it ran.
 *
 * @param distributions of repetition 1, if its trace is there and it was simulated
 * @param phases simulations; empty when it is not measured
 * @param notMeasured why not; else empty
 */
record Replay(
        Recording recording,
        Optional<Trace.Figures> distributions,
        List<PhaseRun> phases,
        String notMeasured) {
    Replay {
        phases = List.copyOf(phases);
    }
}
