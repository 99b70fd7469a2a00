package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FairAllocationTest {
    private static final int TASK_COUNT = 8;
    private static final int ROUND_COUNT = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"v61", "v66", "v612", "v70", "v72"})
    void schedulingAllocatesNothing(String version) {
        try (FairBench bench = new FairBench(GoldenRules.rules(version), 1, TASK_COUNT)) {
            bench.queues.init(0, 0);
            bench.runQueues.init(0, 1024, 4_000_000, 2_800_000, 700_000);
            for (int task = 0; task < TASK_COUNT; task++) {
                bench.fair.newTask(0, task, task, EntityTable.POLICY_NORMAL);
                bench.fair.enqueue(0, task, FairClass.ENQUEUE_INITIAL);
            }
            assertEquals(0, Allocations.leastBytes(() -> rounds(bench)), "bytes allocated");
        }
    }

    /** Ticks, sleeps, wake-ups in turn. */
    private static long rounds(FairBench bench) {
        long sink = 0;
        for (int i = 0; i < ROUND_COUNT; i++) {
            final int curr = bench.fair.pickNext(0);
            bench.advance(0, 300_000 + (i & 7) * 100_000, 0);
            bench.fair.tick(0);
            bench.fair.dequeue(0, curr, FairClass.DEQUEUE_SLEEP);
            sink += bench.fair.pickNext(0);
            bench.advance(0, 50_000, 0);
            final boolean delayed = bench.entities.delayed(curr);
            bench.fair.enqueue(
                    0, curr, delayed ? FairClass.ENQUEUE_DELAYED : FairClass.ENQUEUE_WAKEUP);
            sink += bench.fair.wakeupPreempt(0, curr, FairClass.WAKE_TTWU) ? 1 : 0;
        }
        return sink;
    }
}
