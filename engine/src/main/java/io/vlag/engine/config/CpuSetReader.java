package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads CPU lists: {@code 0-3}, {@code "0,2-3"} or {@code [0, 2-3]}. */
final class CpuSetReader {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    private CpuSetReader() {}

    /**
     * @param cpuCount CPUs of the machine; every number must be below
     */
    static CpuSet read(Value value, int cpuCount) {
        final List<Integer> cpus = new ArrayList<>();
        final int problemCount = value.problems().count();
        for (final Value item : value.items()) {
            item.text(1_000)
                    .ifPresent(
                            text -> {
                                for (final String word : text.split(",", -1)) {
                                    addRange(item, word.strip(), cpuCount, cpus);
                                }
                            });
        }
        if (cpus.isEmpty() && value.problems().count() == problemCount) {
            value.reject("names no CPU; write for instance 0-" + (cpuCount - 1));
        }
        return new CpuSet(cpus);
    }

    private static void addRange(Value item, String word, int cpuCount, List<Integer> cpus) {
        final Matcher matcher = RANGE.matcher(word);
        if (!matcher.matches()) {
            item.reject(Texts.quote(word) + " is not a CPU list; write for instance 0-2,3");
            return;
        }
        final int first = Integer.parseInt(matcher.group(1));
        final int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        if (last < first || last >= cpuCount) {
            item.reject(
                    Texts.quote(word) + " is outside the machine's CPUs, 0 to " + (cpuCount - 1));
            return;
        }
        for (int cpu = first; cpu <= last; cpu++) {
            cpus.add(cpu);
        }
    }
}
