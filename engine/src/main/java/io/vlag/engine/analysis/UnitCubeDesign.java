package io.vlag.engine.analysis;

/** Points of the unit cube as numbers: each by arithmetic from its number alone. */
public interface UnitCubeDesign {
    /** Number of points. */
    long count();

    /**
     * Coordinates of a point, 0 to 1.
     *
     * @param index 0 up to {@link #count}
     * @param into one place for each input
     */
    void point(long index, double[] into);
}
