package io.vlag.hw;

import java.util.List;

/**
 * What the hardware threads of a core do to each other. Position 0 stands for one busy thread.
 *
 * @param throughputMilli work of the whole core against one busy thread alone, thousandths, by the
 *     number of busy threads; empty: threads do not notice each other
 * @param powerMilli power of the whole core against one busy thread alone, thousandths, by the
 *     number of busy threads; as long as {@code throughputMilli}
 */
public record SmtPlan(List<Integer> throughputMilli, List<Integer> powerMilli) {
    /** Threads that do not notice each other, or cores of one thread. */
    public static final SmtPlan NONE = new SmtPlan(List.of(), List.of());

    private static final int MILLI = 1000;

    public SmtPlan {
        throughputMilli = List.copyOf(throughputMilli);
        powerMilli = List.copyOf(powerMilli);
    }

    /** Speed of each of {@code busy} threads against one alone, thousandths, to nearest. */
    int speedMilli(int busy) {
        return share(throughputMilli, busy);
    }

    /** Power of each of {@code busy} threads against one alone, thousandths, to nearest. */
    int powerMilli(int busy) {
        return share(powerMilli, busy);
    }

    private static int share(List<Integer> of, int busy) {
        if (of.isEmpty() || busy <= 1) {
            return MILLI;
        }
        return (of.get(Math.min(busy, of.size()) - 1) + busy / 2) / busy;
    }
}
