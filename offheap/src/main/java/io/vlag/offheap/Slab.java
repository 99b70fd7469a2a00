package io.vlag.offheap;

/**
 * All memory of one simulation: one region of the arena. Owned by the worker that runs the
 * simulation; used by one thread at a time; every table over it is invalid after {@link #close}.
 */
public final class Slab implements AutoCloseable {
    private final long base;
    private final long bytes;
    private final boolean borrowed;
    private boolean closed;

    Slab(long bytes) {
        this.bytes = bytes;
        this.base = ArenaRegions.ofProcess().claim(bytes);
        this.borrowed = false;
        reset();
    }

    private Slab(long base, long bytes) {
        this.base = base;
        this.bytes = bytes;
        this.borrowed = true;
        reset();
    }

    /** The first bytes of this slab as a slab of their own, zeroed; closing it frees nothing. */
    Slab front(long frontBytes) {
        assert frontBytes <= bytes : frontBytes + " of " + bytes;
        return new Slab(base, frontBytes);
    }

    /** Offset of the slab in {@link Memory#ARENA}. */
    public long base() {
        return base;
    }

    public long bytes() {
        return bytes;
    }

    /** Arena offset of a buffer that {@link SlabPlan#reserve} placed at {@code offset}. */
    public long at(long offset) {
        return base + offset;
    }

    /** Zeroes the slab, so that it can serve another simulation of the same plan. */
    public void reset() {
        Memory.ARENA.asSlice(base, bytes).fill((byte) 0);
    }

    /**
     * Copies this slab's bytes over {@code other}, which must be of the same plan: a snapshot is
     * one memory copy.
     */
    public void copyTo(Slab other) {
        if (other.bytes != bytes) {
            throw new IllegalArgumentException(
                    "slabs of different plans: " + bytes + " and " + other.bytes + " bytes");
        }
        Memory.ARENA.asSlice(other.base, bytes).copyFrom(Memory.ARENA.asSlice(base, bytes));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (!borrowed) {
                ArenaRegions.ofProcess().release(base);
            }
        }
    }
}
