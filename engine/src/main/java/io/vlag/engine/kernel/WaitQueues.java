package io.vlag.engine.kernel;

import io.vlag.engine.state.Index;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.state.WaitQueueTable;
import io.vlag.offheap.HotPath;

/** First-in first-out queues of sleepers; a task sleeps on one queue at a time. */
@HotPath
public final class WaitQueues {
    private final WaitQueueTable queues;
    private final TaskTable tasks;

    public WaitQueues(WaitQueueTable queues, TaskTable tasks) {
        this.queues = queues;
        this.tasks = tasks;
    }

    public void init(int queue) {
        queues.head(queue, Index.NONE);
        queues.tail(queue, Index.NONE);
    }

    public boolean isEmpty(int queue) {
        return queues.head(queue) == Index.NONE;
    }

    public int size(int queue) {
        int size = 0;
        for (int task = queues.head(queue); task != Index.NONE; task = tasks.waitNext(task)) {
            size++;
        }
        return size;
    }

    public void add(int queue, int task) {
        final int tail = queues.tail(queue);
        if (tail == Index.NONE) {
            queues.head(queue, task);
        } else {
            tasks.waitNext(tail, task);
        }
        queues.tail(queue, task);
        tasks.waitNext(task, Index.NONE);
        tasks.waitQueue(task, queue);
    }

    /** Takes the longest waiter off; NONE when there is none. */
    public int poll(int queue) {
        final int task = queues.head(queue);
        if (task != Index.NONE) {
            final int next = tasks.waitNext(task);
            queues.head(queue, next);
            if (next == Index.NONE) {
                queues.tail(queue, Index.NONE);
            }
            tasks.waitNext(task, Index.NONE);
            tasks.waitQueue(task, Index.NONE);
        }
        return task;
    }
}
