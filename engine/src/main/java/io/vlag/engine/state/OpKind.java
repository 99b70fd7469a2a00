package io.vlag.engine.state;

/** How an operation's length is counted. */
public final class OpKind {
    /** No operation: the next thing is a step's own decision. */
    public static final int NONE = 0;

    /** Nanoseconds of kernel code. */
    public static final int SYSTEM_NS = 1;

    /** Nanoseconds of user code, whatever the clock. */
    public static final int USER_NS = 2;

    /**
     * Work of user code, Q20 ns on the fastest CPU at its highest clock; how long it takes depends
     * on both.
     */
    public static final int USER_WORK = 3;

    private OpKind() {}
}
