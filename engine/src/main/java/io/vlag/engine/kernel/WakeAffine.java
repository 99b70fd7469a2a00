package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * Whether a wakee is drawn to its waker's CPU: record_wakee, wake_wide and wake_affine.
 *
 * <p>Models Linux 6.6 to 7.2, kernel/sched/fair.c, as described in docs/model/wakeup.md.
 */
@HotPath
final class WakeAffine {
    private static final long FLIP_DECAY_NS = 1_000_000_000;

    private final WakeRules rules;
    private final Topology topology;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final CpuLoad load;

    WakeAffine(WakeRules rules, Topology topology, TaskTable tasks, CpuTable cpus, CpuLoad load) {
        this.rules = rules;
        this.topology = topology;
        this.tasks = tasks;
        this.cpus = cpus;
        this.load = load;
    }

    /** Notes that {@code waker} woke {@code wakee}; halves the flip count once a second. */
    void recordWakee(int waker, int wakee, long nowNs) {
        if (nowNs > tasks.wakeeFlipDecayNs(waker) + FLIP_DECAY_NS) {
            tasks.wakeeFlips(waker, tasks.wakeeFlips(waker) >> 1);
            tasks.wakeeFlipDecayNs(waker, nowNs);
        }
        if (tasks.lastWakee(waker) != wakee) {
            tasks.lastWakee(waker, wakee);
            tasks.wakeeFlips(waker, tasks.wakeeFlips(waker) + 1);
        }
    }

    /**
     * True when waker and wakee have so many partners that drawing them together would overload the
     * cache domain.
     */
    boolean wakeWide(int waker, int wakee, int thisCpu) {
        final int factor = topology.llcSize(thisCpu);
        final int wakerFlips = waker == Index.NONE ? 0 : tasks.wakeeFlips(waker);
        final int wakeeFlips = tasks.wakeeFlips(wakee);
        final int slave = Math.min(wakerFlips, wakeeFlips);
        final int master = Math.max(wakerFlips, wakeeFlips);
        return slave >= factor && master >= slave * factor;
    }

    /** The CPU that the search for an idle one starts from: the waker's or the previous one. */
    int target(int task, int thisCpu, int prev, boolean sync) {
        int target = Index.NONE;
        if (rules.waIdle()) {
            target = byIdleness(thisCpu, prev, sync);
        }
        if (target == Index.NONE && rules.waWeight()) {
            target = byWeight(task, thisCpu, prev, sync);
        }
        return target == Index.NONE ? prev : target;
    }

    private int byIdleness(int thisCpu, int prev, boolean sync) {
        if (load.isIdle(thisCpu) && topology.shareCache(thisCpu, prev)) {
            return load.isIdle(prev) ? prev : thisCpu;
        }
        if (sync && runsOnlyWaker(thisCpu)) {
            return thisCpu;
        }
        return load.isIdle(prev) ? prev : Index.NONE;
    }

    private boolean runsOnlyWaker(int thisCpu) {
        final int delayed = rules.syncCountsDelayed() ? 0 : load.nrDelayed(thisCpu);
        return load.nrRunning(thisCpu) - delayed == 1;
    }

    private int byWeight(int task, int thisCpu, int prev, boolean sync) {
        final long taskLoad = load.ofTask(task);
        long thisLoad = load.ofCpu(thisCpu);
        final int curr = cpus.curr(thisCpu);
        if (sync && curr != Index.NONE) {
            final long currLoad = load.ofTask(curr);
            if (currLoad > thisLoad) {
                return thisCpu;
            }
            thisLoad -= currLoad;
        }
        thisLoad += taskLoad;
        long prevLoad = load.ofCpu(prev) - taskLoad;
        if (rules.waBias()) {
            thisLoad *= 100;
            prevLoad *= 100 + (Topology.IMBALANCE_PCT - 100) / 2;
        }
        thisLoad *= load.capacity(prev);
        prevLoad *= load.capacity(thisCpu);
        if (sync) {
            prevLoad++;
        }
        return thisLoad < prevLoad ? thisCpu : Index.NONE;
    }
}
