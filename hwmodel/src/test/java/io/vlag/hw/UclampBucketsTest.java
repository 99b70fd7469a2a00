package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UclampBucketsTest {
    private static final int MIN = UclampBuckets.MIN;
    private static final int MAX = UclampBuckets.MAX;

    private final UclampBuckets clamps = new UclampBuckets(5);
    private final Slab slab;
    private final long at;

    UclampBucketsTest() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("uclamp", clamps.bytes(), 2);
        slab = plan.allocate();
        at = slab.at(offset);
        clamps.init(at);
    }

    @AfterEach
    void release() {
        slab.close();
    }

    /** Width is 1024 / count to nearest; the last bucket takes what is left. */
    @ParameterizedTest
    @CsvSource({
        "5, 204, 0", "5, 205, 1", "5, 1023, 4", "5, 1024, 4",
        "20, 50, 0", "20, 51, 1", "20, 1019, 19", "20, 1024, 19",
        "3, 340, 0", "3, 341, 1", "3, 1024, 2", "1, 1024, 0"
    })
    void aValueHasItsBucket(int count, int value, int bucket) {
        assertEquals(bucket, new UclampBuckets(count).bucketOf(value));
    }

    @Test
    void theQueueHasTheLargestOfBothClamps() {
        clamps.inc(at, 100, 300);
        assertEquals(100, clamps.value(at, MIN));
        assertEquals(300, clamps.value(at, MAX));
        clamps.inc(at, 50, 800);
        assertEquals(100, clamps.value(at, MIN));
        assertEquals(800, clamps.value(at, MAX));
        clamps.dec(at, 50, 800);
        assertEquals(300, clamps.value(at, MAX));
    }

    @Test
    void aBucketKeepsItsLargestValueWhileItHasTasks() {
        clamps.inc(at, 10, 1024);
        clamps.inc(at, 200, 1024);
        clamps.dec(at, 200, 1024);
        assertEquals(200, clamps.value(at, MIN)); // 10 is still in the bucket
        assertEquals(1, clamps.tasks(at, MIN, 0));
        clamps.dec(at, 10, 1024);
        assertEquals(0, clamps.value(at, MIN));
        clamps.inc(at, 10, 1024);
        assertEquals(10, clamps.bucketValue(at, MIN, 0)); // stale values do not come back
    }

    @Test
    void theLowestBucketCountsToo() {
        clamps.inc(at, 10, 1024);
        clamps.inc(at, 300, 1024);
        clamps.dec(at, 300, 1024);
        assertEquals(10, clamps.value(at, MIN));
    }

    @Test
    void theMaximumIsHeldWhenTheLastTaskLeaves() {
        clamps.inc(at, 300, 400);
        assertFalse(clamps.isIdle(at));
        clamps.dec(at, 300, 400);
        assertTrue(clamps.isIdle(at));
        assertEquals(400, clamps.value(at, MAX));
        assertEquals(0, clamps.value(at, MIN));
        clamps.inc(at, 0, 200);
        assertEquals(200, clamps.value(at, MAX)); // the next task replaces it, even downwards
        assertFalse(clamps.isIdle(at));
    }

    @Test
    void aTaskToBePlacedSeesTheQueueUnlessItsClampIsOnlyHeld() {
        assertEquals(300, clamps.withTask(at, MAX, 300)); // idle: 1024 is not anybody's wish
        clamps.inc(at, 100, 600);
        assertEquals(600, clamps.withTask(at, MAX, 300));
        assertEquals(700, clamps.withTask(at, MAX, 700));
        assertEquals(100, clamps.withTask(at, MIN, 0));
    }

    @Test
    void queuesDoNotTouchEachOther() {
        final long other = at + clamps.bytes();
        clamps.init(other);
        clamps.inc(at, 1024, 1024);
        clamps.dec(at, 1024, 1024);
        for (int bucket = 0; bucket < 5; bucket++) {
            assertEquals(0, clamps.tasks(other, MIN, bucket) + clamps.tasks(other, MAX, bucket));
            assertEquals(0, clamps.bucketValue(other, MIN, bucket));
        }
        assertEquals(0, clamps.value(other, MIN));
        assertEquals(1024, clamps.value(other, MAX));
        assertTrue(clamps.isIdle(other));
    }

    @Test
    void initForgetsEverything() {
        clamps.inc(at, 500, 700);
        clamps.init(at);
        assertEquals(0, clamps.value(at, MIN));
        assertEquals(1024, clamps.value(at, MAX));
        assertEquals(0, clamps.tasks(at, MAX, 3));
        assertEquals(0, clamps.bucketValue(at, MAX, 3));
        assertTrue(clamps.isIdle(at));
    }
}
