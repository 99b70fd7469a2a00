package io.vlag.engine.analysis;

/** Something measured, as a function of numbers from 0 to 1. */
@FunctionalInterface
public interface UnitCubeFunction {
    /**
     * Measures.
     *
     * @param point coordinates, 0 to 1; not to be kept
     */
    double at(double[] point);
}
