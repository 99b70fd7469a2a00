package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads the list {@code changes} of a scenario: what is changed while the machine runs. */
final class RuntimeChangesReader {
    static final KeySet CHANGE =
            KeySet.of("scenario", "change", "at", "features", "tunables", "governor", "rateLimit");
    static final KeySet FEATURES =
            new KeySet("scenario", "features", keys(KernelChange.Kind.FEATURE));
    static final KeySet TUNABLES =
            new KeySet("scenario", "runtimeTunables", keys(KernelChange.Kind.TUNABLE));

    private static final int CHANGES_MAX = 100;

    private final long warmupNs;
    private final long endNs;

    /**
     * @param endNs end of the run, ns
     */
    RuntimeChangesReader(long warmupNs, long endNs) {
        this.warmupNs = warmupNs;
        this.endNs = endNs;
    }

    /** What a running kernel lets somebody change, of one kind. */
    static List<String> keys(KernelChange.Kind kind) {
        return Stream.of(KernelChange.values())
                .filter(
                        change ->
                                change.kind() == kind
                                        && change != KernelChange.DELAY_DEQUEUE_OFF_AT_NS)
                .map(KernelChange::key)
                .toList();
    }

    List<RuntimeChange> read(Value list) {
        final List<RuntimeChange> changes = new ArrayList<>();
        for (final Value item : list.list(0)) {
            final RuntimeChange change = change(item);
            if (!changes.isEmpty() && change.atNs() < changes.getLast().atNs()) {
                item.reject(
                        "comes at "
                                + Unit.DURATION.format(change.atNs())
                                + ", before the one above it; list changes in the order of time");
            }
            changes.add(change);
        }
        if (changes.size() > CHANGES_MAX) {
            list.reject("has " + changes.size() + " changes; at most " + CHANGES_MAX + " are read");
        }
        return changes;
    }

    private RuntimeChange change(Value item) {
        final Fields fields = item.fields(CHANGE);
        final Map<KernelChange, String> values = new EnumMap<>(KernelChange.class);
        readAll(fields, "features", FEATURES, values);
        readAll(fields, "tunables", TUNABLES, values);
        final Optional<Governor> governor =
                fields.optional("governor").flatMap(value -> value.choice(Words.PLAIN_GOVERNORS));
        final OptionalLong rateLimitNs =
                fields.optional("rateLimit")
                        .map(
                                value ->
                                        value.amount(
                                                Unit.DURATION,
                                                0,
                                                GovernorSettingsReader.RATE_LIMIT_NS_MAX))
                        .orElse(OptionalLong.empty());
        return new RuntimeChange(at(fields), values, governor, rateLimitNs);
    }

    private long at(Fields fields) {
        final Optional<Value> at = fields.optional("at");
        final long atNs =
                at.flatMap(
                                value ->
                                        boxed(
                                                value.amount(
                                                        Unit.DURATION,
                                                        0,
                                                        StepReader.DURATION_NS_MAX)))
                        .orElse(warmupNs);
        if (at.isPresent() && atNs >= endNs && endNs > 0) {
            at.get()
                    .reject(
                            "the run is over at "
                                    + Unit.DURATION.format(endNs)
                                    + "; choose an earlier time, or leave it out for the end of the"
                                    + " warm-up");
        }
        return atNs;
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static void readAll(
            Fields fields, String key, KeySet keys, Map<KernelChange, String> into) {
        final Optional<Fields> found = fields.optional(key).map(value -> value.fields(keys));
        for (final String name : keys.keys()) {
            final KernelChange change = KernelChange.byKey(name).orElseThrow();
            found.flatMap(all -> all.optional(name))
                    .flatMap(value -> ChangeSetReader.form(change, value))
                    .ifPresent(form -> into.put(change, form));
        }
    }
}
