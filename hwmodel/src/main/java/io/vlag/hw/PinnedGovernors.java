package io.vlag.hw;

/** Governors that pin the clock: called at start and when limits change, never from a hook. */
public final class PinnedGovernors {
    private PinnedGovernors() {}

    /** The policy's maximum. */
    public static int performance(FreqDomains freqs, int domain) {
        return freqs.maxOpp(domain);
    }

    /** The policy's minimum. */
    public static int powersave(FreqDomains freqs, int domain) {
        return freqs.minOpp(domain);
    }

    /** The lowest operating point that gives the speed set by the user. */
    public static int userspace(FreqDomains freqs, int domain, int setSpeedKhz) {
        return freqs.opps()
                .atOrAbove(domain, setSpeedKhz, freqs.minOpp(domain), freqs.maxOpp(domain));
    }
}
