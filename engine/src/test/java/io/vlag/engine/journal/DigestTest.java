package io.vlag.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DigestTest {
    /**
     * Frozen: a change here makes old journals fail at their RUN_END, so it needs a new format
     * version.
     */
    @Test
    void theDigestOfAKnownRunIsFrozen() {
        assertEquals(-8_945_595_613_673_039_207L, Runs.run(NoTarget.INSTANCE, 10_000));
    }

    @Test
    void anyBitOfARecordCounts() {
        final long state = Digest.SEED;
        final Set<Long> digests = new HashSet<>();
        digests.add(Digest.finish(Digest.mix(state, 1, 2, 3, 4), 1));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            final long flip = 1L << bit;
            digests.add(Digest.finish(Digest.mix(state, 1 ^ flip, 2, 3, 4), 1));
            digests.add(Digest.finish(Digest.mix(state, 1, 2 ^ flip, 3, 4), 1));
            digests.add(Digest.finish(Digest.mix(state, 1, 2, 3 ^ flip, 4), 1));
            digests.add(Digest.finish(Digest.mix(state, 1, 2, 3, 4 ^ flip), 1));
        }
        assertEquals(1 + 4 * Long.SIZE, digests.size());
    }

    @Test
    void theOrderOfRecordsCounts() {
        final long ab = Digest.mix(Digest.mix(Digest.SEED, 1, 10, 0, 0), 2, 10, 0, 0);
        final long ba = Digest.mix(Digest.mix(Digest.SEED, 2, 10, 0, 0), 1, 10, 0, 0);
        assertNotEquals(ab, ba);
    }

    /** A flipped bit long ago still moves about half the bits at the end. */
    @Test
    void aSmallDifferenceSpreads() {
        final SplittableRandom random = new SplittableRandom(7);
        long differing = 0;
        final int trials = 10_000;
        for (int i = 0; i < trials; i++) {
            final long state = random.nextLong();
            final long timeNs = random.nextLong(1L << 40);
            final long one = Digest.mix(state, 3, timeNs, 5, 0);
            final long other = Digest.mix(state, 3, timeNs ^ (1L << random.nextInt(40)), 5, 0);
            differing += Long.bitCount(Digest.finish(one, 1) ^ Digest.finish(other, 1));
        }
        final double mean = (double) differing / trials;
        assertTrue(mean > 31.5 && mean < 32.5, "bits that differ: " + mean);
    }

    @Test
    void aMillionDifferentShortRunsHaveDifferentDigests() {
        final Set<Long> digests = new HashSet<>();
        for (int a = 0; a < 1_000; a++) {
            for (int b = 0; b < 1_000; b++) {
                digests.add(
                        Digest.finish(
                                Digest.mix(Digest.mix(Digest.SEED, 3, a, 0, 0), 3, b, 0, 0), 2));
            }
        }
        assertEquals(1_000_000, digests.size());
    }
}
