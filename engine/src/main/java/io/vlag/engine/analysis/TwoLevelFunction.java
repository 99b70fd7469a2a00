package io.vlag.engine.analysis;

import java.util.BitSet;

/** Something measured, as a function of which of a list of changes are made. */
@FunctionalInterface
public interface TwoLevelFunction {
    /**
     * Measures. Called by several threads at once.
     *
     * @param made indices of the changes that are made; not to be kept
     * @param seed of everything random: the same for all combinations that are compared
     */
    Response at(BitSet made, long seed);

    /**
     * What was measured.
     *
     * @param value NaN when there is none
     * @param digest the same for two runs only when nothing at all differed between them
     */
    record Response(double value, long digest) {}
}
