package io.vlag.engine.cli;

import java.util.Locale;

/** Numbers as people read them; a dash where there is none. */
final class Numbers {
    static final String NONE = "-";

    private static final String[] PREFIXES = {"", " k", " M", " G"};

    private Numbers() {}

    /** With so many decimals and separators of thousands. */
    static String decimal(double value, int decimals) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,." + decimals + "f", value)
                : NONE;
    }

    /** A signed percentage of a share, {@code +3.1 %}. */
    static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%+.1f %%", 100 * share) : NONE;
    }

    /** Three digits and a prefix, {@code 12.3 M}. */
    static String rough(double value) {
        double scaled = value;
        int prefix = 0;
        while (Math.abs(scaled) >= 1_000 && prefix + 1 < PREFIXES.length) {
            scaled /= 1_000;
            prefix++;
        }
        return decimal(scaled, scaled < 100 && prefix > 0 ? 1 : 0) + PREFIXES[prefix];
    }

    /** Time in the unit that suits it. */
    static String time(long ns) {
        return time((double) ns);
    }

    /** Time in the unit that suits it; a dash for NaN. */
    static String time(double ns) {
        if (!Double.isFinite(ns)) {
            return NONE;
        }
        if (ns < 1e3) {
            return decimal(ns, 0) + " ns";
        }
        if (ns < 1e6) {
            return decimal(ns / 1e3, 1) + " us";
        }
        return ns < 1e9 ? decimal(ns / 1e6, 1) + " ms" : decimal(ns / 1e9, 2) + " s";
    }
}
