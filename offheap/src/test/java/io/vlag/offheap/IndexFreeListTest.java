package io.vlag.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndexFreeListTest {
    private static final long SEED = Long.getLong("test.seed", 7);
    private static final int CAPACITY = 50;

    private final SlabPlan plan = new SlabPlan();
    private final long offset = IndexFreeList.reserve(plan, CAPACITY);
    private final Slab slab = plan.allocate();
    private final IndexFreeList list = new IndexFreeList(slab.at(offset), CAPACITY);

    @AfterEach
    void giveTheSlabBack() {
        slab.close();
    }

    @Test
    void handsOutEveryIndexOnceInRisingOrder() {
        list.init();
        assertEquals(CAPACITY, list.freeCount());
        for (int index = 0; index < CAPACITY; index++) {
            assertEquals(index, list.pop());
        }
        assertEquals(0, list.freeCount());
        assertEquals(IndexFreeList.NONE, list.pop());
        assertEquals(IndexFreeList.NONE, list.pop());
        assertEquals(0, list.freeCount());
    }

    @Test
    void behavesLikeAStack() {
        list.init();
        final SplittableRandom random = new SplittableRandom(SEED);
        final ArrayDeque<Integer> reference = new ArrayDeque<>();
        for (int index = CAPACITY - 1; index >= 0; index--) {
            reference.push(index);
        }
        final List<Integer> out = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                final int expected = reference.isEmpty() ? IndexFreeList.NONE : reference.pop();
                assertEquals(expected, list.pop(), "seed " + SEED + " step " + i);
                if (expected != IndexFreeList.NONE) {
                    out.add(expected);
                }
            } else if (!out.isEmpty()) {
                final int index = out.remove(random.nextInt(out.size()));
                reference.push(index);
                list.push(index);
            }
            assertEquals(reference.size(), list.freeCount());
        }
    }

    @Test
    void returningMoreThanWasHandedOutIsNoticed() {
        list.init();
        assertThrows(AssertionError.class, () -> list.push(0));
    }

    @Test
    void anIndexOutsideTheTableIsNoticed() {
        list.init();
        assertEquals(0, list.pop());
        assertThrows(AssertionError.class, () -> list.push(CAPACITY));
    }
}
