package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedutilTest {
    private static final long LIMIT_NS = 2_000_000;
    private static final int[] TABLE = {0, 600, 1200, 1800, 2400, 9999};
    private static final int WAIT = Schedutil.PENDING_WAITS;

    private final Slab slab;
    private final long at;

    SchedutilTest() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("schedutil", SchedutilLayout.BYTES, 1);
        slab = plan.allocate();
        at = slab.at(offset);
    }

    @AfterEach
    void release() {
        slab.close();
    }

    private long next(long rawKhz) {
        return Schedutil.nextKhz(at, rawKhz, 600, 2400, TABLE, 1, 4);
    }

    @Test
    void theRateLimitCountsFromTheLastIssuedClock() {
        assertTrue(Schedutil.commit(at, 10_000_000, 600, false));
        assertFalse(Schedutil.shouldUpdate(at, 11_999_999, LIMIT_NS, WAIT));
        assertTrue(Schedutil.shouldUpdate(at, 12_000_000, LIMIT_NS, WAIT));
        assertFalse(Schedutil.commit(at, 13_000_000, 600, false));
        assertEquals(10_000_000, Schedutil.lastUpdateNs(at));
        assertTrue(Schedutil.commit(at, 13_000_000, 1200, false));
        assertEquals(13_000_000, Schedutil.lastUpdateNs(at));
        assertEquals(1200, Schedutil.nextKhz(at));
    }

    @Test
    void changedLimitsPassTheRateLimitOnce() {
        Schedutil.commit(at, 10_000_000, 600, false);
        Schedutil.limitsChanged(at);
        assertTrue(Schedutil.shouldUpdate(at, 10_000_001, LIMIT_NS, WAIT));
        assertTrue(Schedutil.needsUpdate(at));
        assertFalse(Schedutil.shouldUpdate(at, 10_000_001, LIMIT_NS, WAIT));
        assertTrue(Schedutil.shouldUpdate(at, 10_000_001, LIMIT_NS, Schedutil.PENDING_PASSES));
        Schedutil.commit(at, 10_000_001, 600, false);
        assertFalse(Schedutil.needsUpdate(at));
        assertFalse(Schedutil.shouldUpdate(at, 10_000_001, LIMIT_NS, Schedutil.PENDING_PASSES));
    }

    @Test
    void aDriverThatHearsEveryLimitIsCalledWithTheSameClock() {
        Schedutil.commit(at, 10, 600, true);
        assertFalse(Schedutil.commit(at, 20, 600, true));
        Schedutil.limitsChanged(at);
        assertTrue(Schedutil.shouldUpdate(at, 30, LIMIT_NS, WAIT));
        assertTrue(Schedutil.commit(at, 30, 600, true));
        assertEquals(30, Schedutil.lastUpdateNs(at));
        Schedutil.limitsChanged(at);
        assertTrue(Schedutil.shouldUpdate(at, 40, LIMIT_NS, WAIT));
        assertFalse(Schedutil.commit(at, 40, 600, false));
        assertEquals(30, Schedutil.lastUpdateNs(at));
    }

    @Test
    void theTableIsRoundedUpWithinItsOwnPart() {
        assertEquals(600, next(1));
        assertEquals(600, next(600));
        assertEquals(1200, next(601));
        assertEquals(2400, next(2400));
        assertEquals(2400, next(5000));
        assertEquals(2400, Schedutil.nextKhz(at, 5001, 600, 9000, TABLE, 1, 4));
    }

    @Test
    void limitsComeBeforeTheTable() {
        assertEquals(1800, Schedutil.nextKhz(at, 100, 1201, 2400, TABLE, 1, 4));
        assertEquals(1800, Schedutil.nextKhz(at, 9000, 600, 1500, TABLE, 1, 4));
        assertEquals(1500, Schedutil.nextKhz(at, 9001, 600, 1500, TABLE, 1, 0));
        assertEquals(700, Schedutil.nextKhz(at, 100, 700, 1500, TABLE, 1, 0));
        assertEquals(777, Schedutil.nextKhz(at, 777, 700, 1500, TABLE, 1, 0));
    }

    @Test
    void theSameWishKeepsTheClockUntilLimitsChange() {
        assertEquals(1200, next(700));
        Schedutil.commit(at, 1, 1800, false); // the domain stands elsewhere by now
        assertEquals(1800, next(700));
        assertEquals(700, Schedutil.cachedRawKhz(at));
        Schedutil.limitsChanged(at);
        Schedutil.shouldUpdate(at, 2, LIMIT_NS, WAIT);
        assertEquals(1200, next(700));
    }

    @Test
    void theReferenceIsTheCapacitysTheHighestOrThePresentClock() {
        final int early = Schedutil.REFERENCE_PRESENT;
        final int late = Schedutil.REFERENCE_OF_CAPACITY;
        assertEquals(2000, Schedutil.referenceKhz(1900, true, 2000, 1001, early));
        assertEquals(1001, Schedutil.referenceKhz(1900, false, 2000, 1001, early));
        assertEquals(1900, Schedutil.referenceKhz(1900, true, 2000, 1001, late));
        assertEquals(1900, Schedutil.referenceKhz(1900, false, 2000, 1001, late));
        assertEquals(2000, Schedutil.referenceKhz(0, true, 2000, 1001, late));
        assertEquals(1001 + 250, Schedutil.referenceKhz(0, false, 2000, 1001, late));
    }

    @Test
    void headroomIsAddedHereOnlyInTheEarlyForm() {
        assertEquals(1250, Schedutil.rawKhz(512, 1024, 2000, EffectiveUtil.HEADROOM_AFTER_CLAMP));
        assertEquals(1000, Schedutil.rawKhz(512, 1024, 2000, EffectiveUtil.HEADROOM_BEFORE_CLAMP));
        assertEquals(
                (1L << 33) / 3 & 0xFFFF_FFFFL,
                Schedutil.rawKhz(
                        1L << 33, 3, 1, EffectiveUtil.HEADROOM_BEFORE_CLAMP)); // 32 bits kept
    }

    @Test
    void clocksAreUnsigned() {
        final long khz = 3_000_000_000L;
        assertEquals(khz, Schedutil.nextKhz(at, khz, 0, 4_000_000_000L, TABLE, 0, 0));
        assertTrue(Schedutil.commit(at, 1, khz, false));
        assertEquals(khz, Schedutil.nextKhz(at));
        assertEquals(khz, Schedutil.cachedRawKhz(at));
        assertFalse(Schedutil.commit(at, 2, khz, false));
    }
}
