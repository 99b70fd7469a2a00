package io.vlag.engine.journal;

/** Bits of the flags of a WAKEUP record. Part of the file format: append, never renumber. */
public final class WakeFlag {
    /** The waker promises to sleep soon. */
    public static final int SYNC = 1;

    /** The wakee was in delayed dequeue and is queued again. */
    public static final int DELAYED_REQUEUE = 1 << 1;

    /** The wake-up travels over the target's wake list and an interrupt. */
    public static final int WAKE_LIST = 1 << 2;

    /** First wake-up of a new task. */
    public static final int FORK = 1 << 3;

    /** The target ran its idle task. */
    public static final int TARGET_IDLE = 1 << 4;

    /** The wakee will take the CPU from the running task. */
    public static final int PREEMPTS = 1 << 5;

    /** Energy could have decided the placement, but some CPU was overutilised. */
    public static final int OVERUTILISED = 1 << 6;

    private WakeFlag() {}
}
