package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.IdleStates;
import io.vlag.hw.WaitingIdle;
import io.vlag.offheap.HotPath;

/**
 * Idle time of a CPU in which a task that slept on it waited for input or output: nr_iowait. Keeps
 * nothing itself; all state lies in the tables.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/time/tick-sched.c get_cpu_iowait_time_us(), to the
 *     nanosecond: the kernel decides for a whole idle stretch by what waits at its end.
 */
@HotPath
public final class IowaitTime implements WaitingIdle {
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final IdleStates idles;

    public IowaitTime(KernelParts parts) {
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.idles = parts.hw().idles();
    }

    /** A task of the CPU goes to sleep for input or output. */
    void began(int cpu, int task, long nowNs) {
        tasks.iowaitCpu(task, cpu);
        final int waiting = cpus.nrIowait(cpu);
        cpus.nrIowait(cpu, waiting + 1);
        if (waiting == 0) {
            cpus.iowaitMarkNs(cpu, idles.idleNs(cpu, nowNs));
        }
    }

    /** It is woken. */
    void ended(int task, long nowNs) {
        final int cpu = tasks.iowaitCpu(task);
        final int waiting = cpus.nrIowait(cpu) - 1;
        assert waiting >= 0 : cpu;
        cpus.nrIowait(cpu, waiting);
        if (waiting == 0) {
            cpus.iowaitIdleNs(
                    cpu,
                    cpus.iowaitIdleNs(cpu) + idles.idleNs(cpu, nowNs) - cpus.iowaitMarkNs(cpu));
        }
    }

    @Override
    public long ns(int cpu, long nowNs) {
        final long openNs =
                cpus.nrIowait(cpu) == 0 ? 0 : idles.idleNs(cpu, nowNs) - cpus.iowaitMarkNs(cpu);
        return cpus.iowaitIdleNs(cpu) + openNs;
    }
}
