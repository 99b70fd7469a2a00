package io.vlag.engine.sweep;

import io.vlag.engine.config.SweepSpec;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * What a crew works on.
 *
 * @param sweepHash tells results of this sweep from those of others
 * @param range ids of this process
 * @param metrics what is kept of a run
 * @param newPlanner a planner of its own for each worker; called on one thread
 * @param pinning what a worker's thread does about its core
 */
public record SweepJob(
        SweepSpec spec,
        long sweepHash,
        BlockRange range,
        List<ToDoubleFunction<WindowTotals>> metrics,
        Supplier<ConfigurationPlanner> newPlanner,
        Pinning pinning) {
    public SweepJob {
        metrics = List.copyOf(metrics);
    }

    /** Binds the calling thread to a core, or does not. */
    @FunctionalInterface
    public interface Pinning {
        void pin();
    }
}
