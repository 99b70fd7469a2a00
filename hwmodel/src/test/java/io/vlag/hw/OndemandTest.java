package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pi 5 with the distribution's start-up settings: threshold 50, rate 100 ms, down factor 50. */
class OndemandTest {
    private static final long MS = 1_000_000;

    private final Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0);
    private final HwModel model = rig.model();
    private final FreqDomains freqs = model.freqs();
    private final Ondemand ondemand = rig.ondemand(new OndemandPlan(50, 100 * MS, 50, false));

    @BeforeEach
    void start() {
        ondemand.start(0, 0, 0);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void hooksBeforeTheSamplingRateAndDuringTheWorkAreDropped() {
        assertFalse(ondemand.onHook(0, 100 * MS - 1));
        assertTrue(ondemand.onHook(0, 100 * MS));
        assertFalse(ondemand.onHook(0, 300 * MS));
        ondemand.evaluate(0, 300 * MS);
        ondemand.workDone(0);
        assertTrue(ondemand.onHook(0, 300 * MS), "300 - 100 ms since the last accepted hook");
    }

    @Test
    void thePhaseOfAGovernorThatRanBeforeCounts() {
        ondemand.start(0, 0, 60 * MS);
        assertFalse(ondemand.onHook(0, 40 * MS - 1));
        model.goBusy(0, 0);
        assertTrue(ondemand.onHook(0, 40 * MS));
        ondemand.evaluate(0, 40 * MS);
        assertEquals(40, ondemand.lastLoad(0), "busy 40 of 100 ms");
    }

    @Test
    void aFullLoadGoesToTheTopAndHoldsForTheDownFactor() {
        for (int cpu = 0; cpu < 4; cpu++) {
            model.goBusy(cpu, 0);
        }
        final int opp = sample(100 * MS);
        assertEquals(9, opp);
        assertEquals(100, ondemand.lastLoad(0));
        assertEquals(5_000 * MS, ondemand.sampleDelayNs(0));
        settle(opp, 100 * MS);
        assertEquals(2_400_000, freqs.khz(0));
        assertFalse(ondemand.onHook(0, 5_100 * MS - 1));
        assertEquals(9, sample(5_100 * MS));
        assertEquals(
                5_000 * MS,
                ondemand.sampleDelayNs(0),
                "at the top already: the multiplier is kept");
    }

    /** 1.5 GHz + 40 % of 0.9 GHz = 1.86 GHz; 1.9 GHz is closest. */
    @Test
    void aLoadOfFortyTakesTheClosestOfTheLinearMap() {
        model.goBusy(2, 60 * MS);
        assertEquals(4, sample(100 * MS));
        assertEquals(40, ondemand.lastLoad(0));
        assertEquals(100 * MS, ondemand.sampleDelayNs(0));
    }

    @Test
    void theThresholdItselfIsNotAboveIt() {
        model.goBusy(2, 49 * MS);
        model.goIdle(2, 0, FreqDomains.NEVER, 99 * MS);
        assertEquals(4, sample(100 * MS)); // 50 %: 1.95 GHz, tie of 1.9 and 2.0, the lower
        assertEquals(50, ondemand.lastLoad(0));
    }

    @Test
    void loadIsTheLargestOfThePolicyAndTruncated() {
        model.goBusy(0, 90 * MS);
        model.goBusy(1, 75 * MS + 1);
        sample(100 * MS);
        assertEquals(24, ondemand.lastLoad(0), "24.999999 %");
    }

    @Test
    void aLongSleepIsForgivenOnce() {
        model.goBusy(0, 70 * MS);
        assertEquals(3, sample(100 * MS)); // 30 %: 1.77 GHz
        model.goIdle(0, 0, FreqDomains.NEVER, 100 * MS);
        model.goBusy(0, 301 * MS); // idle 201 ms > 2 * 100 ms
        sample(310 * MS);
        assertEquals(30, ondemand.lastLoad(0), "previous load again");
        model.goIdle(0, 0, FreqDomains.NEVER, 310 * MS);
        sample(511 * MS);
        assertEquals(0, ondemand.lastLoad(0), "no previous load left");
        sample(800 * MS);
        assertEquals(0, ondemand.lastLoad(0));
    }

    @Test
    void aSleepOfExactlyTwoPeriodsIsALoadOfItsOwn() {
        model.goBusy(0, 70 * MS);
        sample(100 * MS);
        model.goIdle(0, 0, FreqDomains.NEVER, 100 * MS);
        model.goBusy(0, 300 * MS);
        sample(400 * MS);
        assertEquals(33, ondemand.lastLoad(0));
    }

    @Test
    void policyLimitsBoundTheAnswerButNotTheMap() {
        freqs.limits(0, 0, 3, 0);
        model.goBusy(2, 60 * MS);
        assertEquals(3, sample(100 * MS), "1.86 GHz wanted, 1.8 GHz allowed");
        model.goBusy(1, 100 * MS);
        assertEquals(3, sample(200 * MS), "policy maximum");
    }

    @Test
    void loadSurvivesIdleTimeBeyondTheWindowAndLongWindows() {
        assertEquals(0, Ondemand.busyPct(100, 101));
        assertEquals(100, Ondemand.busyPct(3_600_000_000_000_000L, 0));
        assertEquals(1_509_000, Ondemand.wantedKhz(1, 1_500_000, 2_400_000));
    }

    /** CPU 1 idles for 100 ms, in 30 of which a task of it waits: busy 30 %. */
    @Test
    void idleTimeOfAWaitingTaskIsBusyOnlyWhereTheSettingSaysSo() {
        final WaitingIdle waiting =
                (cpu, nowNs) -> cpu == 1 ? Math.clamp(nowNs - 20 * MS, 0, 30 * MS) : 0;
        final Ondemand busy = rig.ondemand(new OndemandPlan(50, 100 * MS, 50, true), waiting);
        busy.start(0, 0, 0);
        assertTrue(busy.onHook(0, 100 * MS));
        assertEquals(3, busy.evaluate(0, 100 * MS)); // 1.5 + 0.3 * 0.9 = 1.77 GHz: 1.8
        assertEquals(30, busy.lastLoad(0));
        final Ondemand idle = rig.ondemand(new OndemandPlan(50, 100 * MS, 50, false), waiting);
        idle.start(0, 0, 0);
        assertTrue(idle.onHook(0, 100 * MS));
        assertEquals(0, idle.evaluate(0, 100 * MS));
        assertEquals(0, idle.lastLoad(0));
    }

    @Test
    void settingsOutsideTheirRangeAreNamed() {
        assertEquals(
                "ondemand up_threshold: 101 is outside 1..100",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new OndemandPlan(101, 1, 1, false))
                        .getMessage());
    }

    private int sample(long nowNs) {
        assertTrue(ondemand.onHook(0, nowNs));
        final int opp = ondemand.evaluate(0, nowNs);
        ondemand.workDone(0);
        return opp;
    }

    private void settle(int opp, long nowNs) {
        model.completeTransition(0, freqs.request(0, opp, nowNs));
    }
}
