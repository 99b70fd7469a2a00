package io.vlag.engine.check;

import io.vlag.engine.kernel.EntityTree;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.kernel.NiceWeights;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;

/**
 * One fair queue against its entities: counts, weights and sums added up anew, eligibility and pick
 * decided anew in exact arithmetic.
 */
public final class FairQueueCheck {
    private static final int NONE = EntityTable.NONE;

    private final FairRules rules;
    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairClass fair;
    private final FairTreeCheck tree;
    private final EntityTree entityTree;
    private final QueuePlace place;
    private final boolean fullWeights;
    private final boolean byDeadline;
    private final long[] zeroBefore; // by queue: the reference point at the last check
    private final boolean[] zeroKnown;

    public FairQueueCheck(FairRules rules, FairState state, FairClass fair) {
        this.rules = rules;
        this.entities = state.entities();
        this.queues = state.queues();
        this.fair = fair;
        this.tree = new FairTreeCheck(rules, state);
        this.entityTree = new EntityTree(state);
        this.place = new QueuePlace(state);
        this.fullWeights = rules.averageWeights == FairRules.AVERAGE_WEIGHTS_FULL;
        this.byDeadline = rules.treeKey == FairRules.TREE_KEY_DEADLINE;
        this.zeroBefore = new long[queues.count()];
        this.zeroKnown = new boolean[queues.count()];
    }

    /**
     * Checks one queue between two operations of the scheduler.
     *
     * @throws InvariantViolation at the first thing that is wrong
     */
    public void check(int q) {
        final int waiting = tree.check(q);
        final int curr = curr(q);
        checkMembers(q, waiting, curr);
        checkSums(q, waiting, curr);
        checkBuddy(q);
        checkReference(q);
        final int queued = queued(q, waiting, curr);
        if (queued > 0) {
            checkAverage(q, queued);
        }
    }

    /** Entities that are queued on {@code q}: those of the tree, in order, then the running one. */
    int queuedCount(int q) {
        return queued(q, tree.check(q), curr(q));
    }

    /** The {@code index}-th of the entities that the last call counted. */
    int member(int index) {
        return tree.members()[index];
    }

    /** Weight of an entity in the scale of the queue's average. */
    long weight(int se) {
        final long loadWeight = entities.loadWeight(se);
        return fullWeights ? loadWeight : NiceWeights.scaledDown(loadWeight);
    }

    private int curr(int q) {
        final int curr = queues.curr(q);
        if (curr < NONE || curr >= entities.count()) {
            throw place.wrong(Invariant.CPU_STATE, q, -1, "queue's curr " + curr + " is no entity");
        }
        return curr;
    }

    /** Adds the running entity, if it is queued, to the tree's. */
    private int queued(int q, int waiting, int curr) {
        assert q >= 0;
        if (curr == NONE || !entities.onRq(curr)) {
            return waiting;
        }
        tree.members()[waiting] = curr;
        return waiting + 1;
    }

    private void checkMembers(int q, int waiting, int curr) {
        for (int i = 0; i < waiting; i++) {
            final int se = tree.members()[i];
            if (se == curr) {
                throw place.wrong(
                        Invariant.CURR_NOT_IN_TREE, q, se, "the running entity is in the tree");
            }
            if (!entities.onRq(se) || entityTree.queueOf(se) != q) {
                throw place.wrong(
                        Invariant.TASK_PLACE,
                        q,
                        se,
                        "in the tree, but onRq %b and its queue %s"
                                .formatted(
                                        entities.onRq(se), place.nameOf(entityTree.queueOf(se))));
            }
            if (rules.placeRelDeadline && entities.relDeadline(se)) {
                throw place.wrong(Invariant.REL_DEADLINE, q, se, "queued with a relative deadline");
            }
            if (entities.delayed(se) && !rules.delayDequeue) {
                throw place.wrong(
                        Invariant.DELAYED_STATE, q, se, "delayed, but DELAY_DEQUEUE is off");
            }
        }
        if (curr != NONE && tree.isLinked(curr)) {
            throw place.wrong(Invariant.CURR_NOT_IN_TREE, q, curr, "the running entity is linked");
        }
        if (curr != NONE && entities.delayed(curr)) {
            throw place.wrong(Invariant.DELAYED_STATE, q, curr, "the running entity is delayed");
        }
    }

    private void checkSums(int q, int waiting, int curr) {
        long weightSum = 0;
        long weightedSum = 0; // wraps, like the kept one
        for (int i = 0; i < waiting; i++) {
            final int se = tree.members()[i];
            final long weight = weight(se);
            weightSum += weight;
            weightedSum += weight * (entities.vruntime(se) - queues.zeroVruntime(q));
        }
        same(Invariant.AVERAGE_SUMS, q, "sumWeight", queues.sumWeight(q), weightSum);
        same(
                Invariant.AVERAGE_SUMS,
                q,
                "sumWeightedVruntime",
                queues.sumWeightedVruntime(q),
                weightedSum);
        final int queued = queued(q, waiting, curr);
        long load = 0;
        int tasks = 0;
        int runnable = 0;
        for (int i = 0; i < queued; i++) {
            final int se = tree.members()[i];
            load += entities.loadWeight(se);
            tasks += tasksOf(se);
            runnable += runnableOf(se);
        }
        same(Invariant.QUEUE_COUNT, q, "nrQueued", queues.nrQueued(q), queued);
        same(Invariant.QUEUE_LOAD, q, "loadWeight", queues.loadWeight(q), load);
        same(Invariant.RUNNABLE_COUNT, q, "hNrRunnable", queues.hNrRunnable(q), runnable);
        same(Invariant.QUEUE_COUNT, q, "hNrQueued", queues.hNrQueued(q), tasks);
    }

