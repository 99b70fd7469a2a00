package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * The wait queues of pipes, events, mutexes, conditions and barriers; the links are in the task
 * records.
 */
@HotPath
public final class WaitQueueTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(WaitQueueLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public WaitQueueTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("waitQueues", WaitQueueLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Task that waits longest, or NONE. */
    public int head(int queue) {
        return Memory.getInt(base + ((long) queue << SHIFT) + WaitQueueLayout.HEAD);
    }

    public void head(int queue, int value) {
        Memory.putInt(base + ((long) queue << SHIFT) + WaitQueueLayout.HEAD, value);
    }

    /** Task that came last, or NONE. */
    public int tail(int queue) {
        return Memory.getInt(base + ((long) queue << SHIFT) + WaitQueueLayout.TAIL);
    }

    public void tail(int queue, int value) {
        Memory.putInt(base + ((long) queue << SHIFT) + WaitQueueLayout.TAIL, value);
    }
}
