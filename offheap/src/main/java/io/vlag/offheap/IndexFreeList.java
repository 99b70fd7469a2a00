package io.vlag.offheap;

/**
 * The unused indices of a table, last returned first, so that a record that is still in the cache
 * is used again first.
 *
 * <pre>
 *  byte  0          4
 *        freeCount  int index[capacity]     the top of the stack is index[freeCount - 1]
 * </pre>
 *
 * <p>All state is in the slab. Used by one thread. A fresh slab is not a valid list: call {@link
 * #init} first. The list does not know which indices are out: returning one twice is the caller's
 * mistake, and only an overflow is noticed.
 */
@HotPath
public final class IndexFreeList {
    /** What {@link #pop} returns when every index is in use. */
    public static final int NONE = -1;

    private static final long INDEX_BYTES = Integer.BYTES;

    private final long freeCountAt;
    private final long indicesAt;
    private final int capacity;

    /**
     * @param at arena offset of the bytes that {@link #reserve} set aside
     * @param capacity the same capacity as was reserved
     */
    public IndexFreeList(long at, int capacity) {
        this.freeCountAt = at;
        this.indicesAt = at + INDEX_BYTES;
        this.capacity = capacity;
    }

    /**
     * Sets memory aside for the indices 0 .. capacity - 1.
     *
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int capacity) {
        return plan.reserve("indexFreeList", INDEX_BYTES, capacity + 1L);
    }

    /** Makes every index free; they will be handed out in rising order. */
    public void init() {
        for (int depth = 0; depth < capacity; depth++) {
            Memory.putInt(indicesAt + depth * INDEX_BYTES, capacity - 1 - depth);
        }
        Memory.putInt(freeCountAt, capacity);
    }

    public int capacity() {
        return capacity;
    }

    /** Number of indices that {@link #pop} can still hand out. */
    public int freeCount() {
        return Memory.getInt(freeCountAt);
    }

    /** Hands out an index; {@link #NONE} when all are in use. */
    public int pop() {
        final int depth = freeCount() - 1;
        if (depth < 0) {
            return NONE;
        }
        Memory.putInt(freeCountAt, depth);
        return Memory.getInt(indicesAt + depth * INDEX_BYTES);
    }

    /** Takes back an index that {@link #pop} handed out. */
    public void push(int index) {
        final int depth = freeCount();
        assert index >= 0 && index < capacity : index;
        assert depth < capacity : "index " + index + " was returned twice";
        Memory.putInt(indicesAt + depth * INDEX_BYTES, index);
        Memory.putInt(freeCountAt, depth + 1);
    }
}
