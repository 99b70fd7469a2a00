package io.vlag.engine.analysis;

/**
 * Shapley values and interaction indices of a game over all its coalitions, by the definition.
 * Coalitions are bit masks.
 */
final class ShapleyValues {
    /** Most players for which all coalitions are measured. */
    static final int PLAYERS_MAX = 12;

    private ShapleyValues() {}

    /**
     * The mean over all orders of what each player adds.
     *
     * @param values by coalition, {@code 2^players} of them
     */
    static double[] of(double[] values, int players) {
        final double[] weights = weights(players);
        final double[] shares = new double[players];
        for (int coalition = 0; coalition < (1 << players) - 1; coalition++) { // not of all
            final double weight = weights[Integer.bitCount(coalition)];
            for (int player = 0; player < players; player++) {
                if ((coalition >>> player & 1) == 0) {
                    shares[player] +=
                            weight * (values[coalition | 1 << player] - values[coalition]);
                }
            }
        }
        return shares;
    }

    /**
     * The interaction index of Grabisch and Roubens: the second difference, averaged over
     * coalitions of the others as in a game in which the two are one player.
     */
    static double interaction(double[] values, int players, int first, int second) {
        final double[] weights = weights(players - 1);
        final int both = 1 << first | 1 << second;
        double sum = 0;
        for (int coalition = 0; coalition < 1 << players; coalition++) {
            if ((coalition & both) == 0) {
                sum +=
                        weights[Integer.bitCount(coalition)]
                                * (values[coalition | both]
                                        - values[coalition | 1 << first]
                                        - values[coalition | 1 << second]
                                        + values[coalition]);
            }
        }
        return sum;
    }

    /** {@code s! (n - s - 1)! / n!} by the size s of a coalition. */
    private static double[] weights(int players) {
        final double[] weights = new double[players];
        for (int size = 0; size < players; size++) {
            double binomial = 1;
            for (int i = 0; i < size; i++) {
                binomial = binomial * (players - 1 - i) / (i + 1);
            }
            weights[size] = 1 / (players * binomial);
        }
        return weights;
    }
}
