package io.vlag.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vlag.engine.state.EntityTable;
import org.junit.jupiter.api.Test;

/**
 * The search of 6.6 in a tree by vruntime. Who wins a tie depends on the shape of the tree, so the
 * entities are inserted in an order that gives the shape that the picture of each test shows;
 * numbers are deadlines. All weigh the same. Unless a test says otherwise the running entity is far
 * ahead in virtual time, so that it is not eligible and the waiting ones are.
 */
class LeastDeadlineSearchTest {
    private static final int Q = 0;
    private static final int RUNNER = 5;
    private static final long FAR = 1_000_000;
    private static final FairRules RULES = GoldenRules.rules("v66");

    /**
     * <pre>
     *        X 30
     *   L 10      R 40
     *          M 20   Z 5, not eligible
     * </pre>
     *
     * The left subtree of R is looked at, because something right of X is earlier; but that turns
     * out not to be eligible, and L is still the best.
     */
    @Test
    void aLaterLeftSubtreeDoesNotReplaceAnEarlierOne() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 1, 30); // X
            final int l = tree.insert(1, 0, 10);
            tree.insert(2, 3, 40);
            tree.insert(3, 2, 20);
            tree.insert(4, 10 * FAR, 5);
            assertEquals(l, tree.pick());
        }
    }

    /**
     * <pre>
     *        X 30
     *   L 20      R 40
     *          M 10   Z 50
     * </pre>
     */
    @Test
    void anEarlierLeftSubtreeReplacesALaterOne() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 1, 30);
            tree.insert(1, 0, 20);
            tree.insert(2, 3, 40);
            final int m = tree.insert(3, 2, 10);
            tree.insert(4, 4, 50);
            assertEquals(m, tree.pick());
        }
    }

    /**
     * <pre>
     *        X 10
     *   L 60      R 50
     *          M 10
     * </pre>
     *
     * Nothing below X is earlier, so the search ends there.
     */
    @Test
    void theFirstSingleEntityWithTheLeastDeadlineWins() {
        try (Tree tree = new Tree()) {
            final int x = tree.insert(0, 1, 10);
            tree.insert(1, 0, 60);
            tree.insert(2, 3, 50);
            tree.insert(3, 2, 10);
            assertEquals(x, tree.pick());
        }
    }

    /**
     * <pre>
     *        X 10
     *   L 10      R 50
     * </pre>
     */
    @Test
    void aLeftSubtreeWinsATieAgainstASingleEntity() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 1, 10);
            final int l = tree.insert(1, 0, 10);
            tree.insert(2, 2, 50);
            assertEquals(l, tree.pick());
            tree.run(1, 10);
            assertEquals(l, tree.pick(), "even against the running one");
        }
    }

    /**
     * <pre>
     *        X 10
     *   L 40      R 50
     * </pre>
     */
    @Test
    void theRunningEntityWinsATieAgainstASingleOne() {
        try (Tree tree = new Tree()) {
            final int x = tree.insert(0, 1, 10);
            tree.insert(1, 0, 40);
            tree.insert(2, 2, 50);
            assertEquals(x, tree.pick());
            final int runner = tree.run(1, 10);
            assertEquals(runner, tree.pick());
            tree.entities().deadline(runner, 11);
            assertEquals(x, tree.pick());
        }
    }

    /**
     * <pre>
     *             X 90
     *       S 30       R 80
     *   L 10   M 10
     * </pre>
     */
    @Test
    void insideASubtreeALeftOneWinsATie() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 3, 90);
            tree.insert(1, 1, 30);
            tree.insert(2, 4, 80);
            final int l = tree.insert(3, 0, 10);
            tree.insert(4, 2, 10);
            assertEquals(l, tree.pick());
        }
    }

    /**
     * <pre>
     *             X 90
     *       S 30       R 80
     *          M 10
     * </pre>
     */
    @Test
    void insideASubtreeTheRightOneIsFound() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 3, 90);
            tree.insert(1, 1, 30);
            tree.insert(2, 4, 80);
            final int m = tree.insert(3, 2, 10);
            assertEquals(m, tree.pick());
        }
    }

    /**
     * <pre>
     *       X 90, not eligible
     *   L 80
     * </pre>
     */
    @Test
    void leftOfAnEntityThatIsNotEligibleTheSearchGoesOn() {
        try (Tree tree = new Tree()) {
            tree.insert(0, 10 * FAR, 20);
            final int l = tree.insert(1, 0, 80);
            assertEquals(l, tree.pick());
        }
    }

    /** One queue with entities at given places. */
    private static final class Tree implements AutoCloseable {
        private final FairBench bench = new FairBench(RULES, 1, 6);
        private final VirtualAverage average;

        Tree() {
            bench.queues.init(Q, 0);
            final FairState state =
                    new FairState(bench.entities, bench.queues, bench.runQueues, bench.groups);
            average = new VirtualAverage(RULES, state, new FairTree(RULES, state));
            queue(RUNNER, FAR, FAR);
            bench.queues.curr(Q, RUNNER);
        }

        int insert(int se, long vruntime, long deadline) {
            queue(se, vruntime, deadline);
            average.insert(Q, se);
            return se;
        }

        /** The running entity is level with the others. */
        int run(long vruntime, long deadline) {
            bench.entities.vruntime(RUNNER, vruntime);
            bench.entities.deadline(RUNNER, deadline);
            return RUNNER;
        }

        private void queue(int se, long vruntime, long deadline) {
            bench.entities.loadWeight(se, NiceWeights.NICE_0_LOAD_WEIGHT);
            bench.entities.vruntime(se, vruntime);
            bench.entities.deadline(se, deadline);
            bench.entities.onRq(se, true);
            bench.queues.nrQueued(Q, bench.queues.nrQueued(Q) + 1);
        }

        int pick() {
            return bench.fair.pick(Q, false);
        }

        EntityTable entities() {
            return bench.entities;
        }

        @Override
        public void close() {
            bench.close();
        }
    }
}
