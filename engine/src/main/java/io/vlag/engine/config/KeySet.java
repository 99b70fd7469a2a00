package io.vlag.engine.config;

import java.util.List;

/**
 * The keys one kind of mapping may have. The name is the definition's name in the published JSON
 * schema, and a test holds the two together.
 *
 * @param schema schema file without ending: {@code scenario}, {@code machine}, {@code kernel} or
 *     {@code patch}
 * @param definition name under {@code $defs}; empty for the file itself
 */
record KeySet(String schema, String definition, List<String> keys) {
    static KeySet of(String schema, String definition, String... keys) {
        return new KeySet(schema, definition, List.of(keys));
    }
}
