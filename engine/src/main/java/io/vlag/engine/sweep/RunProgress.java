package io.vlag.engine.sweep;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How far the runs of a command are. Workers add to it once a slice; any thread may read it at any
 * time and sees a value that is at most a slice old.
 */
public final class RunProgress {
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong simulatedNs = new AtomicLong();
    private final AtomicInteger endedRuns = new AtomicInteger();

    void advanced(long moreEvents, long moreSimulatedNs) {
        events.addAndGet(moreEvents);
        simulatedNs.addAndGet(moreSimulatedNs);
    }

    /** A run is over; simulated time it did not use counts as done. */
    void ended(long unusedNs) {
        simulatedNs.addAndGet(unusedNs);
        endedRuns.incrementAndGet();
    }

    /** Events of all runs so far. */
    public long eventCount() {
        return events.get();
    }

    /** Simulated time of all runs so far, ns. */
    public long simulatedNs() {
        return simulatedNs.get();
    }

    /** Runs that are over. */
    public int endedRunCount() {
        return endedRuns.get();
    }
}
