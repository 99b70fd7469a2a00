package io.vlag.engine.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The points than which no other is better in one objective and as good in all. */
public final class ParetoFront {
    private ParetoFront() {}

    /**
     * The front.
     *
     * @param points objectives of each point, less is better; points with NaN are on no front
     * @return indices of the points, best in the first objective first; of equal points the first
     */
    public static List<Integer> of(double[][] points) {
        final int[] order =
                IntStream.range(0, points.length)
                        .filter(index -> isNumber(points[index]))
                        .boxed()
                        .sorted(
                                Comparator.comparing(
                                                (Integer index) -> points[index],
                                                ParetoFront::compare)
                                        .thenComparing(Comparator.naturalOrder()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        final List<Integer> front = new ArrayList<>();
        for (final int index : order) { // whoever is better in all comes earlier
            if (front.stream().noneMatch(other -> isCovered(points[index], points[other]))) {
                front.add(index);
            }
        }
        return front;
    }

    private static boolean isNumber(double[] point) {
        for (final double value : point) {
            if (Double.isNaN(value)) {
                return false;
            }
        }
        return true;
    }

    private static int compare(double[] a, double[] b) {
        for (int objective = 0; objective < a.length; objective++) {
            final int order = Double.compare(a[objective], b[objective]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Whether another point is at least as good in every objective. */
    static boolean isCovered(double[] point, double[] other) {
        for (int objective = 0; objective < point.length; objective++) {
            if (other[objective] > point[objective]) {
                return false;
            }
        }
        return true;
    }
}
