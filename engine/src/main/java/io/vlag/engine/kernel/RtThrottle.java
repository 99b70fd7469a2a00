package io.vlag.engine.kernel;

import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Real-time throttling: on each CPU real-time tasks get at most 950 ms of a period of 1 s; then
 * they do not run until the period ends, even if the CPU idles.
 *
 * @implNote Models Linux up to 6.11, kernel/sched/rt.c sched_rt_runtime_exceeded(),
 *     do_sched_rt_period_timer(), with a period for each CPU that starts with its first real-time
 *     task.
 */
@HotPath
final class RtThrottle {
    /** sched_rt_period. */
    static final long PERIOD_NS = 1_000_000_000;

    /** sched_rt_runtime. */
    static final long RUNTIME_NS = 950_000_000;

    private final boolean enabled;
    private final RtQueueTable queues;
    private final RunQueueTable runQueues;
    private final EventQueue events;
    private final Slots slots;

    RtThrottle(
            boolean enabled,
            RtQueueTable queues,
            RunQueueTable runQueues,
            EventQueue events,
            Slots slots) {
        this.enabled = enabled;
        this.queues = queues;
        this.runQueues = runQueues;
        this.events = events;
        this.slots = slots;
    }

    /** A real-time task starts to run. */
    void start(int cpu, long nowNs) {
        if (!enabled) {
            return;
        }
        queues.runStampNs(cpu, runQueues.clockTaskNs(cpu));
        if (queues.deadlineNs(cpu) == 0) {
            armPeriod(cpu, nowNs + PERIOD_NS);
        }
    }

    /** A real-time task has run since the last call or its start. */
    void account(int cpu) {
        if (!enabled) {
            return;
        }
        final long clockNs = runQueues.clockTaskNs(cpu);
        final long usedNs = queues.budgetNs(cpu) + clockNs - queues.runStampNs(cpu);
        queues.runStampNs(cpu, clockNs);
        queues.budgetNs(cpu, usedNs);
        if (usedNs > RUNTIME_NS && !queues.throttled(cpu)) {
            queues.throttled(cpu, true);
            runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
        }
    }

    /** The period is over: its runtime is forgiven. */
    void periodEnded(int cpu, boolean realTimeRuns, long nowNs) {
        if (realTimeRuns) {
            account(cpu);
        }
        final long usedNs = Math.max(0, queues.budgetNs(cpu) - RUNTIME_NS);
        queues.budgetNs(cpu, usedNs);
        if (queues.throttled(cpu) && usedNs < RUNTIME_NS) {
            queues.throttled(cpu, false);
            if (queues.nrRunning(cpu) > 0) {
                runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
            }
        }
        if (usedNs == 0 && queues.nrRunning(cpu) == 0) {
            queues.deadlineNs(cpu, 0);
        } else {
            armPeriod(cpu, nowNs + PERIOD_NS);
        }
    }

    private void armPeriod(int cpu, long endNs) {
        queues.deadlineNs(cpu, endNs);
        events.schedule(slots.ofReserve(cpu), endNs);
    }
}
