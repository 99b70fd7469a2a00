package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** Loop counters of all tasks: how many rounds each loop still has to go. */
@HotPath
public final class LoopTable {
    private final long base;

    public LoopTable(long at) {
        this.base = at;
    }

    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("loops", Long.BYTES, count);
    }

    public long left(int loop) {
        return Memory.getLong(base + (long) loop * Long.BYTES);
    }

    public void left(int loop, long rounds) {
        Memory.putLong(base + (long) loop * Long.BYTES, rounds);
    }
}
