package io.vlag.engine.sweep;

import io.vlag.engine.analysis.UnitCubeDesign;
import io.vlag.engine.config.SweepSpec;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Drawn points of the unit cube, each by arithmetic from its number alone: nothing is remembered
 * between two calls, so any point can be had at any time, by anybody.
 *
 * <p>Latin: each axis is a permutation of the strata, a Feistel network over their number, and a
 * place within the stratum. Sobol: Joe and Kuo's direction numbers, shifted by the seed. Owned by
 * one thread.
 */
final class PointDrawing implements UnitCubeDesign {
    private static final double UNIT = 0x1.0p-53;
    private static final int FEISTEL_ROUNDS = 6;
    private static final int SOBOL_POINTS_MAX = Integer.MAX_VALUE;

    private final SweepSpec.Design.Drawn design;
    private final int axisCount;
    private final SobolSequenceGenerator sobol;

    PointDrawing(SweepSpec.Design.Drawn design, int axisCount) {
        this.design = design;
        this.axisCount = axisCount;
        this.sobol = new SobolSequenceGenerator(Math.max(1, axisCount));
        if (design.kind() == SweepSpec.Design.Kind.SOBOL && design.count() > SOBOL_POINTS_MAX) {
            throw new IllegalArgumentException(
                    design.count() + " Sobol points; at most " + SOBOL_POINTS_MAX + " exist");
        }
    }

    @Override
    public long count() {
        return design.count();
    }

    /** Coordinates of a point, 0 up to but not including 1. */
    @Override
    public void point(long point, double[] into) {
        switch (design.kind()) {
            case RANDOM -> {
                for (int axis = 0; axis < axisCount; axis++) {
                    into[axis] = unit(hash(point, axis));
                }
            }
            case LATIN -> {
                for (int axis = 0; axis < axisCount; axis++) {
                    final long stratum = permuted(point, axis);
                    into[axis] =
                            Math.min(
                                    Math.nextDown(1.0),
                                    (stratum + unit(hash(point, axis))) / design.count());
                }
            }
            case SOBOL -> {
                final double[] raw = sobol.skipTo((int) point);
                for (int axis = 0; axis < axisCount; axis++) {
                    final double moved = raw[axis] + unit(hash(-1, axis));
                    into[axis] = moved >= 1 ? moved - 1 : moved;
                }
            }
        }
    }

    /** Stratum of a point: a permutation of 0..count-1, another for each axis. */
    private long permuted(long point, int axis) {
        final int halfBits =
                Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(design.count() - 1) + 1) / 2);
        final long mask = (1L << halfBits) - 1;
        long value = point;
        do { // a power of four at least as large: walk until the value is one of ours
            long left = value >>> halfBits;
            long right = value & mask;
            for (int round = 0; round < FEISTEL_ROUNDS; round++) {
                final long next = left ^ hash(right, axis * FEISTEL_ROUNDS + round + 1_000) & mask;
                left = right;
                right = next;
            }
            value = left << halfBits | right;
        } while (value >= design.count());
        return value;
    }

    private long hash(long value, int purpose) {
        return mix(mix(value + design.seed() * 0x9E3779B97F4A7C15L) + purpose);
    }

    private static double unit(long bits) {
        return (bits >>> 11) * UNIT;
    }

    /** The finalizer of splitmix64 (public domain). */
    static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
