package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read off a queue's tree: the extremes of the slices, the least vruntime. */
class FairTreeTest {
    private static final int CPU = 0;
    private static final int ENTITIES = 24;
    private static final long SEED = 20_260_214;

    /** Entities join and leave in random order; 7.2 knows the extremes of all queued ones. */
    @Test
    void slicesAreExactWhereTheyAreCarriedOverRotations() {
        assertEquals(0, wrongExtremes("v72"));
    }

    /** Models 6.12 to 7.0, which lose them when the tree is rotated. */
    @ParameterizedTest
    @CsvSource({"v612", "v70"})
    void slicesAreStaleWhereTheyAreLostOnRotations(String version) {
        assertNotEquals(0, wrongExtremes(version));
    }

    /** How often the tree differs from the slices that are queued, over many changes. */
    private static int wrongExtremes(String version) {
        final SplittableRandom random = new SplittableRandom(SEED);
        int wrong = 0;
        try (FairBench bench = new FairBench(GoldenRules.rules(version), 1, ENTITIES)) {
            bench.queues.init(CPU, 0);
            final FairRules rules = GoldenRules.rules(version);
            final FairTree tree = treeOf(bench, rules);
            for (int i = 0; i < 4_000; i++) {
                final int se = random.nextInt(ENTITIES);
                if (bench.entities.onRq(se)) {
                    tree.erase(CPU, se);
                } else {
                    bench.entities.vruntime(se, random.nextLong(1_000));
                    bench.entities.deadline(se, random.nextLong(1_000));
                    bench.entities.sliceNs(se, 1 + random.nextLong(1_000));
                    tree.insert(CPU, se);
                }
                bench.entities.onRq(se, !bench.entities.onRq(se));
                long least = Long.MAX_VALUE;
                long largest = 0;
                for (int each = 0; each < ENTITIES; each++) {
                    if (bench.entities.onRq(each)) {
                        least = Math.min(least, bench.entities.sliceNs(each));
                        largest = Math.max(largest, bench.entities.sliceNs(each));
                    }
                }
                final boolean empty = largest == 0;
                wrong += tree.minSliceNs(CPU) == (empty ? 0 : least) ? 0 : 1;
                if (rules.readsMaxSlice()) {
                    wrong += tree.maxSliceNs(CPU) == largest ? 0 : 1;
                }
            }
        }
        return wrong;
    }

    @Test
    void aRunnerThatIsQueuedCounts() {
        try (FairBench bench = new FairBench(GoldenRules.rules("v72"), 1, 2)) {
            bench.queues.init(CPU, 0);
            final FairTree tree = treeOf(bench, GoldenRules.rules("v72"));
            assertEquals(0, tree.minSliceNs(CPU));
            assertEquals(0, tree.maxSliceNs(CPU));
            bench.entities.sliceNs(1, 300);
            bench.queues.curr(CPU, 1);
            assertEquals(0, tree.maxSliceNs(CPU), "it has blocked");
            bench.entities.onRq(1, true);
            assertEquals(300, tree.minSliceNs(CPU));
            assertEquals(300, tree.maxSliceNs(CPU));
            bench.entities.sliceNs(0, 400);
            tree.insert(CPU, 0);
            assertEquals(300, tree.minSliceNs(CPU));
            assertEquals(400, tree.maxSliceNs(CPU));
        }
    }

    /**
     * A tree by deadline with a reference that only rises: N has the least vruntime and the last
     * deadline.
     */
    @Test
    void theLeastVruntimeIsNotThatOfTheEarliestDeadline() {
        try (OneFairCpu cpu = new OneFairCpu("v612", "reference", "min_vruntime")) {
            cpu.run(OneFairCpu.A);
            cpu.wake(OneFairCpu.B, -OneFairCpu.MS, OneFairCpu.MS);
            cpu.wake(OneFairCpu.N, 0, 100 * OneFairCpu.MS);
            assertEquals(OneFairCpu.B, cpu.fair.firstWaiting(OneFairCpu.CPU));
            final long least = cpu.entities.vruntime(OneFairCpu.N);
            assertTrue(least < cpu.entities.vruntime(OneFairCpu.B));
            cpu.pass(10 * OneFairCpu.MS);
            cpu.fair.account(OneFairCpu.CPU);
            assertEquals(least, cpu.bench.queues.zeroVruntime(OneFairCpu.CPU));
        }
    }

    private static FairTree treeOf(FairBench bench, FairRules rules) {
        return new FairTree(
                rules, new FairState(bench.entities, bench.queues, bench.runQueues, bench.groups));
    }
}
