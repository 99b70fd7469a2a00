package io.vlag.engine.sim;

/** What carrying out a part of an instruction led to. */
final class StepOutcome {
    /** The instruction is done; go on with the next one. */
    static final int NEXT = 0;

    /**
     * The instruction moved to another stage, or the program to another place; look at it again.
     */
    static final int AGAIN = 1;

    /** An operation started on the CPU; nothing to decide until it ends. */
    static final int OPERATION = 2;

    /** The task sleeps; the CPU has to find something else. */
    static final int BLOCK = 3;

    /** The task gives way but stays runnable; its instruction is done. */
    static final int YIELD = 4;

    /** The task has ended. */
    static final int EXIT = 5;

    /** The task may not run here any more; its instruction is done. */
    static final int MOVE = 6;

    /** The instruction is not done, but a request to reschedule is honoured first. */
    static final int RESCHEDULE = 7;

    /** The task goes on with its instruction on the CPU that exec balancing chooses. */
    static final int MOVE_FOR_EXEC = 8;

    /** The task has given way already and stays runnable; its instruction is done. */
    static final int YIELDED = 9;

    private StepOutcome() {}
}
