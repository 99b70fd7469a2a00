package io.vlag.engine.state;

/** States of a task, as the wake-up path tells them apart. */
public final class TaskState {
    /** Not started yet, or the record is free. */
    public static final int NEW = 0;

    /** Running or waiting for a CPU. */
    public static final int RUNNABLE = 1;

    /** Blocked; it may still be queued as a delayed dequeue. */
    public static final int SLEEPING = 2;

    /** Being woken: taken off its old queue, not yet on the new one. */
    public static final int WAKING = 3;

    /** Ended. */
    public static final int DEAD = 4;

    private TaskState() {}
}
