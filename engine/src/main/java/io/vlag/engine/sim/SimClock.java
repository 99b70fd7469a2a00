package io.vlag.engine.sim;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** Simulated time and how many events were handled; in the slab, so that a snapshot holds them. */
@HotPath
final class SimClock {
    private static final long NOW = 0;
    private static final long HANDLED = 8;
    private static final long BYTES = 16;

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
}
