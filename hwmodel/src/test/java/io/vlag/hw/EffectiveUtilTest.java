package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EffectiveUtilTest {
    private static long forFrequency(
            long cfs, long rt, long dl, long irq, long dlBw, long min, long max) {
        return EffectiveUtil.forFrequency(1024, cfs, rt, dl, irq, dlBw, false, min, max);
    }

    @Test
    void clampsApplyToFairAndRealTimeButNotToDeadlineTime() {
        assertEquals(300, forFrequency(100, 50, 0, 0, 0, 300, 1024));
        assertEquals(120, forFrequency(100, 50, 0, 0, 0, 0, 120));
        assertEquals(120, forFrequency(100, 50, 200, 0, 0, 0, 120));
        assertEquals(170, forFrequency(100, 50, 200, 0, 50, 0, 120));
        assertEquals(400, forFrequency(0, 0, 0, 0, 0, 400, 200)); // the floor wins
        assertEquals(200, forFrequency(300, 0, 0, 0, 0, 200, 200));
    }

    @Test
    void interruptsScaleTheRestAndComeOnTop() {
        assertEquals(512 * 768 / 1024 + 256, forFrequency(512, 0, 0, 256, 0, 0, 1024));
        assertEquals(512 * 768 / 1024 + 256, EffectiveUtil.unclamped(1024, 256, 128, 128, 256));
        assertEquals(512 * 768 / 1024 + 256 + 9, forFrequency(512, 0, 0, 256, 9, 0, 1024));
        assertEquals(1023, EffectiveUtil.unclamped(1024, 1, 0, 0, 1023));
    }

    @Test
    void aFullCpuIsItsCapacity() {
        assertEquals(1024, forFrequency(0, 0, 0, 1024, 0, 0, 1024));
        assertEquals(1024, forFrequency(1000, 0, 24, 0, 0, 0, 1024));
        assertEquals(1000, forFrequency(1000, 0, 23, 0, 0, 0, 1024));
        assertEquals(1024, forFrequency(500, 0, 0, 0, 600, 0, 1024));
        assertEquals(1024, EffectiveUtil.unclamped(1024, 0, 0, 0, 1024));
        assertEquals(1024, EffectiveUtil.unclamped(1024, 500, 500, 24, 0));
        assertEquals(1023, EffectiveUtil.unclamped(1024, 500, 500, 23, 0));
    }

    @Test
    void unclampedRealTimeTakesAll() {
        assertEquals(446, EffectiveUtil.forFrequency(446, 1, 1, 0, 0, 0, true, 0, 1024));
        assertEquals(446, EffectiveUtil.floor(446, 0, 0, true, 0));
        assertEquals(500, EffectiveUtil.floor(446, 0, 500, true, 0));
        assertEquals(0, EffectiveUtil.floor(446, 0, 0, false, 0));
    }

    @Test
    void theFloorIsInterruptsAndDeadlineOrTheClamp() {
        assertEquals(30, EffectiveUtil.floor(1024, 10, 20, false, 29));
        assertEquals(31, EffectiveUtil.floor(1024, 10, 20, false, 31));
        assertEquals(446, EffectiveUtil.floor(446, 446, 20, false, 500));
        assertEquals(500, EffectiveUtil.floor(446, 445, 20, false, 500));
    }

    @Test
    void theCeilingIsTheClampOrTheCapacity() {
        assertEquals(300, EffectiveUtil.ceiling(446, 0, 300));
        assertEquals(446, EffectiveUtil.ceiling(446, 0, 1024));
        assertEquals(446, EffectiveUtil.ceiling(446, 446, 300));
    }

    @Test
    void headroomStaysBelowTheCeilingAndTheFloorWins() {
        assertEquals(125, EffectiveUtil.request(100, 0, 1024));
        assertEquals(110, EffectiveUtil.request(100, 0, 110));
        assertEquals(200, EffectiveUtil.request(100, 200, 1024));
        assertEquals(200, EffectiveUtil.request(100, 200, 110));
        assertEquals(9, Schedutil.withHeadroom(8) - 1); // 8 + 2
        assertEquals(7, Schedutil.withHeadroom(6)); // a quarter of 6 is rounded down
    }
}
