package io.vlag.pelt;

import static io.vlag.pelt.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeltAverageTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_402L);
    private static final long PERIOD_NS = 1024 * 1024;
    private static final BigInteger TWO_64 = BigInteger.TWO.pow(64);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Records records = new Records(2);
    private final long at = records.at(0);
    private final long otherAt = records.at(1);

    @AfterEach
    void release() {
        records.close();
    }

    /**
     * The moving divider keeps it there; which of the two it is depends on where the updates fall.
     */
    @Test
    void alwaysRunningSettlesAt1023Or1024() {
        long nowNs = 0;
        for (int i = 0; i < 20_000; i++) {
            nowNs += 1 + random.nextLong(3_000_000);
            PeltAverage.update(at, nowNs, 1, 1, 1, 1024);
            assertTrue(PeltLayout.utilAvg(at) <= 1024, () -> "seed=" + SEED);
            if (nowNs > 500 * PERIOD_NS) {
                assertTrue(PeltLayout.utilAvg(at) >= 1023, () -> "seed=" + SEED);
                assertTrue(PeltLayout.runnableAvg(at) >= 1023, () -> "seed=" + SEED);
                assertTrue(PeltLayout.loadAvg(at) >= 1023, () -> "seed=" + SEED);
            }
        }
    }

    @Test
    void halfOfAllUtilisationIsReachedAfterOneHalfLife() {
        long nowNs = 0;
        while (nowNs < 32 * PERIOD_NS) {
            nowNs += 100_000;
            PeltAverage.update(at, nowNs, 1, 1, 1, 1024);
        }
        assertNear(512, PeltLayout.utilAvg(at), 12);
    }

    @Test
    void twoTasksSharingACpuAreHalfBusyButAlwaysRunnable() {
        long nowNs = 0;
        for (int i = 0; i < 4_000; i++) {
            nowNs += 250_000;
            PeltAverage.update(at, nowNs, 1, 1, i & 1, 1024);
        }
        assertNear(512, PeltLayout.utilAvg(at), 8);
        assertNear(1023, PeltLayout.runnableAvg(at), 2);
    }

    @Test
    void timeBelowOneUnitIsKeptForLater() {
        assertFalse(PeltAverage.updateAlways(at, 1_023, 1, 1, 1, 1024));
        assertEquals(0, PeltLayout.lastUpdateNs(at));
        assertEquals(0, PeltLayout.utilSum(at));
        assertTrue(PeltAverage.updateAlways(at, 2_047, 1, 1, 1, 1024));
        assertEquals(1_024, PeltLayout.lastUpdateNs(at));
        assertEquals(1_024, PeltLayout.utilSum(at));
    }

    @Test
    void timeThatRunsBackwardsOnlySetsTheClock() {
        PeltAverage.update(at, 5 * PERIOD_NS, 1, 1, 1, 1024);
        final long sum = PeltLayout.utilSum(at);
        assertFalse(PeltAverage.updateAlways(at, PERIOD_NS, 1, 1, 1, 1024));
        assertEquals(PERIOD_NS, PeltLayout.lastUpdateNs(at));
        assertEquals(sum, PeltLayout.utilSum(at));
    }

    @Test
    void averagesMoveOnlyAtABoundaryUnlessAlwaysIsAskedFor() {
        assertFalse(PeltAverage.update(at, 900_000, 1, 1, 1, 1024));
        assertEquals(0, PeltLayout.utilAvg(at));
        assertTrue(PeltAverage.updateAlways(otherAt, 900_000, 1, 1, 1, 1024));
        assertEquals(878L * 1024 / (46_718 + 878), PeltLayout.utilAvg(otherAt));
        assertTrue(PeltAverage.update(at, 1_100_000, 1, 1, 1, 1024));
        assertTrue(PeltLayout.utilAvg(at) > 0);
    }

    /** The kernel counts periods in 32 bits: the sums decay, but nobody is told. */
    @Test
    void aGapOfTwoToThe32PeriodsGoesUnnoticed() {
        final long wrapNs = PERIOD_NS << 32;
        for (long gapNs : new long[] {wrapNs, wrapNs + PERIOD_NS, 2 * wrapNs}) {
            records.reset();
            PeltLayout.utilAvg(at, 700);
            PeltLayout.utilSum(at, 30_000_000);
            final boolean noticed = gapNs % wrapNs != 0;
            assertEquals(noticed, PeltAverage.update(at, gapNs, 0, 0, 0, 1024));
            assertEquals(0, PeltLayout.utilSum(at));
            assertEquals(noticed ? 0 : 700, PeltLayout.utilAvg(at));
        }
    }

    @Test
    void bothFormsKeepTheSameSums() {
        long nowNs = 1 + random.nextLong(1L << 40);
        PeltLayout.lastUpdateNs(at, nowNs);
        PeltLayout.lastUpdateNs(otherAt, nowNs);
        for (int i = 0; i < 100_000; i++) {
            nowNs += random.nextLong(1L << random.nextInt(1, 28));
            final int load = random.nextInt(2);
            final int running = random.nextInt(2);
            PeltAverage.update(at, nowNs, load, load, running, 1024);
            PeltAverage.updateAlways(otherAt, nowNs, load, load, running, 1024);
            assertEquals(PeltLayout.loadSum(at), PeltLayout.loadSum(otherAt));
            assertEquals(PeltLayout.runnableSum(at), PeltLayout.runnableSum(otherAt));
            assertEquals(PeltLayout.utilSum(at), PeltLayout.utilSum(otherAt));
            PeltAverage.updateAvg(at, 1024);
            assertEquals(PeltLayout.utilAvg(at), PeltLayout.utilAvg(otherAt));
        }
    }

    /** A queue with many entities: every sum against a plain reference in exact integers. */
    @Test
    void updatesLikeExactIntegers() {
        final Reference reference = new Reference();
        long nowNs = random.nextLong(1L << 40);
        PeltLayout.lastUpdateNs(at, nowNs);
        reference.lastUpdateNs = nowNs;
        for (int i = 0; i < 50_000; i++) {
            nowNs += random.nextLong(1L << random.nextInt(1, 34));
            final long load = random.nextInt(4) == 0 ? 0 : random.nextLong(1L << 20);
            final long runnable = random.nextLong(500);
            final int running = random.nextInt(3) - 1;
            final long weight = 1 + random.nextLong(88_761);
            final boolean crossed = PeltAverage.update(at, nowNs, load, runnable, running, weight);
            assertEquals(reference.update(nowNs, load, runnable, running, weight), crossed);
            final int step = i;
            assertTrue(reference.matches(at), () -> "seed=" + SEED + " step=" + step);
        }
    }

    /** The rule of golden pelt/avg_sequence, word for word, in arbitrary precision. */
    private static final class Reference {
        private long lastUpdateNs;
        private int periodContrib;
        private BigInteger loadSum = BigInteger.ZERO;
        private BigInteger runnableSum = BigInteger.ZERO;
        private BigInteger utilSum = BigInteger.ZERO;
        private BigInteger loadAvg = BigInteger.ZERO;
        private BigInteger runnableAvg = BigInteger.ZERO;
        private BigInteger utilAvg = BigInteger.ZERO;

        boolean update(long nowNs, long load, long runnable, int running, long weight) {
            final long units = (nowNs - lastUpdateNs) / 1024;
            if (units == 0) {
                return false;
            }
            lastUpdateNs += units * 1024;
            final long periods = (units + periodContrib) / 1024;
            final int after = (int) ((units + periodContrib) % 1024);
            BigInteger contrib = BigInteger.valueOf(units);
            if (periods > 0) {
                loadSum = aged(loadSum, periods);
                runnableSum = aged(runnableSum, periods);
                utilSum = aged(utilSum, periods);
                final BigInteger most = BigInteger.valueOf(47_742);
                contrib =
                        aged(BigInteger.valueOf(1024 - periodContrib), periods)
                                .add(most.subtract(aged(most, periods)))
                                .add(BigInteger.valueOf(after - 1024));
            }
            periodContrib = after;
            if (load != 0) {
                final BigInteger q10 = contrib.shiftLeft(10);
                loadSum = loadSum.add(contrib.multiply(BigInteger.valueOf(load))).mod(TWO_64);
                runnableSum = runnableSum.add(q10.multiply(BigInteger.valueOf(runnable)));
                utilSum = running != 0 ? utilSum.add(q10) : utilSum;
            }
            if (periods > 0) {
                final BigInteger divider = BigInteger.valueOf(46_718 + after);
                loadAvg = loadSum.multiply(BigInteger.valueOf(weight)).mod(TWO_64).divide(divider);
                runnableAvg = runnableSum.divide(divider);
                utilAvg = utilSum.divide(divider);
            }
            return periods > 0;
        }

        boolean matches(long at) {
            return PeltLayout.lastUpdateNs(at) == lastUpdateNs
                    && PeltLayout.periodContrib(at) == periodContrib
                    && PeltLayout.loadSum(at) == loadSum.longValue()
                    && PeltLayout.runnableSum(at) == runnableSum.longValue()
                    && PeltLayout.utilSum(at) == utilSum.longValueExact()
                    && PeltLayout.loadAvg(at) == loadAvg.longValue()
                    && PeltLayout.runnableAvg(at) == runnableAvg.longValue()
                    && PeltLayout.utilAvg(at) == utilAvg.longValueExact();
        }

        private static BigInteger aged(BigInteger sum, long periods) {
            if (periods > 2016) {
                return BigInteger.ZERO;
            }
            final int n = (int) (periods % 32);
            BigInteger factor =
                    BigInteger.TWO.pow(32).subtract(BigInteger.ONE).pow(32).shiftRight(n);
            for (int i = 0; i < 5; i++) {
                factor = factor.sqrt();
            }
            return sum.shiftRight((int) (periods / 32)).multiply(factor).shiftRight(32);
        }
    }
}
