package io.vlag.engine.journal;

/** What a blocked task waits for. Codes are part of the file format: append, never renumber. */
public final class BlockReason {
    /** Something without a kind of its own. */
    public static final int OTHER = 0;

    /** Bytes in a pipe. */
    public static final int PIPE_READ = 1;

    /** Room in a pipe. */
    public static final int PIPE_WRITE = 2;

    /** A message on a socket pair. */
    public static final int SOCKET = 3;

    /** A mutex. */
    public static final int MUTEX = 4;

    /** A condition. */
    public static final int CONDITION = 5;

    /** A barrier. */
    public static final int BARRIER = 6;

    /** The end of another task. */
    public static final int JOIN = 7;

    /** A periodic timer. */
    public static final int TIMER = 8;

    /** A device. */
    public static final int INPUT_OUTPUT = 9;

    private static final String[] NAMES = {
        "other",
        "pipe_read",
        "pipe_write",
        "socket",
        "mutex",
        "condition",
        "barrier",
        "join",
        "timer",
        "input_output",
    };

    private BlockReason() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
