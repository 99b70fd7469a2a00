package io.vlag.rbtree;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * The middle layer: what a node knows about its subtree, and how that is kept right when the
 * subtree changes.
 *
 * <p>The minimum is exact after every operation. The slices are exact in a tree that carries them
 * over rotations; in one that does not, they are what the kernel would see: recomputed where a
 * change passes by, stale above a rotation.
 */
@HotPath
abstract class RbAugmentation extends RbRecords {
    private final long minOfOffset;
    private final long minOffset;
    private final long sliceOffset;
    private final long minSliceOffset;
    private final long maxSliceOffset;
    private final boolean minSlices;
    private final boolean maxSlices;
    private final boolean slicesCarried;

    RbAugmentation(RbTreeShape shape) {
        super(shape);
        minOfOffset = shape.minOfOffset();
        minOffset = shape.minOffset();
        sliceOffset = shape.sliceOffset();
        minSliceOffset = shape.minSliceOffset();
        maxSliceOffset = shape.maxSliceOffset();
        minSlices = shape.hasMinSlices();
        maxSlices = shape.hasMaxSlices();
        slicesCarried = shape.slicesCarriedOverRotations();
    }

    /** Least value of the field at {@code minOfOffset} in the node's subtree, in wrapping order. */
    public final long min(int node) {
        assert node != NONE;
        return Memory.getLong(recordAt(node) + minOffset);
    }

    /** Least slice of the node's subtree, as the tree has it; see {@link RbTreeShape}. */
    public final long minSlice(int node) {
        assert node != NONE;
        return Memory.getLong(recordAt(node) + minSliceOffset);
    }

    /** Largest slice of the node's subtree, as the tree has it; see {@link RbTreeShape}. */
    public final long maxSlice(int node) {
        assert node != NONE;
        return Memory.getLong(recordAt(node) + maxSliceOffset);
    }

    /**
     * A node on its own is the least and the largest of its subtree. A tree that loses slices on
     * rotations does not set the largest one either: the node has the one it had when it was last
     * in the tree.
     */
    final void summarizeAlone(int node) {
        final long at = recordAt(node);
        Memory.putLong(at + minOffset, Memory.getLong(at + minOfOffset));
        if (minSlices) {
            final long slice = Memory.getLong(at + sliceOffset);
            Memory.putLong(at + minSliceOffset, slice);
            if (maxSlices && slicesCarried) {
                Memory.putLong(at + maxSliceOffset, slice);
            }
        }
    }

    /** Recomputes upwards from {@code node}, until nothing changes or {@code stop} is reached. */
    final void propagate(int node, int stop) {
        int at = node;
        while (at != stop && recompute(at)) {
            at = parent(at);
        }
    }

    /** {@code to} has taken the place of {@code from} above the same set of nodes. */
    final void carry(int from, int to) {
        Memory.putLong(recordAt(to) + minOffset, min(from));
        if (minSlices && slicesCarried) {
            Memory.putLong(recordAt(to) + minSliceOffset, minSlice(from));
            if (maxSlices) {
                Memory.putLong(recordAt(to) + maxSliceOffset, maxSlice(from));
            }
        }
    }

    /**
     * Recomputes one node from its own fields and its children; returns whether anything changed.
     */
    final boolean recompute(int node) {
        final int left = left(node);
        final int right = right(node);
        final long at = recordAt(node);
        long least = Memory.getLong(at + minOfOffset);
        if (right != NONE) {
            least = earlier(least, min(right));
        }
        if (left != NONE) {
            least = earlier(least, min(left));
        }
        boolean changed = least != Memory.getLong(at + minOffset);
        Memory.putLong(at + minOffset, least);
        if (minSlices) {
            changed |= recomputeMinSlice(at, left, right);
        }
        if (maxSlices) {
            changed |= recomputeMaxSlice(at, left, right);
        }
        return changed;
    }

    private boolean recomputeMinSlice(long at, int left, int right) {
        long least = Memory.getLong(at + sliceOffset);
        if (right != NONE) {
            least = Math.min(least, minSlice(right));
        }
        if (left != NONE) {
            least = Math.min(least, minSlice(left));
        }
        final boolean changed = least != Memory.getLong(at + minSliceOffset);
        Memory.putLong(at + minSliceOffset, least);
        return changed;
    }

    private boolean recomputeMaxSlice(long at, int left, int right) {
        long largest = Memory.getLong(at + sliceOffset);
        if (right != NONE) {
            largest = Math.max(largest, maxSlice(right));
        }
        if (left != NONE) {
            largest = Math.max(largest, maxSlice(left));
        }
        final boolean changed = largest != Memory.getLong(at + maxSliceOffset);
        Memory.putLong(at + maxSliceOffset, largest);
        return changed;
    }

    private static long earlier(long a, long b) {
        return b - a < 0 ? b : a;
    }
}
