package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Sobol's indices by two samples and their mixtures: Saltelli's estimator of the first order,
 * Jansen's of the total. Samples are a Sobol sequence, shifted at random; several shifts give the
 * intervals.
 */
public final class SobolIndices {
    private SobolIndices() {}

    /**
     * Shares of the variance.
     *
     * @param first what the input explains alone
     * @param total with everything it interacts with
     */
    public record Index(Interval first, Interval total) {}

    /**
     * Estimates.
     *
     * @param points of each sample, a power of two best; {@code points (inputs + 2)} measurements a
     *     shift
     * @param shifts at least 2 for intervals
     */
    public static List<Index> of(
            UnitCubeFunction function, int inputs, int points, int shifts, long seed) {
        if (points < 2 || shifts < 1) {
            throw new IllegalArgumentException(points + " points, " + shifts + " shifts");
        }
        final SplittableRandom random = new SplittableRandom(seed);
        final double[][] first = new double[inputs][shifts];
        final double[][] total = new double[inputs][shifts];
        for (int shift = 0; shift < shifts; shift++) {
            estimate(function, samples(inputs, points, random), shift, first, total);
        }
        final List<Index> indices = new ArrayList<>();
        for (int input = 0; input < inputs; input++) {
            indices.add(new Index(Interval.of(first[input]), Interval.of(total[input])));
        }
        return indices;
    }

    /** Both samples side by side. */
    private static double[][] samples(int inputs, int points, SplittableRandom random) {
        final double[] moved = new double[2 * inputs];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = random.nextDouble();
        }
        final SobolSequenceGenerator sobol = new SobolSequenceGenerator(2 * inputs);
        final double[][] samples = new double[points][];
        for (int point = 0; point < points; point++) {
            samples[point] = sobol.nextVector();
            for (int i = 0; i < moved.length; i++) {
                samples[point][i] = (samples[point][i] + moved[i]) % 1;
            }
        }
        return samples;
    }

    private static void estimate(
            UnitCubeFunction function,
            double[][] samples,
            int shift,
            double[][] first,
            double[][] total) {
        final int inputs = first.length;
        final int points = samples.length;
        final double[] a = new double[points];
        final double[] b = new double[points];
        final double[] mixed = new double[inputs];
        double sum = 0;
        for (int point = 0; point < points; point++) {
            a[point] = function.at(mix(samples[point], mixed, -1, 0));
            b[point] = function.at(mix(samples[point], mixed, -1, inputs));
            sum += a[point] + b[point];
        }
        final double mean = sum / (2 * points);
        double squares = 0;
        for (int point = 0; point < points; point++) {
            squares +=
                    (a[point] - mean) * (a[point] - mean) + (b[point] - mean) * (b[point] - mean);
        }
        final double variance = squares / (2 * points);
        for (int input = 0; input < inputs; input++) {
            double together = 0;
            double apart = 0;
            for (int point = 0; point < points; point++) {
                final double ab = function.at(mix(samples[point], mixed, input, 0));
                together += (b[point] - mean) * (ab - a[point]);
                apart += (a[point] - ab) * (a[point] - ab);
            }
            first[input][shift] = together / points / variance;
            total[input][shift] = apart / (2 * points) / variance;
        }
    }

    /** The sample that begins at {@code offset}, one input taken from the second. */
    private static double[] mix(double[] sample, double[] into, int other, int offset) {
        System.arraycopy(sample, offset, into, 0, into.length);
        if (other >= 0) {
            into[other] = sample[into.length + other];
        }
        return into;
    }
}
