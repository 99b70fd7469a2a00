package io.vlag.engine.analysis;

import java.util.List;

/**
 * Which changes explain the difference between none and all of them.
 *
 * @param from value with none of the changes, over the seeds
 * @param to value with all
 * @param difference {@code to - from}, seed by seed
 * @param effects one for each change, in the order of the changes
 * @param interactions pairs whose interaction is more than one hundredth of the difference and,
 *     over several seeds, not zero within its interval; the strongest first
 * @param exact whether Shapley values are over all combinations of the active changes
 * @param activeCount changes that did something in any context that was tried
 * @param contextCount contexts in which each change was tried before it was called inactive
 * @param permutationCount orders drawn; 0 when exact
 * @param runCount measurements made
 * @param failedCount of these, measurements without a value; what needed them is left out
 */
public record Attribution(
        Interval from,
        Interval to,
        Interval difference,
        List<Effect> effects,
        List<Interaction> interactions,
        boolean exact,
        int activeCount,
        int contextCount,
        int permutationCount,
        int runCount,
        int failedCount) {
    public Attribution {
        effects = List.copyOf(effects);
        interactions = List.copyOf(interactions);
    }

    /** Interactions are named from this share of the difference on. */
    public static final double INTERACTION_SHARE = 0.01;

    /**
     * What one change does.
     *
     * @param change its index
     * @param alone made alone, against none
     * @param leftOut all, against all but it: what leaving it out takes away
     * @param shapley mean over all orders in which the changes can be made
     * @param active whether it did anything in any context that was tried
     */
    public record Effect(
            int change, Interval alone, Interval leftOut, Interval shapley, boolean active) {}

    /**
     * What two changes do together beyond the sum of what each does: the mean over all sets of the
     * others when exact, else over the empty and the full set of them, for the eight strongest
     * changes.
     */
    public record Interaction(int first, int second, Interval effect) {}
}
