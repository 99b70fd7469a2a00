package io.vlag.engine.kernel;

import io.vlag.engine.config.Preemption;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;

/**
 * When a request to reschedule takes effect at the end of an interrupt: at once with full
 * preemption, in user mode only without; with lazy preemption immediate requests at once and lazy
 * ones in user mode. See spec of preemption models in docs/model/execution.md.
 */
@HotPath
public final class Preemptibility {
    private final boolean nowAnywhere;
    private final boolean lazyAnywhere;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;

    Preemptibility(Preemption model, KernelParts parts) {
        this.nowAnywhere = model == Preemption.FULL || model == Preemption.LAZY;
        this.lazyAnywhere = model == Preemption.FULL;
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
    }

    /** Whether a request is pending; between operations every request takes effect. */
    public boolean isRequested(int cpu) {
        return runQueues.needResched(cpu) != RunQueueTable.RESCHED_NONE;
    }

    /** Whether the pending request waits for the way back to user mode. */
    public boolean isLazilyRequested(int cpu) {
        return runQueues.needResched(cpu) == RunQueueTable.RESCHED_LAZY;
    }

    /** Whether a pending request takes effect at the end of an interrupt on this CPU. */
    public boolean actsNow(int cpu) {
        return switch (runQueues.needResched(cpu)) {
            case RunQueueTable.RESCHED_NONE -> false;
            case RunQueueTable.RESCHED_LAZY -> lazyAnywhere || cpus.userMode(cpu) != 0;
            default -> nowAnywhere || cpus.userMode(cpu) != 0;
        };
    }
}
