package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.rbtree.AugmentedRbTree;
import io.vlag.rbtree.RbNodeLayout;
import io.vlag.rbtree.RbTreeHeader;
import io.vlag.rbtree.RbTreeShape;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Question: what does it cost to take the first entity of a run queue out and put it back with a
 * later key?
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class AugmentedRbTreeBenchmark {
    private static final int INPUTS = 1024;
    private static final long SEED = 1;
    private static final long STEP_BOUND = 3_000_000; // virtual ns, about one request
    private static final int RECORD_BYTES = 64;
    private static final long KEY = 0;
    private static final long MIN_OF = 8;
    private static final long MIN = 16;
    private static final long SLICE = 24;
    private static final long MIN_SLICE = 32;
    private static final long MAX_SLICE = 40;
    private static final long NODE = RECORD_BYTES - RbNodeLayout.BYTES;
    private static final int ENTITY_BITS =
            10; // the arrays and maps keep the entity in the low bits of the key

    @Param({"4", "16", "64", "1024"})
    int entityCount;

    private final long[] steps = new long[INPUTS];
    private Slab slab;
    private long recordsAt;
    private long headerAt;
    private AugmentedRbTree tree;
    private AugmentedRbTree treeWithSlices;
    private TreeMap<Long, Integer> map;
    private long[] sorted;

    /**
     * Fills every structure with the same keys. Both trees share the records; each benchmark uses
     * one of them.
     */
    @Setup(Level.Iteration)
    public void fill() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final SlabPlan plan = new SlabPlan();
        final long header = plan.reserve("header", RbTreeHeader.BYTES, 1);
        final long records = plan.reserve("records", RECORD_BYTES, entityCount);
        slab = plan.allocate();
        headerAt = slab.at(header);
        recordsAt = slab.at(records);
        tree =
                new AugmentedRbTree(
                        RbTreeShape.withoutSlices(recordsAt, RECORD_BYTES, NODE, KEY, MIN_OF, MIN));
        treeWithSlices =
                new AugmentedRbTree(
                        new RbTreeShape(
                                recordsAt,
                                RECORD_BYTES,
                                NODE,
                                KEY,
                                MIN_OF,
                                MIN,
                                SLICE,
                                MIN_SLICE,
                                MAX_SLICE,
                                true));
        RbTreeHeader.init(headerAt);
        map = new TreeMap<>();
        sorted = new long[entityCount];
        for (int entity = 0; entity < entityCount; entity++) {
            final long key = random.nextLong(STEP_BOUND);
            final long at = recordsAt + (long) entity * RECORD_BYTES;
            Memory.putLong(at + KEY, key);
            Memory.putLong(at + MIN_OF, key - random.nextLong(STEP_BOUND));
            Memory.putLong(at + SLICE, STEP_BOUND);
            treeWithSlices.insert(headerAt, entity);
            map.put(key << ENTITY_BITS | entity, entity);
            insertSorted(entity, key << ENTITY_BITS | entity);
        }
        for (int i = 0; i < INPUTS; i++) {
            steps[i] = random.nextLong(STEP_BOUND);
        }
    }

    @TearDown(Level.Iteration)
    public void release() {
        slab.close();
    }

    /** As 6.6: the minimum only. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long pickEraseInsert() {
        return pickEraseInsert(tree);
    }

    /** As 7.2: the minimum and the extremes of the slices. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long pickEraseInsertWithSlices() {
        return pickEraseInsert(treeWithSlices);
    }

    private long pickEraseInsert(AugmentedRbTree tree) {
        long key = 0;
        for (int i = 0; i < INPUTS; i++) {
            final int entity = tree.leftmost(headerAt);
            tree.erase(headerAt, entity);
            final long at = recordsAt + (long) entity * RECORD_BYTES;
            key = Memory.getLong(at + KEY) + steps[i];
            Memory.putLong(at + KEY, key);
            Memory.putLong(at + MIN_OF, key - steps[i]);
            tree.insert(headerAt, entity);
        }
        return key;
    }

    /** Baseline that allocates, and keeps no minimum. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long pickEraseInsertTreeMap() {
        long key = 0;
        for (int i = 0; i < INPUTS; i++) {
            final Map.Entry<Long, Integer> first = map.pollFirstEntry();
            final int entity = first.getValue();
            key = (first.getKey() >> ENTITY_BITS) + steps[i];
            map.put(key << ENTITY_BITS | entity, entity);
        }
        return key;
    }

    /** Baseline that moves its elements, and keeps no minimum. */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long pickEraseInsertSortedArray() {
        long key = 0;
        for (int i = 0; i < INPUTS; i++) {
            final long first = sorted[0];
            key = (first >> ENTITY_BITS) + steps[i];
            final long moved = key << ENTITY_BITS | first & ((1 << ENTITY_BITS) - 1);
            int to = 0;
            while (to + 1 < entityCount && sorted[to + 1] < moved) {
                sorted[to] = sorted[to + 1];
                to++;
            }
            sorted[to] = moved;
        }
        return key;
    }

    private void insertSorted(int count, long key) {
        int to = count;
        while (to > 0 && sorted[to - 1] > key) {
            sorted[to] = sorted[to - 1];
            to--;
        }
        sorted[to] = key;
    }
}
