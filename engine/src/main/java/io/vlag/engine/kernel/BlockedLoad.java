package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.PeltLayout;

/**
 * Ages the averages of CPUs that sleep without a tick, which nobody else would: a busy CPU's tick
 * or a CPU that goes idle has it done once half a life has passed since the last time, while there
 * is anything left to age. See docs/model/balance.md.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c update_blocked_averages() and the
 *     statistics-only part of the nohz balancer.
 */
@HotPath
public final class BlockedLoad {
    /** Time between two rounds. */
    static final long PERIOD_NS = 32_000_000;

    private static final int ROOT = 0; // the CPU whose record holds what all CPUs share
    private static final int BALANCE_PER_CPU = CostPath.BALANCE_PER_CPU.ordinal();

    private final WakeRules rules;
    private final CpuTable cpus;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final RtLoad rtLoad;
    private final SchedClasses classes;
    private final CpuLoad load;
    private final Clocks clocks;
    private final CostMeter costs;
    private final CpufreqHook hook;

    BlockedLoad(KernelParts parts) {
        this.rules = parts.wakeRules();
        this.cpus = parts.cpus();
        this.queues = parts.queues();
        this.runQueues = parts.runQueues();
        this.fair = parts.fair();
        this.rtLoad = parts.rtLoad();
        this.classes = parts.classes();
        this.load = parts.load();
        this.clocks = parts.clocks();
        this.costs = parts.costs();
        this.hook = parts.hook();
    }

    /** Brings a CPU's clock up to now and ages its averages. */
    void update(int cpu, long nowNs) {
        clocks.update(cpu, nowNs);
        age(cpu, nowNs);
    }

    /**
     * Ages everything a CPU has averages of to its clock, and tells its governor when something
     * changed.
     */
    void age(int cpu, long nowNs) {
        cpus.blockedNs(cpu, nowNs);
        final int curr = cpus.curr(cpu);
        final boolean rtChanged = rtLoad.update(cpu, curr != Index.NONE && classes.isRt(curr));
        if (!fair.updateBlocked(cpu) && rtChanged) {
            hook.call(cpu);
        }
        hook.blockedUpdated(cpu);
        if (isAged(cpu)) {
            cpus.hasBlocked(cpu, 0);
        }
    }

    /** The CPU's tick has been stopped: from now on others age what it has. */
    void tickStopped(int cpu) {
        cpus.nohzIdle(cpu, 1);
        cpus.hasBlocked(cpu, 1);
        cpus.nohzHasBlocked(ROOT, 1);
    }

    /** The CPU ticks again while it runs something: it ages what it has itself. */
    void busyTick(int cpu) {
        cpus.nohzIdle(cpu, 0);
    }

    /** Whether a round is due. */
    boolean isDue(long nowNs) {
        return cpus.nohzHasBlocked(ROOT) != 0 && nowNs > cpus.nohzNextBlockedNs(ROOT);
    }

    /** A CPU that goes idle for some time makes a round itself when it is due. */
    void idleEntered(int cpu, long nowNs) {
        if (isDue(nowNs) && cpus.avgIdleNs(cpu) >= rules.migrationCostNs()) {
            round(cpu, nowNs);
        }
    }

    /** Starts a round: what is left to age shows while it goes on. */
    void startRound() {
        cpus.nohzHasBlocked(ROOT, 0);
    }

    /** Ages one CPU in a round, at the expense of {@code payer}. */
    void visit(int cpu, int payer, long nowNs) {
        if (cpus.hasBlocked(cpu) == 0 || cpus.nohzIdle(cpu) == 0) {
            return;
        }
        if (nowNs - cpus.blockedNs(cpu) >= runQueues.tickNs(cpu)) {
            costs.charge(payer, BALANCE_PER_CPU);
            update(cpu, nowNs);
        }
        if (cpus.hasBlocked(cpu) != 0) {
            cpus.nohzHasBlocked(ROOT, 1);
        }
    }

    /** Ends a round. */
    void endRound(long nowNs) {
        cpus.nohzNextBlockedNs(ROOT, nowNs + PERIOD_NS);
    }

    private void round(int payer, long nowNs) {
        startRound();
        for (int step = 1; step <= cpus.count(); step++) {
            final int cpu = (payer + step) % cpus.count();
            if (load.isIdle(cpu)) {
                visit(cpu, payer, nowNs);
            }
        }
        endRound(nowNs);
    }

    private boolean isAged(int cpu) {
        final long at = queues.avgAt(cpu);
        return (PeltLayout.loadAvg(at) | PeltLayout.utilAvg(at) | rtLoad.util(cpu)) == 0;
    }
}
