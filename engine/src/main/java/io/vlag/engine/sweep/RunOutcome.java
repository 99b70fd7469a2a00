package io.vlag.engine.sweep;

import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Reading;

/** How one run ended. */
public sealed interface RunOutcome {
    RunName name();

    /**
     * It came to its end.
     *
     * @param plan what was simulated
     * @param before counters when the warm-up was over
     * @param after counters at the end
     * @param wallNs wall-clock time between the two, ns
     * @param digest of everything the journal was told, warm-up included
     */
    record Done(RunName name, SimPlan plan, Reading before, Reading after, long wallNs, long digest)
            implements RunOutcome {}

    /**
     * It failed; other runs are not concerned.
     *
     * @param simulatedNs how far it came, simulated ns
     */
    record Failed(RunName name, Throwable cause, long simulatedNs) implements RunOutcome {}

    /** Somebody asked the crew to stop before it came to its end. */
    record Stopped(RunName name) implements RunOutcome {}
}
