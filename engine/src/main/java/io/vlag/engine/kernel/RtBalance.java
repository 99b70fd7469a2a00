package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * Real-time tasks that wait change their CPU: one that is stuck behind a higher priority is pushed
 * to a CPU that runs something lower, and a CPU that falls to a lower priority pulls from others.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/rt.c push_rt_task(), pull_rt_task(), with the
 *     locks taken at once instead of by interrupts (RT_PUSH_IPI).
 */
@HotPath
final class RtBalance {
    private static final int WAKE_REMOTE_EXTRA = CostPath.WAKE_REMOTE_EXTRA.ordinal();

    private final Topology topology;
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final RunQueueTable runQueues;
    private final RtClass rt;
    private final SchedClasses classes;
    private final Interrupts interrupts;
    private final Clocks clocks;
    private final CostMeter costs;
    private final Journal journal;

    RtBalance(KernelParts parts) {
        this.topology = parts.topology();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.runQueues = parts.runQueues();
        this.rt = parts.rt();
        this.classes = parts.classes();
        this.interrupts = parts.interrupts();
        this.clocks = parts.clocks();
        this.costs = parts.costs();
        this.journal = parts.journal();
    }

    /**
     * The CPU is about to run something lower than before: takes higher tasks that wait elsewhere.
     */
    void pull(int cpu, long nowNs) {
        if (rt.isThrottled(cpu)) {
            return;
        }
        int own = priorityOf(rt.first(cpu));
        for (int step = 1; step < topology.cpuCount(); step++) {
            final int from = (cpu + step) % topology.cpuCount();
            if (rt.count(from) > 1) {
                final int task = rt.firstWaiting(from, cpus.curr(from), affinity, cpu);
                if (task != Index.NONE && tasks.rtPriority(task) > own) {
                    own = tasks.rtPriority(task);
                    move(cpu, task, from, cpu, MigrateReason.RT_PULL, nowNs);
                }
            }
        }
    }

    /**
     * Gives away tasks that wait behind a higher one while some CPU runs a lower one.
     *
     * @param payer CPU that does it
     */
    void push(int cpu, int payer, long nowNs) {
        while (rt.count(cpu) > 1 && !rt.isThrottled(cpu)) {
            final int task = rt.firstWaiting(cpu, cpus.curr(cpu), affinity, Index.NONE);
            if (task == Index.NONE) {
                return;
            }
            final int to = lowest(cpu, task);
            if (to == Index.NONE) {
                return;
            }
            final int request = runQueues.needResched(to);
            move(payer, task, cpu, to, MigrateReason.RT_PUSH, nowNs);
            classes.wakeupPreempt(to, task, 0);
            if (to != payer && runQueues.needResched(to) != request) {
                interrupts.send(payer, to, nowNs);
            }
        }
    }

    /** The CPU with the lowest priority below the task's: idle, then fair, then real-time. */
    private int lowest(int from, int task) {
        int best = Index.NONE;
        int priority = tasks.rtPriority(task);
        for (int cpu = 0; cpu < topology.cpuCount(); cpu++) {
            final int here = Math.max(running(cpu), priorityOf(rt.first(cpu)));
            if (cpu != from && here < priority && affinity.allows(task, cpu)) {
                best = cpu;
                priority = here;
            }
        }
        return best;
    }

    /** Priority of what runs: 0 for a fair task, -1 for none. */
    private int running(int cpu) {
        return priorityOf(cpus.curr(cpu));
    }

    private int priorityOf(int task) {
        return task == Index.NONE ? -1 : tasks.rtPriority(task);
    }

    private void move(int payer, int task, int from, int to, int reason, long nowNs) {
        costs.charge(payer, WAKE_REMOTE_EXTRA);
        journal.migrated(nowNs, payer, task, from, to, reason);
        tasks.migrations(task, tasks.migrations(task) + 1);
        clocks.update(from, nowNs);
        clocks.update(to, nowNs);
        classes.moveWaiting(task, from, to);
    }
}
