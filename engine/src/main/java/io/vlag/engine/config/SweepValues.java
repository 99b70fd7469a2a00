package io.vlag.engine.config;

import java.util.OptionalLong;

/** Texts of axis values as numbers, for conditions. */
public final class SweepValues {
    private SweepValues() {}

    /** A whole number, or an amount in its base unit (ns, kHz, uV, uW, bytes); else empty. */
    public static OptionalLong amount(String text) {
        if (text.matches("-?\\d{1,18}")) {
            return OptionalLong.of(Long.parseLong(text));
        }
        for (final Unit unit : Unit.values()) {
            if (unit.parse(text) instanceof Unit.Result.Amount(long amount)) {
                return OptionalLong.of(amount);
            }
        }
        return OptionalLong.empty();
    }
}
