package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import io.vlag.rbtree.RbTreeHeader;

/**
 * The fair run queues of one simulation; single-threaded, like its owner. The root queue of CPU c
 * has index c, the queue of task group g on it {@code g * cpuCount + c}.
 */
@HotPath
public final class FairQueueTable {
    /** Absent index. */
    public static final int NONE = -1;

    private final long base;
    private final int count;
    private final int cpuCount;

    /**
     * Root queues only.
     *
     * @param at arena offset of the records that {@link #reserve} set aside
     * @param count the same count as was reserved
     */
    public FairQueueTable(long at, int count) {
        this(at, count, count);
    }

    /**
     * @param at arena offset of the records that {@link #reserve} set aside
     * @param count the same count as was reserved; a multiple of the CPUs
     */
    public FairQueueTable(long at, int count, int cpuCount) {
        this.base = at;
        this.count = count;
        this.cpuCount = cpuCount;
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
        offHead(q, NONE);
        offTail(q, NONE);
        throttledNext(q, NONE);
        last(q, NONE);
        skip(q, NONE);
        zeroVruntime(q, zeroVruntime);
    }

    /** CPU that a queue belongs to. */
    public int cpu(int q) {
        return q < cpuCount ? q : q % cpuCount;
    }

    /** Whether there are queues of task groups. */
    public boolean hasGroups() {
        return count != cpuCount;
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

    /** Last buddy, NONE when there is none: who was preempted. */
    public int last(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.LAST);
    }

    public void last(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.LAST, value);
    }

    /** Skip buddy, NONE when there is none: who yielded. */
    public int skip(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.SKIP);
    }

    public void skip(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.SKIP, value);
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

    /** Tasks queued here and in groups below, delayed ones included. */
    public int hNrQueued(int q) {
        return hasGroups() ? Memory.getInt(at(q) + FairQueueLayout.H_NR_QUEUED) : nrQueued(q);
    }

    /** Only to be called where there are groups. */
    public void hNrQueued(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.H_NR_QUEUED, value);
    }

    /** Part of its group's load average that this queue has published. */
    public long tgLoadContrib(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.TG_LOAD_CONTRIB);
    }

    public void tgLoadContrib(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.TG_LOAD_CONTRIB, value);
    }

    /** When it was published, ns of the CPU's clock. */
    public long publishedNs(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.PUBLISHED_NS);
    }

    public void publishedNs(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.PUBLISHED_NS, value);
    }

    /** Load sum of what joined (or left: negative) and is not yet passed on to the group entity. */
    public long propagatedSum(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.PROPAGATED_SUM);
    }

    public void propagatedSum(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.PROPAGATED_SUM, value);
    }

    /** Not 0: something is to be passed on to the group entity. */
    public int propagate(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.PROPAGATE);
    }

    public void propagate(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.PROPAGATE, value);
    }

    /** Throttled queues from this one up to the root. */
    public int throttleCount(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.THROTTLE_COUNT);
    }

    public void throttleCount(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.THROTTLE_COUNT, value);
    }

    /** Quota in hand, ns; negative after an overrun. */
    public long runtimeRemainingNs(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.RUNTIME_REMAINING_NS);
    }

    public void runtimeRemainingNs(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.RUNTIME_REMAINING_NS, value);
    }

    /** PELT clock of the CPU when this queue's clock froze. */
    public long frozenPeltNs(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.FROZEN_PELT_NS);
    }

    public void frozenPeltNs(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.FROZEN_PELT_NS, value);
    }

    /** PELT time that the queue missed while its clock was frozen, ns. */
    public long lostPeltNs(int q) {
        return Memory.getLong(at(q) + FairQueueLayout.LOST_PELT_NS);
    }

    public void lostPeltNs(int q, long value) {
        Memory.putLong(at(q) + FairQueueLayout.LOST_PELT_NS, value);
    }

    /** Not 0: the quota is used up. */
    public int throttled(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.THROTTLED);
    }

    public void throttled(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.THROTTLED, value);
    }

    /** Not 0: the queue's PELT clock stands still. */
    public int frozen(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.FROZEN);
    }

    public void frozen(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.FROZEN, value);
    }

    /** First task that is kept off this queue until there is quota. */
    public int offHead(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.OFF_HEAD);
    }

    public void offHead(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.OFF_HEAD, value);
    }

    /** Last of these tasks. */
    public int offTail(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.OFF_TAIL);
    }

    public void offTail(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.OFF_TAIL, value);
    }

    /** Next throttled queue of the same group. */
    public int throttledNext(int q) {
        return Memory.getInt(at(q) + FairQueueLayout.THROTTLED_NEXT);
    }

    public void throttledNext(int q, int value) {
        Memory.putInt(at(q) + FairQueueLayout.THROTTLED_NEXT, value);
    }
}
