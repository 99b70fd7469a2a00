package io.vlag.engine.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of one mapping. Reading a field that is missing or wrong notes the problem and goes on
 * with a harmless value, so that one pass finds everything; nothing built from such values survives
 * {@link Problems#throwIfAny()}.
 */
final class Fields {
    private static final int TEXT_MAX = 4_000;

    private final Value value;
    private final KeySet keys;
    private final Map<String, YamlNode.Entry> entries;

    Fields(Value value, KeySet keys) {
        this.value = value;
        this.keys = keys;
        this.entries =
                value.node() instanceof YamlNode.Mapping mapping ? mapping.entries() : Map.of();
        entries.forEach(
                (key, entry) -> {
                    if (!keys.keys().contains(key)) {
                        rejectUnknown(key, entry.keyPosition());
                    }
                });
    }

    private void rejectUnknown(String key, SourcePosition position) {
        final String advice =
                Texts.nearest(key, keys.keys())
                        .map(near -> "did you mean " + near + "?")
                        .orElse("choose one of " + String.join(", ", keys.keys()));
        problems().add(position, Texts.join(path(), key), "is not known; " + advice);
    }

    Problems problems() {
        return value.problems();
    }

    String path() {
        return value.path();
    }

    SourcePosition position() {
        return value.position();
    }

    /** True when the value is a mapping at all. */
    boolean exist() {
        return value.isMapping();
    }

    void reject(String message) {
        value.reject(message);
    }

    boolean has(String key) {
        return entries.containsKey(known(key));
    }

    Optional<Value> optional(String key) {
        return Optional.ofNullable(entries.get(known(key)))
                .map(entry -> new Value(entry.value(), Texts.join(path(), key), problems()));
    }

    Optional<Value> required(String key, String example) {
        final Optional<Value> found = optional(key);
        if (found.isEmpty() && exist()) {
            problems()
                    .add(
                            position(),
                            Texts.join(path(), key),
                            "is missing; write for instance " + key + ": " + example);
        }
        return found;
    }

    /** How many of these keys are there; a problem unless it is exactly one. */
    Optional<String> exactlyOneOf(String... choices) {
        final List<String> present = List.of(choices).stream().filter(this::has).toList();
        if (present.size() == 1) {
            return Optional.of(present.getFirst());
        }
        if (exist()) {
            reject(
                    present.isEmpty()
                            ? "needs one of the keys " + Texts.or(List.of(choices))
                            : "has " + String.join(" and ", present) + "; keep one of them");
        }
        return Optional.empty();
    }

    String text(String key, String example) {
        return required(key, example).flatMap(field -> field.text(TEXT_MAX)).orElse("");
    }

    String textOr(String key, String fallback) {
        return optional(key).flatMap(field -> field.text(TEXT_MAX)).orElse(fallback);
    }

    long integer(String key, long min, long max, String example) {
        return required(key, example).map(field -> field.integer(min, max).orElse(min)).orElse(min);
    }

    long integerOr(String key, long min, long max, long fallback) {
        return optional(key)
                .map(field -> field.integer(min, max).orElse(fallback))
                .orElse(fallback);
    }

    long amount(String key, Unit unit, long min, long max, String example) {
        return required(key, example)
                .map(field -> field.amount(unit, min, max).orElse(min))
                .orElse(min);
    }

    long amountOr(String key, Unit unit, long min, long max, long fallback) {
        return optional(key)
                .map(field -> field.amount(unit, min, max).orElse(fallback))
                .orElse(fallback);
    }

    boolean flagOr(String key, boolean fallback) {
        return optional(key).flatMap(Value::flag).orElse(fallback);
    }

    <T> T choice(String key, Map<String, T> choices, String example) {
        return required(key, example)
                .flatMap(field -> field.choice(choices))
                .orElseGet(() -> choices.values().iterator().next());
    }

    <T> T choiceOr(String key, Map<String, T> choices, T fallback) {
        return optional(key).flatMap(field -> field.choice(choices)).orElse(fallback);
    }

    private String known(String key) {
        assert keys.keys().contains(key) : key + " is not in the key set of " + keys.definition();
        return key;
    }
}
