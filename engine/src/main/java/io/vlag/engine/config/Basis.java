package io.vlag.engine.config;

/** Where a hardware number comes from. */
public enum Basis {
    /** Somebody ran it on this machine and published it. */
    MEASURED,
    /** A vendor file, driver or document states it. */
    DECLARED,
    /** Arithmetic on measured and declared numbers; the source shows it. */
    DERIVED,
    /** Reasoned; always has a range. */
    ESTIMATED
}
