package io.vlag.engine.state;

/** What a CPU is in the middle of. */
public final class CpuOp {
    /** Idle: nothing ends. */
    public static final int NOTHING = 0;

    /** A part of the current task's step; interrupts extend it, preemption saves the rest of it. */
    public static final int STEP = 1;

    /** The part of a wake-up in front of the enqueue; interrupts wait for its end. */
    public static final int WAKE = 2;

    private CpuOp() {}
}
