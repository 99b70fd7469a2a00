package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two states: WFI from 500 ns on, off from 400 us on, whose way in and out takes 120 us. */
class IdleGovernorsTest {
    private static final long TICK_NS = 4_000_000;
    private static final long FAR = Long.MAX_VALUE;
    private static final int KEEP = IdleGovernors.KEEP_TICK;

    private final MachinePlan machine = Machines.bigLittle();
    private final SlabPlan plan = new SlabPlan();
    private final long idlesOffset = IdleStates.reserve(plan, machine);
    private final long menuOffset = IdleGovernors.reserve(plan, machine);
    private final long teoOffset = IdleGovernors.reserve(plan, machine);
    private final Slab slab = plan.allocate();
    private final IdleStates idles = new IdleStates(slab.at(idlesOffset), machine);
    private final IdleGovernors menu = governor(menuOffset, IdleGovernors.MENU);
    private final IdleGovernors teo = governor(teoOffset, IdleGovernors.TEO);

    private IdleGovernors governor(long offset, int kind) {
        final IdleGovernors governors =
                new IdleGovernors(slab.at(offset), machine, kind, TICK_NS, idles);
        governors.reset();
        return governors;
    }

    @AfterEach
    void close() {
        slab.close();
    }

    @Test
    void aCpuWithOneStateHasNoChoiceAndStopsItsTick() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            assertEquals(0, rig.model().idleGovernors().choose(0, 1_000, 1_000));
        }
    }

    @Test
    void withoutHistoryTheTimerDecides() {
        assertEquals(0 | KEEP, teo.choose(0, 399_999, TICK_NS));
        assertEquals(1 | KEEP, teo.choose(0, 400_000, TICK_NS));
        assertEquals(1, teo.choose(0, TICK_NS, TICK_NS), "long enough to stop the tick");
        assertEquals(1, teo.choose(0, FAR, TICK_NS));
    }

    @Test
    void aTickThatGoesOnBoundsTheState() {
        assertEquals(0 | KEEP, teo.choose(0, 1_000_000, 399_999));
        assertEquals(1 | KEEP, teo.choose(0, 1_000_000, 400_000));
    }

    @Test
    void teoGoesShallowerWhenStaysAreCutShort() {
        for (int stay = 0; stay < 3; stay++) {
            teo.choose(0, FAR, TICK_NS);
            teo.reflect(0, 50_000, false);
        }
        assertEquals(0 | KEEP, teo.choose(0, FAR, TICK_NS));
        assertEquals(1, teo.choose(1, FAR, TICK_NS), "another CPU's stays do not count");
    }

    @Test
    void teoForgetsCutShortStaysAgain() {
        for (int stay = 0; stay < 20; stay++) {
            teo.choose(0, FAR, TICK_NS);
            teo.reflect(0, 50_000, false);
        }
        int stays = 0;
        while (teo.choose(0, FAR, TICK_NS) != 1) {
            teo.reflect(0, 10_000_000, false);
            stays++;
            assertTrue(stays < 20, "still shallow");
        }
        // Pulses of 1024 fading by an eighth: 1024 * 8 intercepts at most, the same limit for hits.
        assertTrue(stays >= 4, "forgot after " + stays);
    }

    @Test
    void teoTakesATickOverALongSleepForTheWholeSleep() {
        for (int stay = 0; stay < 3; stay++) {
            teo.choose(0, FAR, TICK_NS);
            teo.reflect(0, 50_000, true);
        }
        assertEquals(1, teo.choose(0, FAR, TICK_NS));
    }

    /** Its last stays are zero at first; ticks that end long sleeps make them long. */
    private void warmUpMenu() {
        assertEquals(0 | KEEP, menu.choose(0, FAR, TICK_NS));
        for (int stay = 0; stay < 8; stay++) {
            menu.choose(0, FAR, TICK_NS);
            menu.reflect(0, TICK_NS, true);
        }
    }

    @Test
    void menuMultipliesTheTimerByWhatWasSleptOfSuchTimes() {
        warmUpMenu();
        assertEquals(1, menu.choose(0, 50_000_000, TICK_NS));
        for (int stay = 0; stay < 40; stay++) {
            menu.choose(0, 50_000_000, TICK_NS);
            menu.reflect(0, stay % 2 == 0 ? 500_000 : 3_500_000, false);
        }
        // About 2 ms of 50 ms: deep pays, but the stay is below a tick.
        assertEquals(1 | KEEP, menu.choose(0, 50_000_000, TICK_NS));
        // Another range of times has its own factor, and the stays are too unlike to count.
        assertEquals(1, menu.choose(0, 500_000_000, TICK_NS));
    }

    @Test
    void menuRecognisesTheUsualStay() {
        warmUpMenu();
        for (int stay = 0; stay < 8; stay++) {
            menu.choose(0, FAR, TICK_NS);
            menu.reflect(0, 300_000 + stay * 100, false);
        }
        assertEquals(0 | KEEP, menu.choose(0, FAR, TICK_NS));
    }

    @Test
    void menuLeavesOneOutlierOut() {
        warmUpMenu();
        for (int stay = 0; stay < 8; stay++) {
            menu.choose(0, FAR, TICK_NS);
            menu.reflect(0, stay == 3 ? 30_000_000 : 300_000, false);
        }
        assertEquals(0 | KEEP, menu.choose(0, FAR, TICK_NS));
    }

    @Test
    void menuSeesNoPatternInStaysOfAllLengths() {
        warmUpMenu();
        long length = 1_000_000;
        for (int stay = 0; stay < 8; stay++) {
            menu.choose(0, FAR, TICK_NS);
            menu.reflect(0, length, false);
            length *= 2;
        }
        assertEquals(1, menu.choose(0, FAR, TICK_NS));
    }

    @Test
    void theTwoAreNotTheSame() {
        warmUpMenu();
        for (int stay = 0; stay < 8; stay++) {
            menu.choose(0, FAR, TICK_NS);
            menu.reflect(0, stay < 6 ? 100_000 : 5_000_000, false);
            teo.choose(0, FAR, TICK_NS);
            teo.reflect(0, stay < 6 ? 100_000 : 5_000_000, false);
        }
        assertNotEquals(menu.choose(0, FAR, TICK_NS), teo.choose(0, FAR, TICK_NS));
    }
}
