package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltDecay;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The incubating Vector API, sixteen sums at a time: the table of 32 factors fits into two
 * registers of 512 bits. Right on every machine, fast only where such registers exist.
 */
final class VectorDecay implements DecayTwin {
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final long U32 = 0xFFFF_FFFFL;
    private static final int[] TABLE = new int[PeltDecay.HALF_LIFE_PERIODS];

    static {
        for (int n = 0; n < TABLE.length; n++) {
            TABLE[n] = (int) PeltDecay.factorQ32(n);
        }
    }

    @Override
    public void decay(long sumsAt, long periodsAt, int count) {
        final MemorySegment sums = Memory.ARENA.asSlice(sumsAt, (long) count * Long.BYTES);
        final MemorySegment periods = Memory.ARENA.asSlice(periodsAt, (long) count * Integer.BYTES);
        final IntVector low = IntVector.fromArray(INTS, TABLE, 0);
        final IntVector high = IntVector.fromArray(INTS, TABLE, INTS.length());
        final int whole = INTS.loopBound(count);
        int i = 0;
        for (; i < whole; i += INTS.length()) {
            final IntVector n =
                    IntVector.fromMemorySegment(INTS, periods, (long) i * Integer.BYTES, ORDER);
            final VectorMask<Integer> kept =
                    n.compare(VectorOperators.ULE, (int) PeltDecay.PERIODS_MAX);
            final IntVector factors =
                    n.and(PeltDecay.HALF_LIFE_PERIODS - 1)
                            .selectFrom(low, high)
                            .blend(0, kept.not());
            final IntVector shifts = n.lanewise(VectorOperators.LSHR, 5);
            half(sums, i, shifts, factors, 0);
            half(sums, i + LONGS.length(), shifts, factors, 1);
        }
        for (; i < count; i++) {
            final long at = sumsAt + (long) i * Long.BYTES;
            final long n = Memory.getUnsignedInt(periodsAt + (long) i * Integer.BYTES);
            Memory.putLong(at, PeltDecay.decay(Memory.getLong(at), n));
        }
    }

    private static void half(
            MemorySegment sums, int index, IntVector shifts, IntVector factors, int part) {
        final LongVector shift =
                (LongVector) shifts.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, part);
        final LongVector factor =
                (LongVector) factors.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, part);
        final LongVector halved =
                LongVector.fromMemorySegment(LONGS, sums, (long) index * Long.BYTES, ORDER)
                        .lanewise(VectorOperators.LSHR, shift);
        halved.lanewise(VectorOperators.LSHR, 32)
                .mul(factor)
                .add(halved.and(U32).mul(factor).lanewise(VectorOperators.LSHR, 32))
                .intoMemorySegment(sums, (long) index * Long.BYTES, ORDER);
    }
}
