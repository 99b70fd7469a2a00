package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OppTableTest {
    private final OppTable opps = new OppTable(Machines.pi5Stock());

    @Test
    void closestTakesTheLowerOfTwo() {
        assertEquals(4, opps.closest(0, 1_860_000, 0, 9)); // 1.9 GHz
        assertEquals(3, opps.closest(0, 1_850_000, 0, 9)); // tie: 1.8 GHz
        assertEquals(4, opps.closest(0, 1_850_001, 0, 9));
        assertEquals(0, opps.closest(0, 0, 0, 9));
        assertEquals(9, opps.closest(0, 9_999_999, 0, 9));
        assertEquals(5, opps.closest(0, 1_500_000, 5, 7));
        assertEquals(7, opps.closest(0, 2_400_000, 5, 7));
    }

    @Test
    void relationsAgreeWithASearchOverAllOperatingPoints() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            final int min = random.nextInt(10);
            final int max = random.nextInt(min, 10);
            final int khz = random.nextInt(1_300_000, 2_600_000) / 1000 * 1000;
            int closest = min;
            int above = max;
            int below = min;
            for (int opp = max; opp >= min; opp--) {
                above = opps.khz(0, opp) >= khz ? opp : above;
            }
            for (int opp = min; opp <= max; opp++) {
                below = opps.khz(0, opp) <= khz ? opp : below;
                closest =
                        Math.abs(opps.khz(0, opp) - khz) < Math.abs(opps.khz(0, closest) - khz)
                                ? opp
                                : closest;
            }
            assertEquals(closest, opps.closest(0, khz, min, max));
            assertEquals(above, opps.atOrAbove(0, khz, min, max));
            assertEquals(below, opps.atOrBelow(0, khz, min, max));
        }
    }

    @Test
    void pinnedGovernorsKeepToThePolicy() {
        try (Machines.Rig rig = Machines.rig(Machines.pi5Stock(), 0)) {
            final FreqDomains freqs = rig.model().freqs();
            freqs.limits(0, 2, 7, 0);
            assertEquals(7, PinnedGovernors.performance(freqs, 0));
            assertEquals(2, PinnedGovernors.powersave(freqs, 0));
            assertEquals(4, PinnedGovernors.userspace(freqs, 0, 1_801_000));
            assertEquals(7, PinnedGovernors.userspace(freqs, 0, 2_400_000));
        }
    }
}
