package io.vlag.engine.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The words files use for our enums, in the enums' order. */
final class Words {
    static final Map<String, Basis> BASES = lowerCase(Basis.values());
    static final Map<String, Confidence> CONFIDENCES = lowerCase(Confidence.values());
    static final Map<String, Governor> GOVERNORS = lowerCase(Governor.values());

    /** Those that need no setting of their own, so that a running scenario can change to them. */
    static final Map<String, Governor> PLAIN_GOVERNORS =
            lowerCase(
                    Stream.of(Governor.values())
                            .filter(governor -> governor != Governor.USERSPACE)
                            .toArray(Governor[]::new));

    static final Map<String, IdleGovernor> IDLE_GOVERNORS = lowerCase(IdleGovernor.values());
    static final Map<String, HardwareSpec.Actor> ACTORS = lowerCase(HardwareSpec.Actor.values());
    static final Map<String, Preemption> PREEMPTIONS = lowerCase(Preemption.values());
    static final Map<String, SchedPolicy> POLICIES = lowerCase(SchedPolicy.values());
    static final Map<String, Scenario.Role> ROLES = lowerCase(Scenario.Role.values());
    static final Map<String, CostPath> COST_PATHS = words(CostPath.values(), CostPath::key);
    static final Map<String, PublishedMetric> METRICS =
            words(PublishedMetric.values(), PublishedMetric::key);

    private Words() {}

    private static <E extends Enum<E>> Map<String, E> lowerCase(E[] values) {
        return words(values, value -> value.name().toLowerCase(Locale.ROOT));
    }

    private static <E extends Enum<E>> Map<String, E> words(E[] values, Function<E, String> word) {
        final Map<String, E> words = new LinkedHashMap<>();
        for (final E value : values) {
            words.put(word.apply(value), value);
        }
        return words;
    }
}
