package io.vlag.hw;

import java.math.BigInteger;

/** Exact products and one rounding, for tables built once. Cold. */
final class Rounding {
    private Rounding() {}

    static BigInteger product(long... factors) {
        BigInteger product = BigInteger.ONE;
        for (long factor : factors) {
            product = product.multiply(BigInteger.valueOf(factor));
        }
        return product;
    }

    /** {@code numerator / denominator}, rounded to nearest, half up; both not negative. */
    static long nearest(BigInteger numerator, BigInteger denominator) {
        return numerator
                .shiftLeft(1)
                .add(denominator)
                .divide(denominator.shiftLeft(1))
                .longValueExact();
    }
}
