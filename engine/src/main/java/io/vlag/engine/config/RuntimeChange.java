package io.vlag.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What somebody changes while the machine runs, as far as a running system lets them: features,
 * tunables and the frequency governor.
 *
 * @param atNs simulated time since the start, warm-up included, ns; what happens at that time
 *     happens before
 * @param values new form of features, new number of tunables
 * @param governor empty: stays
 * @param rateLimitNs schedutil's least time between two clocks, ns; empty: stays
 */
public record RuntimeChange(
        long atNs,
        Map<KernelChange, String> values,
        Optional<Governor> governor,
        OptionalLong rateLimitNs) {
    public RuntimeChange {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
