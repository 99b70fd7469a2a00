package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * The real-time run queues: for each CPU a list of tasks per priority, and how many tasks are on
 * them. The links are in the task records; a running task stays on its list.
 */
@HotPath
public final class RtQueueTable {
    /** Priorities 1..99; 0 is not used. */
    public static final int PRIORITY_COUNT = 100;

    private static final long LIST_BYTES = 8;
    private static final long RECORD_BYTES = 1024; // 100 lists, the count, the average

    private static final long AVG = 832; // a line of its own behind the lists

    private final long base;

    public RtQueueTable(long at) {
        this.base = at;
    }

    public static long reserve(SlabPlan plan, int cpuCount) {
        return plan.reserve("rtQueues", RECORD_BYTES, cpuCount);
    }

    /** Empties every list of {@code cpu}. */
    public void init(int cpu) {
        for (int priority = 0; priority < PRIORITY_COUNT; priority++) {
            head(cpu, priority, Index.NONE);
            tail(cpu, priority, Index.NONE);
        }
        nrRunning(cpu, 0);
    }

    public int head(int cpu, int priority) {
        return Memory.getInt(listAt(cpu, priority));
    }

    public void head(int cpu, int priority, int task) {
        Memory.putInt(listAt(cpu, priority), task);
    }

    public int tail(int cpu, int priority) {
        return Memory.getInt(listAt(cpu, priority) + Integer.BYTES);
    }

    public void tail(int cpu, int priority, int task) {
        Memory.putInt(listAt(cpu, priority) + Integer.BYTES, task);
    }

    /** Queued real-time tasks, the running one included. */
    public int nrRunning(int cpu) {
        return Memory.getInt(listAt(cpu, PRIORITY_COUNT));
    }

    public void nrRunning(int cpu, int count) {
        Memory.putInt(listAt(cpu, PRIORITY_COUNT), count);
    }

    /** Arena offset of the PELT record of the CPU's real-time load. */
    public long avgAt(int cpu) {
        return base + cpu * RECORD_BYTES + AVG;
    }

    private long listAt(int cpu, int priority) {
        return base + cpu * RECORD_BYTES + priority * LIST_BYTES;
    }
}
