package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vlag.engine.check.FairQueueCheck;
import io.vlag.engine.check.Invariant;
import io.vlag.engine.check.InvariantViolation;
import io.vlag.engine.state.EntityTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The checks of decisions can fail: a fair class of other rules decides over the state of this one.
 */
class FairQueueCheckTest {
    private static final int HEAVY_NICE = -20;

    @Test
    void anAverageOfOtherWeightsIsSeen() {
        final InvariantViolation seen = judgedBy("average_weights", "scaled", 0, 1_000_000);
        assertEquals(Invariant.LAG_SUM, seen.invariant(), seen::getMessage);
    }

    @Test
    void anEligibilityThatWrapsIsSeen() {
        final InvariantViolation seen =
                judgedBy("eligibility_product", "wrap64", HEAVY_NICE, 60_000_000_000L);
        assertEquals(Invariant.ELIGIBILITY, seen.invariant(), seen::getMessage);
        assertEquals(
                "eligibility, CPU 0, task 1: the kernel says eligible true, lag is -30000000000",
                seen.getMessage());
    }

    @Test
    void aPickOfTheBuddyWhereDeadlinesDecideIsSeen() {
        final InvariantViolation seen = judgedBy("buddy_pick", "every_pick", 0, 0);
        assertEquals(Invariant.PICK, seen.invariant(), seen::getMessage);
        assertEquals(
                "pick, CPU 0, task 1: picked with deadline 2800500; the first eligible one is task 0 with 2800000",
                seen.getMessage());
    }

    @Test
    void theRightRulesSeeNothing() {
        try (FairBench bench = bench(0, 1_000_000)) {
            check(bench, GoldenRules.changes("v72"));
        }
    }

    /** Two waiting entities of 7.2, the second ahead by {@code aheadNs}, judged with one change. */
    private static InvariantViolation judgedBy(String change, String form, int nice, long aheadNs) {
        final Map<String, String> changes = GoldenRules.changes("v72");
        changes.put(change, form);
        try (FairBench bench = bench(nice, aheadNs)) {
            return assertThrows(InvariantViolation.class, () -> check(bench, changes));
        }
    }

    private static FairBench bench(int nice, long aheadNs) {
        final FairBench bench = new FairBench(FairRules.of(GoldenRules.changes("v72")), 1, 2);
        bench.queues.init(0, 0);
        bench.runQueues.init(0, 1024, 4_000_000, 2_800_000, 700_000);
        for (int task = 0; task < 2; task++) {
            bench.fair.newTask(0, task, nice, EntityTable.POLICY_NORMAL);
        }
        final FairState state = new FairState(bench.entities, bench.queues, bench.runQueues);
        final FairRules rules = FairRules.of(GoldenRules.changes("v72"));
        final VirtualAverage average = new VirtualAverage(rules, state, new FairTree(rules, state));
        for (int task = 0; task < 2; task++) {
            bench.entities.vruntime(task, task * aheadNs);
            bench.entities.deadline(task, 2_800_000 + task * Math.max(500, aheadNs));
            bench.entities.onRq(task, true);
            average.insert(0, task);
        }
        bench.queues.nrQueued(0, 2);
        bench.queues.hNrRunnable(0, 2);
        bench.queues.loadWeight(0, bench.entities.loadWeight(0) + bench.entities.loadWeight(1));
        return bench;
    }

    private static void check(FairBench bench, Map<String, String> judge) {
        final FairState state = new FairState(bench.entities, bench.queues, bench.runQueues);
        final FairClass other = new FairClass(FairRules.of(judge), state, 0);
        if (judge.get("buddy_pick").equals("every_pick")) {
            bench.queues.next(0, 1);
        } else if (judge.get("average_weights").equals("scaled")) {
            bench.queues.curr(0, EntityTable.NONE);
            runs(bench);
        }
        new FairQueueCheck(FairRules.of(GoldenRules.changes("v72")), state, other).check(0);
    }

    /** Lets the first entity run: its weight is not in the sums, so its scale matters. */
    private static void runs(FairBench bench) {
        bench.fair.setNext(0, 0, true);
    }
}
