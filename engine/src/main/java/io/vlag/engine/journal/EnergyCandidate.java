package io.vlag.engine.journal;

/**
 * What a CPU was in an energy-aware search. Codes are part of the file format: append, never
 * renumber.
 */
public final class EnergyCandidate {
    /** Nothing was recorded. */
    public static final int NONE = 0;

    /** The CPU the task slept on. */
    public static final int PREVIOUS = 1;

    /** The best other CPU of its domain. */
    public static final int OTHER = 2;

    /** The best other CPU of its domain, not looked at: no better fit, no more spare capacity. */
    public static final int NOT_LOOKED_AT = 3;

    /** The task fits no CPU of the domain. */
    public static final int NONE_FITS = 4;

    private static final String[] NAMES = {
        "none", "previous", "other", "not_looked_at", "none_fits",
    };

    private EnergyCandidate() {}

    /** Name of a code for people; {@code "unknown-N"} for a code of a newer writer. */
    public static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "unknown-" + code;
    }
}
