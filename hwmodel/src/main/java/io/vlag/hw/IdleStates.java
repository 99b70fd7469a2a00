package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.util.Arrays;

/**
 * Which idle state each CPU is in, what leaving costs, the time spent there, and whether it paid
 * off: a stay shorter than the state's residency was too deep, one that would have paid for the
 * next deeper state too shallow.
 *
 * <p>Entry, exit and residency are what the machine declares and governors reckon with; leaving
 * really takes the wake latency. Idle time grows from {@link #reset} on. Single-threaded.
 */
public final class IdleStates {
    /** The CPU is not idle. */
    public static final int BUSY = -1;

    private static final long STAY_BYTES = 32; // per CPU and state
    private static final long STAY_COUNT = 8; // after the time: completed stays
    private static final long TOO_DEEP = 16; // stays shorter than the state's residency
    private static final long TOO_SHALLOW = 24; // stays that would have paid for a deeper state

    private final long base;
    private final long staysBase;
    private final int stateCountMax;
    private final int[] stateCount; // by CPU
    private final long[] entryNs; // [CPU][state]
    private final long[] exitNs; // [CPU][state]
    private final long[] wakeNs; // [CPU][state]
    private final long[] transitionNj; // [CPU][state]
    private final long[] residencyNs; // [CPU][state]

