package io.vlag.rbtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AugmentedRbTreeTest {
    private static final long SEED = Long.getLong("test.seed", 42);
    private static final long SLICE = 2_800_000;

    /** Place in the tree: distance of the key from the lowest one, then arrival. */
    private record Place(long distance, long arrival) {
        static final Comparator<Place> ORDER =
                Comparator.comparingLong(Place::distance).thenComparingLong(Place::arrival);
    }

    @Test
    void anEmptyTreeHasNoNodes() {
        try (TestTree tree = new TestTree(1, TestTree.Slices.NONE)) {
            tree.check();
            assertTrue(tree.tree.isEmpty(tree.headerAt));
            assertEquals(AugmentedRbTree.NONE, tree.root());
            assertEquals(List.of(), tree.inOrder());
            assertFalse(tree.tree.isLinked(0), "a zeroed record is detached");
        }
    }

    @Test
    void erasingTheLastNodeLeavesAnEmptyTree() {
        try (TestTree tree = new TestTree(2, TestTree.Slices.CARRIED)) {
            tree.insert(0);
            tree.insert(1);
            tree.erase(0);
            tree.check();
            tree.erase(1);
            tree.check();
            assertEquals(List.of(), tree.inOrder());
        }
    }

    @Test
    void equalKeysKeepArrivalOrder() {
        try (TestTree tree = new TestTree(9, TestTree.Slices.NONE)) {
            final List<Integer> arrival = List.of(4, 8, 1, 0, 7, 3, 2, 6, 5);
            for (int node : arrival) {
                tree.set(node, -5, 0, SLICE);
                tree.insert(node);
                tree.check();
            }
            assertEquals(arrival, tree.inOrder());
        }
    }

    /** Worked by hand: 1 to 8 in rising order give the textbook tree 4(2(1,3), 6(5,7(-,8))). */
    @Test
    void risingKeysGiveTheTextbookShape() {
        try (TestTree tree = new TestTree(9, TestTree.Slices.NONE)) {
            for (int key = 1; key <= 8; key++) {
                tree.set(key, key, key, SLICE);
                tree.insert(key);
            }
            assertEquals("4B(2R(1B,3B),6R(5B,7B(-,8R)))", shape(tree, tree.root()));
            tree.erase(4); // the successor 5 moves up, its black node is borrowed from 7 and 8
            assertEquals("5B(2R(1B,3B),7R(6B,8B))", shape(tree, tree.root()));
            tree.erase(5);
            assertEquals("6B(2R(1B,3B),7B(-,8R))", shape(tree, tree.root()));
        }
    }

    @Test
    void oneObjectServesManyTreesOverTheSameRecords() {
        try (TestTree tree = new TestTree(4, TestTree.Slices.NONE);
                TestTree other = new TestTree(1, TestTree.Slices.NONE)) {
            for (int node = 0; node < 4; node++) {
                tree.set(node, 10 - node, node, SLICE);
            }
            tree.insert(0);
            tree.tree.insert(other.headerAt, 1);
            tree.tree.insert(other.headerAt, 2);
            tree.insert(3);
            assertEquals(List.of(3, 0), tree.inOrder());
            assertEquals(2, tree.tree.leftmost(other.headerAt));
            assertEquals(1, tree.tree.next(2));
            tree.tree.erase(other.headerAt, 2);
            assertEquals(1, tree.tree.first(other.headerAt));
        }
    }

    @Test
    void linkingTwiceOrUnlinkingTwiceIsNoticed() {
        try (TestTree tree = new TestTree(2, TestTree.Slices.NONE)) {
            tree.insert(0);
            tree.insert(1);
            assertThrows(AssertionError.class, () -> tree.insert(1));
            tree.erase(1);
            assertThrows(AssertionError.class, () -> tree.erase(1));
        }
    }

    /**
     * Random histories against a TreeMap; every invariant and subtree value is checked after each
     * step.
     */
    @ParameterizedTest
    @CsvSource({
        "NONE,                   0,                    1000000",
        "CARRIED,                0,                    40",
        "CARRIED,                9223372036854775707,  200",
        "LOST_ON_ROTATION,       -100,                 200",
        "LEAST_LOST_ON_ROTATION, -9223372036854775708, 5",
        "CARRIED,                -4611686018427387904, 9223372036854775807",
        "LEAST_CARRIED,          0,                    60"
    })
    void behavesLikeATreeMapAndKeepsEveryInvariant(TestTree.Slices slices, long origin, long span) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final int recordCount = 120;
        final TreeMap<Place, Integer> reference = new TreeMap<>(Place.ORDER);
        final Place[] places = new Place[recordCount];
        try (TestTree tree = new TestTree(recordCount, slices)) {
            for (int step = 0; step < 3_000; step++) {
                final int node = random.nextInt(recordCount);
                if (places[node] == null) {
                    final Place place = new Place(random.nextLong(span), step);
                    // the minimum's field may lie on either side of the wrap, like the key
                    tree.set(
                            node,
                            origin + place.distance(),
                            origin + random.nextLong(span),
                            slice(random));
                    tree.insert(node);
                    reference.put(place, node);
                    places[node] = place;
                } else if (random.nextInt(4) == 0) {
                    tree.minOf(node, origin + random.nextLong(span));
                    tree.slice(node, slice(random));
                    tree.tree.refresh(tree.headerAt, node);
                } else {
                    tree.erase(node);
                    assertFalse(tree.tree.isLinked(node));
                    reference.remove(places[node]);
                    places[node] = null;
                }
                tree.check();
                assertEquals(
                        new ArrayList<>(reference.values()),
                        tree.inOrder(),
                        "seed " + SEED + " step " + step);
            }
        }
    }

    /**
     * A tree that loses slices is still exact when all of them are equal, so only mixed slices can
     * show it.
     */
    @ParameterizedTest
    @EnumSource(
            value = TestTree.Slices.class,
            names = {"LOST_ON_ROTATION", "LEAST_LOST_ON_ROTATION"})
    void lostSlicesDoNotMatterWhenAllAreEqual(TestTree.Slices slices) {
        final SplittableRandom random = new SplittableRandom(SEED);
        try (TestTree tree = new TestTree(60, slices)) {
            for (int node = 0; node < 60; node++) {
                tree.maxSlice(node, SLICE);
            }
            for (int step = 0; step < 2_000; step++) {
                final int node = random.nextInt(60);
                if (tree.tree.isLinked(node)) {
                    tree.erase(node);
                } else {
                    tree.set(node, random.nextInt(50), random.nextInt(50), SLICE);
                    tree.insert(node);
                }
                for (int linked : tree.inOrder()) {
                    assertEquals(SLICE, tree.tree.minSlice(linked));
                    if (slices == TestTree.Slices.LOST_ON_ROTATION) {
                        assertEquals(SLICE, tree.tree.maxSlice(linked));
                    }
                }
            }
        }
    }

    /**
     * The least slice is at the node that a rotation takes down, and the node that goes up does not
     * learn of it.
     */
    @ParameterizedTest
    @CsvSource({"LEAST_LOST_ON_ROTATION, 20", "LOST_ON_ROTATION, 20", "CARRIED, 10"})
    void aRotationLosesSlicesUnlessTheyAreCarried(TestTree.Slices slices, long expected) {
        try (TestTree tree = new TestTree(3, slices)) {
            tree.set(0, 1, 0, 10);
            tree.set(1, 2, 0, 20);
            tree.set(2, 3, 0, 30);
            tree.insert(0);
            tree.insert(1);
            tree.insert(2); // 1 goes above 0
            assertEquals(1, tree.root());
            assertEquals(expected, tree.tree.minSlice(1));
        }
    }

    /** A recomputation that changes nothing stops, so what a rotation lost stays lost above. */
    @Test
    void aRefreshThatChangesNothingLeavesLostSlicesLost() {
        try (TestTree tree = new TestTree(3, TestTree.Slices.LOST_ON_ROTATION)) {
            for (int node = 0; node < 3; node++) {
                tree.set(node, node, 0, 10 * (node + 1));
                tree.maxSlice(node, 10 * (node + 1));
                tree.insert(node);
            }
            assertEquals(20, tree.tree.minSlice(1));
            tree.tree.refresh(tree.headerAt, 0);
            assertEquals(20, tree.tree.minSlice(1), "nothing changed at 0");
            tree.slice(0, 11);
            tree.tree.refresh(tree.headerAt, 0);
            assertEquals(11, tree.tree.minSlice(1), "a change passes by");
        }
    }

    @Test
    void aTreeThatLosesSlicesKeepsTheLargestSliceOfAnEarlierStay() {
        for (TestTree.Slices slices :
                List.of(TestTree.Slices.LOST_ON_ROTATION, TestTree.Slices.CARRIED)) {
            try (TestTree tree = new TestTree(1, slices)) {
                tree.set(0, 0, 0, 10);
                tree.maxSlice(0, 77);
                tree.insert(0);
                assertEquals(10, tree.tree.minSlice(0));
                assertEquals(slices == TestTree.Slices.CARRIED ? 10 : 77, tree.tree.maxSlice(0));
            }
        }
    }

    @Test
    void aCopyOfTheSlabIsACopyOfTheTree() {
        try (TestTree tree = new TestTree(30, TestTree.Slices.CARRIED);
                TestTree twin = new TestTree(30, TestTree.Slices.CARRIED)) {
            for (int node = 0; node < 30; node++) {
                tree.set(node, node * 7 % 30, node, SLICE + node);
                tree.insert(node);
            }
            final List<Integer> order = tree.inOrder();
            tree.slab.copyTo(twin.slab);
            tree.erase(order.getFirst());
            twin.check();
            assertEquals(order, twin.inOrder());
        }
    }

    @Tag("measures")
    @Test
    void insertingAndErasingAllocatesNothing() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (TestTree tree = new TestTree(64, TestTree.Slices.CARRIED)) {
            for (int node = 0; node < 64; node++) {
                tree.set(node, node, node, SLICE);
                tree.insert(node);
            }
            // The compiler may allocate once while it replaces code; a loop that allocates does so
            // in every batch.
            long sink = 0;
            long allocatedLeast = Long.MAX_VALUE;
            for (int batch = 0; batch < 6; batch++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                sink += churn(tree, 100_000);
                final long after = threads.getCurrentThreadAllocatedBytes();
                allocatedLeast = Math.min(allocatedLeast, after - before);
            }
            assertEquals(0, allocatedLeast, "bytes allocated; sink=" + sink);
        }
    }

    @Test
    void layoutsHaveTheirDeclaredSizes() {
        assertEquals(RbNodeLayout.LAYOUT.byteSize(), RbNodeLayout.BYTES);
        assertEquals(RbTreeHeader.LAYOUT.byteSize(), RbTreeHeader.BYTES);
        assertEquals(4, RbNodeLayout.LEFT);
        assertEquals(8, RbNodeLayout.RIGHT);
        assertEquals(12, RbNodeLayout.SPARE);
    }

    @Test
    void shapesThatCannotWorkAreRefusedByName() {
        assertTrue(refusal(48, 0, 0, 8, 16).contains("recordBytes"));
        assertTrue(refusal(8, 0, 0, 0, 0).contains("recordBytes"));
        assertTrue(refusal(64, 56, 0, 8, 16).contains("nodeOffset"));
        assertTrue(refusal(64, 48, 4, 8, 16).contains("keyOffset"));
        assertTrue(refusal(64, 48, 0, 60, 16).contains("minOfOffset"));
        assertTrue(refusal(64, 48, 0, 8, -8).contains("minOffset"));
        assertTrue(refusal(64, 48, 0, 8, 64).contains("minOffset"));
        assertTrue(
                assertThrows(
                                IllegalArgumentException.class,
                                () -> RbTreeShape.withoutSlices(4, 64, 48, 0, 8, 16))
                        .getMessage()
                        .contains("recordsBase"));
    }

    @ParameterizedTest
    @CsvSource({
        "24, -1, -1, minSliceOffset must be given",
        "24, -1, 40, minSliceOffset must be given",
        "-1, 32, -1, minSliceOffset must be given",
        "-1, 32, 40, minSliceOffset must be given",
        "-1, -1, 40, maxSliceOffset only",
        "28, 32, 40, sliceOffset must be a multiple of 8 with",
        "24, 36, 40, minSliceOffset must be a multiple of 8 with",
        "24, 32, 44, maxSliceOffset must be a multiple of 8 with",
        "24, 32, 64, maxSliceOffset must be a multiple of 8 with"
    })
    void sliceOffsetsThatCannotWorkAreRefusedByName(
            long slice, long minSlice, long maxSlice, String problem) {
        final String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> shapeWithSlices(slice, minSlice, maxSlice))
                        .getMessage();
        assertTrue(message.contains(problem), message);
    }

    @Test
    void shapesSayWhichSlicesTheyKeep() {
        assertTrue(shapeWithSlices(24, 32, 40).hasMinSlices());
        assertTrue(shapeWithSlices(24, 32, 40).hasMaxSlices());
        assertTrue(shapeWithSlices(24, 32, -1).hasMinSlices());
        assertFalse(shapeWithSlices(24, 32, -1).hasMaxSlices());
        assertFalse(shapeWithSlices(-1, -1, -1).hasMinSlices());
        // the least record there is, filled to its last byte
        final RbTreeShape least = RbTreeShape.withoutSlices(8, 16, 0, 0, 8, 8);
        assertEquals(16, least.recordBytes());
        assertEquals(8, least.minOffset());
    }

    private static RbTreeShape shapeWithSlices(long slice, long minSlice, long maxSlice) {
        return new RbTreeShape(0, 64, 48, 0, 8, 16, slice, minSlice, maxSlice, true);
    }

    private static String refusal(int recordBytes, long node, long key, long minOf, long min) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> RbTreeShape.withoutSlices(0, recordBytes, node, key, minOf, min))
                .getMessage();
    }

    private static long slice(SplittableRandom random) {
        return random.nextLong(100_000, 100_000_000);
    }

    private static long churn(TestTree tree, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            final int node = tree.tree.leftmost(tree.headerAt);
            tree.erase(node);
            tree.set(node, tree.key(node) + 1 + (i * 0x9E37_79B9L & 127), i, SLICE + (i & 15));
            tree.insert(node);
            sum += tree.tree.min(tree.root()) + tree.tree.next(node);
        }
        return sum;
    }

    private static String shape(TestTree tree, int node) {
        if (node == AugmentedRbTree.NONE) {
            return "-";
        }
        final int left = tree.tree.left(node);
        final int right = tree.tree.right(node);
        final String name = node + (tree.tree.isBlack(node) ? "B" : "R");
        if (left == AugmentedRbTree.NONE && right == AugmentedRbTree.NONE) {
            return name;
        }
        return name + "(" + shape(tree, left) + "," + shape(tree, right) + ")";
    }
}
