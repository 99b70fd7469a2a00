package io.vlag.engine.sim;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Simulated time, how many events were handled and how often settings changed; in the slab, so that
 * a snapshot holds them.
 */
@HotPath
final class SimClock {
    private static final long NOW = 0;
    private static final long HANDLED = 8;
    private static final long CHANGES = 16;
    private static final long BYTES = 24;

    private final long at;

    SimClock(long at) {
        this.at = at;
    }

    static long reserve(SlabPlan plan) {
        return plan.reserve("simClock", BYTES, 1);
    }

    long nowNs() {
        return Memory.getLong(at + NOW);
    }

    void nowNs(long timeNs) {
        Memory.putLong(at + NOW, timeNs);
    }

    long handledCount() {
        return Memory.getLong(at + HANDLED);
    }

    void handledCount(long count) {
        Memory.putLong(at + HANDLED, count);
    }

    /** Changes of settings that were made. */
    int changeCount() {
        return (int) Memory.getLong(at + CHANGES);
    }

    void changeCount(int count) {
        Memory.putLong(at + CHANGES, count);
    }
}
