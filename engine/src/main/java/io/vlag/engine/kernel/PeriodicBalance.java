package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Load balancing at the tick, for the CPU itself and, when it is asked by an interrupt, for CPUs
 * that idle without a tick.
 *
 * <p>Models rebalance_domains() and the nohz idle balancer for one domain over all CPUs; see
 * docs/model/balance.md.
 */
@HotPath
public final class PeriodicBalance {
    private static final int BUSY_FACTOR = 16;
    private static final int KICK_BALANCE = 1;
    private static final int KICK_STATISTICS = 2;
    private static final long NS_PER_MS = 1_000_000;
    private static final int BALANCE_PER_CPU = CostPath.BALANCE_PER_CPU.ordinal();

    private final Topology topology;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final CpuLoad load;
    private final Imbalance imbalance;
    private final TaskMover mover;
    private final Interrupts interrupts;
    private final CostMeter costs;
    private final Fitness fitness;
    private final ActiveBalance active;
    private final BlockedLoad blocked;

    PeriodicBalance(
            KernelParts parts,
            Imbalance imbalance,
            TaskMover mover,
            ActiveBalance active,
            BlockedLoad blocked) {
        this.topology = parts.topology();
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.load = parts.load();
        this.imbalance = imbalance;
        this.mover = mover;
        this.interrupts = parts.interrupts();
        this.costs = parts.costs();
        this.fitness = parts.fitness();
        this.active = active;
        this.blocked = blocked;
    }

    /** Initial interval of a CPU. */
    void init(int cpu, long nowNs) {
        cpus.nohzIdle(cpu, 1); // has slept without a tick since the boot
        cpus.balanceIntervalNs(cpu, minIntervalNs());
        cpus.nextBalanceNs(cpu, nowNs + minIntervalNs());
    }

    /** The tick of a CPU that runs something. */
    public void tick(int cpu, long nowNs) {
        if (topology.cpuCount() == 1) {
            return;
        }
        blocked.busyTick(cpu);
        if (nowNs >= cpus.nextBalanceNs(cpu)) {
            balance(cpu, cpu, load.nrRunning(cpu) == 0, nowNs);
        }
        final boolean kicked =
                (load.nrRunning(cpu) >= 2 || isWorthKick(cpu)) && kickIdle(cpu, nowNs);
        if (!kicked && blocked.isDue(nowNs)) {
            kickForStatistics(cpu, nowNs);
        }
    }

    /** The tick of an idle CPU, which its governor let go on: it balances for itself. */
    public void idleTick(int cpu, long nowNs) {
        if (topology.cpuCount() > 1 && nowNs >= cpus.nextBalanceNs(cpu)) {
            balance(cpu, cpu, true, nowNs);
        }
    }

    /**
     * The kicked CPU balances for every CPU that idles, itself first, and ages the averages of
     * those that are not due; or it only ages: nohz_idle_balance().
     */
    public void balanceIdle(int kickedCpu, long nowNs) {
        final boolean balances = cpus.nohzKick(kickedCpu) == KICK_BALANCE;
        cpus.nohzKick(kickedCpu, 0);
        blocked.startRound();
        for (int step = 0; step < topology.cpuCount(); step++) {
            final int cpu = (kickedCpu + step) % topology.cpuCount();
            if (cpus.curr(cpu) == Index.NONE) {
                blocked.visit(cpu, kickedCpu, nowNs);
                if (balances && nowNs >= cpus.nextBalanceNs(cpu)) {
                    balanceFor(cpu, kickedCpu, nowNs);
                }
            }
        }
        blocked.endRound(nowNs);
    }

    private void balanceFor(int cpu, int kickedCpu, long nowNs) {
        balance(cpu, kickedCpu, true, nowNs);
        if (cpu != kickedCpu && runQueues.needResched(cpu) != RunQueueTable.RESCHED_NONE) {
            interrupts.send(kickedCpu, cpu, nowNs);
        }
    }

    /** A CPU that goes idle may balance as soon as an idle one may: update_next_balance(). */
    void drawIn(int cpu) {
        final long idleNs = cpus.lastBalanceNs(cpu) + intervalNs(cpu, true);
        cpus.nextBalanceNs(cpu, Math.min(cpus.nextBalanceNs(cpu), idleNs));
    }

