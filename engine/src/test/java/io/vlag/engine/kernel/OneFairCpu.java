package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;

/**
 * One CPU, and a second one to move to, for tests that are worked by hand: the tick is 4 ms, the
 * base slice 2.8 ms, without RUN_TO_PARITY 0.7 ms are protected; the first queue starts at a
 * vruntime of 5 ms, and all tasks are nice 0, so that virtual and wall time are the same.
 */
final class OneFairCpu implements AutoCloseable {
    static final long MS = 1_000_000;
    static final long SLICE = 2_800_000;
    static final long START = 5 * MS;
    static final int CPU = 0;
    static final int OTHER_CPU = 1;
    static final int A = 0;
    static final int B = 1;
    static final int N = 2;

    final FairBench bench;
    final FairClass fair;
    final EntityTable entities;

    OneFairCpu(String version, String... more) {
        bench = new FairBench(GoldenRules.rules(version, more), 2, 3);
        fair = bench.fair;
        entities = bench.entities;
        for (int cpu = CPU; cpu <= OTHER_CPU; cpu++) {
            bench.queues.init(cpu, cpu == CPU ? START : 0);
            bench.runQueues.init(cpu, 1024, 4 * MS, SLICE, 700_000);
        }
        pass(MS);
    }

    /** Lets time pass on both CPUs. */
    void pass(long deltaNs) {
        bench.advance(CPU, deltaNs, 0);
        bench.advance(OTHER_CPU, deltaNs, 0);
    }

    void create(int task) {
        fair.newTask(CPU, task, 0, EntityTable.POLICY_NORMAL);
    }

    /** A new task joins the queue with a lag, positive = owed service, and a slice of its own. */
    void wake(int task, long vlag, long sliceNs) {
        create(task);
        fair.setSlice(CPU, task, sliceNs);
        entities.vlag(task, vlag);
        fair.enqueue(CPU, task, FairClass.ENQUEUE_WAKEUP);
    }

    void run(int task) {
        create(task);
        fair.enqueue(CPU, task, 0);
        assertEquals(task, fair.pickNext(CPU));
    }

    /** A runs, uncommitted so far, while B waits where A began. */
    void runBesideWaitingB(long forNs) {
        create(A);
        create(B);
        fair.enqueue(CPU, A, 0);
        fair.enqueue(CPU, B, 0);
        assertEquals(A, fair.pickNext(CPU));
        pass(forNs);
    }

    /** A ran 1 ms and blocks, 0.5 ms ahead of V, so that it stays as delayed; then B runs. */
    void delayAThenRunB(long forNs) {
        runBesideWaitingB(MS);
        assertEquals(false, fair.dequeue(CPU, A, FairClass.DEQUEUE_SLEEP));
        assertEquals(B, fair.pickNext(CPU));
        pass(forNs);
    }

    boolean preempts(int task, int flags) {
        return fair.wakeupPreempt(CPU, task, flags);
    }

    int needResched() {
        return bench.runQueues.needResched(CPU);
    }

    boolean ticksIntoResched() {
        fair.tick(CPU);
        return needResched() != RunQueueTable.RESCHED_NONE;
    }

    int buddy() {
        return bench.queues.next(CPU);
    }

    void buddy(int task) {
        bench.queues.next(CPU, task);
    }

    @Override
    public void close() {
        bench.close();
    }
}
