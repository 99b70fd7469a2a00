package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Morris' elementary effects: trajectories through the unit cube, each step moves one coordinate by
 * the same distance. Few runs for each input: a screening, no decomposition of variance.
 */
public final class MorrisScreening {
    private MorrisScreening() {}

    /**
     * What an input does.
     *
     * @param mean mean elementary effect, of a move over the whole range
     * @param meanAbsolute mean of their sizes, mu*: an input with 0 does nothing
     * @param deviation their standard deviation, sigma: 0 for a linear input without interactions
     */
    public record Effect(Estimate mean, Estimate meanAbsolute, Estimate deviation) {}

    /** Screens a function on a design. */
    public static List<Effect> of(UnitCubeFunction function, MorrisDesign design) {
        final double[] values = new double[Math.toIntExact(design.count())];
        final double[] point = new double[design.inputs()];
        for (int index = 0; index < values.length; index++) {
            design.point(index, point);
            values[index] = function.at(point);
        }
        return effects(design, values);
    }

    /**
     * Effects of what was measured.
     *
     * @param values of all points of the design, NaN where there is none
     * @return one for each input
     */
    public static List<Effect> effects(MorrisDesign design, double[] values) {
        final int inputs = design.inputs();
        final double[][] effects = new double[inputs][design.trajectories()];
        for (int way = 0; way < design.trajectories(); way++) {
            for (int place = 1; place <= inputs; place++) {
                final int index = way * (inputs + 1) + place;
                final int input = design.movedAt(way, place);
                effects[input][way] =
                        (values[index] - values[index - 1]) / design.moveOf(way, input);
            }
        }
        final List<Effect> all = new ArrayList<>();
        for (final double[] ofInput : effects) {
            all.add(effect(Arrays.stream(ofInput).filter(Double::isFinite).toArray()));
        }
        return all;
    }

    private static Effect effect(double[] values) {
        final Estimate[] estimates =
                Bootstrap.of(
                        values.length,
                        3,
                        (rows, into) -> {
                            into[0] = mean(values, rows, false);
                            into[1] = mean(values, rows, true);
                            into[2] = deviation(values, rows, into[0]);
                        });
        return new Effect(estimates[0], estimates[1], estimates[2]);
    }

    private static double mean(double[] values, int[] rows, boolean sizes) {
        double sum = 0;
        for (final int row : rows) {
            sum += sizes ? Math.abs(values[row]) : values[row];
        }
        return sum / rows.length;
    }

    private static double deviation(double[] values, int[] rows, double mean) {
        double squares = 0;
        for (final int row : rows) {
            squares += (values[row] - mean) * (values[row] - mean);
        }
        return rows.length < 2 ? Double.NaN : Math.sqrt(squares / (rows.length - 1));
    }
}
