package io.vlag.engine.journal;

/** What decided a frequency. Codes are part of the file format: append, never renumber. */
public final class FreqReason {
    /** No reason was recorded. */
    public static final int NONE = 0;

    /** Utilisation of the fair class with its margin. */
    public static final int UTIL = 1;

    /** The boost after input or output waits. */
    public static final int IOWAIT_BOOST = 2;

    /** A utilisation clamp. */
    public static final int UCLAMP = 3;

    /** A real-time task asks for the highest frequency. */
    public static final int REALTIME = 4;

    /** A user's minimum or maximum. */
    public static final int LIMIT = 5;

    /** A thermal or power cap. */
    public static final int THERMAL = 6;

    /** The turbo ceiling for the number of busy cores. */
    public static final int BOOST_CEILING = 7;

    /** A governor without utilisation (performance, powersave, userspace). */
    public static final int GOVERNOR = 8;

    /** The state at the beginning of the run. */
    public static final int INITIAL = 9;

    /** Busy time of the last sampling period, as the ondemand governor weighs it. */
    public static final int ONDEMAND = 10;

    /** Busy time of the last sampling period, as the conservative governor weighs it. */
    public static final int CONSERVATIVE = 11;

    private static final String[] NAMES = {
        "none",
        "util",
        "iowait_boost",
        "uclamp",
        "realtime",
        "limit",
        "thermal",
        "boost_ceiling",
        "governor",
        "initial",
        "ondemand",
        "conservative",
    };

    private FreqReason() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
