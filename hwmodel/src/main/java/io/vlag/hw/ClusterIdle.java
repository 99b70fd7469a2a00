package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Idle states of clusters. When the last CPU of a cluster enters its deepest state, the cluster
 * enters the deepest of its own whose residency ends before any of its CPUs' next timers; the first
 * CPU that is woken brings it back and waits for it. Single-threaded.
 *
 * <p>Layout: per cluster a state, when it was entered, and CPUs in their deepest state; then per
 * cluster and state time and stays; then per CPU its next timer.
 */
public final class ClusterIdle {
    /** The cluster is on. */
    public static final int ON = -1;

    private static final long BYTES = 24;
    private static final long SINCE_NS = 8;
    private static final long DEEP_COUNT = 16;
    private static final long STAY_BYTES = 16; // time, completed stays
    private static final long STAY_COUNT = 8;
    private static final long TIMER_BYTES = 8;

    private final long base;
    private final long staysBase;
    private final long timersBase;
    private final int stateCountMax;
    private final int[] clusterOf;
    private final int[][] cpusOf;
    private final int[] stateCount;
    private final long[] entryNs; // [cluster][state]
    private final long[] exitNs;
    private final long[] residencyNs;
    private final long[] powerUw;
    private final long[] activeUw;

    public ClusterIdle(long at, MachinePlan machine) {
        final int clusterCount = machine.clusters().size();
        base = at;
        staysBase = base + clusterCount * BYTES;
        stateCountMax = machine.clusterStateCountMax();
        timersBase = staysBase + STAY_BYTES * clusterCount * stateCountMax;
        clusterOf = machine.cpus().stream().mapToInt(CpuPlan::clusterId).toArray();
        cpusOf = new int[clusterCount][];
        stateCount = new int[clusterCount];
        activeUw = new long[clusterCount];
        entryNs = new long[clusterCount * stateCountMax];
        exitNs = new long[entryNs.length];
        residencyNs = new long[entryNs.length];
        powerUw = new long[entryNs.length];
        for (int cluster = 0; cluster < clusterCount; cluster++) {
            final ClusterPlan plan = machine.clusters().get(cluster);
            cpusOf[cluster] = machine.cpusOfCluster(cluster);
            stateCount[cluster] = plan.idleStates().size();
            activeUw[cluster] = plan.activeUw();
            for (int state = 0; state < stateCount[cluster]; state++) {
                final int index = cluster * stateCountMax + state;
                entryNs[index] = plan.idleStates().get(state).entryNs();
                exitNs[index] = plan.idleStates().get(state).exitNs();
                residencyNs[index] = plan.idleStates().get(state).residencyNs();
                powerUw[index] = plan.idleStates().get(state).powerUw();
            }
        }
    }

    public static long reserve(SlabPlan plan, MachinePlan machine) {
        return plan.reserve(
                "hw.clusterIdle",
                machine.clusters().size() * (BYTES + machine.clusterStateCountMax() * STAY_BYTES)
                        + machine.cpuCount() * TIMER_BYTES,
                1);
    }

    /** All clusters and CPUs in their deepest states, nothing counted. */
    public void reset(long nowNs) {
        for (int cluster = 0; cluster < stateCount.length; cluster++) {
            Memory.putLong(at(cluster), stateCount[cluster] - 1);
            Memory.putLong(at(cluster) + SINCE_NS, nowNs);
            Memory.putLong(at(cluster) + DEEP_COUNT, cpusOf[cluster].length);
            for (int state = 0; state < stateCount[cluster]; state++) {
                Memory.putLong(stayAt(cluster, state), 0);
                Memory.putLong(stayAt(cluster, state) + STAY_COUNT, 0);
            }
            for (int cpu : cpusOf[cluster]) {
                Memory.putLong(timersBase + cpu * TIMER_BYTES, Long.MAX_VALUE);
            }
        }
    }

    @HotPath
    public int cluster(int cpu) {
        return clusterOf[cpu];
    }

