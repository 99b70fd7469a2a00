package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sobol's indices by two samples and their mixtures: Saltelli's estimator of the first order,
 * Jansen's of the total. Intervals come from drawing the rows again.
 */
public final class SobolIndices {
    private SobolIndices() {}

    /**
     * Shares of the variance.
     *
     * @param first what the input explains alone, S1
     * @param total with everything it interacts with, ST
     */
    public record Index(Estimate first, Estimate total) {}

    /** Indices of a function on a design. */
    public static List<Index> of(UnitCubeFunction function, SobolDesign design) {
        final double[] values = new double[Math.toIntExact(design.count())];
        final double[] point = new double[design.inputs()];
        for (int index = 0; index < values.length; index++) {
            design.point(index, point);
            values[index] = function.at(point);
        }
        return indices(design, values);
    }

    /**
     * Indices of what was measured.
     *
     * @param values of all points of the design, NaN where there is none; a row without one of them
     *     is left out
     * @return one for each input; NaN when nothing varies
     */
    public static List<Index> indices(SobolDesign design, double[] values) {
        final int inputs = design.inputs();
        final int places = inputs + 2;
        final int[] whole =
                IntStream.range(0, design.rows())
                        .filter(
                                row ->
                                        IntStream.range(0, places)
                                                .allMatch(
                                                        place ->
                                                                Double.isFinite(
                                                                        values[
                                                                                row * places
                                                                                        + place])))
                        .toArray();
        final Estimate[] estimates =
                Bootstrap.of(
                        whole.length,
                        2 * inputs,
                        (rows, into) -> estimate(values, whole, rows, inputs, into));
        final List<Index> indices = new ArrayList<>();
        for (int input = 0; input < inputs; input++) {
            indices.add(new Index(estimates[input], estimates[inputs + input]));
        }
        return indices;
    }

    /** First orders, then totals. */
    private static void estimate(
            double[] values, int[] whole, int[] rows, int inputs, double[] into) {
        final int places = inputs + 2;
        double sum = 0;
        for (final int row : rows) {
            final int at = whole[row] * places;
            sum += values[at] + values[at + 1];
        }
        final double mean = sum / (2.0 * rows.length);
        double squares = 0;
        for (final int row : rows) {
            final double a = values[whole[row] * places] - mean;
            final double b = values[whole[row] * places + 1] - mean;
            squares += a * a + b * b;
        }
        final double variance = squares / (2.0 * rows.length);
        for (int input = 0; input < inputs; input++) {
            double together = 0;
            double apart = 0;
            for (final int row : rows) {
                final int at = whole[row] * places;
                final double a = values[at];
                final double mixed = values[at + 2 + input];
                together += (values[at + 1] - mean) * (mixed - a);
                apart += (a - mixed) * (a - mixed);
            }
            into[input] = together / rows.length / variance;
            into[inputs + input] = apart / (2.0 * rows.length) / variance;
        }
    }
}
