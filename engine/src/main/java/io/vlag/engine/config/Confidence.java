package io.vlag.engine.config;

/** How sure we are that a kernel, a patch or one of its values is as written. */
public enum Confidence {
    /** Read in a compiled kernel or measured. */
    CONFIRMED,
    /** Stated by its authors or by the neighbouring versions on both sides. */
    HIGH,
    /** Follows from public descriptions. */
    MEDIUM,
    /** Inferred from a title or from results. */
    LOW,
    /** Nobody checked; chosen because nothing speaks against it. */
    ASSUMED;

    /** The less sure of the two. */
    public Confidence and(Confidence other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
