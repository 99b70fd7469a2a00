package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Morris' elementary effects: trajectories through the unit cube, each step moves one coordinate by
 * the same distance. Few runs for each input: a screening, no decomposition of variance.
 */
public final class MorrisScreening {
    private MorrisScreening() {}

    /**
     * What an input does.
     *
     * @param mean mean elementary effect
     * @param meanAbsolute mean of their sizes: an input with 0 does nothing
     * @param deviation their standard deviation: 0 for a linear input without interactions
     */
    public record Effect(Interval mean, Interval meanAbsolute, double deviation) {}

    /**
     * Screens a function.
     *
     * @param levels of the grid, even and at least 2; the step is {@code levels / (2 (levels - 1))}
     * @param trajectories each measures {@code inputs + 1} points
     * @return one effect for each input
     */
    public static List<Effect> of(
            UnitCubeFunction function, int inputs, int levels, int trajectories, long seed) {
        if (levels < 2 || levels % 2 != 0 || trajectories < 1) {
            throw new IllegalArgumentException(levels + " levels, " + trajectories + " ways");
        }
        final SplittableRandom random = new SplittableRandom(seed);
        final double step = levels / (2.0 * (levels - 1));
        final double[][] effects = new double[inputs][trajectories];
        for (int way = 0; way < trajectories; way++) {
            final double[] point = new double[inputs];
            final double[] moves = new double[inputs];
            for (int input = 0; input < inputs; input++) {
                final double low = random.nextInt(levels / 2) / (levels - 1.0);
                final boolean rises = random.nextBoolean();
                point[input] = rises ? low : low + step;
                moves[input] = rises ? step : -step;
            }
            double before = function.at(point);
            for (final int input : shuffled(inputs, random)) {
                point[input] += moves[input];
                final double after = function.at(point);
                effects[input][way] = (after - before) / moves[input];
                before = after;
            }
        }
        final List<Effect> all = new ArrayList<>();
        for (final double[] ofInput : effects) {
            all.add(effect(ofInput));
        }
        return all;
    }

    private static int[] shuffled(int count, SplittableRandom random) {
        final int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            final int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static Effect effect(double[] values) {
        final double[] sizes = new double[values.length];
        double squares = 0;
        final Interval mean = Interval.of(values);
        for (int i = 0; i < values.length; i++) {
            sizes[i] = Math.abs(values[i]);
            squares += (values[i] - mean.mean()) * (values[i] - mean.mean());
        }
        return new Effect(
                mean,
                Interval.of(sizes),
                values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1)));
    }
}
