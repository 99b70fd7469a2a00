package io.vlag.engine.state;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import io.vlag.rbtree.RbTreeShape;

/**
 * All schedulable entities of one simulation, tasks first, at a fixed base in the arena;
 * single-threaded, like its owner. A record means nothing before the fair class made a task of it.
 */
@HotPath
public final class EntityTable {
    /** Absent index. */
    public static final int NONE = -1;

    /** SCHED_NORMAL. */
    public static final int POLICY_NORMAL = 0;

    /** SCHED_BATCH: never preempts at wake-up. */
    public static final int POLICY_BATCH = 1;

    /** SCHED_IDLE. */
    public static final int POLICY_IDLE = 2;

    /** Not kept off by a used-up quota. */
    public static final int THROTTLE_NONE = 0;

    /** The task has to leave its queue when it returns to user mode. */
    public static final int THROTTLE_DUE = 1;

    /** The task is off its queue until its group has quota again. */
    public static final int THROTTLE_OFF = 2;

    private final long base;
    private final int count;

    /**
     * @param at arena offset of the records that {@link #reserve} set aside
     * @param count the same count as was reserved
     */
    public EntityTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /**
     * Sets memory aside for {@code count} records.
     *
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("entities", EntityLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Arena offset of a record. */
    public long at(int se) {
        assert se >= 0 && se < count : se;
        return base + (long) se * EntityLayout.BYTES;
    }

    /** Zeroes a record, so that its index can serve another task. */
    public void clear(int se) {
        final long at = at(se);
        for (long offset = 0; offset < EntityLayout.BYTES; offset += Long.BYTES) {
            Memory.putLong(at + offset, 0);
        }
    }

    /**
     * How the tree of a run queue finds its fields in these records.
     *
     * @param byDeadline ordered by deadline with the least vruntime per subtree; otherwise the
     *     other way round
     * @param minSlices keep the least slice per subtree; must be set with {@code maxSlices}
     * @param maxSlices keep the largest slice per subtree
     * @param slicesCarried keep them right when the tree is rotated
     */
    @ColdPath
    public RbTreeShape treeShape(
            boolean byDeadline, boolean minSlices, boolean maxSlices, boolean slicesCarried) {
        return new RbTreeShape(
                base,
                EntityLayout.BYTES,
                EntityLayout.NODE,
                byDeadline ? EntityLayout.DEADLINE : EntityLayout.VRUNTIME,
                byDeadline ? EntityLayout.VRUNTIME : EntityLayout.DEADLINE,
                EntityLayout.MIN,
                minSlices ? EntityLayout.SLICE_NS : RbTreeShape.NO_SLICES,
                minSlices ? EntityLayout.MIN_SLICE : RbTreeShape.NO_SLICES,
                maxSlices ? EntityLayout.MAX_SLICE : RbTreeShape.NO_SLICES,
                slicesCarried);
    }

    /** Virtual service received, virtual ns; wraps. */
    public long vruntime(int se) {
        return Memory.getLong(at(se) + EntityLayout.VRUNTIME);
    }