    private int tasksOf(int se) {
        return entityTree.isTask(se) ? 1 : queues.hNrQueued(entityTree.queueBehind(se));
    }

    private int runnableOf(int se) {
        if (!entityTree.isTask(se)) {
            return queues.hNrRunnable(entityTree.queueBehind(se));
        }
        return rules.hNrExcludesDelayed && entities.delayed(se) ? 0 : 1;
    }

    private void same(Invariant invariant, int q, String name, long kept, long added) {
        if (kept != added) {
            throw place.wrong(
                    invariant, q, -1, name + " is " + kept + ", its entities add up to " + added);
        }
    }

    private void checkBuddy(int q) {
        checkBuddy(q, queues.next(q), "next");
        checkBuddy(q, queues.last(q), "last");
        checkBuddy(q, queues.skip(q), "skip");
    }

    private void checkBuddy(int q, int buddy, String role) {
        if (buddy != NONE && (!entities.onRq(buddy) || entityTree.queueOf(buddy) != q)) {
            throw place.wrong(
                    Invariant.BUDDY_QUEUED,
                    q,
                    buddy,
                    "%s buddy, but onRq %b and its queue %s"
                            .formatted(
                                    role,
                                    entities.onRq(buddy),
                                    place.nameOf(entityTree.queueOf(buddy))));
        }
    }

    /** min_vruntime never goes back, except where the placement of a heavy entity moves it. */
    private void checkReference(int q) {
        if (rules.reference != FairRules.REFERENCE_MIN_VRUNTIME || rules.placeHeavyMovesReference) {
            return;
        }
        final long zero = queues.zeroVruntime(q);
        if (zeroKnown[q] && zero - zeroBefore[q] < 0) {
            throw place.wrong(
                    Invariant.MIN_VRUNTIME,
                    q,
                    -1,
                    "min_vruntime went back from " + zeroBefore[q] + " to " + zero);
        }
        zeroBefore[q] = zero;
        zeroKnown[q] = true;
    }

    /**
     * V is the weighted mean rounded down, so the weighted lags add up to -W+1 .. 0; who is
     * eligible and who would be picked follow from it. The credits of CFS have no limit, so there
     * the sums may wrap; nothing reads them.
     */
    private void checkAverage(int q, int queued) {
        if (rules.placeRule == FairRules.PLACE_RULE_SLEEPER_CREDIT) {
            return;
        }
        final long average = fair.averageVruntime(q);
        long total = 0;
        long lags = 0;
        try {
            for (int i = 0; i < queued; i++) {
                final int se = tree.members()[i];
                total = Math.addExact(total, weight(se));
                lags =
                        Math.addExact(
                                lags,
                                Math.multiplyExact(weight(se), average - entities.vruntime(se)));
            }
        } catch (ArithmeticException e) {
            throw place.wrong(Invariant.LAG_SUM, q, -1, "weighted lags do not fit into 64 bits");
        }
        if (lags > 0 || lags <= -total) {
            throw place.wrong(
                    Invariant.LAG_SUM,
                    q,
                    -1,
                    "weighted lags around V %d add up to %d, outside %d .. 0"
                            .formatted(average, lags, 1 - total));
        }
        for (int i = 0; i < queued; i++) {
            final int se = tree.members()[i];
            if (fair.eligible(queues.cpu(q), se) != isEligible(se, average, lags, total)) {
                throw place.wrong(
                        Invariant.ELIGIBILITY,
                        q,
                        se,
                        "the kernel says eligible %b, lag is %d"
                                .formatted(
                                        fair.eligible(queues.cpu(q), se),
                                        average - entities.vruntime(se)));
            }
        }
        if (rules.pickRule == FairRules.PICK_RULE_ELIGIBLE_DEADLINE) {
            checkPick(q, queued, average, lags, total);
        }
    }

    /** {@code lags} of the whole queue say where in its last nanosecond V really is. */
    private boolean isEligible(int se, long average, long lags, long total) {
        return -lags >= Math.multiplyExact(total, entities.vruntime(se) - average);
    }

    private void checkPick(int q, int queued, long average, long lags, long total) {
        final int pick = fair.pick(q, false);
        if (queued == 1) {
            if (pick != tree.members()[0]) {
                throw place.wrong(
                        Invariant.PICK, q, tree.members()[0], "alone, but the pick is " + pick);
            }
            return;
        }
        int best = NONE;
        for (int i = 0; i < queued; i++) {
            final int se = tree.members()[i];
            if (isEligible(se, average, lags, total)
                    && (best == NONE || entities.deadline(se) - entities.deadline(best) < 0)) {
                best = se;
            }
        }
        final boolean buddyFirst =
                byDeadline
                        && rules.pickBuddy
                        && rules.buddyPick == FairRules.BUDDY_PICK_EVERY_PICK
                        && queues.next(q) != NONE
                        && isEligible(queues.next(q), average, lags, total);
        final boolean right =
                buddyFirst
                        ? pick == queues.next(q)
                        : pick != NONE
                                && isEligible(pick, average, lags, total)
                                && entities.deadline(pick) == entities.deadline(best);
        if (!right) {
            throw place.wrong(
                    Invariant.PICK,
                    q,
                    pick,
                    "picked with deadline %d; the first eligible one is %s with %d"
                            .formatted(
                                    pick == NONE ? 0 : entities.deadline(pick),
                                    place.entityName(best),
                                    entities.deadline(best)));
        }
    }
}
