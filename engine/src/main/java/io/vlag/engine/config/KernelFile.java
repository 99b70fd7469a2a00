package io.vlag.engine.config;

import java.util.Optional;

/**
 * A kernel as its file states it.
 *
 * @param follows kernel expression whose values hold where this file says nothing
 */
record KernelFile(
        KernelVersion version,
        Optional<String> follows,
        ChangeSet changes,
        SourcePosition position) {
    static final KeySet KEYS =
            KeySet.of(
                    "kernel",
                    "",
                    "name",
                    "version",
                    "follows",
                    "changes",
                    "tunables",
                    "source",
                    "confidence",
                    "note");

    String name() {
        return changes.name();
    }

    static KernelFile read(Value root) {
        final Fields fields = root.fields(KEYS);
        final KernelVersion version =
                fields.required("version", "\"6.12.107\"")
                        .flatMap(value -> value.text(20).flatMap(text -> version(value, text)))
                        .orElse(new KernelVersion(0, 0, 0));
        final Optional<String> follows =
                fields.optional("follows").flatMap(value -> value.text(100));
        fields.textOr("note", "");
        return new KernelFile(version, follows, ChangeSetReader.read(fields), root.position());
    }

    private static Optional<KernelVersion> version(Value value, String text) {
        final Optional<KernelVersion> version = KernelVersion.find(text);
        if (version.isEmpty()) {
            value.reject(Texts.quote(text) + " is not a kernel version; write 6.12 or 6.12.107");
        }
        return version;
    }
}
