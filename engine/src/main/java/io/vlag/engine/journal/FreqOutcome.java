package io.vlag.engine.journal;

/**
 * What became of a call of the frequency governor. Codes are part of the file format: append, never
 * renumber.
 */
public final class FreqOutcome {
    /** No outcome was recorded. */
    public static final int NONE = 0;

    /** The clock was asked for. */
    public static final int ISSUED = 1;

    /** The last change is too recent; nobody looked at the utilisation. */
    public static final int RATE_LIMITED = 2;

    /** The same was asked for as last time. */
    public static final int SAME_REQUEST = 3;

    /** Something else was asked for, which the table makes the same clock. */
    public static final int SAME_CLOCK = 4;

    /** A CPU that has not been idle keeps its higher clock. */
    public static final int STAYS_BUSY = 5;

    /** The driver does not take a call from that CPU. */
    public static final int OTHER_CPU = 6;

    /** The sampling period is not over, or the last look is still at work. */
    public static final int SAMPLING = 7;

    private static final String[] NAMES = {
        "none",
        "issued",
        "rate_limited",
        "same_request",
        "same_clock",
        "stays_busy",
        "other_cpu",
        "sampling",
    };

    private FreqOutcome() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
