package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.offheap.HotPath;

/**
 * A CPU that is about to idle looks for a task to pull: sched_balance_newidle().
 *
 * <p>Models one domain over all CPUs; see docs/model/balance.md.
 */
@HotPath
public final class NewIdleBalance {
    /** avg_idle starts here. */
    static final long AVG_IDLE_START_NS = 1_000_000;

    /** Start of max_newidle_lb_cost's cap; avg_idle is capped at twice this. */
    static final long MAX_COST_START_NS = 500_000;

    private static final long COST_DECAY_NS = 1_000_000_000;
    private static final int RATIO_SCALE = 1024;

    /** With NI_RATE the ratio grows by one for each 2^22 ns since the last attempt. */
    private static final int RATE_SHIFT = 22;

    private static final int NEWIDLE = CostPath.NEWIDLE.ordinal();
    private static final int BALANCE_PER_CPU = CostPath.BALANCE_PER_CPU.ordinal();

    private final WakeRules rules;
    private final Topology topology;
    private final CpuTable cpus;
    private final CpuLoad load;
    private final WakeLists wakeLists;
    private final Imbalance imbalance;
    private final TaskMover mover;
    private final PeriodicBalance balance;
    private final CostMeter costs;
    private final Fitness fitness;
    private final ActiveBalance active;
    private final BlockedLoad blocked;

    NewIdleBalance(
            KernelParts parts,
            Imbalance imbalance,
            TaskMover mover,
            ActiveBalance active,
            PeriodicBalance balance,
            BlockedLoad blocked) {
        this.fitness = parts.fitness();
        this.active = active;
        this.blocked = blocked;
        this.rules = parts.wakeRules();
        this.topology = parts.topology();
        this.cpus = parts.cpus();
        this.load = parts.load();
        this.wakeLists = parts.wakeLists();
        this.imbalance = imbalance;
        this.mover = mover;
        this.balance = balance;
        this.costs = parts.costs();
    }

    /** Initial values of a CPU's newidle statistics. */
    static void init(CpuTable cpus, int cpu) {
        cpus.avgIdleNs(cpu, AVG_IDLE_START_NS);
        cpus.newidleCalls(cpu, RATIO_SCALE / 2);
        cpus.newidleSuccess(cpu, RATIO_SCALE / 4);
        cpus.newidleRatio(cpu, RATIO_SCALE / 2);
    }

    /** Adds one sample to avg_idle. */
    static void updateAverage(CpuTable cpus, int cpu, long sampleNs) {
        final long average = cpus.avgIdleNs(cpu);
        cpus.avgIdleNs(cpu, Math.min(average + (sampleNs - average) / 8, 2 * MAX_COST_START_NS));
    }

    /** Tries to pull one task; true when there is something to run now. */
    public boolean pull(int cpu, long nowNs) {
        if (!wakeLists.isEmpty(cpu)) {
            return false;
        }
        cpus.idleStampNs(cpu, Math.max(1, nowNs));
        balance.drawIn(cpu);
        if (topology.cpuCount() == 1
                || !isOverloadedAnywhere()
                || cpus.avgIdleNs(cpu) < cpus.maxIdleBalanceCostNs(cpu)) {
            return false;
        }
        if (rules.newidleRandom() && isSkippedByDice(cpu, nowNs)) {
            countCall(cpu, 0);
            return false;
        }
        blocked.age(cpu, nowNs);
        costs.charge(cpu, NEWIDLE);
        costs.chargeTimes(cpu, BALANCE_PER_CPU, topology.cpuCount());
        noteCost(cpu, nowNs);
        final int busiest = imbalance.findBusiest(cpu, true, true);
        final boolean pulled = busiest != Index.NONE && pullFrom(busiest, cpu, nowNs);
        if (rules.newidleRandom()) {
            countCall(cpu, pulled ? weightOfSuccess(cpu) : 0);
        }
        if (pulled) {
            cpus.idleStampNs(cpu, 0);
            cpus.newidlePulls(cpu, cpus.newidlePulls(cpu) + 1);
        }
        return pulled;
    }

    private boolean pullFrom(int busiest, int cpu, long nowNs) {
        if (mover.move(busiest, cpu, imbalance, true, MigrateReason.NEWIDLE, nowNs) > 0) {
            return true;
        }
        active.ask(busiest, cpu, cpu, imbalance.kind(), true, nowNs);
        return false; // what was asked for comes later, by an interrupt
    }

    /** The root domain's overload flag: some CPU has two or more tasks, delayed ones included. */
    private boolean isOverloadedAnywhere() {
        for (int cpu = 0; cpu < topology.cpuCount(); cpu++) {
            if (load.nrRunning(cpu) > 1 || fitness.misfitLoad(cpu) > 0) {
                return true;
            }
        }
        return false;
    }

    private void noteCost(int cpu, long nowNs) {
        final long costNs =
                costs.durationNs(cpu, NEWIDLE)
                        + topology.cpuCount() * costs.durationNs(cpu, BALANCE_PER_CPU);
        if (costNs > cpus.maxIdleBalanceCostNs(cpu)) {
            cpus.maxIdleBalanceCostNs(cpu, costNs);
            cpus.newidleCostDecayNs(cpu, nowNs);
        } else if (nowNs > cpus.newidleCostDecayNs(cpu) + COST_DECAY_NS) {
            cpus.maxIdleBalanceCostNs(cpu, cpus.maxIdleBalanceCostNs(cpu) * 253 / 256);
            cpus.newidleCostDecayNs(cpu, nowNs);
        }
    }

    private boolean isSkippedByDice(int cpu, long nowNs) {
        long ratio = cpus.newidleRatio(cpu);
        if (rules.newidleRate()) {
            ratio += (nowNs - cpus.newidleStampNs(cpu)) >> RATE_SHIFT;
            cpus.newidleStampNs(cpu, nowNs);
            if (ratio >= RATIO_SCALE) {
                return false;
            }
        }
        final int roll = (int) (RandomStream.next(cpus, cpu) & (RATIO_SCALE - 1));
        return roll > 1 + ratio;
    }

    private int weightOfSuccess(int cpu) {
        final int weight = 1 + cpus.newidleRatio(cpu);
        return (RATIO_SCALE + weight / 2) / weight;
    }

    private void countCall(int cpu, int success) {
        final int calls = cpus.newidleCalls(cpu) + 1;
        final int successes = cpus.newidleSuccess(cpu) + success;
        if (calls >= RATIO_SCALE) {
            cpus.newidleRatio(cpu, Math.min(RATIO_SCALE, successes));
            cpus.newidleCalls(cpu, calls / 2);
            cpus.newidleSuccess(cpu, successes / 2);
        } else {
            cpus.newidleCalls(cpu, calls);
            cpus.newidleSuccess(cpu, successes);
        }
    }
}
