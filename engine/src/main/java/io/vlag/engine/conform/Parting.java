package io.vlag.engine.conform;

import java.util.List;

/**
 * How long a simulation takes the recorded decisions, from the first recorded one on.
 *
 * @param start index of the simulated decision that is the first recorded one
 * @param length decisions alike
 */
record Parting(int start, int length) {
    /** Simulated decisions that are tried as the first one. */
    private static final int STARTS_MAX = 500;

    /** The longest, from the earliest start. */
    static Parting of(List<Decision> recorded, List<Decision> simulated, long slackNs) {
        Parting longest = new Parting(0, 0);
        for (int start = 0; start < Math.min(STARTS_MAX, simulated.size()); start++) {
            final int length = lengthFrom(start, recorded, simulated, slackNs);
            if (length > longest.length) {
                longest = new Parting(start, length);
            }
        }
        return longest;
    }

    private static int lengthFrom(
            int start, List<Decision> recorded, List<Decision> simulated, long slackNs) {
        int length = 0;
        while (length < recorded.size()
                && start + length < simulated.size()
                // What the first one ended began before both lists.
                && (length == 0
                        ? isFirst(recorded.getFirst(), simulated.get(start))
                        : recorded.get(length).isLike(simulated.get(start + length), slackNs))) {
            length++;
        }
        return length;
    }

    private static boolean isFirst(Decision recorded, Decision simulated) {
        return recorded.isLike(simulated, Long.MAX_VALUE);
    }
}
