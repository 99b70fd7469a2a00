package io.vlag.engine.journal;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a reader must know beside the records; the first documents of every journal carry it as
 * JSON. Nothing in it may depend on the host or the hour, or two runs of one configuration would
 * not give the same bytes.
 *
 * @param runId number in every document of the run; chosen by the caller, the same for the same
 *     configuration
 * @param scenario name of the scenario; untrusted, as are all other texts: escape before showing
 * @param kernel name of the kernel with its changes
 * @param machine name of the machine
 * @param seed seed of all randomness
 * @param cpuCount CPUs of the machine, 1..65536
 * @param durationNs planned end of the run, simulated ns
 * @param taskNames name of each task by its id
 * @param templateNames name of each template by its index, for tasks that are forked later
 * @param domainCpus CPUs of each frequency domain by its index
 * @param attributes everything else, for instance parameters of a sweep; kept in the order of the
 *     keys
 */
public record RunHeader(
        long runId,
        String scenario,
        String kernel,
        String machine,
        long seed,
        int cpuCount,
        long durationNs,
        List<String> taskNames,
        List<String> templateNames,
        List<List<Integer>> domainCpus,
        SortedMap<String, String> attributes) {
    public RunHeader {
        if (cpuCount < 1 || cpuCount > RecordSchema.CPU_MAX + 1) {
            throw new IllegalArgumentException("cpuCount " + cpuCount + " is not within 1..65536");
        }
        taskNames = List.copyOf(taskNames);
        templateNames = List.copyOf(templateNames);
        domainCpus = domainCpus.stream().map(List::copyOf).toList();
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /** A header with the names only. */
    public static RunHeader of(
            long runId,
            String scenario,
            String kernel,
            String machine,
            long seed,
            int cpuCount,
            long durationNs) {
        return new RunHeader(
                runId,
                scenario,
                kernel,
                machine,
                seed,
                cpuCount,
                durationNs,
                List.of(),
                List.of(),
                List.of(),
                new TreeMap<>(Map.of()));
    }

    /** UTF-8 JSON, one object, keys in a fixed order. */
    public byte[] toJson() {
        return RunHeaderJson.write(this);
    }

    /**
     * Reads what {@link #toJson} wrote, unknown keys ignored.
     *
     * @throws JournalException when the text is no such object; the message says what is missing or
     *     wrong
     */
    public static RunHeader fromJson(byte[] json) {
        return RunHeaderJson.read(json);
    }
}
