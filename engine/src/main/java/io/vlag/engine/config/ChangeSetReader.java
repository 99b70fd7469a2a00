package io.vlag.engine.config;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Reads the part kernel and patch files have in common: {@code changes}, {@code tunables}, source
 * and confidence.
 */
final class ChangeSetReader {
    static final KeySet CHANGES = changeKeys("changes", false);
    static final KeySet TUNABLES = changeKeys("tunables", true);
    static final KeySet CHANGE = KeySet.of("kernel", "change", "form", "source", "confidence");
    static final KeySet TUNABLE = KeySet.of("kernel", "tunable", "value", "source", "confidence");

    private final Fields file;
    private final String name;
    private final String source;
    private final Confidence confidence;
    private final Map<KernelChange, KernelSpec.ChangeValue> values =
            new EnumMap<>(KernelChange.class);

    private ChangeSetReader(Fields file) {
        this.file = file;
        this.name = file.text("name", "\"7.0\"");
        this.source = file.text("source", "\"who published it, or: assumed, because ...\"");
        this.confidence = file.choice("confidence", Words.CONFIDENCES, "medium");
    }

    static ChangeSet read(Fields file) {
        final ChangeSetReader reader = new ChangeSetReader(file);
        reader.readAll("changes", CHANGES);
        reader.readAll("tunables", TUNABLES);
        return new ChangeSet(reader.name, reader.values, reader.source, reader.confidence);
    }

    private void readAll(String key, KeySet keys) {
        final Optional<Fields> fields = file.optional(key).map(value -> value.fields(keys));
        fields.ifPresent(
                found ->
                        keys.keys()
                                .forEach(
                                        change ->
                                                found.optional(change)
                                                        .ifPresent(
                                                                value ->
                                                                        read(
                                                                                KernelChange.byKey(
                                                                                                change)
                                                                                        .orElseThrow(),
                                                                                value))));
    }

    private void read(KernelChange change, Value value) {
        final boolean tunable = change.kind() == KernelChange.Kind.TUNABLE;
        if (value.isMapping()) {
            final Fields fields = value.fields(tunable ? TUNABLE : CHANGE);
            final String valueKey = tunable ? "value" : "form";
            final String example =
                    tunable ? Long.toString(change.max()) : change.forms().getFirst();
            fields.required(valueKey, example)
                    .flatMap(inner -> form(change, inner))
                    .ifPresent(
                            form ->
                                    put(
                                            change,
                                            form,
                                            fields.textOr("source", source),
                                            fields.choiceOr(
                                                    "confidence", Words.CONFIDENCES, confidence)));
        } else {
            form(change, value).ifPresent(form -> put(change, form, source, confidence));
        }
    }

    /** Form of a feature or rule, or a tunable's number as text. */
    static Optional<String> form(KernelChange change, Value value) {
        return switch (change.kind()) {
            case TUNABLE -> {
                final OptionalLong number = value.integer(change.min(), change.max());
                yield number.isPresent()
                        ? Optional.of(Long.toString(number.getAsLong()))
                        : Optional.empty();
            }
            case FEATURE -> value.flag().map(ChangeSetReader::onOff);
            case RULE ->
                    change.formIndex("on") >= 0
                            ? value.flag().map(ChangeSetReader::onOff)
                            : value.scalar()
                                    .filter(text -> change.formIndex(text) >= 0)
                                    .or(() -> rejectForm(change, value));
        };
    }

    private static Optional<String> rejectForm(KernelChange change, Value value) {
        value.reject(
                value.scalar()
                                .map(text -> Texts.quote(text) + " is not a form of ")
                                .orElse("is not a form of ")
                        + change.key()
                        + "; choose one of "
                        + String.join(", ", change.forms()));
        return Optional.empty();
    }

    private static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    private void put(
            KernelChange change, String form, String valueSource, Confidence valueConfidence) {
        values.put(change, new KernelSpec.ChangeValue(form, name, valueSource, valueConfidence));
    }

    private static KeySet changeKeys(String definition, boolean tunables) {
        final List<String> keys =
                Stream.of(KernelChange.values())
                        .filter(change -> (change.kind() == KernelChange.Kind.TUNABLE) == tunables)
                        .map(KernelChange::key)
                        .toList();
        return new KeySet("kernel", definition, keys);
    }
}
