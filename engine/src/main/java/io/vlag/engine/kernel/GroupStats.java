package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * What the balancer knows of a group of CPUs during one pass; here a group is one CPU. Scratch
 * memory of one simulation: filled and read inside a single pass, never part of its state.
 */
@HotPath
final class GroupStats {
    int cpu;
    int nrRunning;
    int nrFair;
    int type;
    boolean idle;
    long load;
    long avgLoad; // load scaled by capacity, 1024 = one unit of load per unit of capacity
    long util;
    long runnable;
    long capacity;
    long misfitLoad;
    boolean mayOverload;

    /** Reads a CPU. {@code countsDelayed}: fair tasks include delayed ones (before 6.14). */
    void read(CpuLoad loads, int ofCpu, boolean countsDelayed) {
        read(loads, ofCpu, countsDelayed, 0, true);
    }

    /**
     * As the other form, on a machine of unequal CPUs.
     *
     * @param misfit load of a task that is too big for the CPU, 0 without one
     * @param overloads whether any group may count as overloaded
     */
    void read(CpuLoad loads, int ofCpu, boolean countsDelayed, long misfit, boolean overloads) {
        cpu = ofCpu;
        misfitLoad = misfit;
        mayOverload = overloads;
        nrRunning = loads.nrRunning(ofCpu);
        nrFair =
                countsDelayed
                        ? loads.nrRunnable(ofCpu) + loads.nrDelayed(ofCpu)
                        : loads.nrRunnable(ofCpu);
        load = loads.ofCpu(ofCpu);
        util = loads.util(ofCpu);
        runnable = loads.runnable(ofCpu);
        capacity = loads.capacity(ofCpu);
        avgLoad = load * 1024 / capacity;
        idle = nrRunning == 0 && loads.isIdle(ofCpu);
        type = typeOf();
    }

    /** Takes one queued task out of what was read. */
    void leaveOut(long taskLoad, long taskUtil, long taskRunnable) {
        nrRunning--;
        load = Math.max(0, load - taskLoad);
        util = Math.max(0, util - taskUtil);
        runnable = Math.max(0, runnable - taskRunnable);
        avgLoad = load * 1024 / capacity;
        idle = nrRunning == 0;
        type = typeOf();
    }

    private int typeOf() {
        final boolean runnableHigh = capacity * Topology.IMBALANCE_PCT < runnable * 100;
        final boolean utilHigh = capacity * 100 < util * Topology.IMBALANCE_PCT;
        if (mayOverload && nrRunning > 1 && (utilHigh || runnableHigh)) {
            return GroupType.OVERLOADED;
        }
        if (misfitLoad > 0) {
            return GroupType.MISFIT;
        }
        final boolean spare =
                nrRunning < 1 || (!runnableHigh && capacity * 100 > util * Topology.IMBALANCE_PCT);
        return spare ? GroupType.HAS_SPARE : GroupType.FULLY_BUSY;
    }
}
