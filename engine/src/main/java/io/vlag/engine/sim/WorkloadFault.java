package io.vlag.engine.sim;

/**
 * A workload did something that a simulation cannot go on from. The user's to repair: exit code 2.
 */
public final class WorkloadFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private WorkloadFault(String message) {
        super(message);
    }

    static WorkloadFault hangingProgram(String task, long nowNs) {
        return new WorkloadFault(
                "task \"%s\" made a million steps at %d ns without time passing; give its loop a step that takes time"
                        .formatted(task, nowNs));
    }

    static WorkloadFault tooManyForks(String task, int limit, long nowNs) {
        return new WorkloadFault(
                "more than %d forked tasks are alive at %d ns, the last one \"%s\"; let them end, or fork more slowly"
                        .formatted(limit, nowNs, task));
    }
}
