package io.vlag.engine.cli;

import io.vlag.engine.analysis.Estimate;
import io.vlag.engine.analysis.MorrisScreening;
import io.vlag.engine.analysis.SobolIndices;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.config.SweepSpec.Design;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.ResultBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What designs that are made for it say of the axes: Morris' measures, or Sobol's indices. Values
 * are means over the seeds of a combination.
 */
final class Sensitivity {
    private static final int POINTS_MAX = 2_000_000;

    private final ConfigurationSpace space;
    private final List<String> metrics;
    private final double[][] sums; // [metric][combination]
    private final int[] counts;

    /**
     * A measure of the axes.
     *
     * @param symbol as the literature writes it
     * @param key in JSON
     * @param ofAxes one for each axis
     */
    record Measure(String symbol, String key, List<Estimate> ofAxes) {}

    private Sensitivity(ConfigurationSpace space, List<String> metrics) {
        this.space = space;
        this.metrics = metrics;
        final int points = isMadeForIt(space.spec()) ? Math.toIntExact(space.pointCount()) : 0;
        this.sums = new double[metrics.size()][points];
        this.counts = new int[points];
    }

    /** Nothing yet; of other designs for ever. */
    static Sensitivity of(ConfigurationSpace space, List<String> metrics) {
        if (isMadeForIt(space.spec()) && space.pointCount() > POINTS_MAX) {
            throw new BadInputException(
                    "the design has "
                            + space.pointCount()
                            + " combinations; at most "
                            + POINTS_MAX
                            + " can be analysed");
        }
        return new Sensitivity(space, metrics);
    }

    private static boolean isMadeForIt(SweepSpec spec) {
        return spec.design() instanceof Design.Morris || spec.design() instanceof Design.SobolPairs;
    }

    void add(long point, ResultBlock block, int index) {
        if (counts.length > 0) {
            counts[(int) point]++;
            final List<String> kept = space.spec().metrics();
            for (int metric = 0; metric < sums.length; metric++) {
                sums[metric][(int) point] += block.metric(index, kept.indexOf(metrics.get(metric)));
            }
        }
    }

    /** Measures by metric; empty for other designs. */
    Map<String, List<Measure>> measures() {
        final Map<String, List<Measure>> measures = new LinkedHashMap<>();
        for (int metric = 0; metric < sums.length && counts.length > 0; metric++) {
            final double[] means = new double[counts.length];
            for (int point = 0; point < means.length; point++) {
                means[point] = sums[metric][point] / counts[point]; // NaN without a result
            }
            measures.put(metrics.get(metric), measures(means));
        }
        return measures;
    }

    private List<Measure> measures(double[] means) {
        final int axes = space.spec().axes().size();
        final List<List<Estimate>> columns = List.of(new ArrayList<>(), new ArrayList<>());
        if (space.spec().design() instanceof Design.Morris morris) {
            MorrisScreening.effects(ConfigurationSpace.morris(morris, axes), means)
                    .forEach(
                            effect -> {
                                columns.get(0).add(effect.meanAbsolute());
                                columns.get(1).add(effect.deviation());
                            });
            return List.of(
                    new Measure("mu*", "muStar", columns.get(0)),
                    new Measure("sigma", "sigma", columns.get(1)));
        }
        if (space.spec().design() instanceof Design.SobolPairs pairs) {
            SobolIndices.indices(ConfigurationSpace.pairs(pairs, axes), means)
                    .forEach(
                            index -> {
                                columns.get(0).add(index.first());
                                columns.get(1).add(index.total());
                            });
        }
        return List.of(
                new Measure("S1", "first", columns.get(0)),
                new Measure("ST", "total", columns.get(1)));
    }
}
