package io.vlag.engine.journal;

/** What bounded a frequency, bits of a FREQ_DECISION. */
public final class FreqClamp {
    /** Below the policy's lowest clock: raised to it. */
    public static final int RAISED_TO_MIN = 1;

    /** Above the policy's highest clock: cut to it. */
    public static final int CUT_TO_MAX = 1 << 1;

    /** A utilisation clamp changed what was asked for. */
    public static final int UCLAMP = 1 << 2;

    private static final String[] NAMES = {"raised_to_min", "cut_to_max", "uclamp"};

    private FreqClamp() {}

    /** Name of a bit, by its number, for people. */
    public static String name(int bit) {
        return bit >= 0 && bit < NAMES.length ? NAMES[bit] : "unknown-" + bit;
    }
}
