package io.vlag.engine.config;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sweep: configurations of one scenario, as a rule that makes them from numbers.
 *
 * @param name of the sweep, safe as a file name
 * @param title for reports
 * @param scenario name or path of the scenario whose values are replaced
 * @param sets values replaced in every configuration, as {@code key=value}
 * @param axes what differs, the slowest first
 * @param design which combinations are configurations
 * @param forbidden combinations that are left out
 * @param seedCount runs of each combination, with seeds 1, 2, ...
 * @param warmupShared whether configurations that differ only in late axes share what comes before
 * @param metrics what is kept of each run
 * @param objectives metrics with a direction
 * @param position where the file begins
 */
public record SweepSpec(
        String name,
        String title,
        String scenario,
        List<String> sets,
        List<Axis> axes,
        Design design,
        List<Forbidden> forbidden,
        int seedCount,
        boolean warmupShared,
        List<String> metrics,
        List<Objective> objectives,
        SourcePosition position) {
    /** Most configurations of a sweep. */
    public static final long CONFIGURATIONS_MAX = 1L << 40;

    public SweepSpec {
        sets = List.copyOf(sets);
        axes = List.copyOf(axes);
        forbidden = List.copyOf(forbidden);
        metrics = List.copyOf(metrics);
        objectives = List.copyOf(objectives);
    }

    /**
     * One thing that differs.
     *
     * @param key {@code kernel}, {@code kernel.changes.NAME}, {@code tunables.NAME}, or a key of
     *     the scenario such as {@code governor} or {@code workload.tasks[0].slice}
     * @param levels its values
     */
    public record Axis(String key, Levels levels, SourcePosition position) {
        private static final Pattern LATE =
                Pattern.compile(
                        "changes\\[(\\d+)]\\.(?:features\\.\\w+|tunables\\.\\w+|governor|rateLimit)");

        /**
         * Index of the change of the running system that this axis belongs to; empty when its
         * values hold from the start.
         */
        public OptionalInt change() {
            final Matcher matcher = LATE.matcher(key);
            return matcher.matches()
                    ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
                    : OptionalInt.empty();
        }

        /** Whether its values only matter after a time, until which runs may be shared. */
        public boolean isLate() {
            return change().isPresent();
        }
    }

    /** Values of an axis. */
    public sealed interface Levels {
        /** Named values. */
        record Listed(List<String> values) implements Levels {
            public Listed {
                values = List.copyOf(values);
            }
        }

        /**
         * Numbers between two ends, both included.
         *
         * @param low smallest, in the base unit
         * @param high largest
         * @param logarithmic equal ratios instead of equal distances
         * @param count values; 0: any value, for designs that draw
         * @param suffix written behind the number: a unit, or nothing
         */
        record Between(long low, long high, boolean logarithmic, int count, String suffix)
                implements Levels {}
    }

    /** Which combinations of levels are configurations. */
    public sealed interface Design {
        /** All. */
        record Grid() implements Design {}

        /** The first level of every axis, and from there each other level of one axis at a time. */
        record OneAtATime() implements Design {}

        /** All combinations of the first and the last level of every axis. */
        record TwoLevel() implements Design {}

        /**
         * Drawn points.
         *
         * @param seed of the drawing
         */
        record Drawn(Kind kind, long count, long seed) implements Design {}

        /**
         * Trajectories that move one axis after the other.
         *
         * @param levels of the grid they move on, even
         * @param seed of the drawing
         */
        record Morris(long trajectories, int levels, long seed) implements Design {}

        /**
         * Two samples and their mixtures.
         *
         * @param rows points of each sample
         * @param seed of the drawing
         */
        record SobolPairs(long rows, long seed) implements Design {}

        /** Points written in the file: for each the level of every axis. */
        record Points(List<int[]> points) implements Design {
            public Points {
                points = List.copyOf(points);
            }
        }

        /** Whether any number of a range may be a value, so that axes need no number of levels. */
        default boolean isDrawn() {
            return switch (this) {
                case Drawn _, Morris _, SobolPairs _ -> true;
                case Grid _, OneAtATime _, TwoLevel _, Points _ -> false;
            };
        }

        /** How points are drawn. */
        enum Kind {
            LATIN,
            RANDOM,
            SOBOL
        }
    }

    /** A combination that is left out: all its conditions hold. */
    public record Forbidden(List<Condition> conditions) {
        public Forbidden {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * A condition on one axis.
     *
     * @param axis index
     * @param test how the value is compared
     * @param operands values; one for an order
     */
    public record Condition(int axis, Test test, List<String> operands) {
        public Condition {
            operands = List.copyOf(operands);
        }

        /** Comparison of the axis' value with the operands. */
        public enum Test {
            IS_ONE_OF,
            BELOW,
            AT_MOST,
            ABOVE,
            AT_LEAST
        }
    }

    /**
     * What a search tries to reach.
     *
     * @param minimised whether less is better
     */
    public record Objective(String metric, boolean minimised) {}
}
