package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Reads hardware numbers: {@code {value: 150us, low: 30us, high: 1ms, basis: estimated, source:
 * ...}}.
 */
final class QuantityReader {
    static final KeySet QUANTITY =
            KeySet.of("machine", "quantity", "value", "low", "high", "basis", "source", "note");
    static final KeySet RANGED = KeySet.of("machine", "ranged", "value", "low", "high");

    private static final Quantity HARMLESS = Quantity.fixed(1, Basis.ESTIMATED, "");

    private final Map<String, String> sources;

    /**
     * @param sources the machine file's own list, by id
     */
    QuantityReader(Map<String, String> sources) {
        this.sources = Map.copyOf(sources);
    }

    /** How one number is written: as a plain integer, or with a unit. */
    private interface Scale {
        OptionalLong read(Value value);

        String show(long number);
    }

    private static Scale integers(long min, long max) {
        return new Scale() {
            @Override
            public OptionalLong read(Value value) {
                return value.integer(min, max);
            }

            @Override
            public String show(long number) {
                return Long.toString(number);
            }
        };
    }

    private static Scale amounts(Unit unit, long min, long max) {
        return new Scale() {
            @Override
            public OptionalLong read(Value value) {
                return value.amount(unit, min, max);
            }

            @Override
            public String show(long number) {
                return unit.format(number);
            }
        };
    }

    Quantity integer(Fields parent, String key, long min, long max) {
        return quantity(parent, key, integers(min, max));
    }

    Quantity amount(Fields parent, String key, Unit unit, long min, long max) {
        return quantity(parent, key, amounts(unit, min, max));
    }

    /** Empty when the key is not there. */
    Optional<Quantity> optionalInteger(Fields parent, String key, long min, long max) {
        return parent.has(key) ? Optional.of(integer(parent, key, min, max)) : Optional.empty();
    }

    /** Empty when the key is not there. */
    Optional<Quantity> optionalAmount(Fields parent, String key, Unit unit, long min, long max) {
        return parent.has(key)
                ? Optional.of(amount(parent, key, unit, min, max))
                : Optional.empty();
    }

    private Quantity quantity(Fields parent, String key, Scale scale) {
        final Optional<Value> found =
                parent.required(
                        key,
                        "{value: " + scale.show(1) + ", basis: declared, source: \"who says so\"}");
        if (found.isEmpty()) {
            return HARMLESS;
        }
        final Fields fields = found.get().fields(QUANTITY);
        final Basis basis = fields.choice("basis", Words.BASES, "declared");
        final String source = source(fields);
        fields.textOr("note", "");
        return range(fields, scale, basis, source, true);
    }

    /**
     * One of several numbers that share basis and source: a plain number, or {@code {value:, low:,
     * high:}}; zero when it is not there.
     */
    Quantity rangedInteger(Fields parent, String key, long max, Basis basis) {
        return ranged(parent, key, integers(0, max), basis);
    }

    /** The same for an amount with a unit. */
    Quantity rangedAmount(Fields parent, String key, Unit unit, long max, Basis basis) {
        return ranged(parent, key, amounts(unit, 0, max), basis);
    }

    /** The same for an item of a list. */
    Quantity rangedItem(Value item, long max, Basis basis) {
        return ranged(item, integers(0, max), basis);
    }

    private Quantity ranged(Fields parent, String key, Scale scale, Basis basis) {
        return parent.optional(key)
                .map(found -> ranged(found, scale, basis))
                .orElse(Quantity.fixed(0, basis, ""));
    }

    private static Quantity ranged(Value found, Scale scale, Basis basis) {
        if (found.isMapping()) {
            return range(found.fields(RANGED), scale, basis, "", basis == Basis.ESTIMATED);
        }
        final long number = scale.read(found).orElse(0);
        if (basis == Basis.ESTIMATED && number != 0) {
            found.reject(
                    "is estimated; give its range, as in {value: "
                            + scale.show(number)
                            + ", low: "
                            + scale.show(number / 2)
                            + ", high: "
                            + scale.show(number * 2)
                            + "}");
        }
        return Quantity.fixed(number, basis, "");
    }

    private static Quantity range(
            Fields fields, Scale scale, Basis basis, String source, boolean mayNeedRange) {
        final Optional<Value> valueField = fields.required("value", scale.show(1));
        final OptionalLong value = valueField.map(scale::read).orElse(OptionalLong.empty());
        final Optional<OptionalLong> low = fields.optional("low").map(scale::read);
        final Optional<OptionalLong> high = fields.optional("high").map(scale::read);
        if (low.isPresent() != high.isPresent()) {
            fields.reject("has only one of low and high; write both or none");
        }
        if (mayNeedRange && basis == Basis.ESTIMATED && low.isEmpty()) {
            fields.reject("is estimated; write low: and high: too, the limits of a calibration");
        }
        if (value.isEmpty()) {
            return HARMLESS;
        }
        final long lowest = low.orElse(value).orElse(value.getAsLong());
        final long highest = high.orElse(value).orElse(value.getAsLong());
        if (lowest > value.getAsLong() || value.getAsLong() > highest) {
            fields.reject(
                    "has the value "
                            + scale.show(value.getAsLong())
                            + " outside low to high, "
                            + scale.show(lowest)
                            + " to "
                            + scale.show(highest));
            return Quantity.fixed(value.getAsLong(), basis, source);
        }
        return new Quantity(value.getAsLong(), lowest, highest, basis, source);
    }

    /** Free text, or a list of ids of the file's sources. */
    String source(Fields fields) {
        final Optional<Value> found = fields.required("source", "\"who published it\"");
        if (found.isEmpty()) {
            return "";
        }
        if (!found.get().isSequence()) {
            return found.get().text(2_000).orElse("");
        }
        final List<String> ids = new ArrayList<>();
        for (final Value item : found.get().list(1)) {
            item.text(100)
                    .ifPresent(
                            id -> {
                                if (!sources.containsKey(id)) {
                                    item.reject(
                                            Texts.quote(id)
                                                    + " is not in sources; "
                                                    + Texts.nearest(id, sources.keySet())
                                                            .map(
                                                                    near ->
                                                                            "did you mean "
                                                                                    + near
                                                                                    + "?")
                                                            .orElse(
                                                                    "add it there, or write the"
                                                                            + " source as text"));
                                }
                                ids.add(id);
                            });
        }
        return ids.stream()
                .map(id -> sources.getOrDefault(id, id))
                .collect(Collectors.joining("; "));
    }
}
