package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** Mutexes, events, conditions, barriers and timers of one simulation. */
@HotPath
public final class SyncTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(SyncLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public SyncTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("syncs", SyncLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Task that holds the mutex, or NONE. */
    public int owner(int object) {
        return Memory.getInt(base + ((long) object << SHIFT) + SyncLayout.OWNER);
    }

    public void owner(int object, int value) {
        Memory.putInt(base + ((long) object << SHIFT) + SyncLayout.OWNER, value);
    }

    /** Wait queue. */
    public int waiters(int object) {
        return Memory.getInt(base + ((long) object << SHIFT) + SyncLayout.WAITERS);
    }

    public void waiters(int object, int value) {
        Memory.putInt(base + ((long) object << SHIFT) + SyncLayout.WAITERS, value);
    }

    /** Tasks that a barrier waits for. */
    public int partyCount(int object) {
        return Memory.getInt(base + ((long) object << SHIFT) + SyncLayout.PARTY_COUNT);
    }

    public void partyCount(int object, int value) {
        Memory.putInt(base + ((long) object << SHIFT) + SyncLayout.PARTY_COUNT, value);
    }

    /** Tasks that have arrived at the barrier. */
    public int arrivedCount(int object) {
        return Memory.getInt(base + ((long) object << SHIFT) + SyncLayout.ARRIVED_COUNT);
    }

    public void arrivedCount(int object, int value) {
        Memory.putInt(base + ((long) object << SHIFT) + SyncLayout.ARRIVED_COUNT, value);
    }

    /** Next expiry of a timer; 0 before its first use. */
    public long expiryNs(int object) {
        return Memory.getLong(base + ((long) object << SHIFT) + SyncLayout.EXPIRY_NS);
    }

    public void expiryNs(int object, long value) {
        Memory.putLong(base + ((long) object << SHIFT) + SyncLayout.EXPIRY_NS, value);
    }
}
