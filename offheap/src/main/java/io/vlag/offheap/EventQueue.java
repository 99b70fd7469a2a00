package io.vlag.offheap;

/**
 * The pending events of one simulation: a winner (tournament) tree over a fixed set of slots, one
 * slot for each source of events (a CPU's tick, a task's timer, ...). A slot has at most one
 * pending time; arming it again moves it.
 *
 * <p>The order is total: earlier time first, and among equal times the lower slot first. Every
 * change is one walk from the slot's leaf to the root without a data-dependent branch, so its cost
 * does not depend on how the times are mixed.
 *
 * <pre>
 *  leaves   long timeNs[leafCount]   leafCount = slotCount up to a power of two, at least 2
 *  winners  int  slot[leafCount]     node i has children 2i and 2i + 1; root 1, entry 0 unused
 * </pre>
 *
 * <p>Owns only the two arrays in the slab; all state is there, so a copy of the slab is a copy of
 * the queue. Used by one thread, the simulation's. A fresh slab is not a valid queue: call {@link
 * #init} first.
 */
@HotPath
public final class EventQueue {
    /** Time of a slot that is not armed; later than every event. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long TIME_BYTES = Long.BYTES;
    private static final long WINNER_BYTES = Integer.BYTES;

    private final long timesAt;
    private final long winnersAt;
    private final int slotCount;
    private final int leafCount;

    /**
     * @param at arena offset of the bytes that {@link #reserve} set aside
     * @param slotCount the same count as was reserved
     */
    public EventQueue(long at, int slotCount) {
        this.slotCount = slotCount;
        this.leafCount = leafCount(slotCount);
        this.timesAt = at;
        this.winnersAt = at + leafCount * TIME_BYTES;
    }

    /**
     * Sets memory aside for a queue of {@code slotCount} slots.
     *
     * @param slotCount 1 .. 2^30
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int slotCount) {
        return plan.reserve("eventQueue", TIME_BYTES + WINNER_BYTES, leafCount(slotCount));
    }

    @ColdPath
    private static int leafCount(int slotCount) {
        if (slotCount < 1 || slotCount > 1 << 30) {
            throw new IllegalArgumentException(
                    "an event queue has 1 to 2^30 slots, not " + slotCount);
        }
        return Math.max(2, Integer.highestOneBit(slotCount * 2 - 1));
    }

    /** Makes every slot unarmed. */
    public void init() {
        for (int leaf = 0; leaf < leafCount; leaf++) {
            Memory.putLong(timesAt + leaf * TIME_BYTES, NEVER);
        }
        Memory.putInt(winnersAt, 0);
        for (int node = leafCount - 1; node >= 1; node--) {
            final int left = 2 * node;
            Memory.putInt(winnerAt(node), left >= leafCount ? left - leafCount : winner(left));
        }
    }

    public int slotCount() {
        return slotCount;
    }

    /**
     * Arms a slot, or moves it if it is armed.
     *
     * @param timeNs 0 .. {@link #NEVER}; {@code NEVER} is the same as {@link #cancel}
     */
    public void schedule(int slot, long timeNs) {
        assert timeNs >= 0 : timeNs;
        assert slot >= 0 && slot < slotCount : slot;
        Memory.putLong(timesAt + slot * TIME_BYTES, timeNs);
        replay(slot, timeNs);
    }

    /** Takes a slot's event away; nothing happens if it has none. */
    public void cancel(int slot) {
        schedule(slot, NEVER);
    }

    /** Time of the slot's event, {@link #NEVER} if it has none. */
    public long timeNs(int slot) {
        assert slot >= 0 && slot < slotCount : slot;
        return time(slot);
    }

    /** Whether the slot has a pending event. */
    public boolean isArmed(int slot) {
        return timeNs(slot) != NEVER;
    }

    /**
     * The slot whose event comes next. When nothing is armed it is slot 0: ask {@link #nextTimeNs}
     * first.
     */
    public int nextSlot() {
        return winner(1);
    }

    /** Time of the next event, {@link #NEVER} when nothing is armed. */
    public long nextTimeNs() {
        return time(winner(1));
    }

    /**
     * The lowest slot at or above {@code from} whose event is due at {@code untilNs} or before; the
     * number of slots if there is none.
     *
     * @param from 0 .. number of slots
     */
    public int nextSlotUntil(int from, long untilNs) {
        if (from >= slotCount) {
            return slotCount;
        }
        if (time(from) <= untilNs) {
            return from;
        }
        int node = leafCount + from;
        do { // up to the first right neighbour that has one
            while ((node & 1) != 0) {
                node >>= 1;
            }
            if (node == 0) {
                return slotCount;
            }
            node++;
        } while (time(winnerOf(node)) > untilNs);
        while (node < leafCount) { // down to its lowest
            node *= 2;
            if (time(winnerOf(node)) > untilNs) {
                node++;
            }
        }
        return node - leafCount;
    }

    private int winnerOf(int node) {
        return node >= leafCount ? node - leafCount : winner(node);
    }

    /** Plays the matches of the slot's leaf again, from the bottom to the root. */
    private void replay(int slot, long timeNs) {
        int best = slot;
        long bestNs = timeNs;
        int rival = slot ^ 1;
        int node = leafCount + slot;
        while (true) {
            final long rivalNs = time(rival);
            // All slots of a left subtree are lower than those of the right one, so a rival on the
            // left (we are an
            // odd node) wins ties. Times are not negative, so neither subtraction can overflow.
            final long rivalWins = (rivalNs - bestNs - (node & 1)) >> 63;
            best ^= (best ^ rival) & (int) rivalWins;
            bestNs ^= (bestNs ^ rivalNs) & rivalWins;
            node >>= 1;
            Memory.putInt(winnerAt(node), best);
            if (node == 1) {
                return;
            }
            rival = winner(node ^ 1);
        }
    }

    private long time(int leaf) {
        return Memory.getLong(timesAt + leaf * TIME_BYTES);
    }

    private int winner(int node) {
        return Memory.getInt(winnerAt(node));
    }

    private long winnerAt(int node) {
        return winnersAt + node * WINNER_BYTES;
    }
}