    public IdleStates(long at, MachinePlan machine) {
        base = at;
        staysBase = at + machine.cpuCount() * IdleLayout.BYTES;
        stateCountMax = machine.idleStateCountMax();
        stateCount = new int[machine.cpuCount()];
        entryNs = new long[machine.cpuCount() * stateCountMax];
        exitNs = new long[entryNs.length];
        wakeNs = new long[entryNs.length];
        transitionNj = new long[entryNs.length];
        residencyNs = new long[entryNs.length];
        Arrays.setAll(stateCount, cpu -> machine.coreTypeOf(cpu).idleStates().size());
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            for (int state = 0; state < stateCount[cpu]; state++) {
                final IdleStatePlan plan = machine.coreTypeOf(cpu).idleStates().get(state);
                entryNs[index(cpu, state)] = plan.entryNs();
                exitNs[index(cpu, state)] = plan.exitNs();
                wakeNs[index(cpu, state)] = plan.wakeNs();
                transitionNj[index(cpu, state)] = plan.transitionNj();
                residencyNs[index(cpu, state)] = plan.residencyNs();
            }
        }
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.idleStates",
                IdleLayout.BYTES + machine.idleStateCountMax() * STAY_BYTES,
                machine.cpuCount());
    }

    /** All CPUs idle in their deepest state since {@code nowNs}, nothing counted. */
    public void reset(long nowNs) {
        for (int cpu = 0; cpu < stateCount.length; cpu++) {
            Memory.putInt(at(cpu) + IdleLayout.STATE, deepest(cpu));
            Memory.putLong(at(cpu) + IdleLayout.SINCE_NS, nowNs);
            Memory.putLong(at(cpu) + IdleLayout.IDLE_NS, 0);
            for (int state = 0; state < stateCount[cpu]; state++) {
                for (long offset = 0; offset < STAY_BYTES; offset += Long.BYTES) {
                    Memory.putLong(stayAt(cpu, state) + offset, 0);
                }
            }
        }
    }

    @HotPath
    public int stateCount(int cpu) {
        return stateCount[cpu];
    }

    @HotPath
    public int deepest(int cpu) {
        return stateCount[cpu] - 1;
    }

    /** Shortest stay that pays for itself, as declared. */
    @HotPath
    public long residencyNs(int cpu, int state) {
        return residencyNs[index(cpu, state)];
    }

    /** Longest way out that a governor reckons with: entry and exit, as declared. */
    @HotPath
    public long latencyNs(int cpu, int state) {
        return entryNs[index(cpu, state)] + exitNs[index(cpu, state)];
    }

    /** Whether the state is a busy loop: nothing is entered and nothing left. */
    @HotPath
    public boolean isPolling(int cpu, int state) {
        return residencyNs(cpu, state) == 0 && latencyNs(cpu, state) == 0;
    }

    /** Energy of one way in and out of a state, nJ. */
    @HotPath
    public long transitionNj(int cpu, int state) {
        return transitionNj[index(cpu, state)];
    }

    /** Deepest state that a stay of this length pays for; state 0 always does. */
    @HotPath
    public int deepestWithin(int cpu, long stayNs) {
        int state = stateCount[cpu] - 1;
        while (state > 0 && residencyNs[index(cpu, state)] > stayNs) {
            state--;
        }
        return state;
    }

    public int cpuCount() {
        return stateCount.length;
    }

    /** The CPU goes idle. */
    @HotPath
    public void enter(int cpu, int state, long nowNs) {
        final long at = at(cpu);
        assert Memory.getInt(at + IdleLayout.STATE) == BUSY;
        Memory.putInt(at + IdleLayout.STATE, state);
        Memory.putLong(at + IdleLayout.SINCE_NS, nowNs);
    }

    /**
     * The CPU is woken; idle time ends now.
     *
     * @return time until its first instruction: what is left of the entry, and the exit
     */
    @HotPath
    public long leave(int cpu, long nowNs) {
        final long at = at(cpu);
        final int state = Memory.getInt(at + IdleLayout.STATE);
        assert state != BUSY;
        final long stayNs = nowNs - Memory.getLong(at + IdleLayout.SINCE_NS);
        Memory.putInt(at + IdleLayout.STATE, BUSY);
        Memory.putLong(at + IdleLayout.IDLE_NS, Memory.getLong(at + IdleLayout.IDLE_NS) + stayNs);
        final long stayAt = stayAt(cpu, state);
        Memory.putLong(stayAt, Memory.getLong(stayAt) + stayNs);
        count(stayAt + STAY_COUNT);
        if (stayNs < residencyNs(cpu, state)) {
            count(stayAt + TOO_DEEP);
        } else if (state < deepest(cpu) && stayNs >= residencyNs(cpu, state + 1)) {
            count(stayAt + TOO_SHALLOW);
        }
        return Math.max(0, entryNs[index(cpu, state)] - stayNs) + wakeNs[index(cpu, state)];
    }

    @HotPath
    private static void count(long at) {
        Memory.putLong(at, Memory.getLong(at) + 1);
    }

    /** Idle state of a CPU, or {@link #BUSY}. */
    @HotPath
    public int state(int cpu) {
        return Memory.getInt(at(cpu) + IdleLayout.STATE);
    }

    @HotPath
    public boolean idle(int cpu) {
        return state(cpu) != BUSY;
    }

    /** Declared exit latency of the state a CPU is in; 0 while busy. */
    @HotPath
    public long exitNs(int cpu) {
        final int state = state(cpu);
        return state == BUSY ? 0 : exitNs[index(cpu, state)];
    }

    /** When the CPU went idle; meaningful while {@link #idle}. */
    @HotPath
    public long sinceNs(int cpu) {
        return Memory.getLong(at(cpu) + IdleLayout.SINCE_NS);
    }

    /** Idle time up to now, the stretch in progress included. */
    @HotPath
    public long idleNs(int cpu, long nowNs) {
        final long at = at(cpu);
        final long ended = Memory.getLong(at + IdleLayout.IDLE_NS);
        return Memory.getInt(at + IdleLayout.STATE) == BUSY
                ? ended
                : ended + nowNs - Memory.getLong(at + IdleLayout.SINCE_NS);
    }

    /** Time in one state up to now, the stretch in progress included. */
    public long stateNs(int cpu, int state, long nowNs) {
        final long ended = Memory.getLong(stayAt(cpu, state));
        return state(cpu) == state ? ended + nowNs - sinceNs(cpu) : ended;
    }

    /** How often the CPU has gone idle. */
    @HotPath
    public long entryCount(int cpu) {
        long count = state(cpu) == BUSY ? 0 : 1;
        for (int state = 0; state < stateCount[cpu]; state++) {
            count += Memory.getLong(stayAt(cpu, state) + STAY_COUNT);
        }
        return count;
    }

    /** Completed stays in one state. */
    public long stayCount(int cpu, int state) {
        return Memory.getLong(stayAt(cpu, state) + STAY_COUNT);
    }

    /** Completed stays in one state that were too short for it. */
    public long tooDeepCount(int cpu, int state) {
        return Memory.getLong(stayAt(cpu, state) + TOO_DEEP);
    }

    /** Completed stays in one state that were long enough for the next deeper one. */
    public long tooShallowCount(int cpu, int state) {
        return Memory.getLong(stayAt(cpu, state) + TOO_SHALLOW);
    }

    @HotPath
    private int index(int cpu, int state) {
        return cpu * stateCountMax + state;
    }

    @HotPath
    private long at(int cpu) {
        return base + cpu * IdleLayout.BYTES;
    }

    @HotPath
    private long stayAt(int cpu, int state) {
        return staysBase + index(cpu, state) * STAY_BYTES;
    }
}
