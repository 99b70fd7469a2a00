package io.vlag.engine.sweep;

import io.vlag.engine.sim.RunTotals;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.ArenaExhaustedException;
import io.vlag.offheap.Slab;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * States at the end of a past that runs share, by seed. Bounded in bytes: a state that finds no
 * place is simulated again by whoever needs it. None makes room for another, since seeds come round
 * and round. Owned by one thread.
 */
final class Snapshots implements AutoCloseable {
    private static final long BYTES_MAX = 16L << 20;

    private final Map<Long, Snapshot> bySeed = new HashMap<>();
    private final long bytesMax;
    private long bytes;

    Snapshots() {
        this(BYTES_MAX);
    }

    /**
     * @param bytesMax of all states; one is kept in any case
     */
    Snapshots(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * One state.
     *
     * @param before what was counted when the warm-up was over, if that is past
     */
    record Snapshot(Slab state, RunTotals before) {}

    /** The state for a seed; null when it is not here. */
    @Nullable Snapshot find(long seed) {
        return bySeed.get(seed);
    }

    /** Keeps a state if there is memory for it. */
    void keep(long seed, Simulation simulation, RunTotals before) {
        if (!bySeed.isEmpty() && bytes + simulation.slabBytes() > bytesMax) {
            return;
        }
        try {
            final Slab state = simulation.newSnapshot();
            bytes += state.bytes();
            final RunTotals kept = new RunTotals(before.domainCount());
            kept.set(before);
            bySeed.put(seed, new Snapshot(state, kept));
            simulation.saveTo(state);
        } catch (ArenaExhaustedException e) {
            // then this seed's past is simulated again for every configuration
        }
    }

    /** States kept. */
    int count() {
        return bySeed.size();
    }

    /** Another past begins. */
    void clear() {
        bySeed.values().forEach(snapshot -> snapshot.state.close());
        bySeed.clear();
        bytes = 0;
    }

    @Override
    public void close() {
        clear();
    }
}
