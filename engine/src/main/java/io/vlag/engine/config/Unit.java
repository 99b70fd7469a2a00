package io.vlag.engine.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kinds of amounts a file writes with a unit, such as {@code 20s} or {@code 2.4GHz}, and the
 * integer unit we keep.
 */
@SuppressWarnings("ImmutableEnumChecker") // filled in the constructor, never changed after it
enum Unit {
    /** Kept in ns. */
    DURATION("a duration", "20", "ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L),
    /** Kept in kHz. */
    FREQUENCY("a frequency", "2400", "kHz", 1L, "MHz", 1_000L, "GHz", 1_000_000L),
    /** Kept in uV. */
    VOLTAGE("a voltage", "915", "uV", 1L, "mV", 1_000L, "V", 1_000_000L),
    /** Kept in uW. */
    POWER("a power", "80", "uW", 1L, "mW", 1_000L, "W", 1_000_000L),
    /** Kept in nJ. */
    ENERGY("an energy", "2", "nJ", 1L, "uJ", 1_000L, "mJ", 1_000_000L, "J", 1_000_000_000L),
    /** Kept in bytes. */
    BYTES("a size", "64", "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20);

    private static final Pattern FORM =
            Pattern.compile("(-?\\d{1,19}(?:\\.\\d{1,9})?)\\s*([A-Za-z%]*)");

    private final String what;
    private final String example;
    private final Map<String, Long> factors = new LinkedHashMap<>();

    Unit(String what, String example, Object... suffixesAndFactors) {
        this.what = what;
        this.example = example;
        for (int i = 0; i < suffixesAndFactors.length; i += 2) {
            factors.put((String) suffixesAndFactors[i], (Long) suffixesAndFactors[i + 1]);
        }
    }

    /** Suffixes, smallest first. */
    List<String> suffixes() {
        return List.copyOf(factors.keySet());
    }

    /** A read amount, or what is wrong with it. */
    sealed interface Result {
        record Amount(long value) implements Result {}

        record Wrong(String message) implements Result {}
    }

    Result parse(String text) {
        final Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return new Result.Wrong(
                    Texts.quote(text)
                            + " is not "
                            + what
                            + "; write for instance "
                            + examples(example));
        }
        final String number = matcher.group(1);
        final String suffix = matcher.group(2);
        if (suffix.isEmpty()) {
            return new Result.Wrong(number + " has no unit; write " + examples(number));
        }
        final Long factor = factors.get(suffix);
        if (factor == null) {
            return new Result.Wrong(
                    number
                            + suffix
                            + " is not "
                            + what
                            + "; its unit must be "
                            + Texts.or(suffixes()));
        }
        final BigDecimal exact = new BigDecimal(number).multiply(BigDecimal.valueOf(factor));
        try {
            return new Result.Amount(exact.longValueExact());
        } catch (ArithmeticException e) {
            return new Result.Wrong(
                    number
                            + suffix
                            + " is not a whole number of "
                            + suffixes().getFirst()
                            + " that fits in 64 bits");
        }
    }

    /** The amount in the largest unit that gives a whole number. */
    String format(long amount) {
        String best = amount + suffixes().getFirst();
        for (final Map.Entry<String, Long> unit : factors.entrySet()) {
            if (amount != 0 && amount % unit.getValue() == 0) {
                best = amount / unit.getValue() + unit.getKey();
            }
        }
        return best;
    }

    private String examples(String number) {
        final List<String> words = new ArrayList<>();
        suffixes().reversed().forEach(suffix -> words.add(number + suffix));
        return Texts.or(words);
    }
}
