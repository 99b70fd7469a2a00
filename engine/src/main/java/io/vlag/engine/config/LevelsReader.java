package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the values of an axis: a list, or {@code log 100us..10ms x 12}. */
final class LevelsReader {
    /** Most levels of one axis. */
    static final int LEVELS_MAX = 1_000_000;

    private static final Pattern RANGE =
            Pattern.compile("(log|linear)\\s+(\\S+?)\\.\\.(\\S+?)(?:\\s+x\\s*(\\d{1,7}))?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    private static final String TUNABLE = "tunables.";
    private static final String ADVICE =
            "write a list, or a range such as log 100us..10ms x 12 or linear 1..8 x 8";

    private LevelsReader() {}

    static Optional<SweepSpec.Levels> read(Value value, String key) {
        if (value.isSequence()) {
            return listed(value);
        }
        final Optional<String> text = value.text(200);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        final Matcher matcher = RANGE.matcher(text.get().strip());
        if (!matcher.matches()) {
            value.reject(Texts.quote(text.get()) + " is no set of values; " + ADVICE);
            return Optional.empty();
        }
        return between(value, key, matcher);
    }

    private static Optional<SweepSpec.Levels> listed(Value value) {
        final List<String> values = new ArrayList<>();
        final Set<String> seen = new HashSet<>();
        for (final Value item : value.someItems()) {
            item.text(1_000)
                    .ifPresent(
                            text -> {
                                if (seen.add(text)) {
                                    values.add(text);
                                } else {
                                    item.reject(Texts.quote(text) + " is listed twice; remove one");
                                }
                            });
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new SweepSpec.Levels.Listed(values));
    }

    private static Optional<SweepSpec.Levels> between(Value value, String key, Matcher matcher) {
        final boolean logarithmic = matcher.group(1).equals("log");
        final Optional<Number> low = number(value, matcher.group(2));
        if (low.isEmpty()) {
            return Optional.empty();
        }
        final Optional<Number> high = number(value, matcher.group(3));
        if (high.isEmpty()) {
            return Optional.empty();
        }
        if (!low.get().unit.equals(high.get().unit)) {
            value.reject(
                    "goes from "
                            + Texts.printable(matcher.group(2), 40)
                            + " to "
                            + Texts.printable(matcher.group(3), 40)
                            + "; give both ends a unit of the same kind");
            return Optional.empty();
        }
        final long from = low.get().amount;
        final long to = high.get().amount;
        if (from >= to || logarithmic && from < 1) {
            value.reject(
                    "goes from "
                            + from
                            + " to "
                            + to
                            + low.get().unit
                            + "; the first must be smaller"
                            + (logarithmic ? " and at least 1" : ""));
            return Optional.empty();
        }
        final int count = matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4));
        if (matcher.group(4) != null && (count < 2 || count > LEVELS_MAX)) {
            value.reject("has " + count + " values; 2 to " + LEVELS_MAX + " are allowed");
            return Optional.empty();
        }
        final String suffix =
                key.startsWith(TUNABLE) || key.contains('.' + TUNABLE) ? "" : low.get().unit;
        return Optional.of(new SweepSpec.Levels.Between(from, to, logarithmic, count, suffix));
    }

    /**
     * An amount in its base unit.
     *
     * @param unit base unit, empty for a plain number
     */
    private record Number(long amount, String unit) {}

    private static Optional<Number> number(Value value, String text) {
        if (WHOLE.matcher(text).matches()) {
            return Optional.of(new Number(Long.parseLong(text), ""));
        }
        for (final Unit unit : Unit.values()) {
            if (unit.parse(text) instanceof Unit.Result.Amount(long amount)) {
                return Optional.of(new Number(amount, unit.suffixes().getFirst()));
            }
        }
        value.reject(Texts.quote(text) + " is not a number with or without a unit; " + ADVICE);
        return Optional.empty();
    }
}