    public void vruntime(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.VRUNTIME, value);
    }

    /** Virtual deadline of the present request, virtual ns; wraps. */
    public long deadline(int se) {
        return Memory.getLong(at(se) + EntityLayout.DEADLINE);
    }

    public void deadline(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.DEADLINE, value);
    }

    /** Request size, wall ns. */
    public long sliceNs(int se) {
        return Memory.getLong(at(se) + EntityLayout.SLICE_NS);
    }

    public void sliceNs(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.SLICE_NS, value);
    }

    /**
     * Lag kept while off the queue, virtual ns. Up to 6.16 also the mark of a protected running
     * entity.
     */
    public long vlag(int se) {
        return Memory.getLong(at(se) + EntityLayout.VLAG);
    }

    public void vlag(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.VLAG, value);
    }

    /** Protection horizon of the running entity, virtual ns; wraps. */
    public long vprot(int se) {
        return Memory.getLong(at(se) + EntityLayout.VPROT);
    }

    public void vprot(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.VPROT, value);
    }

    /** Table weight times 1024. */
    public long loadWeight(int se) {
        return Memory.getLong(at(se) + EntityLayout.LOAD_WEIGHT);
    }

    public void loadWeight(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.LOAD_WEIGHT, value);
    }

    /** Task clock of the last accounting. */
    public long execStartNs(int se) {
        return Memory.getLong(at(se) + EntityLayout.EXEC_START_NS);
    }

    public void execStartNs(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.EXEC_START_NS, value);
    }

    /** Total run time, ns. */
    public long sumExecNs(int se) {
        return Memory.getLong(at(se) + EntityLayout.SUM_EXEC_NS);
    }

    public void sumExecNs(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.SUM_EXEC_NS, value);
    }

    /** Total run time at the last switch-in, ns; kept only where the tick ends slices. */
    public long prevSumExecNs(int se) {
        return Memory.getLong(at(se) + EntityLayout.PREV_SUM_EXEC_NS);
    }

    public void prevSumExecNs(int se, long value) {
        Memory.putLong(at(se) + EntityLayout.PREV_SUM_EXEC_NS, value);
    }

    /** Reciprocal of the table weight, unsigned 32 bits; 0 = not known yet. */
    public int inverseWeight(int se) {
        return Memory.getInt(at(se) + EntityLayout.INVERSE_WEIGHT);
    }

    public void inverseWeight(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.INVERSE_WEIGHT, value);
    }

    /** CPU whose queue the entity is on or was on last. */
    public int cpu(int se) {
        return Memory.getInt(at(se) + EntityLayout.CPU);
    }

    public void cpu(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.CPU, value);
    }

    /** Queued; the running entity counts as queued. */
    public boolean onRq(int se) {
        return Memory.getByte(at(se) + EntityLayout.ON_RQ) != 0;
    }

    public void onRq(int se, boolean value) {
        Memory.putByte(at(se) + EntityLayout.ON_RQ, (byte) (value ? 1 : 0));
    }

    /** Asleep, but still competing because it owes service. */
    public boolean delayed(int se) {
        return Memory.getByte(at(se) + EntityLayout.DELAYED) != 0;
    }

    public void delayed(int se, boolean value) {
        Memory.putByte(at(se) + EntityLayout.DELAYED, (byte) (value ? 1 : 0));
    }

    /** The deadline is kept relative to vruntime. */
    public boolean relDeadline(int se) {
        return Memory.getByte(at(se) + EntityLayout.REL_DEADLINE) != 0;
    }

    public void relDeadline(int se, boolean value) {
        Memory.putByte(at(se) + EntityLayout.REL_DEADLINE, (byte) (value ? 1 : 0));
    }

    /** The slice was set by the user. */
    public boolean customSlice(int se) {
        return Memory.getByte(at(se) + EntityLayout.CUSTOM_SLICE) != 0;
    }

    public void customSlice(int se, boolean value) {
        Memory.putByte(at(se) + EntityLayout.CUSTOM_SLICE, (byte) (value ? 1 : 0));
    }

    /** One of the POLICY constants. */
    public int policy(int se) {
        return Memory.getByte(at(se) + EntityLayout.POLICY);
    }

    public void policy(int se, int value) {
        Memory.putByte(at(se) + EntityLayout.POLICY, (byte) value);
    }

    /** -20..19; means nothing with POLICY_IDLE. */
    public int nice(int se) {
        return Memory.getByte(at(se) + EntityLayout.NICE);
    }

    public void nice(int se, int value) {
        Memory.putByte(at(se) + EntityLayout.NICE, (byte) value);
    }

    /**
     * Task group on whose queues the entity is put; 0 is the root. A group entity's is its parent.
     */
    public int group(int se) {
        return Memory.getInt(at(se) + EntityLayout.GROUP);
    }

    public void group(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.GROUP, value);
    }

    /** Of a group entity: runnable tasks below it, as of its last update. */
    public int nrRunnable(int se) {
        return Memory.getInt(at(se) + EntityLayout.NR_RUNNABLE);
    }

    public void nrRunnable(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.NR_RUNNABLE, value);
    }

    /** Next task that waits for the quota of the same queue. */
    public int throttleNext(int se) {
        return Memory.getInt(at(se) + EntityLayout.THROTTLE_NEXT);
    }

    public void throttleNext(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.THROTTLE_NEXT, value);
    }

    /** One of the THROTTLE constants. */
    public int throttle(int se) {
        return Memory.getInt(at(se) + EntityLayout.THROTTLE);
    }

    public void throttle(int se, int value) {
        Memory.putInt(at(se) + EntityLayout.THROTTLE, value);
    }

    /** Arena offset of the averages, a {@code PeltLayout} record. */
    public long avgAt(int se) {
        return at(se) + EntityLayout.AVG;
    }
}
