package io.vlag.engine.kernel;

import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * SCHED_FIFO and SCHED_RR as one simple class above the fair one: highest priority first, first in
 * first out inside a priority, a quantum of 100 ms for SCHED_RR.
 */
@HotPath
final class RtClass {
    /** sched_rr_timeslice. */
    static final long RR_QUANTUM_NS = 100_000_000;

    private final TaskTable tasks;
    private final RtQueueTable queues;

    RtClass(TaskTable tasks, RtQueueTable queues) {
        this.tasks = tasks;
        this.queues = queues;
    }

    /** Tasks that count as running on the CPU: none while it is throttled. */
    int nrRunning(int cpu) {
        return queues.throttled(cpu) ? 0 : queues.nrRunning(cpu);
    }

    /** Queued tasks, throttled or not. */
    int count(int cpu) {
        return queues.nrRunning(cpu);
    }

    boolean isThrottled(int cpu) {
        return queues.throttled(cpu);
    }

    void enqueue(int cpu, int task) {
        append(cpu, task);
        count(cpu, task);
    }

    /** Queues a task before its equals: its priority was lowered. */
    void enqueueFirst(int cpu, int task) {
        final int priority = tasks.rtPriority(task);
        final int head = queues.head(cpu, priority);
        tasks.rtPrev(task, Index.NONE);
        tasks.rtNext(task, head);
        queues.head(cpu, priority, task);
        if (head == Index.NONE) {
            queues.tail(cpu, priority, task);
        } else {
            tasks.rtPrev(head, task);
        }
        count(cpu, task);
    }

    private void count(int cpu, int task) {
        queues.nrRunning(cpu, queues.nrRunning(cpu) + 1);
        if (tasks.rtSliceLeftNs(task) <= 0) {
            tasks.rtSliceLeftNs(task, RR_QUANTUM_NS);
        }
    }

    void dequeue(int cpu, int task) {
        unlink(cpu, task);
        queues.nrRunning(cpu, queues.nrRunning(cpu) - 1);
    }

    /** The task to run, or NONE. */
    int pick(int cpu) {
        return queues.throttled(cpu) ? Index.NONE : first(cpu);
    }

    /**
     * The waiting task of highest priority that may go to {@code toCpu}, or with NONE to some other
     * CPU; NONE if there is none.
     */
    int firstWaiting(int cpu, int running, AffinityTable affinity, int toCpu) {
        for (int priority = RtQueueTable.PRIORITY_COUNT - 1; priority > 0; priority--) {
            int task = queues.head(cpu, priority);
            while (task != Index.NONE) {
                if (task != running
                        && (toCpu == Index.NONE
                                ? !affinity.isPinned(task)
                                : affinity.allows(task, toCpu))) {
                    return task;
                }
                task = tasks.rtNext(task);
            }
        }
        return Index.NONE;
    }

    /** The first task in the order of the queue, throttled or not. */
    int first(int cpu) {
        if (queues.nrRunning(cpu) == 0) {
            return Index.NONE;
        }
        for (int priority = RtQueueTable.PRIORITY_COUNT - 1; priority > 0; priority--) {
            final int head = queues.head(cpu, priority);
            if (head != Index.NONE) {
                return head;
            }
        }
        return Index.NONE;
    }

    /**
     * Moves the task behind its equals: sched_yield, or a used-up quantum. True when another one is
     * first now.
     */
    boolean requeue(int cpu, int task) {
        unlink(cpu, task);
        append(cpu, task);
        return queues.head(cpu, tasks.rtPriority(task)) != task;
    }

    private void append(int cpu, int task) {
        final int priority = tasks.rtPriority(task);
        final int tail = queues.tail(cpu, priority);
        tasks.rtPrev(task, tail);
        tasks.rtNext(task, Index.NONE);
        if (tail == Index.NONE) {
            queues.head(cpu, priority, task);
        } else {
            tasks.rtNext(tail, task);
        }
        queues.tail(cpu, priority, task);
    }

    private void unlink(int cpu, int task) {
        final int priority = tasks.rtPriority(task);
        final int prev = tasks.rtPrev(task);
        final int next = tasks.rtNext(task);
        if (prev == Index.NONE) {
            queues.head(cpu, priority, next);
        } else {
            tasks.rtNext(prev, next);
        }
        if (next == Index.NONE) {
            queues.tail(cpu, priority, prev);
        } else {
            tasks.rtPrev(next, prev);
        }
    }
}
