package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * The deadline server of the fair class: 50 ms in each second for fair tasks that real-time ones
 * starve, deferred to the last moment at which they still fit into the period. What fair tasks get
 * by themselves counts.
 *
 * <p>Kept only while a real-time task runs before waiting fair ones; it decides nothing at other
 * times.
 *
 * @implNote Models Linux 6.12 to 7.2, kernel/sched/deadline.c dl_server_start(), dl_server_timer(),
 *     update_curr_dl_se().
 */
@HotPath
final class FairServer {
    static final long PERIOD_NS = 1_000_000_000;
    static final long RUNTIME_NS = 50_000_000;

    /** The timer is not programmed again for less. */
    private static final long SHORTEST_NS = 10_000;

    /** WakeRules.fairServer: there is none. */
    static final int NONE = 0;

    /** WakeRules.fairServer: started and stopped at every transition of the fair queue. */
    static final int TOGGLED = 1;

    private static final int STOPPED = 0;
    private static final int DEFERRED = 1;
    private static final int SERVING = 2;
    private static final int SPENT = 3;

    private static final int DL_SERVER_TOGGLE = CostPath.DL_SERVER_TOGGLE.ordinal();

    private final boolean enabled;
    private final boolean toggled;
    private final CpuTable cpus;
    private final RtQueueTable rtQueues;
    private final FairQueueTable fairQueues;
    private final RunQueueTable runQueues;
    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;

    FairServer(
            int form,
            CpuTable cpus,
            RtQueueTable rtQueues,
            FairQueueTable fairQueues,
            RunQueueTable runQueues,
            EventQueue events,
            Slots slots,
            CostMeter costs) {
        this.enabled = form != NONE;
        this.toggled = form == TOGGLED;
        this.cpus = cpus;
        this.rtQueues = rtQueues;
        this.fairQueues = fairQueues;
        this.runQueues = runQueues;
        this.events = events;
        this.slots = slots;
        this.costs = costs;
    }

    /** Whether fair tasks go before real-time ones now. */
    boolean serves(int cpu) {
        return rtQueues.serverState(cpu) == SERVING;
    }

    /** A real-time task runs although fair ones wait. */
    void starved(int cpu, long nowNs) {
        if (!enabled || rtQueues.serverState(cpu) != STOPPED) {
            return;
        }
        if (nowNs >= rtQueues.deadlineNs(cpu)) {
            replenish(cpu, nowNs);
        }
        rtQueues.serverState(cpu, DEFERRED);
        arm(cpu, Math.max(nowNs, zeroLaxityNs(cpu)));
    }

    /** No fair task is queued any more while they are served. */
    void stop(int cpu) {
        rtQueues.serverState(cpu, STOPPED);
        events.cancel(slots.ofReserve(cpu));
    }

    /** A fair task starts to run. */
    void start(int cpu) {
        if (rtQueues.serverState(cpu) != STOPPED) {
            rtQueues.runStampNs(cpu, runQueues.clockTaskNs(cpu));
        }
    }

    /** A fair task has run since the last call or its start. */
    void account(int cpu) {
        if (rtQueues.serverState(cpu) != STOPPED) {
            final long clockNs = runQueues.clockTaskNs(cpu);
            rtQueues.budgetNs(cpu, rtQueues.budgetNs(cpu) - (clockNs - rtQueues.runStampNs(cpu)));
            rtQueues.runStampNs(cpu, clockNs);
        }
    }

    /** Counts that the server starts or stops since the last schedule() of the CPU. */
    void noteTransition(int cpu) {
        if (toggled) {
            final int queued = fairQueues.nrQueued(cpu) > 0 ? 1 : 0;
            if (queued != cpus.fairServerOn(cpu)) {
                cpus.fairServerOn(cpu, queued);
                costs.charge(cpu, DL_SERVER_TOGGLE);
            }
        }
    }

    /** The server's timer: zero laxity, the end of the budget, or a new period. */
    void timer(int cpu, boolean fairRuns, long nowNs) {
        if (fairRuns) {
            account(cpu);
        }
        if (fairQueues.nrQueued(cpu) == 0 || rtQueues.nrRunning(cpu) == 0) {
            stop(cpu);
            return;
        }
        switch (rtQueues.serverState(cpu)) {
            case DEFERRED -> endDeferral(cpu, nowNs);
            case SERVING -> endBudget(cpu, nowNs);
            case SPENT -> {
                rtQueues.budgetNs(cpu, Math.min(RUNTIME_NS, rtQueues.budgetNs(cpu) + RUNTIME_NS));
                rtQueues.deadlineNs(cpu, rtQueues.deadlineNs(cpu) + PERIOD_NS);
                serve(cpu, nowNs);
            }
            default -> stop(cpu);
        }
    }

    private void endDeferral(int cpu, long nowNs) {
        if (rtQueues.budgetNs(cpu) <= 0) {
            replenish(cpu, nowNs);
        }
        if (nowNs < zeroLaxityNs(cpu)) {
            arm(cpu, zeroLaxityNs(cpu));
        } else {
            serve(cpu, nowNs);
        }
    }

    private void endBudget(int cpu, long nowNs) {
        final long leftNs = rtQueues.budgetNs(cpu);
        if (leftNs > SHORTEST_NS) {
            arm(cpu, nowNs + leftNs);
            return;
        }
        rtQueues.serverState(cpu, SPENT);
        arm(cpu, Math.max(nowNs + 1, rtQueues.deadlineNs(cpu)));
        runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
    }

    private void serve(int cpu, long nowNs) {
        rtQueues.serverState(cpu, SERVING);
        arm(cpu, nowNs + Math.max(1, rtQueues.budgetNs(cpu)));
        runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
    }

    private void replenish(int cpu, long nowNs) {
        rtQueues.budgetNs(cpu, RUNTIME_NS);
        rtQueues.deadlineNs(cpu, nowNs + PERIOD_NS);
    }

    /** Last moment from which the budget fits into the period. */
    private long zeroLaxityNs(int cpu) {
        return rtQueues.deadlineNs(cpu) - rtQueues.budgetNs(cpu);
    }

    private void arm(int cpu, long timeNs) {
        events.schedule(slots.ofReserve(cpu), timeNs);
    }
}
