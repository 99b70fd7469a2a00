package io.vlag.rbtree;

import static io.vlag.rbtree.RbNodeLayout.LEFT;
import static io.vlag.rbtree.RbNodeLayout.PARENT_AND_COLOR;
import static io.vlag.rbtree.RbNodeLayout.RIGHT;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * The lowest layer of the tree: links and colours of single nodes. The layers are one object, so
 * that the offsets are fields of {@code this} at every level; the split is for the reader.
 */
@HotPath
abstract class RbRecords {
    /** No record: an absent child, the parent of the root, the leftmost node of an empty tree. */
    public static final int NONE = -1;

    private static final int BLACK = 1;
    private static final long BOTH_SIDES = LEFT + RIGHT;

    private final long recordsBase;
    private final long nodesBase;
    private final int recordShift;

    RbRecords(RbTreeShape shape) {
        recordsBase = shape.recordsBase();
        nodesBase = shape.recordsBase() + shape.nodeOffset();
        recordShift = Integer.numberOfTrailingZeros(shape.recordBytes());
    }

    /** Left child of a linked node, {@link #NONE} if it has none. */
    public final int left(int node) {
        return child(node, LEFT);
    }

    /** Right child of a linked node, {@link #NONE} if it has none. */
    public final int right(int node) {
        return child(node, RIGHT);
    }

    /** Whether the node is in a tree. Zeroed records are not. */
    public final boolean isLinked(int node) {
        return Memory.getInt(nodeAt(node) + PARENT_AND_COLOR) != 0;
    }

    /** Parent of a linked node, {@link #NONE} for the root. */
    final int parent(int node) {
        return (Memory.getInt(nodeAt(node) + PARENT_AND_COLOR) >>> 1) - 1;
    }

    /** Colour of a linked node. */
    final boolean isBlack(int node) {
        return (Memory.getInt(nodeAt(node) + PARENT_AND_COLOR) & BLACK) != 0;
    }

    /** Absent nodes count as black. */
    final boolean isRed(int node) {
        return node != NONE && !isBlack(node);
    }

    final long recordAt(int node) {
        return recordsBase + ((long) node << recordShift);
    }

    final long nodeAt(int node) {
        return nodesBase + ((long) node << recordShift);
    }

    /** The side that is not {@code side}; sides are the byte offsets of the two child links. */
    static long otherSide(long side) {
        return BOTH_SIDES - side;
    }

    /**
     * {@code LEFT} if the difference is negative, else {@code RIGHT}; no branch, since keys are
     * unpredictable.
     */
    static long sideOf(long difference) {
        return RIGHT + (difference >> 63) * (RIGHT - LEFT);
    }

    final int child(int node, long side) {
        return Memory.getInt(nodeAt(node) + side);
    }

    final void child(int node, long side, int value) {
        Memory.putInt(nodeAt(node) + side, value);
    }

    final long sideOfChild(int parent, int node) {
        return left(parent) == node ? LEFT : RIGHT;
    }

    final void setRed(int node, int parent) {
        Memory.putInt(nodeAt(node) + PARENT_AND_COLOR, (parent + 1) << 1);
    }

    final void setBlack(int node, int parent) {
        Memory.putInt(nodeAt(node) + PARENT_AND_COLOR, (parent + 1) << 1 | BLACK);
    }

    final void blacken(int node) {
        final long at = nodeAt(node) + PARENT_AND_COLOR;
        Memory.putInt(at, Memory.getInt(at) | BLACK);
    }

    final void redden(int node) {
        final long at = nodeAt(node) + PARENT_AND_COLOR;
        Memory.putInt(at, Memory.getInt(at) & ~BLACK);
    }

    /** Changes the parent and keeps the colour. */
    final void reparent(int node, int parent) {
        final long at = nodeAt(node) + PARENT_AND_COLOR;
        Memory.putInt(at, (parent + 1) << 1 | Memory.getInt(at) & BLACK);
    }

    /** Gives {@code to} the parent and colour of {@code from}. */
    final void copyParentAndColor(int from, int to) {
        Memory.putInt(
                nodeAt(to) + PARENT_AND_COLOR, Memory.getInt(nodeAt(from) + PARENT_AND_COLOR));
    }

    final void makeLeaf(int node) {
        child(node, LEFT, NONE);
        child(node, RIGHT, NONE);
    }

    final void detach(int node) {
        Memory.putInt(nodeAt(node) + PARENT_AND_COLOR, 0);
    }
}
