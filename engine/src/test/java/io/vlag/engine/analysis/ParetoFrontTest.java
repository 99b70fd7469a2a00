package io.vlag.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ParetoFrontTest {
    @Test
    void pointsThatNobodyBeatsAreTheFront() {
        final double[][] points = {
            {3, 1}, {1, 3}, {2, 2}, {2, 3}, {1, 3}, {4, 0.5}, {4, 1}, {Double.NaN, 0}
        };
        assertEquals(List.of(1, 2, 0, 5), ParetoFront.of(points));
    }

    /** Against the definition, on random points with many ties. */
    @Test
    void theFrontIsThatOfTheDefinition() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 200; round++) {
            final double[][] points = new double[1 + random.nextInt(40)][3];
            for (final double[] point : points) {
                for (int i = 0; i < 3; i++) {
                    point[i] = random.nextInt(6);
                }
            }
            final List<Integer> front = ParetoFront.of(points);
            final List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < points.length; i++) {
                if (isBest(points, i)) {
                    expected.add(i);
                }
            }
            assertEquals(expected, front.stream().sorted().toList(), "round " + round);
            assertTrue(!front.isEmpty());
        }
    }

    private static boolean isBest(double[][] points, int index) {
        for (int other = 0; other < points.length; other++) {
            boolean covers = true;
            boolean equal = true;
            for (int i = 0; i < 3; i++) {
                covers &= points[other][i] <= points[index][i];
                equal &= points[other][i] == points[index][i];
            }
            if (other != index && covers && (!equal || other < index)) {
                return false;
            }
        }
        return true;
    }
}
