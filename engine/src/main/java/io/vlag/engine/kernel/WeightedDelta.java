package io.vlag.engine.kernel;

import io.vlag.engine.state.EntityTable;
import io.vlag.offheap.HotPath;

/**
 * Turns wall time into virtual time of an entity: {@code delta * 1024 / weight}, the way the kernel
 * rounds it.
 *
 * @implNote Models Linux 6.6 and 7.2, kernel/sched/fair.c __calc_delta(), calc_delta_fair(). Golden
 *     vectors: eevdf/calc_delta_*.csv.
 */
@HotPath
final class WeightedDelta {
    private static final int WEIGHT_SHIFT = 32;
    private static final long U32 = 0xFFFF_FFFFL;

    private final EntityTable entities;
    private final int form;

    WeightedDelta(FairRules rules, EntityTable entities) {
        this.entities = entities;
        this.form = rules.weightedDelta;
    }

    /**
     * Weighted form of {@code delta} for an entity; remembers the entity's reciprocal when it had
     * none.
     */
    long of(int se, long delta) {
        final long loadWeight = entities.loadWeight(se);
        if (loadWeight == NiceWeights.NICE_0_LOAD_WEIGHT) {
            return delta;
        }
        if (form == FairRules.WEIGHTED_DELTA_DIVISION) {
            return divide(delta, NiceWeights.NICE_0_LOAD_WEIGHT, loadWeight);
        }
        int inverse = entities.inverseWeight(se);
        if (inverse == 0) {
            inverse = inverse(loadWeight);
            entities.inverseWeight(se, inverse);
        }
        return byReciprocal(delta, NiceWeights.NICE_0_LOAD_WEIGHT, inverse);
    }

    /** {@code delta * part / whole}, both load weights; rounded like {@link #of}. */
    long share(long delta, long part, long whole) {
        return form == FairRules.WEIGHTED_DELTA_DIVISION
                ? divide(delta, part, whole)
                : byReciprocal(delta, part, inverse(whole));
    }

    /** {@code delta * weight / loadWeight}, unsigned; the product wraps at 64 bits. */
    static long divide(long delta, long weight, long loadWeight) {
        final long product = delta * weight;
        return product >= 0 && loadWeight > 0
                ? product / loadWeight
                : Long.divideUnsigned(product, loadWeight);
    }

    /**
     * Reciprocal of a load weight, unsigned 32 bits: {@code (2^32 - 1) / table weight}, rounded
     * down.
     */
    static int inverse(long loadWeight) {
        final long weight = NiceWeights.scaledDown(loadWeight);
        if (weight >= U32) {
            return 1;
        }
        return weight == 0 ? (int) U32 : (int) (U32 / weight);
    }

    /**
     * {@code delta * weight} times the reciprocal, with a 96-bit product. Whatever a factor has
     * above 32 bits is dropped before the product, twice.
     */
    static long byReciprocal(long delta, long weight, int inverse) {
        final long scaled = NiceWeights.scaledDown(weight);
        final int excess = excessBits(scaled);
        final long product = (scaled >>> excess & U32) * (inverse & U32);
        final int excessAgain = excessBits(product);
        return multiplyShift(delta, product >>> excessAgain, WEIGHT_SHIFT - excess - excessAgain);
    }

    private static int excessBits(long factor) {
        return Math.max(WEIGHT_SHIFT - Long.numberOfLeadingZeros(factor), 0);
    }

    /** Low 64 bits of {@code a * b >> shift}, both unsigned, {@code shift} 0..32. */
    private static long multiplyShift(long a, long b, int shift) {
        final long low = a * b;
        if (shift == 0) {
            return low;
        }
        return Math.unsignedMultiplyHigh(a, b) << (Long.SIZE - shift) | low >>> shift;
    }
}
