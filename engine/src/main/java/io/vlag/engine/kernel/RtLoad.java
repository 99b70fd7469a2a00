package io.vlag.engine.kernel;

import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.hw.RtCapacity;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.PeltAverage;
import io.vlag.pelt.PeltLayout;

/**
 * How much of a CPU its real-time tasks use, and what that leaves for fair ones.
 *
 * <p>Models Linux 6.6 to 7.2 update_rt_rq_load_avg(), kernel/sched/pelt.c, and scale_rt_capacity(),
 * kernel/sched/fair.c, without deadline tasks, interrupts and hardware pressure.
 */
@HotPath
final class RtLoad {
    private final RtQueueTable rtQueues;
    private final RunQueueTable runQueues;
    private final int pressureForm;

    RtLoad(CpufreqRules rules, RtQueueTable rtQueues, RunQueueTable runQueues) {
        this.rtQueues = rtQueues;
        this.pressureForm = rules.pressureForm();
        this.runQueues = runQueues;
    }

    /**
     * Ages the average to the CPU's clock; {@code running}: a real-time task ran since the last
     * call. Returns whether it changed.
     */
    boolean update(int cpu, boolean running) {
        final int value = running ? 1 : 0;
        return PeltAverage.update(
                rtQueues.avgAt(cpu), runQueues.peltNowNs(cpu), value, value, value, 1);
    }

    /** Utilisation by real-time tasks, 0..1024. */
    long util(int cpu) {
        return PeltLayout.utilAvg(rtQueues.avgAt(cpu));
    }

    /** Capacity left for fair tasks, at least 1; as of the last {@link #update}. */
    long fairCapacity(int cpu) {
        return RtCapacity.left(runQueues.cpuCapacity(cpu), 0, util(cpu), 0, 0, 0, pressureForm);
    }
}
