package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnitTest {
    private static final long SEED = Long.getLong("test.seed", 1);

    private static String wrong(Unit unit, String text) {
        return ((Unit.Result.Wrong) unit.parse(text)).message();
    }

    private static long amount(Unit unit, String text) {
        return ((Unit.Result.Amount) unit.parse(text)).value();
    }

    @Test
    void readsAmountsExactly() {
        assertEquals(20_000_000_000L, amount(Unit.DURATION, "20s"));
        assertEquals(4_500_000, amount(Unit.DURATION, "4.5ms"));
        assertEquals(2_400_000, amount(Unit.FREQUENCY, "2.4GHz"));
        assertEquals(915_000, amount(Unit.VOLTAGE, "0.915V"));
        assertEquals(3_250_000, amount(Unit.POWER, "3.25 W"));
        assertEquals(65_536, amount(Unit.BYTES, "64KiB"));
    }

    @Test
    void aBareNumberSaysWhatToWrite() {
        assertEquals("20 has no unit; write 20s, 20ms, 20us or 20ns", wrong(Unit.DURATION, "20"));
        assertEquals(
                "2400 has no unit; write 2400GHz, 2400MHz or 2400kHz",
                wrong(Unit.FREQUENCY, "2400"));
    }

    @Test
    void aWrongUnitSaysWhichAreRight() {
        assertEquals(
                "20MHz is not a duration; its unit must be ns, us, ms or s",
                wrong(Unit.DURATION, "20MHz"));
        assertEquals(
                "20S is not a duration; its unit must be ns, us, ms or s",
                wrong(Unit.DURATION, "20S"));
        assertEquals(
                "\"soon\" is not a duration; write for instance 20s, 20ms, 20us or 20ns",
                wrong(Unit.DURATION, "soon"));
    }

    @Test
    void nothingIsRounded() {
        assertEquals(
                "1.5ns is not a whole number of ns that fits in 64 bits",
                wrong(Unit.DURATION, "1.5ns"));
        assertEquals(
                "99999999999999s is not a whole number of ns that fits in 64 bits",
                wrong(Unit.DURATION, "99999999999999s"));
    }

    @Test
    void whatIsShownReadsBackAsTheSame() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            final Unit unit = Unit.values()[random.nextInt(Unit.values().length)];
            final long value = random.nextLong(1L << random.nextInt(1, 62));
            assertEquals(
                    value,
                    amount(unit, unit.format(value)),
                    "seed=" + SEED + " " + unit + " " + value);
        }
    }

    @Test
    void decimalsAgreeWithExactArithmetic() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            final BigDecimal number =
                    BigDecimal.valueOf(random.nextLong(1_000_000_000_000L), random.nextInt(7));
            final BigDecimal exact = number.multiply(BigDecimal.valueOf(1_000_000));
            final Unit.Result result = Unit.DURATION.parse(number.toPlainString() + "ms");
            final boolean whole = exact.stripTrailingZeros().scale() <= 0;
            assertEquals(whole, result instanceof Unit.Result.Amount, number.toPlainString());
            if (whole) {
                assertEquals(
                        exact.longValueExact(),
                        amount(Unit.DURATION, number.toPlainString() + "ms"));
            }
        }
    }
}
