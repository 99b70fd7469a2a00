package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleStatesTest {
    private final Machines.Rig rig = Machines.rig(Machines.bigLittle(), 0);
    private final IdleStates idles = rig.model().idles();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theDeepestStateThatAStayPaysForIsChosen() {
        assertEquals(1, idles.deepestWithin(0, 400_000));
        assertEquals(0, idles.deepestWithin(0, 399_999));
        assertEquals(0, idles.deepestWithin(0, 0), "the shallowest always fits");
    }

    @Test
    void wakingDuringEntryWaitsForItsEnd() {
        idles.leave(0, 0);
        idles.enter(0, 1, 1_000);
        assertEquals(90_000, idles.exitNs(0));
        assertEquals(20_000 + 90_000, idles.leave(0, 11_000));
        idles.enter(0, 1, 20_000);
        assertEquals(90_000, idles.leave(0, 50_000));
    }

    @Test
    void timeAndStaysAreAccountedPerState() {
        assertTrue(idles.idle(2));
        assertEquals(70, idles.idleNs(2, 70));
        idles.leave(2, 100); // from the deepest state, where all begin
        assertFalse(idles.idle(2));
        assertEquals(0, idles.exitNs(2));
        assertEquals(100, idles.idleNs(2, 5_000));
        idles.enter(2, 0, 5_000);
        assertEquals(100 + 25, idles.idleNs(2, 5_025));
        assertEquals(25, idles.stateNs(2, 0, 5_025));
        assertEquals(100, idles.stateNs(2, 1, 5_025));
        idles.leave(2, 5_050);
        assertEquals(1, idles.stayCount(2, 0));
        assertEquals(1, idles.stayCount(2, 1));
        assertEquals(150, idles.idleNs(2, 9_999));
    }

    @Test
    void staysThatDoNotPayOffAreCounted() {
        idles.leave(0, 0); // from the deepest state after nothing: too short
        idles.enter(0, 1, 0);
        idles.leave(0, 399_999);
        idles.enter(0, 1, 1_000_000);
        idles.leave(0, 1_400_000);
        idles.enter(0, 0, 2_000_000);
        idles.leave(0, 2_000_499);
        idles.enter(0, 0, 3_000_000);
        idles.leave(0, 3_399_999);
        idles.enter(0, 0, 4_000_000);
        idles.leave(0, 4_400_000);
        assertEquals(2, idles.tooDeepCount(0, 1));
        assertEquals(0, idles.tooShallowCount(0, 1), "nothing is deeper");
        assertEquals(1, idles.tooDeepCount(0, 0));
        assertEquals(1, idles.tooShallowCount(0, 0));
    }
}
