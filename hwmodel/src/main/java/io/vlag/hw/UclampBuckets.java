package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * Clamps of a run queue's tasks, aggregated: the queue's minimum and maximum are the largest of its
 * runnable tasks'. Tasks are counted in a few buckets, so that nothing has to be searched; a bucket
 * therefore keeps its largest value while it has any task. When the last task leaves, the maximum
 * is held, lest an idle CPU jump up.
 *
 * <p>One object says how many buckets there are; the state of each queue is a record at {@code at}.
 *
 * @implNote Models Linux 6.6 to 7.2, kernel/sched/core.c uclamp_rq_inc(), uclamp_rq_inc_id(),
 *     uclamp_rq_dec_id(), uclamp_rq_max_value(), uclamp_bucket_id(). Golden vectors:
 *     uclamp/uclamp_buckets*.csv.
 */
public final class UclampBuckets {
    /** Clamp kind: the least performance asked for. */
    public static final int MIN = 0;

    /** Clamp kind: the most performance allowed. */
    public static final int MAX = 1;

    /** Largest clamp: all of the biggest CPU. */
    public static final int SCALE = 1024;

    private final int bucketCount;
    private final int bucketWidth;

    /**
     * @param bucketCount 5 in default configurations, 20 at most
     */
    public UclampBuckets(int bucketCount) {
        this.bucketCount = bucketCount;
        this.bucketWidth = (SCALE + bucketCount / 2) / bucketCount;
    }

    /** Bytes of a queue's record. */
    public long bytes() {
        return UclampLayout.bytes(bucketCount);
    }

    /** A queue without tasks. */
    public void init(long at) {
        Memory.putInt(at + UclampLayout.VALUES, 0);
        Memory.putInt(at + UclampLayout.VALUES + UclampLayout.VALUE_BYTES, SCALE);
        Memory.putInt(at + UclampLayout.IDLE, 1);
        for (int clamp = MIN; clamp <= MAX; clamp++) {
            for (int bucket = 0; bucket < bucketCount; bucket++) {
                Memory.putInt(bucketAt(at, clamp, bucket) + UclampLayout.TASKS, 0);
                Memory.putInt(bucketAt(at, clamp, bucket) + UclampLayout.VALUE, 0);
            }
        }
    }

    /** Bucket of a clamp value. */
    @HotPath
    public int bucketOf(int value) {
        return Math.min(value / bucketWidth, bucketCount - 1);
    }

    /** A task with these effective clamps becomes runnable. */
    @HotPath
    public void inc(long at, int min, int max) {
        count(at, MIN, min);
        count(at, MAX, max);
        Memory.putInt(at + UclampLayout.IDLE, 0);
    }

    /**
     * A task that came with these clamps leaves. One that is not counted any more, because a kernel
     * took it off twice, leaves an empty bucket empty.
     */
    @HotPath
    public void dec(long at, int min, int max) {
        discount(at, MIN, min);
        discount(at, MAX, max);
    }

    /** The queue's clamp of a kind, 0..1024. */
    @HotPath
    public int value(long at, int clamp) {
        return Memory.getInt(at + UclampLayout.VALUES + clamp * UclampLayout.VALUE_BYTES);
    }

    /** Whether the last task left and the maximum is held. */
    @HotPath
    public boolean isIdle(long at) {
        return Memory.getInt(at + UclampLayout.IDLE) != 0;
    }

    /** Tasks in a bucket. */
    @HotPath
    public int tasks(long at, int clamp, int bucket) {
        return Memory.getInt(bucketAt(at, clamp, bucket) + UclampLayout.TASKS);
    }

    /** Value of a bucket; stale when it is empty. */
    @HotPath
    public int bucketValue(long at, int clamp, int bucket) {
        return Memory.getInt(bucketAt(at, clamp, bucket) + UclampLayout.VALUE);
    }

    /**
     * Clamp of a kind for a task about to be placed here: the larger of its own and the queue's.
     * The queue's does not count while it is only held.
     */
    @HotPath
    public int withTask(long at, int clamp, int own) {
        return withTask(isIdle(at), value(at, clamp), own);
    }

    @HotPath
    static int withTask(boolean idle, int ofQueue, int own) {
        return idle ? own : Math.max(own, ofQueue);
    }

    @HotPath
    private void count(long at, int clamp, int value) {
        final long bucketAt = bucketAt(at, clamp, bucketOf(value));
        final int tasks = Memory.getInt(bucketAt + UclampLayout.TASKS) + 1;
        Memory.putInt(bucketAt + UclampLayout.TASKS, tasks);
        if (tasks == 1 || value > Memory.getInt(bucketAt + UclampLayout.VALUE)) {
            Memory.putInt(bucketAt + UclampLayout.VALUE, value);
        }
        if (isIdle(at) || value > value(at, clamp)) {
            setValue(at, clamp, value);
        }
    }

    @HotPath
    private void discount(long at, int clamp, int value) {
        final long bucketAt = bucketAt(at, clamp, bucketOf(value));
        final int tasks = Math.max(0, Memory.getInt(bucketAt + UclampLayout.TASKS) - 1);
        Memory.putInt(bucketAt + UclampLayout.TASKS, tasks);
        if (tasks == 0 && Memory.getInt(bucketAt + UclampLayout.VALUE) >= value(at, clamp)) {
            lower(at, clamp, value);
        }
    }

    /** The bucket that gave the queue's clamp is empty: the topmost one with tasks gives it now. */
    @HotPath
    private void lower(long at, int clamp, int leaving) {
        for (int bucket = bucketCount - 1; bucket >= 0; bucket--) {
            if (tasks(at, clamp, bucket) > 0) {
                setValue(at, clamp, bucketValue(at, clamp, bucket));
                return;
            }
        }
        if (clamp == MAX) {
            Memory.putInt(at + UclampLayout.IDLE, 1);
        }
        setValue(at, clamp, clamp == MAX ? leaving : 0);
    }

    @HotPath
    private void setValue(long at, int clamp, int value) {
        Memory.putInt(at + UclampLayout.VALUES + clamp * UclampLayout.VALUE_BYTES, value);
    }

    @HotPath
    private long bucketAt(long at, int clamp, int bucket) {
        return at
                + UclampLayout.BUCKETS
                + (clamp * bucketCount + bucket) * UclampLayout.BUCKET_BYTES;
    }
}
