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
}
