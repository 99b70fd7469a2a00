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
    static final KeySet KEYS =
            KeySet.of(
                    "patch",
                    "",
                    "name",
                    "appliesTo",
                    "changes",
                    "tunables",
                    "source",
                    "confidence",
                    "note");

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
        final List<KernelRange> ranges =
                fields.required("appliesTo", "[\"6.18..7.0\"]")
                        .map(
                                value ->
                                        value.list(1).stream()
                                                .flatMap(item -> range(item).stream())
                                                .toList())
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
        final Optional<String> text = value.text(60);
        final Optional<KernelRange> range = text.flatMap(KernelRange::find);
        if (text.isPresent() && range.isEmpty()) {
            value.reject(
                    Texts.quote(text.get())
                            + " is not a version range; write 7.0, 7.0.4, 6.6..6.12, ..6.12 or"
                            + " 6.18..");
        }
        return range;
    }
}
