package io.vlag.engine.conform;

import java.util.ArrayList;
import java.util.List;

/**
 * A switch between tasks of a workload, on one CPU. What other tasks did between is left out, and
 * with it a switch back to the task that they interrupted.
 *
 * @param timeNs of the switch-in
 * @param stintNs since the decision before; 0: the first
 * @param prev who ran before
 * @param isRunnable it still wanted the CPU
 * @param next who runs then
 */
record Decision(long timeNs, long stintNs, String prev, boolean isRunnable, String next) {
    /** Stints whose lengths differ by less than this part of the recorded one are the same. */
    private static final int SAME_DIVISOR = 50;

    /** Decisions from a time on, in order. */
    static List<Decision> of(Trace trace, long fromNs) {
        final List<Decision> decisions = new ArrayList<>();
        trace.forEachTurn(
                fromNs,
                (timeNs, prev, isRunnable, next) -> {
                    if (!(isRunnable && prev.number() == next.number())) {
                        final long beforeNs =
                                decisions.isEmpty() ? timeNs : decisions.getLast().timeNs();
                        decisions.add(
                                new Decision(
                                        timeNs,
                                        timeNs - beforeNs,
                                        prev.name(),
                                        isRunnable,
                                        next.name()));
                    }
                });
        return decisions;
    }

    /**
     * Whether a simulated decision is this recorded one.
     *
     * @param slackNs lengths closer than this are the same
     */
    boolean isLike(Decision simulated, long slackNs) {
        return prev.equals(simulated.prev)
                && isRunnable == simulated.isRunnable
                && next.equals(simulated.next)
                && Math.abs(stintNs - simulated.stintNs)
                        <= Math.max(slackNs, stintNs / SAME_DIVISOR);
    }

    /** In words, such as {@code hog -> per, hog preempted}. */
    String words() {
        return prev + " -> " + next + ", " + prev + (isRunnable ? " still runnable" : " blocked");
    }
}
