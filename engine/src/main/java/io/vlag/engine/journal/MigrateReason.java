package io.vlag.engine.journal;

/** Why a task moved to another CPU. Codes are part of the file format: append, never renumber. */
public final class MigrateReason {
    /** Placement at its wake-up. */
    public static final int WAKE = 0;

    /** A CPU about to idle pulled it. */
    public static final int NEWIDLE = 1;

    /** The periodic balance of a busy CPU pulled it. */
    public static final int BALANCE = 2;

    /** The periodic balance of an idle CPU pulled it. */
    public static final int IDLE_BALANCE = 3;

    /** It was pushed while it ran. */
    public static final int ACTIVE_BALANCE = 4;

    /** It needs more capacity than its CPU has. */
    public static final int MISFIT = 5;

    /** Its affinity changed. */
    public static final int AFFINITY = 6;

    /** Placement at exec. */
    public static final int EXEC = 7;

    /** Its CPU went away. */
    public static final int HOTPLUG = 8;

    /** A real-time task was pushed to a CPU that runs a lower priority. */
    public static final int RT_PUSH = 9;

    /** A CPU that fell to a lower priority pulled a real-time task. */
    public static final int RT_PULL = 10;

    private static final String[] NAMES = {
        "wake",
        "newidle",
        "balance",
        "idle_balance",
        "active_balance",
        "misfit",
        "affinity",
        "exec",
        "hotplug",
        "rt_push",
        "rt_pull",
    };

    private MigrateReason() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
