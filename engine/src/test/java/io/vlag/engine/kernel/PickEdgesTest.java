package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Picks from nobody, from nobody who is eligible, and between equals. */
class PickEdgesTest {
    private static final int CPU = 0;

    @ParameterizedTest
    @ValueSource(strings = {"v66", "v612", "v618", "v70", "v72"})
    void anEmptyQueueHasNobodyToPick(String version) {
        try (OneFairCpu cpu = new OneFairCpu(version)) {
            assertEquals(FairClass.NONE, cpu.fair.pick(CPU, true));
            assertEquals(FairClass.NONE, cpu.fair.pick(CPU, false));
            assertEquals(FairClass.NONE, cpu.fair.pickNext(CPU));
        }
    }

    /**
     * Two entities at 2^52 and 1.5 * 2^52 virtual ns from the reference: the sum of weight times
     * distance has wrapped to below both products. The scheduler goes on with the first in the
     * tree; 7.2 multiplies in 128 bits and knows better.
     */
    @ParameterizedTest
    @CsvSource({"v66, 0", "v612, 1", "v618, 1", "v70, 1"})
    void whereWrappedSumsLeaveNobodyEligibleTheFirstInTheTreeRuns(String version, int first) {
        try (FairBench bench = new FairBench(GoldenRules.rules(version), 1, 2)) {
            queue(bench, version, 0, (1L << 52) - 1, 9);
            queue(bench, version, 1, 3L << 51, 8);
            for (int se = 0; se < 2; se++) {
                assertFalse(bench.fair.eligible(CPU, se));
            }
            assertEquals(first, bench.fair.pickNext(CPU));
        }
    }

    private static void queue(FairBench bench, String version, int se, long vruntime, long dl) {
        if (se == 0) {
            bench.queues.init(CPU, 0);
            bench.runQueues.init(CPU, 1024, 4_000_000, 2_800_000, 700_000);
        }
        bench.entities.loadWeight(se, NiceWeights.NICE_0_LOAD_WEIGHT);
        bench.entities.vruntime(se, vruntime);
        bench.entities.deadline(se, dl);
        bench.entities.onRq(se, true);
        bench.queues.nrQueued(CPU, bench.queues.nrQueued(CPU) + 1);
        final FairRules rules = GoldenRules.rules(version, "reference", "min_vruntime");
        final FairState state =
                new FairState(bench.entities, bench.queues, bench.runQueues, bench.groups);
        new VirtualAverage(rules, state, new FairTree(rules, state)).insert(CPU, se);
    }
}
