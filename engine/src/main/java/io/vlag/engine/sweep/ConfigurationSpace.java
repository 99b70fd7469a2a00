package io.vlag.engine.sweep;

import io.vlag.engine.analysis.MorrisDesign;
import io.vlag.engine.analysis.SobolDesign;
import io.vlag.engine.analysis.UnitCubeDesign;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.config.SweepSpec.Design;
import io.vlag.engine.config.SweepSpec.Levels;
import io.vlag.engine.config.SweepValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The configurations of a sweep as numbers: id to values by arithmetic, no list of them exists.
 * Seeds are the fastest digit of an id, then the last axis. Owned by one thread.
 */
public final class ConfigurationSpace {
    private static final int PARTS_OF_RANGE = 8;

    private final SweepSpec spec;
    private final List<SweepSpec.Axis> axes;
    private final @Nullable UnitCubeDesign drawing;
    private final long pointCount;
    private final double[] unit;

    public ConfigurationSpace(SweepSpec spec) {
        this.spec = spec;
        this.axes = spec.axes();
        this.unit = new double[axes.size()];
        this.drawing =
                switch (spec.design()) {
                    case Design.Drawn drawn -> new PointDrawing(drawn, axes.size());
                    case Design.Morris morris -> morris(morris, axes.size());
                    case Design.SobolPairs pairs -> pairs(pairs, axes.size());
                    case Design.Grid _, Design.TwoLevel _, Design.OneAtATime _, Design.Points _ ->
                            null;
                };
        this.pointCount =
                switch (spec.design()) {
                    case Design.Grid _ -> product();
                    case Design.TwoLevel _ -> 1L << axes.size();
                    case Design.OneAtATime _ ->
                            1 + axes.stream().mapToLong(axis -> levelCount(axis) - 1).sum();
                    case Design.Drawn _, Design.Morris _, Design.SobolPairs _ ->
                            Objects.requireNonNull(drawing).count();
                    case Design.Points(List<int[]> points) -> points.size();
                };
    }

    /** The design of a screening by Morris. */
    public static MorrisDesign morris(Design.Morris design, int axisCount) {
        return new MorrisDesign(axisCount, design.levels(), design.trajectories(), design.seed());
    }

    /** The design that Sobol's indices are estimated from. */
    public static SobolDesign pairs(Design.SobolPairs design, int axisCount) {
        return new SobolDesign(axisCount, design.rows(), design.seed());
    }

    private long product() {
        long product = 1;
        for (final SweepSpec.Axis axis : axes) {
            product = Math.multiplyExact(product, levelCount(axis));
        }
        return product;
    }

    public SweepSpec spec() {
        return spec;
    }

    /** Number of configurations; ids are 0 up to it. Forbidden ones are counted. */
    public long count() {
        return Math.multiplyExact(pointCount, spec.seedCount());
    }

    /** Combinations of values; each is run with every seed. */
    public long pointCount() {
        return pointCount;
    }

    /** Combination that a configuration belongs to. */
    public long pointOf(long id) {
        return id / spec.seedCount();
    }

    /** Seed of a configuration, 1 up to the number of seeds. */
    public long seedOf(long id) {
        return 1 + id % spec.seedCount();
    }

    /** Values of a combination, in the order of the axes. */
    public List<String> values(long point) {
        final List<String> values = new ArrayList<>(axes.size());
        if (spec.design().isDrawn()) {
            addDrawn(point, values);
        } else {
            addLevels(levels(point), values);
        }
        return values;
    }

    /**
     * Levels of a combination, in the order of the axes; those of an axis that any number of its
     * range may be drawn from are equal parts of the range.
     */
    public int[] levels(long point) {
        final int[] levels = new int[axes.size()];
        switch (spec.design()) {
            case Design.Grid _ -> {
                long rest = point;
                for (int axis = axes.size() - 1; axis >= 0; axis--) {
                    final int count = levelCount(axes.get(axis));
                    levels[axis] = (int) (rest % count);
                    rest /= count;
                }
            }
            case Design.TwoLevel _ -> {
                for (int axis = 0; axis < axes.size(); axis++) {
                    final boolean last = (point >>> axes.size() - 1 - axis & 1) != 0;
                    levels[axis] = last ? levelCount(axes.get(axis)) - 1 : 0;
                }
            }
            case Design.OneAtATime _ -> {
                return oneAway(point);
            }
            case Design.Points(List<int[]> points) -> {
                return points.get(Math.toIntExact(point)).clone();
            }
            case Design.Drawn _, Design.Morris _, Design.SobolPairs _ -> {
                draw(point);
                for (int axis = 0; axis < axes.size(); axis++) {
                    levels[axis] = level(unit[axis], levelCountOf(axis));
                }
            }
        }
        return levels;
    }

