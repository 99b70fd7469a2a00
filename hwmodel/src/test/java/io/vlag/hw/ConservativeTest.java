package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Pi 5, 1.5 to 2.4 GHz in steps of 100 MHz, looked at every 20 ms; a step of 5 % of 2.4 GHz is 120
 * MHz.
 */
class ConservativeTest {
    private static final long MS = 1_000_000;

    private final Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0);
    private final HwModel model = rig.model();
    private final FreqDomains freqs = model.freqs();
    private long nowNs;

    @AfterEach
    void close() {
        rig.close();
    }

    private Conservative started(int stepPct, int downFactor) {
        final Conservative governor =
                rig.conservative(
                        new ConservativePlan(80, 20, stepPct, downFactor, List.of(20 * MS)));
        governor.start(0, nowNs, 0);
        return governor;
    }

    /** The next look; returns the clock asked for, MHz, and lets it run. */
    private int look(Conservative governor) {
        return look(governor, 20 * MS);
    }

    private int look(Conservative governor, long afterNs) {
        nowNs += afterNs;
        assertTrue(governor.onHook(0, nowNs));
        final int opp = governor.evaluate(0, nowNs);
        governor.workDone(0);
        if (freqs.request(0, opp, nowNs) != FreqDomains.NEVER) {
            model.completeTransition(0, nowNs + MS);
        }
        return freqs.opps().khz(0, opp) / 1_000;
    }

    /** 1500, then 1620, 1740, 1860, ... each cut to the operating point at or below. */
    @Test
    void aHighLoadClimbsStepByStep() {
        model.goBusy(0, 0);
        final Conservative governor = started(5, 1);
        final int[] clocks = {1_600, 1_700, 1_800, 1_900, 2_100, 2_200, 2_300, 2_400, 2_400};
        for (final int mhz : clocks) {
            assertEquals(mhz, look(governor));
        }
        assertEquals(100, governor.lastLoad(0));
    }

    /** From 2400: 2280, 2160, 2040, ... each raised to the operating point at or above. */
    @Test
    void aLowLoadDescendsStepByStep() {
        freqs.startAt(0, 9);
        final Conservative governor = started(5, 1);
        model.goBusy(1, 0);
        look(governor); // busy: at the top already, and this load is remembered
        model.goIdle(1, 0, FreqDomains.NEVER, nowNs);
        final int[] clocks = {2_300, 2_200, 2_100, 2_000, 1_800, 1_700, 1_600, 1_500, 1_500};
        for (final int mhz : clocks) {
            assertEquals(mhz, look(governor));
            assertEquals(0, governor.lastLoad(0));
        }
    }

    @Test
    void betweenTheThresholdsNothingChanges() {
        freqs.startAt(0, 5);
        final Conservative governor = started(5, 1);
        for (int look = 0; look < 4; look++) { // half of each period busy
            model.goBusy(2, nowNs + 10 * MS);
            assertEquals(2_000, look(governor));
            assertEquals(50, governor.lastLoad(0));
            model.goIdle(2, 0, FreqDomains.NEVER, nowNs);
        }
    }

    /** 80 is not above 80, 20 is not below 20. */
    @Test
    void theThresholdsThemselvesChangeNothing() {
        freqs.startAt(0, 5);
        final Conservative governor = started(5, 1);
        model.goBusy(2, 4 * MS);
        assertEquals(2_000, look(governor));
        assertEquals(80, governor.lastLoad(0));
        model.goIdle(2, 0, FreqDomains.NEVER, 24 * MS);
        assertEquals(2_000, look(governor));
        assertEquals(20, governor.lastLoad(0));
    }

    @Test
    void theDownFactorMakesItWait() {
        freqs.startAt(0, 9);
        final Conservative governor = started(5, 3);
        final int[] clocks = {2_400, 2_400, 2_300, 2_300, 2_300, 2_200};
        for (final int mhz : clocks) {
            assertEquals(mhz, look(governor));
        }
    }

    /** Idle for 100 ms, 5 periods: 2400 - 5 * 120 = 1800, and one step for the load itself. */
    @Test
    void stepsThatIdleTimeMissedAreTakenAtOnce() {
        freqs.startAt(0, 9);
        final Conservative governor = started(5, 1);
        assertEquals(1_700, look(governor, 100 * MS));
    }

    /** The load before a long sleep counts once more: no step down for it, only the missed ones. */
    @Test
    void aLongSleepIsForgivenOnce() {
        freqs.startAt(0, 9);
        final Conservative governor = started(5, 1);
        model.goBusy(0, 10 * MS);
        assertEquals(2_400, look(governor));
        assertEquals(50, governor.lastLoad(0));
        model.goIdle(0, 0, FreqDomains.NEVER, nowNs);
        assertEquals(2_400, look(governor, 60 * MS)); // 2040 is remembered, not asked for
        assertEquals(50, governor.lastLoad(0));
        assertEquals(2_000, look(governor)); // 2040 - 120 = 1920
    }

    @Test
    void aStepOfNothingStays() {
        model.goBusy(0, 0);
        final Conservative governor = started(0, 1);
        assertEquals(1_500, look(governor));
    }

    @Test
    void limitsBoundTheSteps() {
        freqs.limits(0, 2, 4, 0); // 1.7 to 1.9 GHz
        model.completeTransition(0, MS);
        model.goBusy(0, MS);
        final Conservative governor = started(5, 1); // 5 % of 1.9 GHz: 95 MHz
        assertEquals(1_700, look(governor)); // 1795
        assertEquals(1_800, look(governor)); // 1890
        assertEquals(1_900, look(governor)); // 1900
        assertEquals(1_900, look(governor));
    }

    @Test
    void settingsOutsideTheirRangeAreNamed() {
        assertEquals(
                "conservative down_threshold: 80 is outside 0..79",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new ConservativePlan(80, 80, 5, 1, List.of(1L)))
                        .getMessage());
    }
}
