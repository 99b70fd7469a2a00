package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HwCountersTest {
    @Test
    void pathsAreCountedAsPassesAndReadAsEvents() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final HwCounters counters = rig.model().counters();
            counters.addPath(1, 0, 3);
            counters.addPath(1, 1, 2);
            counters.addEvents(1, 7, 11, 13);
            assertEquals((3 * 1300 + 2 * 333) * 1000L + 7, counters.instructionsMilli(1));
            assertEquals(3 * 5000 + 2 * 250 + 11, counters.branchMissesMilli(1));
            assertEquals(3 * 2500 + 13, counters.cacheMissesMilli(1));
            assertEquals(3, counters.passes(1, 0));
            assertEquals(0, counters.instructionsMilli(0) + counters.instructionsMilli(2));
        }
    }

    @Test
    void cyclesAreBusyTimeTimesClockWithNothingLost() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final HwCounters counters = rig.model().counters();
            for (int i = 0; i < 1000; i++) {
                counters.addSystem(0, 1, 2_400_000); // 2.4 cycles each
                counters.addIrq(0, 3, 1_500_000); // 4.5 cycles each
            }
            assertEquals(2400 + 4500, counters.cycles(0));
            assertEquals(1000, counters.systemNs(0));
            assertEquals(3000, counters.irqNs(0));
            assertEquals(4000, counters.busyNs(0));
        }
    }

    @Test
    void userInstructionsFollowUserCycles() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final HwCounters counters = rig.model().counters();
            for (int i = 0; i < 10; i++) {
                counters.addUser(2, 1, 2_400_000, 1720); // 24 cycles in all
            }
            assertEquals(24, counters.cycles(2));
            assertEquals(24 * 1720, counters.instructionsMilli(2));
            assertEquals(10, counters.userNs(2));
        }
    }

    @Test
    void aPassIsCountedAndTakesItsTimeAtTheRunningClock() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final HwModel model = rig.model();
            model.startAt(0, 9, 0);
            long ns = 0;
            for (int i = 0; i < 1000; i++) {
                ns += model.passPath(3, 0);
            }
            assertEquals(379_708, ns); // 379.708 ns each
            assertEquals(1000, model.counters().passes(3, 0));
        }
    }
}
