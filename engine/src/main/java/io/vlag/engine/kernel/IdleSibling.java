package io.vlag.engine.kernel;

import io.vlag.engine.journal.PlacementReason;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.CapacityFit;
import io.vlag.offheap.HotPath;

/**
 * The search for an idle CPU near the target: select_idle_sibling.
 *
 * <p>Models Linux 6.6 to 7.2 on machines without SMT; see docs/model/wakeup.md for what is left
 * out.
 */
@HotPath
final class IdleSibling {
    private final WakeRules rules;
    private final Topology topology;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final CpuLoad load;
    private final Fitness fitness;
    private int scanned;
    private int reason;

    IdleSibling(
            WakeRules rules,
            Topology topology,
            TaskTable tasks,
            CpuTable cpus,
            AffinityTable affinity,
            CpuLoad load,
            Fitness fitness) {
        this.fitness = fitness;
        this.rules = rules;
        this.topology = topology;
        this.tasks = tasks;
        this.cpus = cpus;
        this.affinity = affinity;
        this.load = load;
    }

    /** CPUs that the last search looked at in its scan; for their cost. */
    int scanned() {
        return scanned;
    }

    /** Why the last search ended where it did: a {@link PlacementReason}. */
    int reason() {
        return reason;
    }

    /** An idle CPU that shares a cache with {@code target}, or {@code target} itself. */
    int select(int task, int prev, int target) {
        scanned = 0;
        if (isIdleAllowed(task, target)) {
            reason = PlacementReason.TARGET_IDLE;
            return target;
        }
        if (prev != target && topology.shareCache(prev, target) && isIdleAllowed(task, prev)) {
            reason = PlacementReason.PREV_IDLE;
            return prev;
        }
        final int recent = tasks.recentUsedCpu(task);
        tasks.recentUsedCpu(task, prev);
        if (recent != Index.NONE
                && recent != prev
                && recent != target
                && topology.shareCache(recent, target)
                && isIdleAllowed(task, recent)) {
            reason = PlacementReason.RECENT_IDLE;
            return recent;
        }
        if (fitness.isAsymmetric()) {
            return scanForCapacity(task, target);
        }
        reason = PlacementReason.TARGET_BUSY;
        return topology.hasLlc(target) ? scan(task, target) : target;
    }

    private int scan(int task, int target) {
        final int cpuCount = topology.cpuCount();
        int budget =
                rules.sisUtil()
                        ? cpus.nrIdleScan(topology.llcFirst(target))
                        : topology.llcSize(target);
        for (int step = 1; step <= cpuCount && budget > 0; step++) {
            final int cpu = (target + step) % cpuCount;
            if (topology.shareCache(cpu, target) && affinity.allows(task, cpu)) {
                budget--;
                scanned++;
                if (load.isIdleFor(task, cpu)) {
                    reason = PlacementReason.IDLE_SCAN;
                    return cpu;
                }
            }
        }
        return target;
    }

    /**
     * The first idle CPU that the task fits, else the one that comes closest: its clamp apart, then
     * the largest.
     *
     * @implNote Models Linux 6.3 to 7.2, kernel/sched/fair.c select_idle_capacity().
     */
    private int scanForCapacity(int task, int target) {
        final int cpuCount = topology.cpuCount();
        int best = Index.NONE;
        int bestFit = CapacityFit.TOO_BIG;
        for (int step = 0; step < cpuCount; step++) {
            final int cpu = (target + step) % cpuCount;
            if (!affinity.allows(task, cpu)) {
                continue;
            }
            scanned++;
            if (!load.isIdleFor(task, cpu)) {
                continue;
            }
            final int fit = fitness.fitOfTask(task, cpu);
            if (fit == CapacityFit.FITS) {
                reason = PlacementReason.IDLE_CAPACITY;
                return cpu;
            }
            if (best == Index.NONE
                    || fit < bestFit
                    || fit == bestFit && fitness.capacity(cpu) > fitness.capacity(best)) {
                best = cpu;
                bestFit = fit;
            }
        }
        reason = best == Index.NONE ? PlacementReason.TARGET_BUSY : PlacementReason.IDLE_CAPACITY;
        return best == Index.NONE ? target : best;
    }

    private boolean isIdleAllowed(int task, int cpu) {
        return load.isIdleFor(task, cpu) && affinity.allows(task, cpu) && fitness.fits(task, cpu);
    }
}
