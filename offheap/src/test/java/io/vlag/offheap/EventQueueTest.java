package io.vlag.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {
    private static final long SEED = Long.getLong("test.seed", 20250101);

    private record Event(long timeNs, int slot) {
        static final Comparator<Event> ORDER =
                Comparator.comparingLong(Event::timeNs).thenComparingInt(Event::slot);
    }

    private static Slab slabFor(int slotCount) {
        final SlabPlan plan = new SlabPlan();
        EventQueue.reserve(plan, slotCount);
        return plan.allocate();
    }

    @Test
    void aFreshQueueHasNoEvent() {
        try (Slab slab = slabFor(5)) {
            final EventQueue queue = new EventQueue(slab.base(), 5);
            queue.init();
            assertEquals(EventQueue.NEVER, queue.nextTimeNs());
            for (int slot = 0; slot < 5; slot++) {
                assertEquals(EventQueue.NEVER, queue.timeNs(slot));
                assertFalse(queue.isArmed(slot));
            }
        }
    }

    @Test
    void theLowerSlotComesFirstAmongEqualTimes() {
        try (Slab slab = slabFor(7)) {
            final EventQueue queue = new EventQueue(slab.base(), 7);
            queue.init();
            for (int slot : new int[] {6, 1, 4, 0, 5, 3, 2}) {
                queue.schedule(slot, 1_000);
            }
            for (int slot = 0; slot < 7; slot++) {
                assertEquals(1_000, queue.nextTimeNs());
                assertEquals(slot, queue.nextSlot());
                queue.cancel(slot);
            }
            assertEquals(EventQueue.NEVER, queue.nextTimeNs());
        }
    }

    @Test
    void theExtremesOfTimeKeepTheirOrder() {
        try (Slab slab = slabFor(3)) {
            final EventQueue queue = new EventQueue(slab.base(), 3);
            queue.init();
            queue.schedule(2, EventQueue.NEVER - 1);
            assertEquals(2, queue.nextSlot());
            queue.schedule(1, 0);
            assertEquals(1, queue.nextSlot());
            queue.schedule(0, 0);
            assertEquals(0, queue.nextSlot());
        }
    }

    @Test
    void aQueueOfOneSlotWorks() {
        try (Slab slab = slabFor(1)) {
            final EventQueue queue = new EventQueue(slab.base(), 1);
            queue.init();
            queue.schedule(0, 17);
            assertEquals(0, queue.nextSlot());
            assertEquals(17, queue.nextTimeNs());
            queue.cancel(0);
            queue.cancel(0);
            assertEquals(EventQueue.NEVER, queue.nextTimeNs());
        }
    }

    /**
     * Arm, re-arm, cancel and take the next one, against a heap of (time, slot) that finds its
     * entries by search.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 13, 64, 100, 257})
    void behavesLikeAPriorityQueueOrderedByTimeAndSlot(int slotCount) {
        final SplittableRandom random = new SplittableRandom(SEED + slotCount);
        final PriorityQueue<Event> reference = new PriorityQueue<>(Event.ORDER);
        try (Slab slab = slabFor(slotCount)) {
            final EventQueue queue = new EventQueue(slab.base(), slotCount);
            queue.init();
            long nowNs = 0;
            for (int i = 0; i < 20_000; i++) {
                final int slot = random.nextInt(slotCount);
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        final long timeNs =
                                nowNs + random.nextLong(random.nextBoolean() ? 4 : 1_000_000);
                        reference.removeIf(event -> event.slot() == slot);
                        reference.add(new Event(timeNs, slot));
                        queue.schedule(slot, timeNs);
                    }
                    case 2 -> {
                        reference.removeIf(event -> event.slot() == slot);
                        queue.cancel(slot);
                    }
                    default -> {
                        final Event next = reference.poll();
                        if (next != null) {
                            assertEquals(
                                    next.slot(), queue.nextSlot(), "seed " + SEED + " step " + i);
                            nowNs = next.timeNs();
                            queue.cancel(next.slot());
                        }
                    }
                }
                final int from = random.nextInt(slotCount + 1);
                final long untilNs = nowNs + random.nextLong(1_000_000);
                assertEquals(
                        reference.stream()
                                .filter(e -> e.slot() >= from && e.timeNs() <= untilNs)
                                .mapToInt(Event::slot)
                                .min()
                                .orElse(slotCount),
                        queue.nextSlotUntil(from, untilNs),
                        "seed " + SEED + " step " + i);
                final Event next = reference.peek();
                assertEquals(next == null ? EventQueue.NEVER : next.timeNs(), queue.nextTimeNs());
                if (next != null) {
                    assertEquals(next.slot(), queue.nextSlot(), "seed " + SEED + " step " + i);
                    assertTrue(queue.isArmed(next.slot()));
                }
            }
        }
    }

    @Test
    void aCopyOfTheSlabIsACopyOfTheQueue() {
        final SlabPlan plan = new SlabPlan();
        final long offset = EventQueue.reserve(plan, 20);
        try (Slab slab = plan.allocate();
                Slab twin = plan.allocate()) {
            final EventQueue queue = new EventQueue(slab.at(offset), 20);
            queue.init();
            queue.schedule(11, 500);
            queue.schedule(3, 700);
            slab.copyTo(twin);
            queue.cancel(11);
            final EventQueue copy = new EventQueue(twin.at(offset), 20);
            assertEquals(11, copy.nextSlot());
            assertEquals(3, queue.nextSlot());
        }
    }

    @Test
    void aQueueWithoutSlotsIsRefused() {
        final SlabPlan plan = new SlabPlan();
        assertThrows(IllegalArgumentException.class, () -> EventQueue.reserve(plan, 0));
        assertThrows(IllegalArgumentException.class, () -> EventQueue.reserve(plan, -1));
    }

    @Test
    void armingAndCancellingAllocatesNothing() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Slab slab = slabFor(64)) {
            final EventQueue queue = new EventQueue(slab.base(), 64);
            queue.init();
            // The compiler may allocate once while it replaces code; a loop that allocates does so
            // in every batch.
            long sink = 0;
            long allocatedLeast = Long.MAX_VALUE;
            for (int batch = 0; batch < 6; batch++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                sink += churn(queue, 300_000);
                final long after = threads.getCurrentThreadAllocatedBytes();
                allocatedLeast = Math.min(allocatedLeast, after - before);
            }
            assertEquals(0, allocatedLeast, "bytes allocated; sink=" + sink);
        }
    }

    private static long churn(EventQueue queue, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            queue.schedule(i & 63, sum + (i * 0x9E37_79B9L & 0xFFFF));
            queue.cancel((i * 7) & 63);
            queue.schedule((i * 13) & 63, sum + 1);
            sum = queue.nextTimeNs() & 0xFFFF_FFFFL;
            queue.cancel(queue.nextSlot());
        }
        return sum;
    }
}
