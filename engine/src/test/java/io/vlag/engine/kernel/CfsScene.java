package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.RunQueueTable;

/**
 * Two CPUs under the rules of 6.1 with the tunables of one CPU: latency 6 ms, min granularity 0.75
 * ms, wake-up granularity 1 ms. Everything happens on CPU 0 unless said. min_vruntime starts at 0.
 */
final class CfsScene implements AutoCloseable {
    static final long MS = 1_000_000;
    static final int CPU = 0;
    static final int OTHER_CPU = 1;
    static final int NONE = FairClass.NONE;

    private static final int TASK_COUNT = 16;

    final FairBench bench;
    final FairClass fair;
    final EntityTable entities;
    final FairQueueTable queues;

    /** With some changes on top, given as name, form, name, form... */
    CfsScene(String... more) {
        this(CfsTunables.DEFAULT, more);
    }

    CfsScene(CfsTunables tunables, String... more) {
        bench = new FairBench(GoldenRules.rules("v61", more), 2, TASK_COUNT, tunables);
        fair = bench.fair;
        entities = bench.entities;
        queues = bench.queues;
        for (int cpu = 0; cpu < 2; cpu++) {
            queues.init(cpu, 0);
            bench.runQueues.init(cpu, 1024, 4 * MS, 3 * MS, 750_000);
        }
    }

    /** A new task of nice 0 that is not queued. */
    void create(int task) {
        create(task, 0, EntityTable.POLICY_NORMAL);
    }

    void create(int task, int nice, int policy) {
        fair.newTask(CPU, task, nice, policy);
    }

    /** A waiting task of nice 0 with this vruntime. */
    void queue(int task, long vruntime) {
        queue(task, vruntime, 0, EntityTable.POLICY_NORMAL);
    }

    void queue(int task, long vruntime, int nice, int policy) {
        create(task, nice, policy);
        queueAgain(task, vruntime);
    }

    /** Puts a task that exists on the queue, with this vruntime and without a wake-up. */
    void queueAgain(int task, long vruntime) {
        entities.vruntime(task, vruntime - queues.zeroVruntime(CPU));
        fair.enqueue(CPU, task, 0);
        assertEquals(vruntime, entities.vruntime(task));
    }

    /** Waiting tasks {@code from} to {@code to}, far ahead of everybody. */
    void queueOthers(int from, int to) {
        for (int task = from; task <= to; task++) {
            queue(task, 500 * MS);
        }
    }

    /** A task of nice 0 that runs from this vruntime on. */
    void run(int task, long vruntime) {
        run(task, vruntime, 0, EntityTable.POLICY_NORMAL);
    }

    void run(int task, long vruntime, int nice, int policy) {
        queue(task, vruntime, nice, policy);
        fair.setNext(CPU, task, true);
    }

    /** A running task whose vruntime is also min_vruntime. */
    void runAsMin(int task, long vruntime) {
        run(task, vruntime - 1);
        pass(1);
        fair.account(CPU);
        assertEquals(vruntime, queues.zeroVruntime(CPU));
    }

    void pass(long ns) {
        bench.advance(CPU, ns, 0);
    }

    boolean tickRequestsAfter(long ns) {
        pass(ns);
        fair.tick(CPU);
        return bench.runQueues.needResched(CPU) != RunQueueTable.RESCHED_NONE;
    }

    boolean wakeupPreempts(int task) {
        return fair.wakeupPreempt(CPU, task, FairClass.WAKE_TTWU);
    }

    /** The task wakes up on CPU 0. */
    void wake(int task) {
        fair.enqueue(CPU, task, FairClass.ENQUEUE_WAKEUP);
    }

    /** The running task blocks. */
    void block() {
        fair.dequeue(CPU, queues.curr(CPU), FairClass.DEQUEUE_SLEEP);
    }

    int pick() {
        return fair.pick(CPU, true);
    }

    @Override
    public void close() {
        bench.close();
    }
}
