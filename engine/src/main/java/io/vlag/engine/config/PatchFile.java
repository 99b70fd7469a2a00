package io.vlag.engine.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A patch as its file states it.
 *
 * @param appliesTo kernels it can be added to
 */
record PatchFile(List<KernelRange> appliesTo, ChangeSet changes) {
    static final KeySet KEYS = KeySet.of(
            "patch", "", "name", "appliesTo", "changes", "tunables", "source", "confidence", "note");

    PatchFile {
        appliesTo = List.copyOf(appliesTo);
    }

    String name() {
        return changes.name();
    }

    boolean appliesTo(KernelVersion version) {
        return appliesTo.stream().anyMatch(range -> range.contains(version));
    }

    String appliesToText() {
        return appliesTo.stream().map(KernelRange::toString).collect(Collectors.joining(", "));
    }

    static PatchFile read(Value root) {
        final Fields fields = root.fields(KEYS);
        final List<KernelRange> ranges = fields.required("appliesTo", "[\"6.18..7.0\"]")
                .map(value -> value.list(1).stream().flatMap(item -> range(item).stream()).toList())
                .orElse(List.of());
        fields.textOr("note", "");
        final ChangeSet changes = ChangeSetReader.read(fields);
        if (fields.exist() && !fields.has("changes") && !fields.has("tunables")) {
            fields.reject("changes nothing; write changes: or tunables:");
        }
        return new PatchFile(ranges, changes);
    }

    /** A version range, or a problem. */
    static Optional<KernelRange> range(Value value) {
        return value.text(60).flatMap(text -> {
            try {
                return Optional.of(KernelRange.parse(text));
            } catch (IllegalArgumentException e) {
                value.reject(e.getMessage() + ", or a range such as 6.6..6.12");
                return Optional.empty();
            }
        });
    }
}
