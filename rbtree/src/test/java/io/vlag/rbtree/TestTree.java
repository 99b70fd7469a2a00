package io.vlag.rbtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of 128 bytes in a slab of their own, and a tree over them.
 *
 * <p>No field lies at offset 0. Before the first record lies a guard, where a tree that takes
 * {@link AugmentedRbTree#NONE} for a record would read and write; {@link #check} holds it
 * unchanged.
 */
final class TestTree implements AutoCloseable {
    private static final int RECORD_BYTES = 128;
    private static final long KEY = 8;
    private static final long MIN_OF = 16;
    private static final long MIN = 24;
    private static final long SLICE = 32;
    private static final long MIN_SLICE = 40;
    private static final long MAX_SLICE = 48;
    private static final long NODE = 64;
    private static final byte GUARD = 0x5A;

    enum Slices {
        NONE,
        LEAST_LOST_ON_ROTATION, // as 6.12
        LOST_ON_ROTATION, // as 7.0
        CARRIED, // as 7.2.11
        LEAST_CARRIED; // no kernel, but a legal shape

        boolean carried() {
            return this == CARRIED || this == LEAST_CARRIED;
        }

        boolean largest() {
            return this == CARRIED || this == LOST_ON_ROTATION;
        }
    }

    final Slab slab;
    final long headerAt;
    final AugmentedRbTree tree;
    private final Slices slices;
    private final long base;
    private final MemorySegment guard;
    private final byte[] guardBytes;

    TestTree(int recordCount, Slices slices) {
        this.slices = slices;
        final SlabPlan plan = new SlabPlan();
        final long header = plan.reserve("header", RbTreeHeader.BYTES, 1);
        final long records = plan.reserve("records", RECORD_BYTES, recordCount + 1);
        slab = plan.allocate();
        headerAt = slab.at(header);
        base = slab.at(records) + RECORD_BYTES;
        guard = Memory.ARENA.asSlice(slab.at(records), RECORD_BYTES).fill(GUARD);
        Memory.putLong(at(AugmentedRbTree.NONE) + MIN_SLICE, Long.MIN_VALUE);
        maxSlice(AugmentedRbTree.NONE, Long.MAX_VALUE);
        guardBytes = guard.toArray(ValueLayout.JAVA_BYTE);
        tree = new AugmentedRbTree(shape(slices));
        RbTreeHeader.init(headerAt);
    }

    private RbTreeShape shape(Slices slices) {
        if (slices == Slices.NONE) {
            return RbTreeShape.withoutSlices(base, RECORD_BYTES, NODE, KEY, MIN_OF, MIN);
        }
        return new RbTreeShape(
                base,
                RECORD_BYTES,
                NODE,
                KEY,
                MIN_OF,
                MIN,
                SLICE,
                MIN_SLICE,
                slices.largest() ? MAX_SLICE : RbTreeShape.NO_SLICES,
                slices.carried());
    }

    @Override
    public void close() {
        slab.close();
    }

    void set(int node, long key, long minOf, long slice) {
        Memory.putLong(at(node) + KEY, key);
        minOf(node, minOf);
        Memory.putLong(at(node) + SLICE, slice);
    }

    void minOf(int node, long value) {
        Memory.putLong(at(node) + MIN_OF, value);
    }

    void slice(int node, long value) {
        Memory.putLong(at(node) + SLICE, value);
    }

    void maxSlice(int node, long value) {
        Memory.putLong(at(node) + MAX_SLICE, value);
    }

    long key(int node) {
        return Memory.getLong(at(node) + KEY);
    }

    long minOf(int node) {
        return Memory.getLong(at(node) + MIN_OF);
    }

    long slice(int node) {
        return Memory.getLong(at(node) + SLICE);
    }

    void insert(int node) {
        tree.insert(headerAt, node);
    }

    void erase(int node) {
        tree.erase(headerAt, node);
    }

    int root() {
        return tree.root(headerAt);
    }

    /** All nodes; a guard that looks like the root's parent does not prolong the walk. */
    List<Integer> inOrder() {
        final long rightOfNone = at(AugmentedRbTree.NONE) + NODE + RbNodeLayout.RIGHT;
        final int unread = Memory.getInt(rightOfNone);
        Memory.putInt(rightOfNone, root());
        final List<Integer> order = new ArrayList<>();
        for (int node = tree.first(headerAt);
                node != AugmentedRbTree.NONE;
                node = tree.next(node)) {
            order.add(node);
        }
        Memory.putInt(rightOfNone, unread);
        return order;
    }

    /**
     * Parent links, colours, black heights, leftmost, and the subtree values as far as they are
     * exact; and nothing but the records was written.
     */
    void check() {
        assertArrayEquals(guardBytes, guard.toArray(ValueLayout.JAVA_BYTE), "before the records");
        final int root = root();
        assertEquals(root == AugmentedRbTree.NONE, tree.isEmpty(headerAt));
        if (root == AugmentedRbTree.NONE) {
            assertEquals(AugmentedRbTree.NONE, tree.leftmost(headerAt));
            return;
        }
        assertEquals(AugmentedRbTree.NONE, tree.parent(root));
        assertTrue(tree.isBlack(root));
        int first = root;
        while (tree.left(first) != AugmentedRbTree.NONE) {
            first = tree.left(first);
        }
        assertEquals(first, tree.leftmost(headerAt));
        checkBelow(root);
    }

    /** Returns the black height. */
    private int checkBelow(int node) {
        if (node == AugmentedRbTree.NONE) {
            return 1;
        }
        assertTrue(tree.isLinked(node));
        long least = minOf(node);
        long minSlice = slice(node);
        long maxSlice = slice(node);
        for (int child : new int[] {tree.left(node), tree.right(node)}) {
            if (child != AugmentedRbTree.NONE) {
                assertEquals(node, tree.parent(child), "parent link");
                assertFalse(tree.isRed(node) && tree.isRed(child), "red under red");
                final boolean earlier = key(child) - key(node) < 0;
                assertTrue(
                        earlier == (child == tree.left(node)) || key(child) == key(node),
                        "key order");
            }
        }
        final int blackOnTheLeft = checkBelow(tree.left(node));
        assertEquals(blackOnTheLeft, checkBelow(tree.right(node)), "black height");
        for (int child : new int[] {tree.left(node), tree.right(node)}) {
            if (child != AugmentedRbTree.NONE) {
                least = tree.min(child) - least < 0 ? tree.min(child) : least;
                if (slices.carried()) {
                    minSlice = Math.min(minSlice, tree.minSlice(child));
                }
                if (slices == Slices.CARRIED) {
                    maxSlice = Math.max(maxSlice, tree.maxSlice(child));
                }
            }
        }
        assertEquals(least, tree.min(node), "subtree minimum");
        if (slices.carried()) {
            assertEquals(minSlice, tree.minSlice(node), "least slice");
        }
        if (slices == Slices.CARRIED) {
            assertEquals(maxSlice, tree.maxSlice(node), "largest slice");
        }
        return blackOnTheLeft + (tree.isBlack(node) ? 1 : 0);
    }

    private long at(int node) {
        return base + (long) node * RECORD_BYTES;
    }
}
