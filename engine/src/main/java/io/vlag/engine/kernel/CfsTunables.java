package io.vlag.engine.kernel;

import java.util.Map;

/**
 * Times that only CFS uses, as one machine has them: after scaling by its number of CPUs.
 *
 * @param latencyNs sched_latency: every runnable task should run once in that time, ns
 * @param minGranularityNs sched_min_granularity: no slice is shorter, ns
 * @param idleMinGranularityNs the same for SCHED_IDLE beside other tasks; not scaled, ns
 * @param wakeupGranularityNs sched_wakeup_granularity: lead that a runner keeps over a wakee of
 *     nice 0, ns
 */
public record CfsTunables(
        long latencyNs,
        long minGranularityNs,
        long idleMinGranularityNs,
        long wakeupGranularityNs) {

    /** As built, for one CPU. */
    static final CfsTunables DEFAULT = new CfsTunables(6_000_000, 750_000, 750_000, 1_000_000);

    public CfsTunables {
        if (latencyNs <= 0 || minGranularityNs <= 0 || idleMinGranularityNs <= 0) {
            throw new IllegalArgumentException(
                    "latency %d, min granularity %d and %d ns have to be above 0"
                            .formatted(latencyNs, minGranularityNs, idleMinGranularityNs));
        }
    }

    /**
     * Tunables of a kernel.
     *
     * @param tunables by their names in data files, before scaling
     * @param factor of the CPU count
     */
    public static CfsTunables of(Map<String, Long> tunables, int factor) {
        return new CfsTunables(
                value(tunables, "sched_latency_ns") * factor,
                value(tunables, "min_granularity_ns") * factor,
                value(tunables, "idle_min_granularity_ns"),
                value(tunables, "wakeup_granularity_ns") * factor);
    }

    /** Most entities that fit into one latency; more stretch the period. */
    int latencyCount() {
        return Math.toIntExact(Math.ceilDiv(latencyNs, minGranularityNs));
    }

    private static long value(Map<String, Long> tunables, String name) {
        final Long value = tunables.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
