package io.vlag.engine.sim;

/**
 * Something went wrong that no input should be able to cause, or a budget was too small. The
 * message says when and where; the command line adds the command that replays it and exits with 70.
 */
public final class SimulationFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationFault(String message) {
        super(message);
    }

    static SimulationFault hangingProgram(int task, int op, long nowNs) {
        return new SimulationFault(
                "task %d made a million steps at %d ns without time passing (instruction %d); give its loop a step that takes time"
                        .formatted(task, nowNs, op));
    }

    static SimulationFault forkBudget(int template, long nowNs) {
        return new SimulationFault(
                "at %d ns a fork of template %d found no free task record; raise the scenario's maxForkedTasks"
                        .formatted(nowNs, template));
    }
}
