package io.vlag.engine.journal;

/**
 * Why the previous task of a switch left the CPU. Codes are part of the file format: append, never
 * renumber.
 */
public final class PrevState {
    /** Still runnable: it gave way by itself (yield) or its request was finished. */
    public static final int RUNNING = 0;

    /** Still runnable: another task took the CPU. */
    public static final int PREEMPTED = 1;

    /** Left the queue to sleep or wait. */
    public static final int BLOCKED = 2;

    /** Wants to sleep but stays queued until its lag is spent (delayed dequeue). */
    public static final int DELAYED = 3;

    /** Ended. */
    public static final int EXITED = 4;

    /** Its group ran out of bandwidth. */
    public static final int THROTTLED = 5;

    /** Was taken off the CPU to run elsewhere. */
    public static final int MIGRATING = 6;

    private static final String[] NAMES = {
        "running", "preempted", "blocked", "delayed", "exited", "throttled", "migrating",
    };

    private PrevState() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
