package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;

/**
 * Chooses the eligible entity with the earliest deadline. No side effects.
 *
 * <p>A tree ordered by deadline is searched with the least vruntime per subtree; one ordered by
 * vruntime (6.6) with the least deadline per subtree, which differs in ties.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/fair.c pick_eevdf(), pick_next_entity(). Golden
 *     vectors: eevdf/scene_*.csv, eevdf/seq_*.csv.
 */
@HotPath
final class Pick {
    private static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final FairTree tree;
    private final VirtualAverage average;
    private final SliceProtection protection;
    private final boolean byDeadline;
    private final int buddyPick;
    private final boolean pickBuddy;

    Pick(
            FairRules rules,
            FairState state,
            FairTree tree,
            VirtualAverage average,
            SliceProtection protection) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.tree = tree;
        this.average = average;
        this.protection = protection;
        this.byDeadline = rules.treeKey == FairRules.TREE_KEY_DEADLINE;
        this.buddyPick = rules.buddyPick;
        this.pickBuddy = rules.pickBuddy;
    }

    /**
     * The choice of the scheduler itself, which prefers a buddy in all kernels; at least one entity
     * is queued.
     *
     * <p>Deviation: where wrapped sums leave nobody eligible, later kernels than 6.6 fault; this
     * one goes on with the first in the tree.
     */
    int forScheduling(int q) {
        if (buddyCounts(q)) {
            return queues.next(q);
        }
        final int chosen = pick(q, true);
        return chosen != NONE ? chosen : tree.leftmost(q);
    }

    /**
     * What would be chosen now.
     *
     * @param protect leave a protected running entity alone
     * @return the entity, NONE when none is queued
     */
    int pick(int q, boolean protect) {
        final int curr = tree.queuedCurr(q);
        if (queues.nrQueued(q) == 1) {
            return curr != NONE ? curr : tree.root(q);
        }
        if (buddyInEveryPick(protect) && buddyCounts(q)) {
            return queues.next(q);
        }
        final int runner = curr != NONE && average.eligible(q, curr) ? curr : NONE;
        if (runner != NONE && protect && protection.holdsInPick(runner)) {
            return runner;
        }
        return byDeadline ? firstByDeadline(q, runner) : leastDeadline(q, runner);
    }

    private boolean buddyInEveryPick(boolean protect) {
        return buddyPick == FairRules.BUDDY_PICK_EVERY_PICK
                || buddyPick == FairRules.BUDDY_PICK_PROTECTED_PICK && protect;
    }

    private boolean buddyCounts(int q) {
        final int next = queues.next(q);
        return pickBuddy && next != NONE && average.eligible(q, next);
    }

    /**
     * Tree by deadline: the first eligible entity, unless the running one has a strictly earlier
     * deadline.
     */
    private int firstByDeadline(int q, int runner) {
        final int best = firstEligible(q);
        if (runner == NONE || best == NONE) {
            return best == NONE ? runner : best;
        }
        return VirtualTime.before(entities.deadline(runner), entities.deadline(best))
                ? runner
                : best;
    }

    private int firstEligible(int q) {
        final int leftmost = tree.leftmost(q);
        if (leftmost == NONE || average.eligible(q, leftmost)) {
            return leftmost;
        }
        int node = tree.root(q);
        while (node != NONE) {
            final int left = tree.left(node);
            if (left != NONE && average.eligibleVruntime(q, tree.min(left))) {
                node = left;
            } else if (average.eligible(q, node)) {
                return node;
            } else {
                node = tree.right(node);
            }
        }
        return NONE;
    }

    /**
     * Tree by vruntime: all left of an eligible entity are eligible, so whole left subtrees become
     * candidates with their least deadline. A subtree wins a tie against single entities, the
     * running one included.
     */
    private int leastDeadline(int q, int runner) {
        int best = runner;
        int subtree = NONE;
        int node = tree.root(q);
        while (node != NONE) {
            if (!average.eligible(q, node)) {
                node = tree.left(node);
                continue;
            }
            if (best == NONE
                    || VirtualTime.before(entities.deadline(node), entities.deadline(best))) {
                best = node;
            }
            final int left = tree.left(node);
            if (left != NONE
                    && (subtree == NONE || VirtualTime.before(tree.min(left), tree.min(subtree)))) {
                subtree = left;
            }
            if (nothingBetterOnTheRight(node, left)) {
                break;
            }
            node = tree.right(node);
        }
        if (best == NONE) {
            return tree.leftmost(q); // only wrapped sums leave nobody eligible
        }
        if (subtree == NONE || VirtualTime.before(entities.deadline(best), tree.min(subtree))) {
            return best;
        }
        return holderOfMin(subtree);
    }

    private boolean nothingBetterOnTheRight(int node, int left) {
        final long min = tree.min(node);
        return left != NONE && tree.min(left) == min || entities.deadline(node) == min;
    }

    /** The entity whose deadline is the least of a subtree; a left one before a right one. */
    private int holderOfMin(int subtree) {
        final long min = tree.min(subtree);
        int node = subtree;
        while (entities.deadline(node) != min) {
            final int left = tree.left(node);
            node = left != NONE && tree.min(left) == min ? left : tree.right(node);
        }
        return node;
    }
}
