package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/** The list of wakees that other CPUs have handed to a CPU and that it has not queued yet. */
@HotPath
final class WakeLists {
    private final CpuTable cpus;
    private final TaskTable tasks;

    WakeLists(CpuTable cpus, TaskTable tasks) {
        this.cpus = cpus;
        this.tasks = tasks;
    }

    boolean isEmpty(int cpu) {
        return cpus.wakeListHead(cpu) == Index.NONE;
    }

    /** Whether wakees are on their way: from the first push until the CPU has handled them all. */
    boolean isPending(int cpu) {
        return !isEmpty(cpu) || cpus.handlesWakeList(cpu) != 0;
    }

    /** Adds a wakee with its flags; true when the list was empty, so that an interrupt is due. */
    boolean push(int cpu, int task, int flags) {
        tasks.wakeListNext(task, Index.NONE);
        tasks.wakeFlags(task, flags);
        final int tail = cpus.wakeListTail(cpu);
        cpus.wakeListTail(cpu, task);
        if (tail == Index.NONE) {
            cpus.wakeListHead(cpu, task);
            return true;
        }
        tasks.wakeListNext(tail, task);
        return false;
    }

    /** Takes the oldest wakee off; NONE when the list is empty. */
    int poll(int cpu) {
        final int task = cpus.wakeListHead(cpu);
        if (task != Index.NONE) {
            final int next = tasks.wakeListNext(task);
            cpus.wakeListHead(cpu, next);
            if (next == Index.NONE) {
                cpus.wakeListTail(cpu, Index.NONE);
            }
        }
        return task;
    }
}
