package io.vlag.pelt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PeltDecayTest {
    private static final long SEED = Long.getLong("test.seed", 20_260_401L);
    private static final BigInteger ONE_Q32 = BigInteger.TWO.pow(32).subtract(BigInteger.ONE);

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void everyFactorIsTheLargestThatDoesNotExceedItsDefinition() {
        final long[] factors = DecayTable.factorsQ64();
        assertEquals(32, factors.length);
        for (int n = 0; n < factors.length; n++) {
            final BigInteger factor = BigInteger.valueOf(factors[n] >>> 32);
            assertEquals(0, factors[n] & 0xFFFF_FFFFL, "lower half of factor " + n);
            assertTrue(power(factor, n).compareTo(ONE_Q32.pow(32)) <= 0, "factor " + n);
            assertTrue(
                    power(factor.add(BigInteger.ONE), n).compareTo(ONE_Q32.pow(32)) > 0,
                    "factor " + n);
        }
    }

    /**
     * {@code (factor * 2^(n/32))^32}, which the definition keeps at or below {@code (2^32 - 1)^32}.
     */
    private static BigInteger power(BigInteger factor, int n) {
        return factor.pow(32).shiftLeft(n);
    }

    @Test
    void agesLikeExactIntegers() {
        final long[] factors = DecayTable.factorsQ64();
        for (int i = 0; i < 200_000; i++) {
            final long value = random.nextLong() >>> random.nextInt(64);
            final int periods = random.nextInt(2_100);
            final BigInteger expected =
                    periods > 2016
                            ? BigInteger.ZERO
                            : unsigned(value)
                                    .shiftRight(periods / 32)
                                    .multiply(BigInteger.valueOf(factors[periods % 32] >>> 32))
                                    .shiftRight(32);
            assertEquals(
                    expected.longValue(),
                    PeltDecay.decay(value, periods),
                    () -> "seed=" + SEED + " value=" + value + " periods=" + periods);
        }
    }

    @Test
    void olderIsNeverBigger() {
        for (int i = 0; i < 200_000; i++) {
            final long value = random.nextLong() >>> random.nextInt(64);
            final long periods = random.nextLong(2_100);
            assertTrue(
                    Long.compareUnsigned(
                                    PeltDecay.decay(value, periods + 1),
                                    PeltDecay.decay(value, periods))
                            <= 0,
                    () -> "seed=" + SEED + " value=" + value + " periods=" + periods);
        }
    }

    @Test
    void biggerStaysBigger() {
        for (int i = 0; i < 200_000; i++) {
            final long value = random.nextLong() >>> 1 >>> random.nextInt(63);
            final long more = value + random.nextLong(1 << 20);
            final long periods = random.nextLong(2_100);
            assertTrue(
                    Long.compareUnsigned(
                                    PeltDecay.decay(value, periods), PeltDecay.decay(more, periods))
                            <= 0,
                    () -> "seed=" + SEED + " value=" + value + " periods=" + periods);
        }
    }

    @Test
    void nothingIsLeftAfterSixtyThreeHalfLives() {
        assertEquals(0, PeltDecay.decay(-1L, 2017));
        assertEquals(0, PeltDecay.decay(-1L, Long.MAX_VALUE));
        assertEquals(0, PeltDecay.decay(-1L, -1L));
        assertEquals(
                0, PeltDecay.decay(-1L, 2016), "one is left after 63 halvings, and scaled down");
        assertEquals(1, PeltDecay.decay(-1L, 2015));
    }

    @Test
    void theLargestSumIsWhereDecayAndGrowthMeet() {
        long sum = PeltAverage.PERIOD_UNITS;
        int steps = 0;
        for (long next = grown(sum); next != sum; next = grown(sum)) {
            sum = next;
            steps++;
        }
        assertEquals(PeltAverage.LOAD_AVG_MAX, sum);
        assertEquals(346, steps);
    }

    @Test
    void aLongSpanContributesAtMostTheLargestSum() {
        for (int i = 0; i < 100_000; i++) {
            final long periods = 1 + random.nextLong(3_000);
            final long before = random.nextLong(1_025);
            final int after = random.nextInt(1_024);
            final int sum = PeltDecay.segments(periods, before, after);
            assertTrue(
                    sum >= after && sum <= PeltAverage.DIVIDER_BASE + after + 1_024,
                    () -> "seed=" + SEED + " periods=" + periods + " sum=" + sum);
        }
    }

    private static long grown(long sum) {
        return PeltDecay.decay(sum, 1) + PeltAverage.PERIOD_UNITS;
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    /** Batches elsewhere multiply by themselves; they get the fraction that is used here. */
    @Test
    void theFactorIsWhatTheLargestValueDecaysTo() {
        final long largest = 0xFFFF_FFFFL << 32;
        for (int n = 0; n < PeltDecay.HALF_LIFE_PERIODS; n++) {
            final long factor = PeltDecay.factorQ32(n);
            assertEquals(PeltDecay.decay(largest, n), 0xFFFF_FFFFL * factor);
            assertEquals((long) (0xFFFF_FFFFL * Math.pow(2, -n / 32.0)), factor);
        }
        assertEquals(0xFFFF_FFFFL, PeltDecay.factorQ32(0));
    }
}
