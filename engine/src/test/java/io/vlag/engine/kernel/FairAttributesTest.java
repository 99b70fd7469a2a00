package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.pelt.PeltLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of attributes on the queue itself: lag, place and averages of the changed entity. */
class FairAttributesTest {
    private static final int RUNS = 0;
    private static final int WAITS = 1;
    private static final int LAST = 2;
    private static final long MS = 1_000_000;

    /** Three equal tasks of which the first has run for a millisecond. */
    private static FairBench bench(String version) {
        final FairBench bench = new FairBench(GoldenRules.rules(version), 2, 3);
        for (int cpu = 0; cpu < 2; cpu++) {
            bench.queues.init(cpu, 0);
            bench.runQueues.init(cpu, 1024, 4 * MS, 2_800_000, 700_000);
        }
        bench.advance(0, MS, 0); // an average that was never updated says so by a time of 0
        bench.advance(1, MS, 0);
        for (int task = 0; task < 3; task++) {
            bench.fair.newTask(0, task, 0, EntityTable.POLICY_NORMAL);
            bench.fair.enqueue(0, task, FairClass.ENQUEUE_INITIAL);
        }
        assertEquals(RUNS, bench.fair.pickNext(0));
        pass(bench, MS);
        return bench;
    }

    private static void pass(FairBench bench, long ns) {
        bench.advance(0, ns, 0);
        bench.advance(1, ns, 0);
        bench.fair.account(0);
    }

    private static long lag(FairBench bench, int task) {
        return bench.fair.averageVruntime(0) - bench.entities.vruntime(task);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void lagInWeightedTimeSurvivesANiceChange(String version) {
        for (int task : new int[] {RUNS, WAITS}) {
            try (FairBench bench = bench(version)) {
                final long before = lag(bench, task) * 1024;
                bench.fair.setNice(0, task, 5);
                assertEquals(335 << 10, bench.entities.loadWeight(task));
                assertEquals(before, lag(bench, task) * 335, 2_048, "task " + task);
                assertEquals(3, bench.queues.nrQueued(0));
                assertEquals((1024 + 1024 + 335) << 10, bench.queues.loadWeight(0));
                assertEquals(RUNS, bench.queues.curr(0), "what runs goes on running");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void aDelayedTaskStaysDelayedWhenItsAttributesChangeOrItMoves(String version) {
        try (FairBench bench = bench(version)) {
            assertFalse(bench.fair.dequeue(0, RUNS, FairClass.DEQUEUE_SLEEP), "it owes service");
            assertNotEquals(RUNS, bench.fair.pickNext(0));
            bench.fair.setPolicy(0, RUNS, 3, EntityTable.POLICY_BATCH);
            assertTrue(bench.entities.delayed(RUNS) && bench.entities.onRq(RUNS));
            assertEquals(526 << 10, bench.entities.loadWeight(RUNS));
            bench.fair.setSlice(0, RUNS, 10 * MS);
            assertTrue(bench.entities.delayed(RUNS) && bench.entities.onRq(RUNS));
            bench.fair.detachQueued(0, RUNS);
            bench.fair.attachQueued(1, RUNS);
            assertTrue(bench.entities.delayed(RUNS) && bench.entities.onRq(RUNS));
            assertEquals(2, bench.queues.nrQueued(0));
            assertEquals(1, bench.queues.nrQueued(1));
            assertEquals(0, bench.queues.hNrRunnable(1), "asleep all the same");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v70", "v72"})
    void leavingForAnotherClassTakesTheAveragesAlong(String version) {
        try (FairBench bench = bench(version)) {
            pass(bench, 20 * MS);
            bench.fair.tick(0);
            final long load = PeltLayout.loadAvg(bench.queues.avgAt(0));
            final long own = PeltLayout.loadAvg(bench.entities.avgAt(RUNS));
            assertTrue(own > 0);
            bench.fair.leaveClass(0, RUNS);
            assertEquals(FairClass.NONE, bench.queues.curr(0));
            assertEquals(2, bench.queues.nrQueued(0));
            assertEquals(load - own, PeltLayout.loadAvg(bench.queues.avgAt(0)), 2);
            bench.fair.joinClass(0, RUNS, true, true);
            assertEquals(RUNS, bench.queues.curr(0));
            assertEquals(3, bench.queues.nrQueued(0));
            assertEquals(load, PeltLayout.loadAvg(bench.queues.avgAt(0)), 2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void leavingForAnotherClassEndsADelayedSleep(String version) {
        try (FairBench bench = bench(version)) {
            assertFalse(bench.fair.dequeue(0, RUNS, FairClass.DEQUEUE_SLEEP));
            bench.fair.pickNext(0);
            bench.fair.leaveClass(0, RUNS);
            assertFalse(bench.entities.delayed(RUNS));
            assertFalse(bench.entities.onRq(RUNS));
            assertEquals(2, bench.queues.nrQueued(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v612", "v70", "v72"})
    void yieldToRunsItsTargetNext(String version) {
        for (boolean named : new boolean[] {false, true}) {
            try (FairBench bench = bench(version)) {
                if (named) {
                    bench.fair.yieldTo(0, 0, LAST);
                } else {
                    bench.fair.yieldTask(0);
                }
                pass(bench, 3 * MS); // the runner's protection is over
                assertEquals(named ? LAST : WAITS, bench.fair.pickNext(0));
            }
        }
    }
}
