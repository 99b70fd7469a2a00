package io.vlag.offheap;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one region of the arena for many simulations, one after another: each gets the front part
 * that its plan needs, zeroed. A plan that needs more gets a larger region. Owned by one thread; at
 * most one slab is in use at a time, and the owner closes the recycler when none is.
 */
public final class SlabRecycler implements AutoCloseable {
    private @Nullable Slab region;

    /** A zeroed slab of a plan's size; closing it keeps the memory here. */
    public Slab claim(SlabPlan plan) {
        Slab kept = region;
        if (kept == null || kept.bytes() < plan.bytes()) {
            close();
            kept = plan.allocate();
            region = kept;
        }
        return kept.front(plan.bytes());
    }

    /** Bytes of the region that is kept. */
    public long bytes() {
        return region == null ? 0 : region.bytes();
    }

    @Override
    public void close() {
        if (region != null) {
            region.close();
            region = null;
        }
    }
}
