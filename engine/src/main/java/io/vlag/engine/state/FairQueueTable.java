package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import io.vlag.rbtree.RbTreeHeader;

/**
 * The fair run queues of one simulation, one per CPU, queue of CPU c at index c; single-threaded,
 * like its owner.
 */
@HotPath
public final class FairQueueTable {
    /** Absent index. */
    public static final int NONE = -1;

    private final long base;
    private final int count;

    /**
     * @param at arena offset of the records that {@link #reserve} set aside
     * @param count the same count as was reserved
     */
    public FairQueueTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /**
     * Sets memory aside for {@code count} records.
     *
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("fairQueues", FairQueueLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Arena offset of a record. */
    public long at(int q) {
        assert q >= 0 && q < count : q;
        return base + (long) q * FairQueueLayout.BYTES;
    }

    /** Makes a zeroed record an empty queue whose reference point is {@code zeroVruntime}. */
    public void init(int q, long zeroVruntime) {
        RbTreeHeader.init(treeAt(q));
        curr(q, NONE);
        next(q, NONE);
        zeroVruntime(q, zeroVruntime);
    }

    /** Arena offset of the tree header. */
    public long treeAt(int q) {
        return at(q) + FairQueueLayout.TREE;
    }

    /** Running entity; not in the tree, queued unless it just blocked. NONE when there is none. */
    public int curr(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.CURR);
    }

    public void curr(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.CURR, value);
    }

    /** Next buddy, NONE when there is none. */
    public int next(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.NEXT);
    }

    public void next(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.NEXT, value);
    }

    /** Queued entities, delayed and running ones included. */
    public int nrQueued(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.NR_QUEUED);
    }

    public void nrQueued(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.NR_QUEUED, value);
    }

    /** Queued entities, without delayed ones if the kernel excludes them. */
    public int hNrRunnable(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.H_NR_RUNNABLE);
    }

    public void hNrRunnable(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.H_NR_RUNNABLE, value);
    }

    /** Sum of the load weights of all queued entities. */
    public long loadWeight(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.LOAD_WEIGHT);
    }

    public void loadWeight(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.LOAD_WEIGHT, value);
    }

    /** W: sum of the weights of the entities in the tree, in the scale of the average. */
    public long sumWeight(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.SUM_WEIGHT);
    }

    public void sumWeight(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.SUM_WEIGHT, value);
    }

    /** S: sum over the tree of weight times (vruntime - zeroVruntime); wraps. */
    public long sumWeightedVruntime(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.SUM_WEIGHTED_VRUNTIME);
    }

    public void sumWeightedVruntime(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.SUM_WEIGHTED_VRUNTIME, value);
    }

    /** v0: reference point of S, virtual ns; wraps. */
    public long zeroVruntime(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.ZERO_VRUNTIME);
    }

    public void zeroVruntime(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.ZERO_VRUNTIME, value);
    }

    /**
     * Arena offset of the averages, a {@code PeltLayout} record; its utilEst is the sum of
     * estimates.
     */
    public long avgAt(int q) {
        return at(q) + FairQueueLayout.AVG;
    }

    /** Load averages of entities that left for another CPU since the last update. */
    public long removedLoad(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.REMOVED_LOAD);
    }

    public void removedLoad(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.REMOVED_LOAD, value);
    }

    /** Utilisation averages of these entities. */
    public long removedUtil(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.REMOVED_UTIL);
    }

    public void removedUtil(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.REMOVED_UTIL, value);
    }

    /** Runnable averages of these entities. */
    public long removedRunnable(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.REMOVED_RUNNABLE);
    }

    public void removedRunnable(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.REMOVED_RUNNABLE, value);
    }

    /** How many entities left since the last update. */
    public int removedCount(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.REMOVED_COUNT);
    }

    public void removedCount(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.REMOVED_COUNT, value);
    }
}
