package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.rbtree.AugmentedRbTree;

/**
 * The tree of waiting entities of each run queue, and what is read off it: extremes of the slices,
 * least vruntime. The sums of the average belong to the tree's entities and move with them.
 */
@HotPath
final class FairTree {
    static final int NONE = EntityTable.NONE;

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final AugmentedRbTree tree;
    private final boolean byDeadline;

    FairTree(FairRules rules, FairState state) {
        this.entities = state.entities();
        this.queues = state.queues();
        this.byDeadline = rules.treeKey == FairRules.TREE_KEY_DEADLINE;
        this.tree =
                new AugmentedRbTree(
                        entities.treeShape(
                                byDeadline,
                                rules.readsMinSlice(),
                                rules.readsMaxSlice(),
                                rules.subtreeSlices != FairRules.SUBTREE_SLICES_LOST_ON_ROTATION));
    }

    void insert(int q, int se) {
        tree.insert(queues.treeAt(q), se);
    }

    void erase(int q, int se) {
        tree.erase(queues.treeAt(q), se);
    }

    boolean isOrderedByDeadline() {
        return byDeadline;
    }

    /**
     * Restores subtree values after a field of a waiting entity changed in place; not the one the
     * tree is ordered by.
     */
    void refresh(int q, int se) {
        tree.refresh(queues.treeAt(q), se);
    }

    int root(int q) {
        return tree.root(queues.treeAt(q));
    }

    int leftmost(int q) {
        return tree.leftmost(queues.treeAt(q));
    }

    int left(int se) {
        return tree.left(se);
    }

    int right(int se) {
        return tree.right(se);
    }

    /** In key order; NONE after the last. */
    int next(int se) {
        return tree.next(se);
    }

    /**
     * Subtree minimum: vruntime in a tree ordered by deadline, deadline in one ordered by vruntime.
     */
    long min(int se) {
        return tree.min(se);
    }

    /** Least vruntime in the tree, which is not empty. */
    long minVruntime(int q) {
        return byDeadline ? tree.min(root(q)) : entities.vruntime(leftmost(q));
    }

    /** Least slice of all queued entities, as the tree knows it; 0 when none is queued. */
    long minSliceNs(int q) {
        final int root = root(q);
        final int curr = queuedCurr(q);
        if (root == NONE) {
            return curr == NONE ? 0 : entities.sliceNs(curr);
        }
        final long least = tree.minSlice(root);
        return curr == NONE ? least : Math.min(least, entities.sliceNs(curr));
    }

    /** Largest slice of all queued entities, as the tree knows it; 0 when none is queued. */
    long maxSliceNs(int q) {
        final int root = root(q);
        final int curr = queuedCurr(q);
        final long ofTree = root == NONE ? 0 : tree.maxSlice(root);
        return curr == NONE ? ofTree : Math.max(ofTree, entities.sliceNs(curr));
    }

    /** The running entity if it is still queued. */
    int queuedCurr(int q) {
        final int curr = queues.curr(q);
        return curr != NONE && entities.onRq(curr) ? curr : NONE;
    }
}
