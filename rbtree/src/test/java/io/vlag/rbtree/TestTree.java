package io.vlag.rbtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.ArrayList;
import java.util.List;

/** Records of 64 bytes in a slab of their own, and a tree over them. */
final class TestTree implements AutoCloseable {
    private static final int RECORD_BYTES = 64;
    private static final long KEY = 0;
    private static final long MIN_OF = 8;
    private static final long MIN = 16;
    private static final long SLICE = 24;
    private static final long MIN_SLICE = 32;
    private static final long MAX_SLICE = 40;
    private static final long NODE = 48;

    enum Slices {
        NONE,
        LEAST_LOST_ON_ROTATION, // as 6.12
        LOST_ON_ROTATION, // as 7.0
        CARRIED // as 7.2.11
    }

    final Slab slab;
    final long headerAt;
    final AugmentedRbTree tree;
    private final Slices slices;
    private final long base;

    TestTree(int recordCount, Slices slices) {
        this.slices = slices;
        final SlabPlan plan = new SlabPlan();
        final long header = plan.reserve("header", RbTreeHeader.BYTES, 1);
        final long records = plan.reserve("records", RECORD_BYTES, recordCount);
        slab = plan.allocate();
        headerAt = slab.at(header);
        base = slab.at(records);
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
                slices == Slices.LEAST_LOST_ON_ROTATION ? RbTreeShape.NO_SLICES : MAX_SLICE,
                slices == Slices.CARRIED);
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

    List<Integer> inOrder() {
        final List<Integer> order = new ArrayList<>();
        for (int node = tree.first(headerAt);
                node != AugmentedRbTree.NONE;
                node = tree.next(node)) {
            order.add(node);
        }
        return order;
    }

    /**
     * Parent links, colours, black heights, leftmost, and the subtree values as far as they are
     * exact.
     */
    void check() {
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
                if (slices == Slices.CARRIED) {
                    minSlice = Math.min(minSlice, tree.minSlice(child));
                    maxSlice = Math.max(maxSlice, tree.maxSlice(child));
                }
            }
        }
        assertEquals(least, tree.min(node), "subtree minimum");
        if (slices == Slices.CARRIED) {
            assertEquals(minSlice, tree.minSlice(node), "least slice");
            assertEquals(maxSlice, tree.maxSlice(node), "largest slice");
        }
        return blackOnTheLeft + (tree.isBlack(node) ? 1 : 0);
    }

    private long at(int node) {
        return base + (long) node * RECORD_BYTES;
    }
}
