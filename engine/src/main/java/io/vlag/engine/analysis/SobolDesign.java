package io.vlag.engine.analysis;

import java.util.SplittableRandom;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Two samples of the unit cube and their mixtures: a row is a point of the first sample, one of the
 * second, and for each input the first with that input of the second. Point {@code i} is place
 * {@code i % (inputs + 2)} of row {@code i / (inputs + 2)}. The samples are the two halves of a
 * Sobol sequence, shifted by the seed. Owned by one thread.
 */
public final class SobolDesign implements UnitCubeDesign {
    /** Most rows: the sequence has no more. */
    public static final long ROWS_MAX = Integer.MAX_VALUE;

    private final int inputs;
    private final long rows;
    private final double[] shift;
    private final SobolSequenceGenerator sequence;
    private long lastRow = -1;
    private double[] halves = {};

    /**
     * @param rows at least 2, a power of two best
     */
    public SobolDesign(int inputs, long rows, long seed) {
        if (rows < 2 || rows > ROWS_MAX) {
            throw new IllegalArgumentException(rows + " points");
        }
        this.inputs = inputs;
        this.rows = rows;
        this.sequence = new SobolSequenceGenerator(2 * inputs);
        this.shift = new double[2 * inputs];
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < shift.length; i++) {
            shift[i] = random.nextDouble();
        }
    }

    @Override
    public long count() {
        return Math.multiplyExact(rows, inputs + 2L);
    }

    @Override
    public void point(long index, double[] into) {
        draw(index / (inputs + 2));
        final int place = (int) (index % (inputs + 2));
        System.arraycopy(halves, place == 1 ? inputs : 0, into, 0, inputs);
        if (place >= 2) {
            into[place - 2] = halves[inputs + place - 2];
        }
    }

    private void draw(long row) {
        if (row != lastRow) {
            halves = sequence.skipTo((int) row);
            for (int i = 0; i < shift.length; i++) {
                halves[i] = (halves[i] + shift[i]) % 1;
            }
            lastRow = row;
        }
    }

    int inputs() {
        return inputs;
    }

    int rows() {
        return Math.toIntExact(rows);
    }
}
