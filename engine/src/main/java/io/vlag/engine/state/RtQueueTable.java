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
    private static final long RECORD_BYTES =
            1024; // 100 lists, the count, flags, the average, times

    private static final long THROTTLED = 804;
    private static final long SERVER_STATE = 808;
    private static final long BUDGET_NS = 896;
    private static final long DEADLINE_NS = 904;
    private static final long RUN_STAMP_NS = 912;

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

    /** Whether the CPU's real-time tasks have used up their part of the period. */
    public boolean throttled(int cpu) {
        return Memory.getInt(at(cpu) + THROTTLED) != 0;
    }

    public void throttled(int cpu, boolean value) {
        Memory.putInt(at(cpu) + THROTTLED, value ? 1 : 0);
    }

    /** State of the fair server. */
    public int serverState(int cpu) {
        return Memory.getInt(at(cpu) + SERVER_STATE);
    }

    public void serverState(int cpu, int value) {
        Memory.putInt(at(cpu) + SERVER_STATE, value);
    }

    /** Used by real-time throttling, ns; or left to the fair server, ns, below 0 when overdrawn. */
    public long budgetNs(int cpu) {
        return Memory.getLong(at(cpu) + BUDGET_NS);
    }

    public void budgetNs(int cpu, long value) {
        Memory.putLong(at(cpu) + BUDGET_NS, value);
    }

    /** End of the period of throttling or fair server, ns; 0 before the first. */
    public long deadlineNs(int cpu) {
        return Memory.getLong(at(cpu) + DEADLINE_NS);
    }

    public void deadlineNs(int cpu, long value) {
        Memory.putLong(at(cpu) + DEADLINE_NS, value);
    }

    /** Task clock up to which the budget was charged, ns. */
    public long runStampNs(int cpu) {
        return Memory.getLong(at(cpu) + RUN_STAMP_NS);
    }

    public void runStampNs(int cpu, long value) {
        Memory.putLong(at(cpu) + RUN_STAMP_NS, value);
    }

    /** Arena offset of the PELT record of the CPU's real-time load. */
    public long avgAt(int cpu) {
        return base + cpu * RECORD_BYTES + AVG;
    }

    private long at(int cpu) {
        return base + cpu * RECORD_BYTES;
    }

    private long listAt(int cpu, int priority) {
        return base + cpu * RECORD_BYTES + priority * LIST_BYTES;
    }
}