    /** Whether a cluster has states at all. */
    @HotPath
    public boolean hasStates(int cluster) {
        return stateCount[cluster] > 0;
    }

    /**
     * A CPU entered its deepest state.
     *
     * @param timerNs its next timer, absolute
     * @return whether the cluster entered a state
     */
    @HotPath
    public boolean cpuDeep(int cpu, long timerNs, long nowNs) {
        final int cluster = clusterOf[cpu];
        final long at = at(cluster);
        Memory.putLong(timersBase + cpu * TIMER_BYTES, timerNs);
        final long deep = Memory.getLong(at + DEEP_COUNT) + 1;
        Memory.putLong(at + DEEP_COUNT, deep);
        if (deep < cpusOf[cluster].length) {
            return false;
        }
        final int state = deepestWithin(cluster, firstTimerNs(cluster) - nowNs);
        if (state == ON) {
            return false;
        }
        Memory.putLong(at, state);
        Memory.putLong(at + SINCE_NS, nowNs);
        return true;
    }

    @HotPath
    private int deepestWithin(int cluster, long sleepNs) {
        int state = stateCount[cluster] - 1;
        while (state >= 0 && residencyNs[cluster * stateCountMax + state] > sleepNs) {
            state--;
        }
        return state;
    }

    @HotPath
    private long firstTimerNs(int cluster) {
        long first = Long.MAX_VALUE;
        for (int cpu : cpusOf[cluster]) {
            first = Math.min(first, Memory.getLong(timersBase + cpu * TIMER_BYTES));
        }
        return first;
    }

    /**
     * A CPU leaves its deepest state.
     *
     * @return what it has to wait for its cluster: 0 when that is on
     */
    @HotPath
    public long cpuWakes(int cpu, long nowNs) {
        final int cluster = clusterOf[cpu];
        final long at = at(cluster);
        Memory.putLong(at + DEEP_COUNT, Memory.getLong(at + DEEP_COUNT) - 1);
        final int state = state(cluster);
        if (state == ON) {
            return 0;
        }
        final long stayNs = nowNs - Memory.getLong(at + SINCE_NS);
        Memory.putLong(at, ON);
        Memory.putLong(at + SINCE_NS, nowNs);
        final long stayAt = stayAt(cluster, state);
        Memory.putLong(stayAt, Memory.getLong(stayAt) + stayNs);
        Memory.putLong(stayAt + STAY_COUNT, Memory.getLong(stayAt + STAY_COUNT) + 1);
        final int index = cluster * stateCountMax + state;
        return Math.max(0, entryNs[index] - stayNs) + exitNs[index];
    }

    /** State of a cluster, or {@link #ON}. */
    @HotPath
    public int state(int cluster) {
        return (int) Memory.getLong(at(cluster));
    }

    /** When a cluster entered its state, or came on. */
    @HotPath
    public long sinceNs(int cluster) {
        return Memory.getLong(at(cluster) + SINCE_NS);
    }

    /** Power of what a cluster's CPUs share now, uW. */
    @HotPath
    public long powerUw(int cluster) {
        final int state = state(cluster);
        return state == ON ? activeUw[cluster] : powerUw[cluster * stateCountMax + state];
    }

    /** Time in one state up to now, the stay in progress included. */
    public long stateNs(int cluster, int state, long nowNs) {
        final long ended = Memory.getLong(stayAt(cluster, state));
        return state(cluster) == state ? ended + nowNs - sinceNs(cluster) : ended;
    }

    /** Completed stays in one state. */
    public long stayCount(int cluster, int state) {
        return Memory.getLong(stayAt(cluster, state) + STAY_COUNT);
    }

    @HotPath
    private long at(int cluster) {
        return base + cluster * BYTES;
    }

    @HotPath
    private long stayAt(int cluster, int state) {
        return staysBase + STAY_BYTES * (cluster * stateCountMax + state);
    }
}
