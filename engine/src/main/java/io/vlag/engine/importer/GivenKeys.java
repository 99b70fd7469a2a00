package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import java.util.HashMap;
import java.util.Map;

/** Keys seen so far in one object, of those that may be given once. */
final class GivenKeys {
    private final Map<String, SourcePosition> given = new HashMap<>();

    boolean contains(String name) {
        return given.containsKey(name);
    }

    /** Remembers a key; a second time is a problem. */
    void giveOnce(String name, String key, SourcePosition at, ImportLog log) {
        final SourcePosition first = given.putIfAbsent(name, at);
        if (first != null) {
            log.problem(
                    at,
                    key,
                    Shown.quoted(name)
                            + " is given twice, first in line "
                            + first.line()
                            + "; keep one (only events and phases may repeat)");
        }
    }
}
