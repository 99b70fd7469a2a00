package io.vlag.engine.kernel;

import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * What the balancer does when it found an imbalance between unequal CPUs and could move nothing:
 * the source's stopper takes the running task off and brings it over. Here the source is told by an
 * interrupt and gives the task away when it schedules. See docs/model/energy-aware.md.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c need_active_balance(),
 *     active_load_balance_cpu_stop().
 */
@HotPath
final class ActiveBalance {
    private static final int CACHE_NICE_TRIES = 1;

    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final RunQueueTable runQueues;
    private final CpuLoad load;
    private final Fitness fitness;
    private final SchedClasses classes;
    private final FairClass fair;
    private final Interrupts interrupts;

    ActiveBalance(KernelParts parts) {
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.runQueues = parts.runQueues();
        this.load = parts.load();
        this.fitness = parts.fitness();
        this.classes = parts.classes();
        this.fair = parts.fair();
        this.interrupts = parts.interrupts();
    }

    /**
     * Asks the source for its running task if that is called for.
     *
     * @param payer CPU that balances, for itself or for {@code to}
     * @param kind kind of the imbalance
     * @param idle whether the destination has nothing to run
     * @return whether it was asked
     */
    boolean ask(int from, int to, int payer, int kind, boolean idle, long nowNs) {
        if (!fitness.isAsymmetric() || !isNeeded(from, to, kind, idle)) {
            return false;
        }
        final int task = cpus.curr(from);
        if (task == Index.NONE
                || cpus.pushTask(from) == task + 1
                || classes.isRt(task)
                || !affinity.allows(task, to)
                || fair.isThrottledOn(from, task)
                || fair.isThrottledOn(to, task)) {
            return false;
        }
        cpus.pushTask(from, task + 1);
        cpus.pushTo(from, to);
        runQueues.requestResched(from, RunQueueTable.RESCHED_NOW);
        if (from != payer) {
            interrupts.send(payer, from, nowNs);
        }
        return true;
    }

    private boolean isNeeded(int from, int to, int kind, boolean idle) {
        if (kind == Imbalance.KIND_MISFIT) {
            return true;
        }
        if (kind == Imbalance.KIND_TASK && cpus.nrBalanceFailed(to) > CACHE_NICE_TRIES + 2) {
            return true;
        }
        final long left = load.capacity(from);
        final boolean reduced = left * Topology.IMBALANCE_PCT < fitness.capacity(from) * 100L;
        return idle
                && load.nrRunnable(from) == 1
                && reduced
                && left * Topology.IMBALANCE_PCT < load.capacity(to) * 100;
    }
}
