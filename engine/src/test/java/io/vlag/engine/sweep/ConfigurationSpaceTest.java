package io.vlag.engine.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.config.SweepSpec.Design;
import io.vlag.engine.config.SweepSpec.Levels;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ids and values: a number is a configuration. */
class ConfigurationSpaceTest {
    private static final SourcePosition HERE = SourcePosition.of("test");
    private static final Levels KERNELS = new Levels.Listed(List.of("6.6", "7.0"));
    private static final Levels SWITCH = new Levels.Listed(List.of("on", "off"));
    private static final Levels SLICES = new Levels.Between(100_000, 10_000_000, true, 3, "");

    private static ConfigurationSpace space(Design design, int seeds, SweepSpec.Forbidden... not) {
        return new ConfigurationSpace(
                new SweepSpec(
                        "test",
                        "",
                        "hog",
                        List.of(),
                        List.of(
                                new SweepSpec.Axis("kernel", KERNELS, HERE),
                                new SweepSpec.Axis("kernel.changes.DELAY_DEQUEUE", SWITCH, HERE),
                                new SweepSpec.Axis("tunables.base_slice_ns", SLICES, HERE)),
                        design,
                        List.of(not),
                        seeds,
                        false,
                        List.of(),
                        List.of(),
                        HERE));
    }

    private static List<List<String>> all(ConfigurationSpace space) {
        return LongStream.range(0, space.pointCount()).mapToObj(space::values).toList();
    }

    @Test
    void aGridCountsWithTheLastAxisFastestAndSeedsBehindIt() {
        final ConfigurationSpace space = space(new Design.Grid(), 5);
        assertEquals(12, space.pointCount());
        assertEquals(60, space.count());
        assertEquals(List.of("6.6", "on", "100000"), space.values(0));
        assertEquals(List.of("6.6", "on", "1000000"), space.values(1));
        assertEquals(List.of("6.6", "off", "100000"), space.values(3));
        assertEquals(List.of("7.0", "off", "10000000"), space.values(11));
        assertEquals(12, new HashSet<>(all(space)).size());
        assertEquals(3, space.pointOf(19));
        assertEquals(5, space.seedOf(19));
        assertEquals(1, space.seedOf(20));
    }

    @Test
    void oneAtATimeLeavesTheBaseOnOneAxis() {
        final List<List<String>> points = all(space(new Design.OneAtATime(), 1));
        assertEquals(
                List.of(
                        List.of("6.6", "on", "100000"),
                        List.of("7.0", "on", "100000"),
                        List.of("6.6", "off", "100000"),
                        List.of("6.6", "on", "1000000"),
                        List.of("6.6", "on", "10000000")),
                points);
    }

    @Test
    void aTwoLevelDesignHasTheEndsOfEveryAxis() {
        final List<List<String>> points = all(space(new Design.TwoLevel(), 1));
        assertEquals(8, new HashSet<>(points).size());
        assertEquals(List.of("6.6", "on", "100000"), points.getFirst());
        assertEquals(List.of("6.6", "on", "10000000"), points.get(1));
        assertEquals(List.of("7.0", "off", "10000000"), points.getLast());
    }

    @Test
    void aListIsItsPoints() {
        final ConfigurationSpace space =
                space(new Design.Points(List.of(new int[] {1, 0, 2}, new int[] {0, 1, 1})), 1);
        assertEquals(
                List.of(List.of("7.0", "on", "10000000"), List.of("6.6", "off", "1000000")),
                all(space));
    }

    @Test
    void drawnPointsHitEveryLevelAboutEquallyOften() {
        final ConfigurationSpace space = space(new Design.Drawn(Design.Kind.LATIN, 600, 1), 1);
        final List<List<String>> points = all(space);
        for (final String slice : List.of("100000", "1000000", "10000000")) {
            assertEquals(200, points.stream().filter(p -> p.get(2).equals(slice)).count());
        }
    }

    @Test
    void whatIsForbiddenIsLeftOut() {
        final ConfigurationSpace space =
                space(
                        new Design.Grid(),
                        1,
                        new SweepSpec.Forbidden(
                                List.of(
                                        is(0, "6.6"),
                                        new SweepSpec.Condition(
                                                2,
                                                SweepSpec.Condition.Test.ABOVE,
                                                List.of("1ms")))),
                        new SweepSpec.Forbidden(List.of(is(0, "7.0"), is(1, "off"))));
        final List<List<String>> allowed = new ArrayList<>(all(space));
        allowed.removeIf(values -> space.forbiddenBy(values) >= 0);
        assertEquals(12 - 2 - 3, allowed.size());
        assertEquals(0, space.forbiddenBy(List.of("6.6", "on", "10000000")));
        assertEquals(1, space.forbiddenBy(List.of("7.0", "off", "100000")));
        assertTrue(allowed.contains(List.of("6.6", "off", "1000000")));
    }

    private static SweepSpec.Condition is(int axis, String value) {
        return new SweepSpec.Condition(axis, SweepSpec.Condition.Test.IS_ONE_OF, List.of(value));
    }
}
