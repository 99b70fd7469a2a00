package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** All pipes of one simulation. */
@HotPath
public final class PipeTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(PipeLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public PipeTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("pipes", PipeLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Packets it holds. */
    public int slotCount(int pipe) {
        return Memory.getInt(base + ((long) pipe << SHIFT) + PipeLayout.SLOT_COUNT);
    }

    public void slotCount(int pipe, int value) {
        Memory.putInt(base + ((long) pipe << SHIFT) + PipeLayout.SLOT_COUNT, value);
    }

    /** Packets in it. */
    public int used(int pipe) {
        return Memory.getInt(base + ((long) pipe << SHIFT) + PipeLayout.USED);
    }

    public void used(int pipe, int value) {
        Memory.putInt(base + ((long) pipe << SHIFT) + PipeLayout.USED, value);
    }

    /** Freed pages that it keeps for its next packets. */
    public int sparePages(int pipe) {
        return Memory.getInt(base + ((long) pipe << SHIFT) + PipeLayout.SPARE_PAGES);
    }

    public void sparePages(int pipe, int value) {
        Memory.putInt(base + ((long) pipe << SHIFT) + PipeLayout.SPARE_PAGES, value);
    }

    /** Wait queue of readers. */
    public int readers(int pipe) {
        return Memory.getInt(base + ((long) pipe << SHIFT) + PipeLayout.READERS);
    }

    public void readers(int pipe, int value) {
        Memory.putInt(base + ((long) pipe << SHIFT) + PipeLayout.READERS, value);
    }

    /** Wait queue of writers. */
    public int writers(int pipe) {
        return Memory.getInt(base + ((long) pipe << SHIFT) + PipeLayout.WRITERS);
    }

    public void writers(int pipe, int value) {
        Memory.putInt(base + ((long) pipe << SHIFT) + PipeLayout.WRITERS, value);
    }

    /** Packets written since the start. */
    public long packets(int pipe) {
        return Memory.getLong(base + ((long) pipe << SHIFT) + PipeLayout.PACKETS);
    }

    public void packets(int pipe, long value) {
        Memory.putLong(base + ((long) pipe << SHIFT) + PipeLayout.PACKETS, value);
    }
}
