package io.vlag.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IowaitBoostTest {
    private static final long TICK_NS = 1_000_000;

    private final Slab slab;
    private final long at;
    private long nowNs;

    IowaitBoostTest() {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("iowait", IowaitBoostLayout.BYTES, 1);
        slab = plan.allocate();
        at = slab.at(offset);
    }

    @AfterEach
    void release() {
        slab.close();
    }

    private void wake() {
        nowNs += 1000;
        IowaitBoost.request(at, nowNs, TICK_NS, true);
    }

    private long evaluate() {
        return IowaitBoost.apply(at, nowNs, TICK_NS, 1024);
    }

    @Test
    void itDoublesOncePerEvaluationUpToAll() {
        for (long expected : new long[] {128, 256, 512, 1024, 1024}) {
            wake();
            wake(); // pending already
            assertTrue(IowaitBoost.pending(at));
            assertEquals(expected, evaluate());
            assertFalse(IowaitBoost.pending(at));
        }
    }

    @Test
    void itHalvesWithoutWakeUpsAndEndsBelowTheLeast() {
        wake();
        evaluate();
        wake();
        assertEquals(256, evaluate());
        assertEquals(128, evaluate());
        assertEquals(0, evaluate());
        assertEquals(0, IowaitBoost.boost(at));
        assertEquals(0, evaluate());
    }

    @Test
    void aCallWithoutTheFlagOnlyStampsTheTime() {
        wake();
        evaluate();
        IowaitBoost.request(at, nowNs + TICK_NS, TICK_NS, false);
        IowaitBoost.request(at, nowNs + 2 * TICK_NS, TICK_NS, true);
        assertEquals(256, IowaitBoost.boost(at));
    }

    @Test
    void afterMoreThanATickOfSilenceItStartsAgain() {
        wake();
        evaluate();
        wake();
        IowaitBoost.request(at, nowNs + TICK_NS + 1, TICK_NS, true);
        assertEquals(128, IowaitBoost.boost(at));
        assertTrue(IowaitBoost.pending(at));
        IowaitBoost.request(at, nowNs + 3 * TICK_NS, TICK_NS, false);
        assertEquals(0, IowaitBoost.boost(at));
        assertFalse(IowaitBoost.pending(at));
    }

    @Test
    void anEvaluationOfASilentCpuForgetsIt() {
        wake();
        assertEquals(128, IowaitBoost.apply(at, nowNs + TICK_NS, TICK_NS, 1024));
        assertEquals(0, IowaitBoost.apply(at, nowNs + TICK_NS + 1, TICK_NS, 1024));
        assertEquals(0, IowaitBoost.boost(at));
    }

    @Test
    void itIsAPartOfTheCpusCapacity() {
        wake();
        assertEquals(446 / 8, IowaitBoost.apply(at, nowNs, TICK_NS, 446)); // rounded down
    }
}
