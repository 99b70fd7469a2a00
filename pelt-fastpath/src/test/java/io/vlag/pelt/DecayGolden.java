package io.vlag.pelt;

import io.vlag.golden.GoldenRow;

/** Ageing of sums. */
final class DecayGolden {
    private static final long U32 = 0xFFFF_FFFFL;

    private DecayGolden() {}

    static void decay(GoldenRow row) {
        row.expect("out", PeltDecay.decay(row.number("val"), row.number("n")));
    }

    static void segments(GoldenRow row) {
        row.expect(
                "out",
                PeltDecay.segments(row.number("periods"), row.number("d1"), row.number("d3"))
                        & U32);
    }
}
