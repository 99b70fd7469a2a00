package io.vlag.pelt;

import java.math.BigInteger;

/**
 * Derives the fractions of the decay from their definition, in exact integers, once when the
 * process starts.
 */
final class DecayTable {
    private static final BigInteger ONE_Q32 = BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE);

    private DecayTable() {}

    /**
     * The table {@code floor((2^32 - 1) * 2^(-n/halfLife))} for n below the half-life, each entry
     * moved to the upper half of a long, so that the upper half of a 128-bit product is the decayed
     * value.
     *
     * <p>The fraction equals the half-life-th root of {@code (2^32 - 1)^halfLife / 2^n}; since the
     * half-life is a power of two, that root is a chain of integer square roots, and rounding down
     * at each step rounds down once.
     */
    static long[] factorsQ64() {
        final long[] factors = new long[PeltDecay.HALF_LIFE_PERIODS];
        for (int n = 0; n < factors.length; n++) {
            BigInteger root = ONE_Q32.pow(factors.length).shiftRight(n);
            for (int step = 1; step < factors.length; step <<= 1) {
                root = root.sqrt();
            }
            factors[n] = root.longValueExact() << 32;
        }
        return factors;
    }
}
