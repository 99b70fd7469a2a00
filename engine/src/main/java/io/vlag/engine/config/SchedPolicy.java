package io.vlag.engine.config;

/** A task's scheduling policy, under the kernel's names. */
public enum SchedPolicy {
    OTHER,
    BATCH,
    IDLE,
    FIFO,
    RR;

    /** True for the policies of the fair class. */
    public boolean isFair() {
        return this == OTHER || this == BATCH || this == IDLE;
    }
}
