package io.vlag.engine.kernel;

import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * When a CPU's next timer other than its tick expires: those of tasks that sleep on it, and its
 * own. Looks at every task, so only CPUs with a choice of idle states should ask.
 */
@HotPath
final class NextTimer {
    private final TaskTable tasks;
    private final EventQueue events;
    private final Slots slots;

    NextTimer(TaskTable tasks, EventQueue events, Slots slots) {
        this.tasks = tasks;
        this.events = events;
        this.slots = slots;
    }

    /** Absolute time, or {@link EventQueue#NEVER}. */
    long ofCpu(int cpu) {
        long firstNs = events.timeNs(slots.ofReserve(cpu));
        for (int task = 0; task < slots.taskCount(); task++) {
            final long timeNs = events.timeNs(slots.ofTimer(task));
            if (timeNs < firstNs && tasks.cpu(task) == cpu) {
                firstNs = timeNs;
            }
        }
        return firstNs;
    }
}
