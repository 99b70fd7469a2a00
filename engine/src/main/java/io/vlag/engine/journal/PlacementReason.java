package io.vlag.engine.journal;

/**
 * Why a waking task was put on its CPU. Codes are part of the file format: append, never renumber.
 */
public final class PlacementReason {
    /** No choice was recorded. */
    public static final int NONE = 0;

    /** Its affinity leaves one CPU. */
    public static final int PINNED = 1;

    /** The energy-aware search chose it. */
    public static final int ENERGY = 2;

    /** The target of the affine decision was idle. */
    public static final int TARGET_IDLE = 3;

    /** The CPU it last ran on was idle. */
    public static final int PREV_IDLE = 4;

    /** A recently used CPU was idle. */
    public static final int RECENT_IDLE = 5;

    /** A whole idle core was found. */
    public static final int IDLE_CORE = 6;

    /** An idle sibling of the target was found. */
    public static final int IDLE_SMT = 7;

    /** The scan of the cache domain found an idle CPU. */
    public static final int IDLE_SCAN = 8;

    /** The scan for an idle CPU of sufficient capacity found it. */
    public static final int IDLE_CAPACITY = 9;

    /** Nothing was idle; the affine target was taken. */
    public static final int TARGET_BUSY = 10;

    /** The slow path (fork, exec) chose the idlest CPU of the idlest group. */
    public static final int IDLEST_GROUP = 11;

    /** A task in delayed dequeue was queued again where it was. */
    public static final int STAYED = 12;

    /** Placement had nothing to choose from. */
    public static final int SINGLE_QUEUE = 13;

    /** Energy: another CPU fits better than the previous one. */
    public static final int ENERGY_FITS = 14;

    /** Energy: no CPU gives the minimum clamp; this one comes closest. */
    public static final int ENERGY_CAPACITY = 15;

    /** Energy: no other CPU saves any, so it stays. */
    public static final int ENERGY_PREV = 16;

    /** Energy: it fits nowhere, so it stays. */
    public static final int ENERGY_NONE_FITS = 17;

    /** Energy: it has no utilisation yet, so it stays. */
    public static final int ENERGY_NO_UTIL = 18;

    private static final String[] NAMES = {
        "none",
        "pinned",
        "energy",
        "target_idle",
        "prev_idle",
        "recent_idle",
        "idle_core",
        "idle_smt",
        "idle_scan",
        "idle_capacity",
        "target_busy",
        "idlest_group",
        "stayed",
        "single_queue",
        "energy_fits",
        "energy_capacity",
        "energy_prev",
        "energy_none_fits",
        "energy_no_util",
    };

    private PlacementReason() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
