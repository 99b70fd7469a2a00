package io.vlag.pelt;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;

/** A few zeroed 64-byte records on a real slab. */
final class Records implements AutoCloseable {
    private final Slab slab;
    private final long offset;

    Records(int count) {
        final SlabPlan plan = new SlabPlan();
        offset = plan.reserve("records", PeltLayout.BYTES, count);
        slab = plan.allocate();
    }

    long at(int index) {
        return slab.at(offset) + index * PeltLayout.BYTES;
    }

    void reset() {
        slab.reset();
    }

    @Override
    public void close() {
        slab.close();
    }
}
