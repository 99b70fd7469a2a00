package io.vlag.engine.importer;

import io.vlag.engine.config.SchedPolicy;
import java.util.Arrays;
import java.util.List;

/** A scheduling policy under rt-app's names. */
enum RtAppPolicy {
    SCHED_OTHER(SchedPolicy.OTHER),
    SCHED_BATCH(SchedPolicy.BATCH),
    SCHED_IDLE(SchedPolicy.IDLE),
    SCHED_FIFO(SchedPolicy.FIFO),
    SCHED_RR(SchedPolicy.RR),
    /** There is no deadline class in the simulator: the highest fixed priority stands in for it. */
    SCHED_DEADLINE(SchedPolicy.FIFO);

    static final List<String> NAMES = Arrays.stream(values()).map(RtAppPolicy::name).toList();

    /** Fixed priority that stands in for the deadline class. */
    static final int DEADLINE_RT_PRIORITY = 99;

    /** Fixed priority of a real-time thread that gives none. */
    static final int RT_PRIORITY_DEFAULT = 10;

    private final SchedPolicy simulatedAs;

    RtAppPolicy(SchedPolicy simulatedAs) {
        this.simulatedAs = simulatedAs;
    }

    SchedPolicy simulatedAs() {
        return simulatedAs;
    }

    boolean isFair() {
        return simulatedAs.isFair();
    }
}
