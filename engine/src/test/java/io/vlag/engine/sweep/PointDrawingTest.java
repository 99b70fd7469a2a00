package io.vlag.engine.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vlag.engine.config.SweepSpec.Design;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Points are drawn evenly, and each from its number alone. */
class PointDrawingTest {
    private static final int AXES = 5;

    private static double[] draw(Design.Kind kind, long count, long seed, long point) {
        final double[] at = new double[AXES];
        new PointDrawing(new Design.Drawn(kind, count, seed), AXES).point(point, at);
        return at;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 64, 1_000, 1_025})
    void aLatinDesignHasOnePointInEveryStratumOfEveryAxis(long count) {
        final PointDrawing drawing =
                new PointDrawing(new Design.Drawn(Design.Kind.LATIN, count, 3), AXES);
        final BitSet[] strata = new BitSet[AXES];
        for (int axis = 0; axis < AXES; axis++) {
            strata[axis] = new BitSet();
        }
        final double[] at = new double[AXES];
        for (long point = 0; point < count; point++) {
            drawing.point(point, at);
            for (int axis = 0; axis < AXES; axis++) {
                strata[axis].set((int) (at[axis] * count));
            }
        }
        for (final BitSet hit : strata) {
            assertEquals(count, hit.cardinality());
        }
    }

    /** A Sobol sequence halves every axis exactly, and every pair of axes quarters the square. */
    @Test
    void sobolPointsFillTheCubeEvenly() {
        final int count = 1_024;
        final int[] quarters = new int[4];
        final int[] halves = new int[AXES];
        final PointDrawing drawing =
                new PointDrawing(new Design.Drawn(Design.Kind.SOBOL, count, 0), AXES);
        final double[] shift = new double[AXES];
        drawing.point(0, shift); // the sequence begins at 0, so this is the shift
        final double[] at = new double[AXES];
        for (int point = 0; point < count; point++) {
            drawing.point(point, at);
            for (int axis = 0; axis < AXES; axis++) {
                halves[axis] += unshifted(at[axis], shift[axis]) < 0.5 ? 1 : 0;
            }
            quarters[
                    (unshifted(at[0], shift[0]) < 0.5 ? 0 : 1)
                            + (unshifted(at[1], shift[1]) < 0.5 ? 0 : 2)]++;
        }
        for (final int half : halves) {
            assertEquals(count / 2, half);
        }
        for (final int quarter : quarters) {
            assertEquals(count / 4, quarter);
        }
    }

    private static double unshifted(double at, double shift) {
        final double moved = at - shift;
        return moved < 0 ? moved + 1 : moved;
    }

    @Test
    void randomPointsAreSpreadEvenly() {
        final PointDrawing drawing =
                new PointDrawing(new Design.Drawn(Design.Kind.RANDOM, 100_000, 5), AXES);
        final double[] at = new double[AXES];
        final double[] sum = new double[AXES];
        double product = 0;
        for (int point = 0; point < 100_000; point++) {
            drawing.point(point, at);
            for (int axis = 0; axis < AXES; axis++) {
                sum[axis] += at[axis];
            }
            product += (at[0] - 0.5) * (at[1] - 0.5);
        }
        for (final double axis : sum) {
            assertEquals(0.5, axis / 100_000, 0.005); // five standard errors
        }
        assertEquals(0, product / 100_000, 0.0015);
    }

    @ParameterizedTest
    @EnumSource(Design.Kind.class)
    void aPointDependsOnNothingButItsNumberAndTheSeed(Design.Kind kind) {
        final PointDrawing used = new PointDrawing(new Design.Drawn(kind, 500, 9), AXES);
        final double[] at = new double[AXES];
        for (int point = 499; point > 123; point--) {
            used.point(point, at);
        }
        used.point(123, at);
        final double[] fresh = draw(kind, 500, 9, 123);
        for (int axis = 0; axis < AXES; axis++) {
            assertEquals(fresh[axis], at[axis]);
            assertTrue(at[axis] >= 0 && at[axis] < 1);
            assertNotEquals(draw(kind, 500, 10, 123)[axis], at[axis]);
        }
    }
}
