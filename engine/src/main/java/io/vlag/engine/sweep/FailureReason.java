package io.vlag.engine.sweep;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.sim.WorkloadFault;
import io.vlag.offheap.ArenaExhaustedException;

/** Why a configuration has no metrics. Ordinals are part of the results' format: append only. */
public enum FailureReason {
    /** It has. */
    NONE,
    /** The sweep forbids the combination. */
    FORBIDDEN,
    /** The values do not make a scenario. */
    BAD_CONFIGURATION,
    /** The workload broke a rule, such as forking without end. */
    WORKLOAD,
    /** Not enough memory for its slab. */
    MEMORY,
    /** Our fault. */
    ENGINE;

    /** The reason that an exception stands for. */
    static FailureReason of(Throwable thrown) {
        return switch (thrown) {
            case ConfigException _ -> BAD_CONFIGURATION;
            case WorkloadFault _ -> WORKLOAD;
            case ArenaExhaustedException _ -> MEMORY;
            case OutOfMemoryError _ -> MEMORY;
            default -> ENGINE;
        };
    }
}
