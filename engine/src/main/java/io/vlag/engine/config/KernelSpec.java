package io.vlag.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A kernel, complete: a value for every {@link KernelChange}.
 *
 * @param label what the user wrote, such as {@code 7.0+ttwu}
 * @param version release the cost figures are chosen by
 * @param values one for every change, in the order of the registry
 * @param sources where it comes from: the kernel first, then its patches
 * @param confidence of its least sure part
 */
public record KernelSpec(
        String label,
        KernelVersion version,
        Map<KernelChange, ChangeValue> values,
        List<String> sources,
        Confidence confidence) {
    public KernelSpec {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        sources = List.copyOf(sources);
        for (final KernelChange change : KernelChange.values()) {
            if (!values.containsKey(change)) {
                throw new IllegalArgumentException(label + " has no value for " + change.key());
            }
        }
    }

    /**
     * Form of a feature ({@code on} or {@code off}) or rule, or the decimal number of a tunable.
     */
    public String form(KernelChange change) {
        return Objects.requireNonNull(values.get(change), change.key()).form();
    }

    public boolean isOn(KernelChange change) {
        return form(change).equals("on");
    }

    public boolean is(KernelChange change, String form) {
        if (change.formIndex(form) < 0) {
            throw new IllegalArgumentException(change.key() + " has no form " + form);
        }
        return form(change).equals(form);
    }

    /** Position of the form in {@link KernelChange#forms()}: what a plan stores. */
    public int formIndex(KernelChange change) {
        return change.formIndex(form(change));
    }

    /** Value of a tunable, in the unit of its name. */
    public long tunable(KernelChange change) {
        return Long.parseLong(form(change));
    }

    /** The same kernel with one change flipped; for attribution. */
    public KernelSpec with(KernelChange change, ChangeValue value, String newLabel) {
        final Map<KernelChange, ChangeValue> flipped = new LinkedHashMap<>(values);
        flipped.put(change, value);
        return new KernelSpec(
                newLabel, version, flipped, sources, confidence.and(value.confidence()));
    }

    /**
     * Every change whose form differs, with this kernel's and the other's value; in the order of
     * the registry.
     */
    public Map<KernelChange, List<ChangeValue>> differencesTo(KernelSpec other) {
        final Map<KernelChange, List<ChangeValue>> differences = new LinkedHashMap<>();
        for (final KernelChange change : KernelChange.values()) {
            if (!form(change).equals(other.form(change))) {
                differences.put(change, List.of(values.get(change), other.values.get(change)));
            }
        }
        return differences;
    }

    /**
     * One value of one change.
     *
     * @param form form of a feature or rule, or the decimal number of a tunable
     * @param setBy kernel, patch or flip that set it
     * @param source why it is believed
     * @param confidence how far
     */
    public record ChangeValue(String form, String setBy, String source, Confidence confidence) {}
}
