package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A hierarchy of groups keeps its books under random operations: counts, load weights, sums of V,
 * running entities and averages are those that the entities give when they are added up from
 * scratch. A failure names the seed; {@code -Dtest.seed=N} replays it.
 */
class GroupInvariantsTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_613);
    private static final int OPERATION_COUNT = 6_000;

    @ParameterizedTest
    @CsvSource({
        "v61, 2", "v61, 6", "v66, 2", "v66, 6", "v612, 2", "v612, 6", "v618, 6", "v70, 2", "v70, 6",
        "v72, 2", "v72, 6"
    })
    void booksAreKeptOnEveryLevel(String version, int groupCount) {
        final FairRules rules = GoldenRules.rules(version);
        for (int round = 0; round < 3; round++) {
            final long seed = SEED + round;
            try (FairFuzz fuzz = new FairFuzz(rules, new SplittableRandom(seed), groupCount)) {
                for (int i = 0; i < OPERATION_COUNT; i++) {
                    final String step = "seed " + seed + " step " + i + " " + fuzz.step();
                    for (int q = 0; q < fuzz.bench.queues.count(); q++) {
                        check(fuzz.bench, rules, q, step + " queue " + q);
                    }
                }
                assertTrue(fuzz.delayedGroups() > 0 || !rules.delayDequeue, "no group was delayed");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "v61, queue",
        "v66, queue",
        "v612, queue",
        "v612, task",
        "v618, task",
        "v70, queue",
        "v70, task",
        "v72, queue",
        "v72, task"
    })
    void booksAreKeptWithQuotas(String version, String form) {
        final FairRules rules = GoldenRules.rules(version, "throttle_form", form);
        for (int round = 0; round < 3; round++) {
            final long seed = SEED + round;
            try (FairFuzz fuzz = new FairFuzz(rules, new SplittableRandom(seed), 4)) {
                fuzz.limitFirstGroup();
                for (int i = 0; i < OPERATION_COUNT; i++) {
                    final String step = "seed " + seed + " step " + i + " " + fuzz.step();
                    for (int q = 0; q < fuzz.bench.queues.count(); q++) {
                        check(fuzz.bench, rules, q, step + " queue " + q);
                    }
                }
                assertTrue(fuzz.throttledQueues() > 500, "hardly throttled");
            }
        }
    }

    private static void check(FairBench bench, FairRules rules, int q, String step) {
        final EntityTable entities = bench.entities;
        final FairQueueTable queues = bench.queues;
        final EntityTree tree = bench.entityTree;
        final boolean full = rules.averageWeights == FairRules.AVERAGE_WEIGHTS_FULL;
        int queued = 0;
        int tasks = 0;
        int runnable = 0;
        long load = 0;
        long weights = 0;
        long distance = 0;
        final long average = bench.fair.averageVruntime(q);
        for (int se = 0; se < entities.count(); se++) {
            if (tree.queueOf(se) != q) {
                continue;
            }
            if (!tree.isTask(se)) {
                checkGroupEntity(bench, se, step);
            }
            if (!entities.onRq(se)) {
                continue;
            }
            queued++;
            load += entities.loadWeight(se);
            final long weight =
                    full
                            ? entities.loadWeight(se)
                            : NiceWeights.scaledDown(entities.loadWeight(se));
            weights += weight;
            distance += weight * (average - entities.vruntime(se));
            if (tree.isTask(se)) {
                tasks++;
                runnable += rules.hNrExcludesDelayed && entities.delayed(se) ? 0 : 1;
            } else {
                final int own = tree.queueBehind(se);
                tasks += queues.hNrQueued(own);
                runnable += queues.hNrRunnable(own);
            }
        }
        assertEquals(queued, queues.nrQueued(q), step);
        assertEquals(tasks, queues.hNrQueued(q), step);
        assertEquals(runnable, queues.hNrRunnable(q), step);
        assertEquals(load, queues.loadWeight(q), step);
        // V is rounded down by less than 1 ns, so the weighted distances add up to less than W.
        // The credits of CFS have no limit, so there the sums may wrap; nothing reads them.
        assertTrue(
                distance <= 0 && distance > -weights
                        || weights == 0
                        || rules.pickRule == FairRules.PICK_RULE_LEFTMOST,
                step + " " + distance);
        checkBuddies(bench, q, step);
        checkCurrent(bench, q, step);
    }

    private static void checkBuddies(FairBench bench, int q, String step) {
        for (int buddy :
                new int[] {bench.queues.next(q), bench.queues.last(q), bench.queues.skip(q)}) {
            assertTrue(
                    buddy == FairClass.NONE
                            || bench.entities.onRq(buddy) && bench.entityTree.queueOf(buddy) == q,
                    step + " buddy " + buddy);
        }
    }

    /** A group entity is queued while something is queued below it, or as delayed. */
    private static void checkGroupEntity(FairBench bench, int se, String step) {
        final int own = bench.entityTree.queueBehind(se);
        final boolean filled = bench.queues.nrQueued(own) > 0;
        final boolean cutOff = bench.throttleTakesQueues && bench.queues.throttled(own) != 0;
        assertEquals(
                filled && !cutOff,
                bench.entities.onRq(se) && !bench.entities.delayed(se),
                step + " " + se);
        assertTrue(bench.entities.loadWeight(se) >= GroupShares.SHARES_MIN, step);
        assertTrue(
                bench.entities.loadWeight(se) <= bench.groups.shares(bench.entityTree.groupOf(own)),
                step);
    }

    /** The running entity of a queue is the way down to the running task of the CPU. */
    private static void checkCurrent(FairBench bench, int q, String step) {
        final int above = bench.entityTree.entityOf(q);
        final int curr = bench.queues.curr(q);
        if (above != FairClass.NONE) {
            final boolean runs = bench.queues.curr(bench.entityTree.queueOf(above)) == above;
            assertEquals(runs, curr != FairClass.NONE, step);
        }
        if (curr != FairClass.NONE) {
            assertEquals(q, bench.entityTree.queueOf(curr), step);
        }
    }

    @ParameterizedTest
    @CsvSource({"v61", "v66", "v612", "v70", "v72"})
    void groupTotalIsWhatItsQueuesPublished(String version) {
        final FairRules rules = GoldenRules.rules(version);
        try (FairFuzz fuzz = new FairFuzz(rules, new SplittableRandom(SEED), 4)) {
            for (int i = 0; i < OPERATION_COUNT; i++) {
                fuzz.step();
                for (int group = 1; group < 4; group++) {
                    long published = 0;
                    for (int cpu = 0; cpu < FairFuzz.CPU_COUNT; cpu++) {
                        published +=
                                fuzz.bench.queues.tgLoadContrib(
                                        fuzz.bench.entityTree.queueOf(group, cpu));
                    }
                    assertEquals(published, fuzz.bench.groups.loadAvg(group), "step " + i);
                }
            }
        }
    }
}
