package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * Main effects and two-way interactions of factors with levels, from values that come one by one:
 * memory depends on the levels and not on the values. Values of common seeds belong to the same
 * group, so that differences between levels are paired within groups. Shares are those of a
 * balanced design; one with holes mixes factors up.
 */
public final class LevelEffects {
    private final int[] levelCounts;
    private final int groupCount;
    private final double[][][] sums; // [factor][level][group]
    private final long[][][] counts;
    private final double[][][] pairSums; // [pair][level of first][level of second]
    private final long[][][] pairCounts;
    private long count;
    private double mean;
    private double squares;

    /**
     * @param levelCounts levels of each factor
     * @param groupCount groups of seeds
     */
    public LevelEffects(int[] levelCounts, int groupCount) {
        this.levelCounts = levelCounts.clone();
        this.groupCount = groupCount;
        final int factors = levelCounts.length;
        sums = new double[factors][][];
        counts = new long[factors][][];
        for (int factor = 0; factor < factors; factor++) {
            sums[factor] = new double[levelCounts[factor]][groupCount];
            counts[factor] = new long[levelCounts[factor]][groupCount];
        }
        pairSums = new double[factors * (factors - 1) / 2][][];
        pairCounts = new long[pairSums.length][][];
        for (int second = 1; second < factors; second++) {
            for (int first = 0; first < second; first++) {
                pairSums[pair(first, second)] = new double[levelCounts[first]][levelCounts[second]];
                pairCounts[pair(first, second)] = new long[levelCounts[first]][levelCounts[second]];
            }
        }
    }

    private static int pair(int first, int second) {
        return second * (second - 1) / 2 + first;
    }

    /** A value; NaN is left out. */
    public void add(int[] levels, int group, double value) {
        if (Double.isNaN(value)) {
            return;
        }
        count++;
        final double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
        for (int factor = 0; factor < levels.length; factor++) {
            sums[factor][levels[factor]][group] += value;
            counts[factor][levels[factor]][group]++;
            for (int first = 0; first < factor; first++) {
                pairSums[pair(first, factor)][levels[first]][levels[factor]] += value;
                pairCounts[pair(first, factor)][levels[first]][levels[factor]]++;
            }
        }
    }

    public long count() {
        return count;
    }

    public double mean() {
        return mean;
    }

    /** Variance of the values. */
    public double variance() {
        return squares / count;
    }

    /** Mean at a level, NaN without a value. */
    public double mean(int factor, int level) {
        double sum = 0;
        long values = 0;
        for (int group = 0; group < groupCount; group++) {
            sum += sums[factor][level][group];
            values += counts[factor][level][group];
        }
        return sum / values;
    }

    private long count(int factor, int level) {
        long values = 0;
        for (int group = 0; group < groupCount; group++) {
            values += counts[factor][level][group];
        }
        return values;
    }

    /** What a level adds to the first level of its factor: paired within the groups. */
    public Interval difference(int factor, int level) {
        final double[] base = new double[groupCount];
        final double[] other = new double[groupCount];
        for (int group = 0; group < groupCount; group++) {
            base[group] = sums[factor][0][group] / counts[factor][0][group];
            other[group] = sums[factor][level][group] / counts[factor][level][group];
        }
        return Interval.ofDifferences(base, other);
    }

    /** Share of the variance that a factor explains alone: its first Sobol index. */
    public double share(int factor) {
        double explained = 0;
        for (int level = 0; level < levelCounts[factor]; level++) {
            final long values = count(factor, level);
            if (values > 0) {
                final double away = mean(factor, level) - mean;
                explained += values * away * away;
            }
        }
        return explained / squares;
    }

    /** Share of the variance that two factors explain together beyond what each does alone. */
    public double share(int first, int second) {
        final double[][] cellSums = pairSums[pair(first, second)];
        final long[][] cellCounts = pairCounts[pair(first, second)];
        double explained = 0;
        for (int a = 0; a < levelCounts[first]; a++) {
            for (int b = 0; b < levelCounts[second]; b++) {
                if (cellCounts[a][b] > 0) {
                    final double beyond =
                            cellSums[a][b] / cellCounts[a][b]
                                    - mean(first, a)
                                    - mean(second, b)
                                    + mean;
                    explained += cellCounts[a][b] * beyond * beyond;
                }
            }
        }
        return explained / squares;
    }

    /** A pair of factors and its share. */
    public record Pair(int first, int second, double share) {}

    /** Pairs with at least a share, the strongest first. */
    public List<Pair> pairs(double leastShare) {
        final List<Pair> pairs = new ArrayList<>();
        for (int second = 1; second < levelCounts.length; second++) {
            for (int first = 0; first < second; first++) {
                final double share = share(first, second);
                if (share >= leastShare) {
                    pairs.add(new Pair(first, second, share));
                }
            }
        }
        pairs.sort((a, b) -> Double.compare(b.share(), a.share()));
        return pairs;
    }
}
