package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import java.util.Arrays;

/**
 * Which idle state each CPU is in, which one to enter, what leaving costs, and the time spent
 * there.
 *
 * <p>Choice: the deepest state whose residency fits the predicted idle time and whose exit fits the
 * latency limit; state 0 always fits. Prediction: the smaller of the time to the CPU's next timer
 * and a running mean of its idle stretches. Deviation: the kernel's menu and teo governors keep
 * richer statistics; machines with one state, as the Pi 5, are not affected. Idle time grows from
 * {@link #reset} on. Single-threaded.
 */
public final class IdleStates {
    /** The CPU is not idle. */
    public static final int BUSY = -1;

    private static final int MEAN_SHIFT = 3;
    private static final long STAY_BYTES = 16; // per CPU and state: time, completed stays
    private static final long STAY_COUNT = 8;

    private final long base;
    private final long staysBase;
    private final int stateCountMax;
    private final int[] stateCount; // by CPU
    private final long[] entryNs; // [CPU][state]
    private final long[] exitNs; // [CPU][state]
    private final long[] residencyNs; // [CPU][state]

    public IdleStates(long at, MachinePlan machine) {
        base = at;
        staysBase = at + machine.cpuCount() * IdleLayout.BYTES;
        stateCountMax = machine.idleStateCountMax();
        stateCount = new int[machine.cpuCount()];
        entryNs = new long[machine.cpuCount() * stateCountMax];
        exitNs = new long[entryNs.length];
        residencyNs = new long[entryNs.length];
        Arrays.setAll(stateCount, cpu -> machine.coreTypeOf(cpu).idleStates().size());
        for (int cpu = 0; cpu < machine.cpuCount(); cpu++) {
            for (int state = 0; state < stateCount[cpu]; state++) {
                final IdleStatePlan plan = machine.coreTypeOf(cpu).idleStates().get(state);
                entryNs[index(cpu, state)] = plan.entryNs();
                exitNs[index(cpu, state)] = plan.exitNs();
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

    /** All CPUs idle in state 0 since {@code nowNs}, nothing counted. */
    public void reset(long nowNs) {
        for (int cpu = 0; cpu < stateCount.length; cpu++) {
            final long at = at(cpu);
            Memory.putInt(at + IdleLayout.STATE, 0);
            Memory.putLong(at + IdleLayout.SINCE_NS, nowNs);
            Memory.putLong(at + IdleLayout.IDLE_NS, 0);
            Memory.putLong(at + IdleLayout.MEAN_IDLE_NS, 0);
            for (int state = 0; state < stateCountMax; state++) {
                Memory.putLong(stayAt(cpu, state), 0);
                Memory.putLong(stayAt(cpu, state) + STAY_COUNT, 0);
            }
        }
    }

    /** Idle time to expect when the CPU's next timer is {@code untilTimerNs} away. */
    @HotPath
    public long predictedNs(int cpu, long untilTimerNs) {
        final long meanNs = Memory.getLong(at(cpu) + IdleLayout.MEAN_IDLE_NS);
        return meanNs == 0 ? untilTimerNs : Math.min(meanNs, untilTimerNs);
    }

    /** State to enter for a predicted idle time and a limit on the exit latency. */
    @HotPath
    public int choose(int cpu, long predictedNs, long exitLimitNs) {
        int state = stateCount[cpu] - 1;
        while (state > 0
                && (residencyNs[index(cpu, state)] > predictedNs
                        || exitNs[index(cpu, state)] > exitLimitNs)) {
            state--;
        }
        return state;
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
        final long meanNs = Memory.getLong(at + IdleLayout.MEAN_IDLE_NS);
        Memory.putLong(
                at + IdleLayout.MEAN_IDLE_NS,
                meanNs == 0
                        ? Math.max(1, stayNs)
                        : Math.max(1, meanNs + ((stayNs - meanNs) >> MEAN_SHIFT)));
        final long stayAt = stayAt(cpu, state);
        Memory.putLong(stayAt, Memory.getLong(stayAt) + stayNs);
        Memory.putLong(stayAt + STAY_COUNT, Memory.getLong(stayAt + STAY_COUNT) + 1);
        return Math.max(0, entryNs[index(cpu, state)] - stayNs) + exitNs[index(cpu, state)];
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

    /** Exit latency of the state a CPU is in; 0 while busy. */
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