    /** Between unequal CPUs a lone task is worth a kick only when it is a misfit. */
    private boolean isWorthKick(int cpu) {
        return fitness.isAsymmetric() ? fitness.misfitLoad(cpu) > 0 : busyInCache(cpu) > 1;
    }

    /** Busy CPUs of the cache domain; 0 without one. */
    private int busyInCache(int cpu) {
        int busy = 0;
        if (topology.hasLlc(cpu)) {
            for (int other = 0; other < topology.cpuCount(); other++) {
                if (topology.shareCache(other, cpu) && cpus.curr(other) != Index.NONE) {
                    busy++;
                }
            }
        }
        return busy;
    }

    private boolean kickIdle(int cpu, long nowNs) {
        for (int other = 0; other < topology.cpuCount(); other++) {
            if (cpus.curr(other) == Index.NONE && nowNs >= cpus.nextBalanceNs(other)) {
                cpus.nohzKick(other, KICK_BALANCE);
                interrupts.send(cpu, other, nowNs);
                return true;
            }
        }
        return false;
    }

    /** The first CPU that idles without a tick ages the averages of all that do. */
    private void kickForStatistics(int cpu, long nowNs) {
        for (int other = 0; other < topology.cpuCount(); other++) {
            if (cpus.curr(other) == Index.NONE && cpus.nohzIdle(other) != 0) {
                if (cpus.nohzKick(other) == 0) {
                    cpus.nohzKick(other, KICK_STATISTICS);
                    interrupts.send(cpu, other, nowNs);
                }
                return;
            }
        }
    }

    /** {@code payer}: the CPU that does the work. */
    private void balance(int cpu, int payer, boolean idle, long nowNs) {
        costs.chargeTimes(payer, BALANCE_PER_CPU, topology.cpuCount());
        blocked.update(cpu, nowNs);
        cpus.lastBalanceNs(cpu, nowNs);
        final int busiest = imbalance.findBusiest(cpu, idle, false);
        if (busiest == Index.NONE) {
            cpus.nrBalanceFailed(cpu, 0);
            cpus.balanceIntervalNs(
                    cpu, Math.min(2 * cpus.balanceIntervalNs(cpu), 2 * minIntervalNs()));
        } else {
            cpus.balanceIntervalNs(cpu, minIntervalNs());
            final int reason = idle ? MigrateReason.IDLE_BALANCE : MigrateReason.BALANCE;
            final int moved = mover.move(busiest, cpu, imbalance, false, reason, nowNs);
            countFailure(cpu, moved);
            if (moved == 0 && active.ask(busiest, cpu, payer, imbalance.kind(), idle, nowNs)) {
                cpus.nrBalanceFailed(cpu, 0);
            }
            cpus.balancePulls(cpu, cpus.balancePulls(cpu) + moved);
        }
        cpus.nextBalanceNs(cpu, nowNs + intervalNs(cpu, idle));
    }

    private void countFailure(int cpu, int moved) {
        if (moved > 0) {
            cpus.nrBalanceFailed(cpu, 0);
        } else if (imbalance.kind() != Imbalance.KIND_MISFIT) {
            cpus.nrBalanceFailed(cpu, cpus.nrBalanceFailed(cpu) + 1);
        }
    }

    /** get_sd_balance_interval(): longer while busy, in ticks, between one tick and 0.1 s a CPU. */
    private long intervalNs(int cpu, boolean idle) {
        final long tickNs = runQueues.tickNs(cpu);
        long ticks = Math.ceilDiv(cpus.balanceIntervalNs(cpu) * (idle ? 1 : BUSY_FACTOR), tickNs);
        if (!idle) {
            ticks--;
        }
        final long maxTicks = 100 * NS_PER_MS * topology.cpuCount() / tickNs;
        return Math.clamp(ticks, 1, maxTicks) * tickNs;
    }

    /** The domain's shortest interval: one millisecond a CPU; the longest is twice that. */
    private long minIntervalNs() {
        return topology.cpuCount() * NS_PER_MS;
    }
}
