package io.vlag.hw;

import io.vlag.offheap.HotPath;

/**
 * Operating points of all domains in one row, and the ways to find one for a wanted clock.
 * Immutable.
 */
public final class OppTable {
    private final int[] base; // by domain; one more at the end
    private final int[] khz; // [domain][opp]
    private final int[] capacity; // [domain][opp]

    public OppTable(MachinePlan machine) {
        base = new int[machine.domainCount() + 1];
        khz = new int[machine.oppCount()];
        capacity = new int[machine.oppCount()];
        for (int domain = 0; domain < machine.domainCount(); domain++) {
            base[domain + 1] = machine.oppBase(domain + 1);
            for (int opp = 0; opp <= top(domain); opp++) {
                khz[base[domain] + opp] = machine.domains().get(domain).opps().get(opp).khz();
                capacity[base[domain] + opp] =
                        machine.domains().get(domain).opps().get(opp).capacity();
            }
        }
    }

    /** Highest operating point. */
    @HotPath
    public int top(int domain) {
        return base[domain + 1] - base[domain] - 1;
    }

    @HotPath
    public int khz(int domain, int opp) {
        return khz[base[domain] + opp];
    }

    @HotPath
    public int capacity(int domain, int opp) {
        return capacity[base[domain] + opp];
    }

    /** Position in tables over all domains. */
    @HotPath
    public int index(int domain, int opp) {
        return base[domain] + opp;
    }

    /**
     * Lowest operating point of {@code minOpp..maxOpp} at or above a clock; {@code maxOpp} when
     * none is (relation L).
     */
    @HotPath
    public int atOrAbove(int domain, long wantedKhz, int minOpp, int maxOpp) {
        return atOrAbove(khz, base[domain] + minOpp, base[domain] + maxOpp, wantedKhz)
                - base[domain];
    }

    /** Lowest position of {@code from..to} whose clock is at or above one; {@code to} when none. */
    @HotPath
    static int atOrAbove(int[] khz, int from, int to, long wantedKhz) {
        int at = from;
        while (at < to && khz[at] < wantedKhz) {
            at++;
        }
        return at;
    }

    /**
     * Highest operating point of {@code minOpp..maxOpp} at or below a clock; {@code minOpp} when
     * none is (relation H).
     */
    @HotPath
    public int atOrBelow(int domain, long wantedKhz, int minOpp, int maxOpp) {
        int opp = maxOpp;
        while (opp > minOpp && khz(domain, opp) > wantedKhz) {
            opp--;
        }
        return opp;
    }

    /**
     * Closest operating point of {@code minOpp..maxOpp} to a clock, the lower of two equally close
     * (relation C).
     */
    @HotPath
    public int closest(int domain, long wantedKhz, int minOpp, int maxOpp) {
        final int above = atOrAbove(domain, wantedKhz, minOpp, maxOpp);
        if (above == minOpp || khz(domain, above) <= wantedKhz) {
            return above;
        }
        return wantedKhz - khz(domain, above - 1) <= khz(domain, above) - wantedKhz
                ? above - 1
                : above;
    }
}
