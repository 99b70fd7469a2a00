package io.vlag.engine.analysis;

/** Runs of candidates, for a search that decides which to run next. */
@FunctionalInterface
public interface Measurement {
    /**
     * Measures.
     *
     * @param candidates numbers of candidates
     * @param seeds the seed of each, as many
     * @return for each its objectives, less is better; NaN for one that failed
     */
    double[][] losses(long[] candidates, long[] seeds);
}
