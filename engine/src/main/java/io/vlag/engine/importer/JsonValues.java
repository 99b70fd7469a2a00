package io.vlag.engine.importer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the value the tokens stand on, checked; what is not allowed becomes a problem and an absent
 * value.
 */
final class JsonValues {
    /** Longest name of anything in a file. */
    static final int NAME_CHARS_MAX = 256;

    /**
     * Digits and signs of a number that is looked at more closely; longer ones are out of any
     * range.
     */
    private static final int NUMBER_CHARS_MAX = 64;

    private final JsonTokens in;
    private final ImportLog log;

    JsonValues(JsonTokens in, ImportLog log) {
        this.in = in;
        this.log = log;
    }

    /**
     * What a number may be.
     *
     * @param what noun phrase for messages, such as {@code a whole number of microseconds}
     */
    record Range(long min, long max, String what) {
        @Override
        public String toString() {
            return what + " from " + min + " to " + max;
        }
    }

    OptionalLong wholeNumber(String key, Range range) {
        final Optional<BigDecimal> number = number();
        if (number.isPresent()) {
            try {
                final long value = number.get().longValueExact();
                if (value >= range.min() && value <= range.max()) {
                    return OptionalLong.of(value);
                }
            } catch (ArithmeticException fractionOrTooBig) {
                return refuseNumber(key, range.toString());
            }
        }
        return refuseNumber(key, range.toString());
    }

    /**
     * Seconds, possibly with a fraction, as ns rounded to the nearest; absent also for -1 without a
     * problem.
     */
    OptionalLong secondsNs(String key, long secondsMax) {
        final String allowed =
                "seconds above 0 up to " + secondsMax + ", or -1 to run until all threads end";
        final Optional<BigDecimal> number = number();
        if (number.isEmpty()) {
            return refuseNumber(key, allowed);
        }
        final BigDecimal seconds = number.get();
        if (seconds.compareTo(BigDecimal.ONE.negate()) == 0) {
            return OptionalLong.empty();
        }
        if (seconds.signum() <= 0 || seconds.compareTo(BigDecimal.valueOf(secondsMax)) > 0) {
            return refuseNumber(key, allowed);
        }
        final long ns =
                seconds.movePointRight(9).setScale(0, RoundingMode.HALF_UP).longValueExact();
        return ns > 0 ? OptionalLong.of(ns) : refuseNumber(key, allowed);
    }

    /** A name: a string of 1 to 256 characters. */
    Optional<String> name(String key, String what) {
        final Optional<String> text = text(key, what);
        if (text.isPresent() && text.get().isEmpty()) {
            log.problem(
                    in.at(), key, "\"\" is not allowed; give " + what + ", 1 to 256 characters");
            return Optional.empty();
        }
        return text;
    }

    /** A string of up to 256 characters. */
    Optional<String> text(String key, String what) {
        if (!in.isString()) {
            log.problem(
                    in.at(), key, in.shown() + " is not allowed; give " + what + " as a string");
            in.skip();
            return Optional.empty();
        }
        final String text = in.text();
        if (text.length() > NAME_CHARS_MAX) {
            log.problem(
                    in.at(),
                    key,
                    in.shown()
                            + " has "
                            + text.length()
                            + " characters; a name may have 256, shorten it");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    /** Says that a key is unknown here, with the nearest known one, and leaves its value. */
    void refuseUnknownKey(String key, String name, String where, Collection<String> known) {
        log.problem(
                in.at(),
                key,
                Shown.quoted(name)
                        + " is not known in "
                        + where
                        + log.hint(name, known)
                        + "; remove it, or begin its name with \"_\" to keep it as a comment");
        in.advanceToValue();
        in.skip();
    }

    /** True when the value is an object; otherwise a problem. */
    boolean expectObject(String key, String what) {
        if (in.isObject()) {
            return true;
        }
        log.problem(in.at(), key, in.shown() + " is not allowed; give " + what);
        in.skip();
        return false;
    }

    /** The lower-cased spelling variants are not accepted: words are as listed. */
    Optional<String> oneOf(String key, List<String> words) {
        if (in.isString() && words.contains(in.text())) {
            return Optional.of(in.text());
        }
        final String hint = in.isString() ? log.hint(in.text(), words) : "";
        log.problem(
                in.at(),
                key,
                in.shown()
                        + " is not allowed"
                        + hint
                        + "; give one of "
                        + String.join(", ", words));
        in.skip();
        return Optional.empty();
    }

    private Optional<BigDecimal> number() {
        if (!in.isNumber() || in.text().length() > NUMBER_CHARS_MAX) {
            return Optional.empty();
        }
        try {
            final BigDecimal number = new BigDecimal(in.text());
            // A huge exponent would make the arithmetic below huge too.
            return Math.abs((long) number.precision() - number.scale()) > NUMBER_CHARS_MAX
                            || Math.abs((long) number.scale()) > NUMBER_CHARS_MAX
                    ? Optional.empty()
                    : Optional.of(number);
        } catch (NumberFormatException exponentTooBig) {
            return Optional.empty();
        }
    }

    private OptionalLong refuseNumber(String key, String allowed) {
        final String quotes =
                in.isString() && in.text().matches("-?[0-9]{1,19}") ? ", without the quotes" : "";
        log.problem(in.at(), key, in.shown() + " is not allowed; give " + allowed + quotes);
        in.skip();
        return OptionalLong.empty();
    }
}
