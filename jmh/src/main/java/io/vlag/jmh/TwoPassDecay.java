package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltDecay;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Java that the compiler can vectorise: a first pass looks up the factors and halves, one by one,
 * because HotSpot neither gathers nor shifts by different counts; a second pass multiplies.
 *
 * <p>The upper 64 of the 96 bits of a product of 64 and 32 bits are built from two products that do
 * not overflow, so that no step needs more than 64 bits.
 */
final class TwoPassDecay implements DecayTwin {
    private static final long U32 = 0xFFFF_FFFFL;

    private final int[] table = new int[PeltDecay.HALF_LIFE_PERIODS];
    private final long[] factors;
    private final long[] halved;

    TwoPassDecay(int countMax) {
        factors = new long[countMax];
        halved = new long[countMax];
        for (int n = 0; n < table.length; n++) {
            table[n] = (int) PeltDecay.factorQ32(n);
        }
    }

    @Override
    public void decay(long sumsAt, long periodsAt, int count) {
        final MemorySegment sums = Memory.ARENA.asSlice(sumsAt, (long) count * Long.BYTES);
        final MemorySegment periods = Memory.ARENA.asSlice(periodsAt, (long) count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            final int n = periods.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
            final boolean gone = Integer.compareUnsigned(n, (int) PeltDecay.PERIODS_MAX) > 0;
            factors[i] = gone ? 0 : table[n & PeltDecay.HALF_LIFE_PERIODS - 1] & U32;
            halved[i] =
                    sums.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES) >>> (n >>> 5);
        }
        for (int i = 0; i < count; i++) {
            final long value = halved[i];
            final long factor = factors[i];
            sums.set(
                    ValueLayout.JAVA_LONG_UNALIGNED,
                    (long) i * Long.BYTES,
                    (value >>> 32) * factor + ((value & U32) * factor >>> 32));
        }
    }
}
