package io.vlag.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlabTest {
    private static final long SEED = Long.getLong("test.seed", 3);

    @Test
    void partsOfAPlanStartAtCacheLinesAndDoNotOverlap() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final SlabPlan plan = new SlabPlan();
        for (int i = 0; i < 200; i++) {
            final long offset = plan.reserve("part" + i, random.nextLong(100), random.nextLong(40));
            assertEquals(offset, plan.parts().get(i).offset());
        }
        long end = 0;
        for (SlabPlan.Part part : plan.parts()) {
            assertEquals(0, part.offset() % SlabPlan.LINE_BYTES, part::toString);
            assertTrue(part.offset() >= end, part::toString);
            end = part.offset() + part.bytes();
        }
        assertEquals(end, plan.bytes());
    }

    @Test
    void aNegativeSizeIsRefusedByName() {
        final SlabPlan plan = new SlabPlan();
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> plan.reserve("tasks", 64, -1));
        assertTrue(refused.getMessage().startsWith("tasks: "), refused.getMessage());
        assertThrows(ArithmeticException.class, () -> plan.reserve("tasks", Long.MAX_VALUE, 2));
    }

    @Test
    void aSlabStartsZeroedEvenWhenItsMemoryWasUsedBefore() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("words", Long.BYTES, 1000);
        final Slab first = plan.allocate();
        fill(first, offset);
        first.close();
        try (Slab second = plan.allocate()) {
            assertEquals(0, sum(second, offset));
            fill(second, offset);
            assertNotEquals(0, sum(second, offset));
            second.reset();
            assertEquals(0, sum(second, offset));
        }
    }

    @Test
    void resettingTouchesNoNeighbour() {
        final SlabPlan plan = new SlabPlan();
        final long offset =
                plan.reserve("words", Long.BYTES, 512); // one page exactly: slabs lie wall to wall
        try (Slab a = plan.allocate();
                Slab b = plan.allocate();
                Slab c = plan.allocate()) {
            fill(a, offset);
            fill(c, offset);
            final long expected = sum(a, offset);
            b.reset();
            assertEquals(expected, sum(a, offset));
            assertEquals(expected, sum(c, offset));
        }
    }

    @Test
    void aCopyHasTheSameBytesAndIsIndependent() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("words", Long.BYTES, 100);
        try (Slab slab = plan.allocate();
                Slab copy = plan.allocate()) {
            fill(slab, offset);
            final long expected = sum(slab, offset);
            slab.copyTo(copy);
            slab.reset();
            assertEquals(expected, sum(copy, offset));
            assertEquals(0, sum(slab, offset));
        }
    }

    @Test
    void slabsOfDifferentPlansAreNotCopied() {
        final SlabPlan small = new SlabPlan();
        small.reserve("words", Long.BYTES, 1);
        final SlabPlan large = new SlabPlan();
        large.reserve("words", Long.BYTES, 2);
        try (Slab a = small.allocate();
                Slab b = large.allocate()) {
            assertThrows(IllegalArgumentException.class, () -> a.copyTo(b));
        }
    }

    @Test
    void emptySlabsHaveOffsetsOfTheirOwn() {
        final Set<Long> bases = new HashSet<>();
        final List<Slab> slabs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            slabs.add(new SlabPlan().allocate());
            bases.add(slabs.getLast().base());
        }
        assertEquals(10, bases.size());
        slabs.forEach(Slab::close);
    }

    @Test
    void closingTwiceIsHarmless() {
        final SlabPlan plan = new SlabPlan();
        plan.reserve("words", Long.BYTES, 1);
        final Slab slab = plan.allocate();
        slab.close();
        try (Slab other = plan.allocate()) {
            slab.close();
            try (Slab third = plan.allocate()) {
                assertNotEquals(other.base(), third.base());
            }
        }
    }

    private static void fill(Slab slab, long offset) {
        for (long at = offset; at < slab.bytes(); at += Long.BYTES) {
            Memory.putLong(slab.at(at), at + 1);
        }
    }

    private static long sum(Slab slab, long offset) {
        long sum = 0;
        for (long at = offset; at < slab.bytes(); at += Long.BYTES) {
            sum += Memory.getLong(slab.at(at));
        }
        return sum;
    }
}
