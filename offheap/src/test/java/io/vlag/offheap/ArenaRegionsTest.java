package io.vlag.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ArenaRegionsTest {
    private static final long SEED = Long.getLong("test.seed", 11);
    private static final long MIB = 1L << 20;

    @Test
    void regionsNeverOverlapAndStayAligned() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final ArenaRegions regions = new ArenaRegions(256 * MIB);
        final TreeMap<Long, Long> taken = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            if (taken.size() < 20 || random.nextBoolean() && taken.size() < 40) {
                final long bytes =
                        random.nextBoolean() ? random.nextLong(20_000) : random.nextLong(4 * MIB);
                final long at = regions.claim(bytes);
                final Map.Entry<Long, Long> before = taken.floorEntry(at);
                final Map.Entry<Long, Long> after = taken.ceilingEntry(at);
                assertTrue(
                        before == null || before.getKey() + before.getValue() <= at,
                        "seed " + SEED);
                assertTrue(after == null || at + bytes <= after.getKey(), "seed " + SEED);
                assertTrue(at + bytes <= 256 * MIB);
                assertEquals(0, at % (bytes >= 2 * MIB ? 2 * MIB : 4096));
                taken.put(at, Math.max(1, bytes));
            } else {
                final Map.Entry<Long, Long> victim =
                        taken.ceilingEntry(random.nextLong(taken.lastKey() + 1));
                regions.release(victim.getKey());
                taken.remove(victim.getKey());
            }
        }
    }

    @Test
    void exhaustionNamesThePropertyAndAValueThatIsEnough() {
        final ArenaRegions regions = new ArenaRegions(8 * MIB);
        assertEquals(0, regions.claim(6 * MIB));
        final ArenaExhaustedException exhausted =
                assertThrows(ArenaExhaustedException.class, () -> regions.claim(5 * MIB));
        assertTrue(exhausted.getMessage().contains("-Dvlag.arenaMiB=15 "), exhausted.getMessage());
        assertTrue(exhausted.getMessage().contains("5,242,880"), exhausted.getMessage());
    }

    @Test
    void exhaustionByScatteringAsksForMoreThanThereIs() {
        final ArenaRegions regions = new ArenaRegions(8 * MIB);
        regions.claim(2 * MIB);
        final long middle = regions.claim(2 * MIB);
        regions.claim(2 * MIB);
        regions.release(middle);
        final ArenaExhaustedException exhausted =
                assertThrows(ArenaExhaustedException.class, () -> regions.claim(3 * MIB));
        assertTrue(
                exhausted.getMessage().contains("no gap is large enough"), exhausted.getMessage());
        assertTrue(exhausted.getMessage().contains("-Dvlag.arenaMiB=15 "), exhausted.getMessage());
    }

    @Test
    void releasingWhatWasNotLentIsRefused() {
        final ArenaRegions regions = new ArenaRegions(MIB);
        final long at = regions.claim(100);
        regions.release(at);
        assertThrows(IllegalArgumentException.class, () -> regions.release(at));
    }
}
