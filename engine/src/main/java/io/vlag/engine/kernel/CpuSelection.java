package io.vlag.engine.kernel;

import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * On which CPU a task is put: select_task_rq_fair for wake-ups and new tasks, and a simple rule for
 * real-time tasks.
 */
@HotPath
final class CpuSelection {
    private final Topology topology;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final WakeAffine wakeAffine;
    private final IdleSibling idleSibling;
    private final IdlestCpu idlestCpu;
    private final FairClass fair;
    private final Fitness fitness;
    private final EnergyPlacement energy;
    private int scanned;
    private int reason;

    CpuSelection(
            Topology topology,
            TaskTable tasks,
            CpuTable cpus,
            AffinityTable affinity,
            CpuLoad load,
            WakeAffine wakeAffine,
            IdleSibling idleSibling,
            FairClass fair,
            Fitness fitness,
            EnergyPlacement energy) {
        this.fair = fair;
        this.fitness = fitness;
        this.energy = energy;
        this.topology = topology;
        this.tasks = tasks;
        this.cpus = cpus;
        this.affinity = affinity;
        this.wakeAffine = wakeAffine;
        this.idleSibling = idleSibling;
        this.idlestCpu = new IdlestCpu(topology, affinity, load);
    }

    /** CPUs that the last selection looked at in its idle scan. */
    int scanned() {
        return scanned;
    }

    /** Why the last selection for a fair wakee ended where it did. */
    int reason() {
        return reason;
    }

    /** The CPU for a fair wakee whose waker runs on {@code thisCpu}. */
    int forWakeup(int task, int thisCpu, int prev, int flags, long nowNs) {
        final int waker = cpus.curr(thisCpu);
        if (waker != Index.NONE) {
            wakeAffine.recordWakee(waker, task, nowNs);
        }
        if (isByEnergy(task)) {
            return byEnergy(task, prev, thisCpu, nowNs);
        }
        int target = prev;
        if (affinity.allows(task, thisCpu) && !wakeAffine.wakeWide(waker, task, thisCpu)) {
            final boolean sync = (flags & WakeFlags.SYNC) != 0;
            target = prev == thisCpu ? thisCpu : wakeAffine.target(task, thisCpu, prev, sync);
        }
        return nearTarget(task, prev, target);
    }

    /** Whether energy decides; on machines of unequal CPUs the wakee's averages are aged first. */
    private boolean isByEnergy(int task) {
        if (!fitness.isAsymmetric()) {
            return false;
        }
        fair.ageSleeping(tasks.cpu(task), task);
        return fitness.isEnergyInCharge();
    }

    private int byEnergy(int task, int prev, int thisCpu, long nowNs) {
        scanned = topology.cpuCount();
        final int cpu = energy.select(task, prev, thisCpu, nowNs);
        reason = energy.reason();
        return affinity.allows(task, cpu) ? cpu : firstAllowed(task);
    }

    private int nearTarget(int task, int prev, int target) {
        final int cpu = idleSibling.select(task, prev, target);
        scanned = idleSibling.scanned();
        reason = idleSibling.reason();
        return affinity.allows(task, cpu) ? cpu : firstAllowed(task);
    }

    /**
     * The CPU for a wakee that was delayed on {@code sleptOn} and is handled there: the previous
     * CPU is the waker's, so wake_affine is not asked (docs/model/wakeup.md, "delayed wakees and
     * the wake list").
     */
    int forDelayedWakee(int task, int sleptOn, int prev, long nowNs) {
        final int running = cpus.curr(sleptOn);
        if (running != Index.NONE) {
            wakeAffine.recordWakee(running, task, nowNs);
        }
        return isByEnergy(task)
                ? byEnergy(task, prev, sleptOn, nowNs)
                : nearTarget(task, prev, sleptOn);
    }

    /** The CPU for a new task of a parent that runs, or ran, on {@code parentCpu}. */
    int forFork(int task, int parentCpu) {
        return idlestCpu.select(task, parentCpu, Index.NONE);
    }

    /** The CPU on which a task that runs on {@code cpu} goes on after its exec. */
    int forExec(int task, int cpu) {
        return idlestCpu.select(task, cpu, cpu);
    }

    /**
     * The CPU for a task that has to leave its own: the allowed ones in turn, beginning behind the
     * one that {@code byCpu} chose last.
     *
     * @implNote Models Linux 6.6 to 7.2, cpumask_any_and_distribute() as __set_cpus_allowed_ptr()
     *     uses it.
     */
    int distribute(int byCpu, int task) {
        for (int step = 1; step <= topology.cpuCount(); step++) {
            final int cpu = (cpus.distributedCpu(byCpu) + step) % topology.cpuCount();
            if (affinity.allows(task, cpu)) {
                cpus.distributedCpu(byCpu, cpu);
                return cpu;
            }
        }
        return byCpu;
    }

    /**
     * The CPU for a real-time wakee: the previous one unless it runs something of no lower
     * priority.
     */
    int forRealTime(int task, int prev) {
        int best = affinity.allows(task, prev) ? prev : firstAllowed(task);
        int lowest = runningPriority(best);
        for (int cpu = 0; cpu < topology.cpuCount() && lowest >= tasks.rtPriority(task); cpu++) {
            if (affinity.allows(task, cpu) && runningPriority(cpu) < lowest) {
                best = cpu;
                lowest = runningPriority(cpu);
            }
        }
        return best;
    }

    private int runningPriority(int cpu) {
        final int curr = cpus.curr(cpu);
        return curr == Index.NONE ? -1 : tasks.rtPriority(curr);
    }

    /** The lowest CPU that the task may run on. */
    int firstAllowed(int task) {
        for (int cpu = 0; cpu < topology.cpuCount(); cpu++) {
            if (affinity.allows(task, cpu)) {
                return cpu;
            }
        }
        return 0;
    }
}
