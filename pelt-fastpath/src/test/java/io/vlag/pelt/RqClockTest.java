package io.vlag.pelt;

import static io.vlag.pelt.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RqClockTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_406L);
    private static final long MS = 1_000_000;

    private final Records records = new Records(3);
    private final long clockAt = records.at(0);
    private final long averageAt = records.at(1);
    private final long queueAt = records.at(2);

    @AfterEach
    void release() {
        records.close();
    }

    @Test
    void aSlowCpuFallsBehindAndIdleGivesTheTimeBack() {
        RqClock.init(clockAt, 7 * MS);
        RqClock.advance(clockAt, 10 * MS, 0, 512, 512, false);
        assertEquals(17 * MS, RqClockLayout.clockTaskNs(clockAt));
        assertEquals(7 * MS + 2_500_000, RqClock.peltNow(clockAt));
        RqClock.enterIdle(clockAt, 1_000_000);
        assertEquals(17 * MS, RqClock.peltNow(clockAt));
        RqClock.advance(clockAt, 3 * MS, 0, 512, 512, true);
        assertEquals(20 * MS, RqClock.peltNow(clockAt));
        assertEquals(20 * MS, RqClockLayout.clockIdleNs(clockAt));
    }

    @Test
    void aSaturatedCpuHasNoIdleTimeToGiveBack() {
        RqClock.advance(clockAt, 10 * MS, 0, 512, 1024, false);
        RqClock.enterIdle(clockAt, RqClock.SATURATED_UTIL_SUM);
        assertEquals(5 * MS, RqClockLayout.lostIdleNs(clockAt));
        assertEquals(5 * MS, RqClock.peltNow(clockAt));
        assertEquals(5 * MS, RqClockLayout.clockPeltIdleNs(clockAt));
    }

    @Test
    void interruptTimeIsTakenOffOnceAndNeverMoreThanPassed() {
        final SplittableRandom random = new SplittableRandom(SEED);
        long reportedNs = 0;
        long takenNs = 0;
        for (int i = 0; i < 100_000; i++) {
            final long deltaNs = random.nextLong(MS);
            final long irqNs = random.nextInt(4) == 0 ? random.nextLong(2 * MS) : 0;
            final long taken =
                    RqClock.advance(
                            clockAt,
                            deltaNs,
                            irqNs,
                            random.nextLong(1_025),
                            1_024,
                            random.nextBoolean());
            assertTrue(taken <= deltaNs, () -> "seed=" + SEED);
            reportedNs += irqNs;
            takenNs += taken;
            assertEquals(reportedNs, takenNs + RqClockLayout.irqPendingNs(clockAt));
            assertEquals(
                    RqClockLayout.clockNs(clockAt), RqClockLayout.clockTaskNs(clockAt) + takenNs);
            assertTrue(
                    RqClockLayout.clockPeltNs(clockAt) <= RqClockLayout.clockTaskNs(clockAt),
                    () -> "seed=" + SEED);
        }
    }

    @Test
    void aShorterHalfLifeLetsAveragesSeeMoreTime() {
        RqClock.advance(clockAt, 4 * MS, 0, 1024, 1024, false, 1);
        assertEquals(8 * MS, RqClock.peltNow(clockAt));
        RqClock.enterIdle(clockAt, 0);
        assertEquals(8 * MS, RqClock.peltNow(clockAt), "full speed: nothing to catch up");
        RqClock.advance(clockAt, MS, 0, 1024, 1024, true, 1);
        assertEquals(10 * MS, RqClock.peltNow(clockAt));
        assertEquals(5 * MS, RqClockLayout.clockTaskNs(clockAt));
    }

    @Test
    void aClockThatStartsAgainOwesNothing() {
        RqClock.advance(clockAt, 10 * MS, 12 * MS, 512, 1024, false);
        RqClock.advance(clockAt, 10 * MS, 0, 512, 1024, false);
        RqClock.enterIdle(clockAt, RqClock.SATURATED_UTIL_SUM);
        RqClock.advance(clockAt, MS, 5 * MS, 512, 1024, false);
        assertEquals(4 * MS, RqClockLayout.lostIdleNs(clockAt));
        assertEquals(4 * MS, RqClockLayout.irqPendingNs(clockAt));
        RqClock.init(clockAt, 3 * MS);
        assertEquals(3 * MS, RqClock.peltNow(clockAt));
        assertEquals(3 * MS, RqClockLayout.clockPeltIdleNs(clockAt));
        assertEquals(0, RqClock.advance(clockAt, MS, 0, 1024, 1024, false));
        assertEquals(4 * MS, RqClock.peltNow(clockAt));
    }

    @Test
    void interruptsRecomputeTheirAverageWhenTheyCrossABoundary() {
        assertFalse(IrqAverage.update(averageAt, 500_000, 100_000, 1024, 1024));
        assertEquals(0, PeltLayout.utilAvg(averageAt));
        // the time before the interrupt crosses, the interrupt itself does not
        assertTrue(IrqAverage.update(averageAt, 1_200_000, 100_000, 1024, 1024));
        assertTrue(PeltLayout.utilAvg(averageAt) > 0);
        // the interrupt crosses, the time before it does not
        assertTrue(IrqAverage.update(averageAt, 2_200_000, 900_000, 1024, 1024));
    }

    @Test
    void halfOfTheTimeInInterruptsAveragesToHalf() {
        for (int i = 0; i < 2_000; i++) {
            final long irqNs = RqClock.advance(clockAt, 500_000, 250_000, 1024, 1024, false);
            IrqAverage.update(averageAt, RqClockLayout.clockNs(clockAt), irqNs, 1024, 1024);
        }
        assertNear(512, PeltLayout.utilAvg(averageAt), 8);
    }

    @Test
    void aSleeperLeavingABusyCpuDoesNotAge() {
        PeltLayout.utilSum(averageAt, 20_000_000);
        PeltLayout.utilAvg(averageAt, 420);
        assertFalse(leave(false, 64 * MS));
        assertEquals(420, PeltLayout.utilAvg(averageAt));
        assertTrue(leave(true, 64 * MS));
        assertNear(20_000_000L / 4 / 46_718, PeltLayout.utilAvg(averageAt), 12);
    }

    @Test
    void aSleeperWithNothingLeftDoesNotAge() {
        PeltLayout.loadAvg(averageAt, 1);
        assertFalse(leave(true, 64 * MS));
        assertEquals(0, PeltLayout.lastUpdateNs(averageAt));
    }

    @Test
    void aShortSleepAgesTheAveragesOnlyWhenAlwaysIsAskedFor() {
        PeltLayout.utilSum(averageAt, 20_000_000);
        PeltLayout.utilAvg(averageAt, 420);
        assertFalse(leave(true, 900_000), "no boundary");
        assertEquals(420, PeltLayout.utilAvg(averageAt));
        assertTrue(
                MigrateLag.decay(averageAt, queueAt, clockAt, true, 910_000, 1024, true),
                "a unit passed");
        assertEquals(20_000_000L / (46_718 + 888), PeltLayout.utilAvg(averageAt));
    }

    private boolean leave(boolean idle, long nowNs) {
        return MigrateLag.decay(averageAt, queueAt, clockAt, idle, nowNs, 1024, false);
    }
}
