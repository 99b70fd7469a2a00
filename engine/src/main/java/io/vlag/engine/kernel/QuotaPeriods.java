package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * The timers of a group's quota: at the end of a period it is full again, and what idle queues gave
 * back is handed on. Throttled queues get what they lack in the order in which they were throttled.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c sched_cfs_period_timer(),
 *     do_sched_cfs_slack_timer(), distribute_cfs_runtime(). Deviation: a queue of another CPU is
 *     let go at once, not in an interrupt of that CPU; only an idle CPU is interrupted.
 */
@HotPath
public final class QuotaPeriods {
    private final CpuTable cpus;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final FairClass fair;
    private final Clocks clocks;
    private final SliceTimer sliceTimer;
    private final Interrupts interrupts;

    public QuotaPeriods(KernelParts parts) {
        this.cpus = parts.cpus();
        this.queues = parts.queues();
        this.runQueues = parts.runQueues();
        this.fair = parts.fair();
        this.clocks = parts.clocks();
        this.sliceTimer = parts.sliceTimer();
        this.interrupts = parts.interrupts();
    }

    /** A period has ended; {@code timerCpu} handles its interrupt. */
    public void periodEnded(int group, int timerCpu, long nowNs) {
        if (fair.refillQuota(group)) {
            distribute(group, timerCpu, nowNs);
        }
    }

    /** Unused quota has waited long enough; {@code timerCpu} handles the interrupt. */
    public void slackExpired(int group, int timerCpu, long nowNs) {
        if (fair.slackIsWorthIt(group, nowNs)) {
            distribute(group, timerCpu, nowNs);
        }
    }

    private void distribute(int group, int timerCpu, long nowNs) {
        int q = fair.firstThrottled(group);
        while (q != Index.NONE) {
            final int cpu = queues.cpu(q);
            clocks.update(cpu, nowNs);
            if (!fair.giveQuota(q)) {
                return;
            }
            sliceTimer.rearm(cpu, nowNs);
            if (cpus.curr(cpu) == Index.NONE && queues.nrQueued(cpu) != 0) {
                runQueues.requestResched(cpu, RunQueueTable.RESCHED_NOW);
                if (cpu != timerCpu) {
                    interrupts.send(timerCpu, cpu, nowNs);
                }
            }
            q = fair.firstThrottled(group);
        }
    }
}
