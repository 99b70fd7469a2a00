package io.vlag.engine.analysis;

import java.util.SplittableRandom;

/**
 * Morris' trajectories: each begins somewhere on a grid and moves one input after the other, in a
 * drawn order, by the same distance up or down. Point {@code i} is place {@code i % (inputs + 1)}
 * of trajectory {@code i / (inputs + 1)}. Owned by one thread.
 */
public final class MorrisDesign implements UnitCubeDesign {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int inputs;
    private final int levels;
    private final long trajectories;
    private final long seed;
    private final double step;
    private final double[] start;
    private final double[] moves;
    private final int[] order;

    /**
     * @param levels of the grid, even and at least 2; the step is {@code levels / (2 (levels - 1))}
     */
    public MorrisDesign(int inputs, int levels, long trajectories, long seed) {
        if (levels < 2 || levels % 2 != 0 || trajectories < 1) {
            throw new IllegalArgumentException(levels + " levels, " + trajectories + " ways");
        }
        this.inputs = inputs;
        this.levels = levels;
        this.trajectories = trajectories;
        this.seed = seed;
        this.step = levels / (2.0 * (levels - 1));
        this.start = new double[inputs];
        this.moves = new double[inputs];
        this.order = new int[inputs];
    }

    @Override
    public long count() {
        return Math.multiplyExact(trajectories, inputs + 1L);
    }

    @Override
    public void point(long index, double[] into) {
        draw(index / (inputs + 1));
        System.arraycopy(start, 0, into, 0, inputs);
        for (int moved = 0; moved < index % (inputs + 1); moved++) {
            into[order[moved]] += moves[order[moved]];
        }
    }

    /** Input that is moved on the way to a place of a trajectory, 1 up to the number of inputs. */
    int movedAt(long trajectory, int place) {
        draw(trajectory);
        return order[place - 1];
    }

    /** How far it is moved. */
    double moveOf(long trajectory, int input) {
        draw(trajectory);
        return moves[input];
    }

    private void draw(long trajectory) {
        final SplittableRandom random = new SplittableRandom(seed + trajectory * GOLDEN);
        for (int input = 0; input < inputs; input++) {
            final double low = random.nextInt(levels / 2) / (levels - 1.0);
            final boolean rises = random.nextBoolean();
            start[input] = rises ? low : low + step;
            moves[input] = rises ? step : -step;
        }
        for (int i = 0; i < inputs; i++) {
            final int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
    }

    int inputs() {
        return inputs;
    }

    int trajectories() {
        return Math.toIntExact(trajectories);
    }
}
