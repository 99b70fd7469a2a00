package io.vlag.rbtree;

import static io.vlag.rbtree.RbNodeLayout.LEFT;
import static io.vlag.rbtree.RbNodeLayout.RIGHT;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * Red-black tree over records it does not own, ordered by a wrapping 64-bit key, with a minimum
 * (and, if wanted, the extremes of a second field) kept for every subtree.
 *
 * <p>One object serves every tree over the same records: a tree is its {@link RbTreeHeader}. A
 * record is in at most one tree of the same node field. The key may not change while the record is
 * linked; the augmented fields may, if {@link #refresh} follows. All state is in the records and
 * headers. Used by one thread.
 *
 * <p>The shape is fixed by the algorithm, the usual one (Cormen, Leiserson, Rivest, Stein:
 * Introduction to Algorithms, red-black trees): equal keys keep arrival order, insertion restores
 * the colours bottom-up, erase moves the in-order successor into the place of a node with two
 * children. Models Linux 6.12, lib/rbtree.c and the callbacks of include/linux/rbtree_augmented.h.
 */
@HotPath
public final class AugmentedRbTree extends RbAugmentation {
    /** No record. */
    public static final int NONE = RbRecords.NONE;

    private final long keyOffset;

    public AugmentedRbTree(RbTreeShape shape) {
        super(shape);
        keyOffset = shape.keyOffset();
    }

    public boolean isEmpty(long headerAt) {
        return root(headerAt) == NONE;
    }

    /** The root, {@link #NONE} when the tree is empty. */
    public int root(long headerAt) {
        return Memory.getInt(headerAt + RbTreeHeader.ROOT);
    }

    /** The first node in key order, {@link #NONE} when the tree is empty; cached, so O(1). */
    public int leftmost(long headerAt) {
        return Memory.getInt(headerAt + RbTreeHeader.LEFTMOST);
    }

    /** The same as {@link #leftmost}: where an in-order walk begins. */
    public int first(long headerAt) {
        return leftmost(headerAt);
    }

    /** The node after {@code node} in key order, {@link #NONE} after the last. */
    public int next(int node) {
        assert isLinked(node) : node;
        final int right = right(node);
        if (right != NONE) {
            return leftmostBelow(right);
        }
        int below = node;
        int above = parent(node);
        while (above != NONE && right(above) == below) {
            below = above;
            above = parent(above);
        }
        return above;
    }

    /** Links a record, after all records with an equal key; O(log n). */
    public void insert(long headerAt, int node) {
        assert !isLinked(node) : node;
        final long key = key(node);
        int parent = NONE;
        long side = LEFT;
        long turns = 0; // becomes non-zero with the first step to the right
        for (int at = root(headerAt); at != NONE; at = child(at, side)) {
            parent = at;
            side = sideOf(key - key(at));
            turns |= side ^ LEFT;
        }
        if (turns == 0) {
            Memory.putInt(headerAt + RbTreeHeader.LEFTMOST, node);
        }
        makeLeaf(node);
        summarizeAlone(node);
        if (parent == NONE) {
            setBlack(node, NONE);
            Memory.putInt(headerAt + RbTreeHeader.ROOT, node);
            return;
        }
        setRed(node, parent);
        child(parent, side, node);
        propagate(parent, NONE);
        if (!isBlack(parent)) {
            fixRedPair(headerAt, node);
        }
    }

    /** Unlinks a record, which stays readable but is in no tree afterwards; O(log n). */
    public void erase(long headerAt, int node) {
        assert isLinked(node) : node;
        if (leftmost(headerAt) == node) {
            Memory.putInt(headerAt + RbTreeHeader.LEFTMOST, next(node));
        }
        final int left = left(node);
        final int right = right(node);
        if (left == NONE || right == NONE) {
            eraseWithOneChild(headerAt, node, left == NONE ? right : left);
        } else {
            eraseWithTwoChildren(headerAt, node, left, right);
        }
        detach(node);
    }

    /**
     * Restores the subtree values after an augmented field of a linked record changed in place;
     * O(log n).
     */
    public void refresh(long headerAt, int node) {
        assert isLinked(node) : node;
        assert !isEmpty(headerAt);
        propagate(node, NONE);
    }

    private long key(int node) {
        return Memory.getLong(recordAt(node) + keyOffset);
    }

    private int leftmostBelow(int node) {
        int at = node;
        for (int left = left(at); left != NONE; left = left(at)) {
            at = left;
        }
        return at;
    }

    /** Puts {@code node} (or NONE) where its parent, or the header, has {@code old}. */
    private void replaceChild(long headerAt, int parent, int old, int node) {
        if (parent == NONE) {
            Memory.putInt(headerAt + RbTreeHeader.ROOT, node);
        } else {
            child(parent, sideOfChild(parent, old), node);
        }
    }

    /**
     * Rotates: {@code node}, the child of {@code top} on {@code side}, becomes its parent. Colours
     * stay with the nodes.
     */
    private void rotateUp(long headerAt, int top, int node, long side) {
        final long inner = otherSide(side);
        final int moved = child(node, inner);
        child(top, side, moved);
        if (moved != NONE) {
            reparent(moved, top);
        }
        final int above = parent(top);
        replaceChild(headerAt, above, top, node);
        reparent(node, above);
        child(node, inner, top);
        reparent(top, node);
        carry(top, node);
        recompute(top);
    }

    /** Repairs a red node under a red parent. */
    private void fixRedPair(long headerAt, int inserted) {
        int node = inserted;
        int parent = parent(node);
        while (isRed(parent)) {
            final int top = parent(parent); // exists: a red parent is not the root
            final long side = sideOfChild(top, parent);
            final int uncle = child(top, otherSide(side));
            if (!isRed(uncle)) {
                if (child(parent, side) != node) {
                    rotateUp(headerAt, parent, node, otherSide(side));
                    parent = node;
                }
                blacken(parent);
                redden(top);
                rotateUp(headerAt, top, parent, side);
                return;
            }
            blacken(parent);
            blacken(uncle);
            redden(top);
            node = top;
            parent = parent(top);
        }
        if (parent == NONE) {
            blacken(node);
        }
    }

    private void eraseWithOneChild(long headerAt, int node, int child) {
        final int parent = parent(node);
        final boolean lacksBlack = child == NONE && isBlack(node) && parent != NONE;
        final long side = parent == NONE ? LEFT : sideOfChild(parent, node);
        replaceChild(headerAt, parent, node, child);
        if (child != NONE) {
            setBlack(child, parent); // an only child is red, and its parent was black
        }
        propagate(parent, NONE);
        if (lacksBlack) {
            fixLackOfBlack(headerAt, parent, side);
        }
    }

    private void eraseWithTwoChildren(long headerAt, int node, int left, int right) {
        final int successor = leftmostBelow(right);
        final int orphan = right(successor);
        final boolean wasBlack = isBlack(successor);
        final boolean near = successor == right;
        final int hole =
                near ? successor : parent(successor); // where the successor is missing afterwards
        final long side = near ? RIGHT : LEFT;
        if (!near) {
            child(hole, LEFT, orphan);
            child(successor, RIGHT, right);
            reparent(right, successor);
        }
        child(successor, LEFT, left);
        reparent(left, successor);
        replaceChild(headerAt, parent(node), node, successor);
        copyParentAndColor(node, successor);
        if (orphan != NONE) {
            setBlack(orphan, hole); // an only child is red, and its parent was black
        }
        carry(node, successor);
        propagate(hole, successor);
        propagate(successor, NONE);
        if (wasBlack && orphan == NONE) {
            fixLackOfBlack(headerAt, hole, side);
        }
    }

    /**
     * Repairs the tree when the paths through {@code parent}'s child on {@code side} lack one black
     * node.
     */
    private void fixLackOfBlack(long headerAt, int hole, long holeSide) {
        int parent = hole;
        long side = holeSide;
        while (true) {
            final long far = otherSide(side);
            int sibling = child(parent, far); // exists: the other side has a black node more
            if (!isBlack(sibling)) {
                blacken(sibling);
                redden(parent);
                rotateUp(headerAt, parent, sibling, far);
                sibling = child(parent, far);
            }
            if (isRed(child(sibling, far)) || isRed(child(sibling, side))) {
                borrowFromSibling(headerAt, parent, sibling, side);
                return;
            }
            redden(sibling);
            if (!isBlack(parent)) {
                blacken(parent);
                return;
            }
            final int above = parent(parent);
            if (above == NONE) {
                return;
            }
            side = sideOfChild(above, parent);
            parent = above;
        }
    }

    /**
     * The black sibling has a red child, so one or two rotations give {@code side} the black node
     * it lacks.
     */
    private void borrowFromSibling(long headerAt, int parent, int sibling, long side) {
        final long far = otherSide(side);
        int riser = sibling;
        int outer = child(sibling, far);
        if (!isRed(outer)) {
            riser = child(sibling, side);
            outer = sibling;
            rotateUp(headerAt, sibling, riser, side);
        }
        rotateUp(headerAt, parent, riser, far);
        if (isBlack(parent)) {
            blacken(riser);
        } else {
            redden(riser);
        }
        blacken(parent);
        blacken(outer);
    }
}
