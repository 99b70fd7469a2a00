package io.vlag.engine.kernel;

import io.vlag.engine.config.Preemption;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RtQueueTable;

/**
 * One simulation's kernel, put together: what the event loop calls.
 *
 * @param parts tables and inner parts
 * @param scheduler who runs next
 * @param wakeups from asleep to queued
 * @param ticks the periodic tick
 * @param balance periodic and idle balancing
 * @param yieldRule sched_yield
 * @param attributes changes of nice level, policy, slice and CPUs
 * @param reserves timers of real-time throttling and of the fair server
 * @param preemptibility when requests to reschedule take effect
 * @param idle entering and leaving idle
 */
public record Kernel(
        KernelParts parts,
        Scheduler scheduler,
        Wakeups wakeups,
        TickHandler ticks,
        PeriodicBalance balance,
        YieldRule yieldRule,
        SchedAttributes attributes,
        Reserves reserves,
        Preemptibility preemptibility,
        IdleLoop idle) {

    /** Puts the kernel together. */
    public static Kernel of(KernelParts parts, Preemption preemption) {
        final Imbalance imbalance =
                new Imbalance(
                        parts.wakeRules(),
                        parts.topology(),
                        parts.cpus(),
                        parts.load(),
                        parts.energyRules(),
                        parts.fitness());
        final RtBalance rtBalance = new RtBalance(parts);
        final TaskMover mover = new TaskMover(parts);
        final ActiveBalance active = new ActiveBalance(parts);
        final BlockedLoad blocked = new BlockedLoad(parts);
        final PeriodicBalance balance =
                new PeriodicBalance(parts, imbalance, mover, active, blocked);
        final NewIdleBalance newIdle =
                new NewIdleBalance(parts, imbalance, mover, active, balance, blocked);
        final IdleLoop idle = new IdleLoop(parts, blocked);
        return new Kernel(
                parts,
                new Scheduler(parts, newIdle, idle, rtBalance),
                new Wakeups(parts, rtBalance),
                new TickHandler(parts, balance),
                balance,
                new YieldRule(parts),
                new SchedAttributes(parts, rtBalance),
                new Reserves(parts),
                new Preemptibility(preemption, parts),
                idle);
    }

    /**
     * Brings a zeroed slab's CPUs to their state before the first event: idle, empty lists, ticks
     * on the grid.
     *
     * @param tickPhaseNs time of the first tick of every CPU
     * @param seed of the run
     */
    public void init(RtQueueTable rtQueues, long tickPhaseNs, long seed) {
        final CpuTable cpus = parts.cpus();
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            cpus.curr(cpu, Index.NONE);
            cpus.wakeListHead(cpu, Index.NONE);
            cpus.wakeListTail(cpu, Index.NONE);
            cpus.lastMm(cpu, Index.NONE);
            cpus.nextTickNs(cpu, tickPhaseNs);
            cpus.random(cpu, RandomStream.seed(seed, RandomStream.PURPOSE_NEWIDLE, cpu));
            rtQueues.init(cpu);
            NewIdleBalance.init(cpus, cpu);
            balance.init(cpu, 0);
        }
    }
}
