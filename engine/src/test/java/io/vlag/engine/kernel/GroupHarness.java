package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.RunQueueTable;

/** CPUs with tasks in groups, ticked every millisecond; a request to reschedule acts at once. */
final class GroupHarness implements AutoCloseable {
    static final long TICK_NS = 1_000_000;
    static final long BASE_SLICE_NS = 2_800_000;
    static final int ROOT = 0;
    static final long SHARES = 1024 << 10;

    final FairBench bench;
    final FairClass fair;
    final int cpuCount;

    GroupHarness(String version, int cpuCount, int taskCount, int groupCount, String... changes) {
        this.cpuCount = cpuCount;
        final FairRules rules = GoldenRules.rules(version, changes);
        bench = new FairBench(rules, cpuCount, taskCount, groupCount);
        fair = bench.fair;
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            bench.queues.init(cpu, 0);
            bench.runQueues.init(cpu, 1024, TICK_NS, BASE_SLICE_NS, 700_000);
            bench.advance(cpu, 100_000_000, 0); // averages take a time of 0 for "not attached"
        }
    }

    /** A nice-0 task in a group starts on a CPU. */
    void start(int task, int group, int cpu) {
        fair.newTask(cpu, task, 0, EntityTable.POLICY_NORMAL, group);
        fair.enqueue(cpu, task, FairClass.ENQUEUE_INITIAL);
        reschedule(cpu, FairClass.NONE);
    }

    void reschedule(int cpu, int woken) {
        final boolean preempts =
                woken != FairClass.NONE && fair.wakeupPreempt(cpu, woken, FairClass.WAKE_TTWU);
        if (preempts || running(cpu) == FairClass.NONE) {
            fair.pickNext(cpu);
        }
    }

    int running(int cpu) {
        return bench.entityTree.runningTask(cpu);
    }

    /** Lets all CPUs run. */
    void run(long durationNs) {
        for (long ns = 0; ns < durationNs; ns += TICK_NS) {
            for (int cpu = 0; cpu < cpuCount; cpu++) {
                bench.advance(cpu, TICK_NS, 0);
                if (running(cpu) != FairClass.NONE) {
                    fair.tick(cpu);
                }
                if (bench.runQueues.needResched(cpu) != RunQueueTable.RESCHED_NONE) {
                    fair.pickNext(cpu);
                }
            }
        }
    }

    void sleepRunning(int cpu) {
        fair.dequeue(cpu, running(cpu), FairClass.DEQUEUE_SLEEP);
        fair.pickNext(cpu);
    }

    long ranNs(int task) {
        fair.account(bench.entities.cpu(task));
        return bench.entities.sumExecNs(task);
    }

    /** CPU time of some tasks over that of all others. */
    double ratio(int firstOfA, int countOfA, int firstOfB, int countOfB) {
        long a = 0;
        long b = 0;
        for (int task = firstOfA; task < firstOfA + countOfA; task++) {
            a += ranNs(task);
        }
        for (int task = firstOfB; task < firstOfB + countOfB; task++) {
            b += ranNs(task);
        }
        return (double) a / b;
    }

    @Override
    public void close() {
        bench.close();
    }
}
