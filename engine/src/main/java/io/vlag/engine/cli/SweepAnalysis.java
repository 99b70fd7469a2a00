package io.vlag.engine.cli;

import io.vlag.engine.analysis.LevelEffects;
import io.vlag.engine.analysis.ParetoFront;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.sweep.ConfigurationSpace;
import io.vlag.engine.sweep.FailureReason;
import io.vlag.engine.sweep.ResultBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the results of a sweep depend on. Memory depends on the levels of the axes and, when there
 * are objectives, on the combinations; not on the seeds.
 *
 * @param effects by metric
 * @param sensitivity measures of designs made for them, by metric; else empty
 * @param front combinations that no other beats in the objectives
 */
record SweepAnalysis(
        ConfigurationSpace space,
        Map<String, LevelEffects> effects,
        Map<String, List<Sensitivity.Measure>> sensitivity,
        List<FrontPoint> front) {
    private static final int SEED_GROUPS_MAX = 64;
    private static final int LEVELS_MAX = 4_096;
    private static final int FRONT_POINTS_MAX = 2_000_000;

    /**
     * A combination of the front.
     *
     * @param firstId its configuration with seed 1
     * @param means of the objectives over the seeds
     */
    record FrontPoint(long firstId, List<String> values, double[] means) {}

    static SweepAnalysis of(MergedSweep merged, ConfigurationSpace space, List<String> metrics) {
        final SweepSpec spec = space.spec();
        final int[] levelCounts =
                IntStream.range(0, spec.axes().size()).map(space::levelCountOf).toArray();
        if (IntStream.of(levelCounts).sum() > LEVELS_MAX) {
            throw new BadInputException(
                    "the axes have "
                            + IntStream.of(levelCounts).sum()
                            + " levels; at most "
                            + LEVELS_MAX
                            + " can be analysed");
        }
        final Map<String, LevelEffects> effects = new LinkedHashMap<>();
        metrics.forEach(
                metric ->
                        effects.put(
                                metric,
                                new LevelEffects(
                                        levelCounts, Math.min(SEED_GROUPS_MAX, spec.seedCount()))));
        final Objectives objectives = Objectives.of(space);
        final Sensitivity sensitivity = Sensitivity.of(space, metrics);
        merged.forEach(
                block -> new Adding(merged, space, effects, sensitivity, objectives).add(block));
        return new SweepAnalysis(space, effects, sensitivity.measures(), objectives.front(space));
    }

    /** Adds blocks of results. */
    private record Adding(
            MergedSweep merged,
            ConfigurationSpace space,
            Map<String, LevelEffects> effects,
            Sensitivity sensitivity,
            Objectives objectives) {
        void add(ResultBlock block) {
            final List<String> kept = space.spec().metrics();
            long lastPoint = -1;
            int[] levels = {};
            for (int index = 0; index < block.count(); index++) {
                if (block.reason(index) != FailureReason.NONE) {
                    continue;
                }
                final long id = merged.range().firstIdOf(block.block()) + index;
                final long point = space.pointOf(id);
                if (point != lastPoint) {
                    levels = space.levels(point);
                    lastPoint = point;
                }
                final int group = (int) ((space.seedOf(id) - 1) % SEED_GROUPS_MAX);
                for (int metric = 0; metric < kept.size(); metric++) {
                    final LevelEffects ofMetric = effects.get(kept.get(metric));
                    if (ofMetric != null) {
                        ofMetric.add(levels, group, block.metric(index, metric));
                    }
                }
                sensitivity.add(point, block, index);
                objectives.add(point, block, index);
            }
        }
    }

    /** Means of the objectives by combination. */
    private record Objectives(int[] metricOf, boolean[] minimised, double[][] sums, int[] counts) {
        static Objectives of(ConfigurationSpace space) {
            final List<SweepSpec.Objective> wanted = space.spec().objectives();
            final boolean feasible = !wanted.isEmpty() && space.pointCount() <= FRONT_POINTS_MAX;
            final int points = feasible ? Math.toIntExact(space.pointCount()) : 0;
            final boolean[] minimised = new boolean[wanted.size()];
            for (int i = 0; i < minimised.length; i++) {
                minimised[i] = wanted.get(i).minimised();
            }
            return new Objectives(
                    wanted.stream()
                            .mapToInt(
                                    objective -> space.spec().metrics().indexOf(objective.metric()))
                            .toArray(),
                    minimised,
                    new double[points][wanted.size()],
                    new int[points]);
        }

        void add(long point, ResultBlock block, int index) {
            if (counts.length > 0) {
                counts[(int) point]++;
                for (int i = 0; i < metricOf.length; i++) {
                    sums[(int) point][i] += block.metric(index, metricOf[i]);
                }
            }
        }

        List<FrontPoint> front(ConfigurationSpace space) {
            final double[][] losses = new double[counts.length][metricOf.length];
            for (int point = 0; point < losses.length; point++) {
                for (int i = 0; i < metricOf.length; i++) {
                    final double mean = sums[point][i] / counts[point]; // NaN without a result
                    losses[point][i] = minimised[i] ? mean : -mean;
                }
            }
            final List<FrontPoint> front = new ArrayList<>();
            for (final int point : ParetoFront.of(losses)) {
                final double[] means = new double[metricOf.length];
                for (int i = 0; i < means.length; i++) {
                    means[i] = sums[point][i] / counts[point];
                }
                front.add(
                        new FrontPoint(
                                point * (long) space.spec().seedCount(),
                                space.values(point),
                                means));
            }
            return front;
        }
    }
}
