package io.vlag.engine.config;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The changes one data file makes.
 *
 * @param name name of the kernel or patch
 * @param values what it sets
 * @param source why it is believed
 * @param confidence how far, for the whole file
 */
record ChangeSet(
        String name,
        Map<KernelChange, KernelSpec.ChangeValue> values,
        String source,
        Confidence confidence) {
    ChangeSet {
        final Map<KernelChange, KernelSpec.ChangeValue> copy = new EnumMap<>(KernelChange.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }
}