    /** Levels of an axis, as {@link #levels} counts them. */
    public int levelCountOf(int axis) {
        final int count = levelCount(axes.get(axis));
        return count == 0 ? PARTS_OF_RANGE : count;
    }

    /** A level as people read it. */
    public String levelName(int axis, int level) {
        final Levels levels = axes.get(axis).levels();
        return levels instanceof Levels.Between between && between.count() == 0
                ? number(between, (double) level / PARTS_OF_RANGE)
                        + " to "
                        + number(between, (level + 1.0) / PARTS_OF_RANGE)
                : level(levels, level);
    }

    /** The forbidden combination that the values are, as its index; -1 when they are allowed. */
    public int forbiddenBy(List<String> values) {
        for (int index = 0; index < spec.forbidden().size(); index++) {
            if (spec.forbidden().get(index).conditions().stream()
                    .allMatch(condition -> holds(condition, values.get(condition.axis())))) {
                return index;
            }
        }
        return -1;
    }

    private static boolean holds(SweepSpec.Condition condition, String value) {
        if (condition.test() == SweepSpec.Condition.Test.IS_ONE_OF) {
            return condition.operands().contains(value);
        }
        final OptionalLong left = SweepValues.amount(value);
        final OptionalLong right = SweepValues.amount(condition.operands().getFirst());
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        final int order = Long.compare(left.getAsLong(), right.getAsLong());
        return switch (condition.test()) {
            case BELOW -> order < 0;
            case AT_MOST -> order <= 0;
            case ABOVE -> order > 0;
            case AT_LEAST -> order >= 0;
            case IS_ONE_OF -> throw new AssertionError(condition);
        };
    }

    private int[] oneAway(long point) {
        final int[] levels = new int[axes.size()];
        long rest = point - 1;
        for (int axis = 0; axis < axes.size() && rest >= 0; axis++) {
            final int others = levelCount(axes.get(axis)) - 1;
            if (rest < others) {
                levels[axis] = (int) rest + 1;
                break;
            }
            rest -= others;
        }
        return levels;
    }

    private void addLevels(int[] levels, List<String> values) {
        for (int axis = 0; axis < levels.length; axis++) {
            values.add(level(axes.get(axis).levels(), levels[axis]));
        }
    }

    private void draw(long point) {
        if (drawing == null) {
            throw new AssertionError(spec.design());
        }
        drawing.point(point, unit);
    }

    private void addDrawn(long point, List<String> values) {
        draw(point);
        for (int axis = 0; axis < axes.size(); axis++) {
            final Levels levels = axes.get(axis).levels();
            values.add(
                    levels instanceof Levels.Between between && between.count() == 0
                            ? number(between, unit[axis])
                            : level(levels, level(unit[axis], levelCount(axes.get(axis)))));
        }
    }

    /** Level of a place, 0 to 1; levels are equal parts of it. */
    private static int level(double place, int count) {
        return Math.clamp((long) (place * count), 0, count - 1);
    }

    private static int levelCount(SweepSpec.Axis axis) {
        return switch (axis.levels()) {
            case Levels.Listed(List<String> values) -> values.size();
            case Levels.Between between -> between.count();
        };
    }

    private static String level(Levels levels, int level) {
        return switch (levels) {
            case Levels.Listed(List<String> values) -> values.get(level);
            case Levels.Between between ->
                    number(between, between.count() < 2 ? 0 : level / (between.count() - 1.0));
        };
    }

    /** The number at a place of the range, 0 its low and 1 its high end. */
    private static String number(Levels.Between range, double place) {
        final double exact =
                range.logarithmic()
                        ? range.low() * Math.pow((double) range.high() / range.low(), place)
                        : range.low() + place * (range.high() - range.low());
        return Math.clamp(Math.round(exact), range.low(), range.high()) + range.suffix();
    }
}
