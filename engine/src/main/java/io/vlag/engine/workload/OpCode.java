package io.vlag.engine.workload;

/**
 * Instructions of a step program. Operands are named as in {@code ProgramTable}: {@code a}, {@code
 * b}, {@code c}.
 */
public final class OpCode {
    /** End of the program: the task exits. */
    public static final int EXIT = 0;

    /** Computes {@code b} ns of work, counted on the fastest CPU at its highest frequency. */
    public static final int RUN = 1;

    /** Occupies a CPU for {@code b} ns. */
    public static final int RUN_FOR = 2;

    /** Sleeps {@code b} ns; {@code a} is 1 for a wait for input or output. */
    public static final int SLEEP = 3;

    /**
     * Waits for timer {@code a} with period {@code b} ns; {@code c}: {@link #TIMER_OWN} and {@link
     * #TIMER_GRID}.
     */
    public static final int TIMER = 4;

    /** Sleeps on event queue {@code a}. */
    public static final int SUSPEND = 5;

    /** Wakes all sleepers of event queue {@code a}. */
    public static final int RESUME = 6;

    /** Takes mutex {@code a}. */
    public static final int LOCK = 7;

    /** Releases mutex {@code a}. */
    public static final int UNLOCK = 8;

    /** Waits on condition {@code a} with mutex {@code c}. */
    public static final int WAIT = 9;

    /** Wakes one sleeper of condition {@code a}. */
    public static final int SIGNAL = 10;

    /** Signals condition {@code a}, then waits on it with mutex {@code c}. */
    public static final int SIGNAL_AND_WAIT = 11;

    /** Arrives at barrier {@code a}. */
    public static final int BARRIER = 12;

    /** sched_yield. */
    public static final int YIELD = 13;

    /** Starts one task of template {@code a}. */
    public static final int FORK = 14;

    /** Writes a packet to pipe {@code a} after {@code b} user instructions. */
    public static final int PIPE_WRITE = 15;

    /** Reads a packet from pipe {@code a}; {@code b} user instructions follow. */
    public static final int PIPE_READ = 16;

    /** Sets the nice value to {@code a}; of whom: {@code c}, as in {@link #ITSELF}. */
    public static final int SET_NICE = 17;

    /** Sets the affinity to set {@code a} of the plan; of whom: {@code c}. */
    public static final int SET_AFFINITY = 18;

    /** Starts loop counter {@code a} with {@code b} rounds; negative: endless. */
    public static final int LOOP_START = 19;

    /**
     * Ends a round of loop counter {@code a}: jumps back to offset {@code c} while rounds are left.
     */
    public static final int LOOP_END = 20;

    /**
     * Sets the policy whose ordinal {@code a} holds, with {@link #RESET_ON_FORK}, and its nice
     * value or real-time priority {@code b}; of whom: {@code c}.
     */
    public static final int SET_POLICY = 21;

    /** Sets the slice to {@code b} ns, 0 for the base slice; of whom: {@code c}. */
    public static final int SET_SLICE = 22;

    /** execve(). */
    public static final int EXEC = 23;

    /** Yields to the first waiting task of template {@code a}. */
    public static final int YIELD_TO = 24;

    /** Sets the clamps: minimum {@code a}, maximum {@code b}, -1 as it is; of whom: {@code c}. */
    public static final int SET_UCLAMP = 25;

    /** A frame of stream {@code a} begins. */
    public static final int FRAME_START = 26;

    /** The oldest frame of stream {@code a} ends. */
    public static final int FRAME_END = 27;

    /**
     * A round of CPU load of {@code a} percent; slice {@code b} ns, 0 for none; mean time of a call
     * {@code c} ns.
     */
    public static final int CPU_LOAD = 28;

    /** In {@code c}: the task that runs the step; another value is a template plus one. */
    public static final int ITSELF = 0;

    /** Bit in {@code a} of {@link #SET_POLICY}. */
    public static final int RESET_ON_FORK = 1 << 8;

    /**
     * Flag of {@link #TIMER}: the timer belongs to the task, {@code a} counts from its first own
     * timer.
     */
    public static final int TIMER_OWN = 1;

    /** Flag of {@link #TIMER}: a late expiry does not move the grid. */
    public static final int TIMER_GRID = 2;

    private OpCode() {}
}
