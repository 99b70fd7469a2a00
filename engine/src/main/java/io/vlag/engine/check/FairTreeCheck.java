package io.vlag.engine.check;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.FairState;
import io.vlag.engine.state.EntityLayout;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.offheap.Memory;
import io.vlag.rbtree.AugmentedRbTree;
import io.vlag.rbtree.RbNodeLayout;

/** The tree of one fair queue: red-black, in order, its subtree values those of the subtrees. */
final class FairTreeCheck {
    private static final int NONE = EntityTable.NONE;
    private static final long PARENT_AND_COLOR =
            EntityLayout.NODE + RbNodeLayout.LAYOUT.byteOffset(groupElement("parentAndColor"));

    private final EntityTable entities;
    private final FairQueueTable queues;
    private final AugmentedRbTree tree;
    private final QueuePlace place;
    private final boolean byDeadline;
    private final boolean exactMinSlices;
    private final boolean exactMaxSlices;
    private final int[] members; // of the tree walked last, in order; one place more for curr
    private int count;

    FairTreeCheck(FairRules rules, FairState state) {
        entities = state.entities();
        queues = state.queues();
        place = new QueuePlace(state);
        byDeadline = rules.treeKey == FairRules.TREE_KEY_DEADLINE;
        final boolean carried = rules.subtreeSlices != FairRules.SUBTREE_SLICES_LOST_ON_ROTATION;
        final boolean maxSlices = rules.readsMaxSlice();
        final boolean minSlices = rules.readsMinSlice();
        tree = new AugmentedRbTree(entities.treeShape(byDeadline, minSlices, maxSlices, carried));
        exactMinSlices = minSlices && carried;
        exactMaxSlices = maxSlices && carried;
        members = new int[entities.count() + 1];
    }

    /** Walks the tree of a queue; returns how many entities wait in it. */
    int check(int q) {
        count = 0;
        final int root = tree.root(queues.treeAt(q));
        subtree(q, root, NONE, false);
        final int leftmost = tree.leftmost(queues.treeAt(q));
        if (leftmost != (count == 0 ? NONE : members[0])) {
            throw wrong(q, leftmost, "cached as leftmost; the walk begins elsewhere");
        }
        return count;
    }

    /** What the last walk found. */
    int[] members() {
        return members;
    }

    boolean isLinked(int se) {
        return tree.isLinked(se);
    }

    /** Returns the number of black nodes on every way down. */
    private int subtree(int q, int node, int parent, boolean parentIsRed) {
        if (node == NONE) {
            return 0;
        }
        if (node < 0 || node >= entities.count() || count == entities.count()) {
            throw wrong(q, parent, "a way down does not end; next is " + node);
        }
        final int link = Memory.getInt(entities.at(node) + PARENT_AND_COLOR);
        final boolean red = (link & 1) == 0;
        if ((link >>> 1) - 1 != parent) {
            throw wrong(q, node, "its parent is " + parent + ", not " + ((link >>> 1) - 1));
        }
        if (red && (parentIsRed || parent == NONE)) {
            throw wrong(q, node, "red, below red or at the root");
        }
        final int left = tree.left(node);
        final int right = tree.right(node);
        final int blackLeft = subtree(q, left, node, red);
        if (count == entities.count()) {
            throw wrong(q, node, "a way down does not end");
        }
        checkOrder(q, node);
        members[count++] = node;
        if (blackLeft != subtree(q, right, node, red)) {
            throw wrong(q, node, "more black nodes on one side than on the other");
        }
        checkMinimum(q, node, left, right);
        checkSlices(q, node, left, right);
        return blackLeft + (red ? 0 : 1);
    }

    private void checkOrder(int q, int node) {
        if (count > 0 && key(node) - key(members[count - 1]) < 0) {
            throw place.wrong(
                    Invariant.TREE_ORDER,
                    q,
                    node,
                    "key %d stands behind %d of %s"
                            .formatted(
                                    key(node),
                                    key(members[count - 1]),
                                    place.entityName(members[count - 1])));
        }
    }

    private void checkMinimum(int q, int node, int left, int right) {
        long least = byDeadline ? entities.vruntime(node) : entities.deadline(node);
        if (left != NONE && tree.min(left) - least < 0) {
            least = tree.min(left);
        }
        if (right != NONE && tree.min(right) - least < 0) {
            least = tree.min(right);
        }
        if (tree.min(node) != least) {
            throw place.wrong(
                    Invariant.SUBTREE_MINIMUM,
                    q,
                    node,
                    "subtree minimum is " + tree.min(node) + ", the least is " + least);
        }
    }

    private void checkSlices(int q, int node, int left, int right) {
        long least = entities.sliceNs(node);
        long largest = least;
        for (final int child : new int[] {left, right}) {
            if (child != NONE) {
                least = exactMinSlices ? Math.min(least, tree.minSlice(child)) : least;
                largest = exactMaxSlices ? Math.max(largest, tree.maxSlice(child)) : largest;
            }
        }
        if (exactMinSlices && tree.minSlice(node) != least
                || exactMaxSlices && tree.maxSlice(node) != largest) {
            throw place.wrong(
                    Invariant.SUBTREE_SLICES,
                    q,
                    node,
                    "subtree slices are %d .. %d, the true ones %d .. %d ns"
                            .formatted(
                                    exactMinSlices ? tree.minSlice(node) : least,
                                    exactMaxSlices ? tree.maxSlice(node) : largest,
                                    least,
                                    largest));
        }
    }

    private long key(int node) {
        return byDeadline ? entities.deadline(node) : entities.vruntime(node);
    }

    private InvariantViolation wrong(int q, int node, String what) {
        return place.wrong(Invariant.TREE_SHAPE, q, node, what);
    }
}
