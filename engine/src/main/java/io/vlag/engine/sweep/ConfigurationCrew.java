package io.vlag.engine.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * Workers that simulate whatever configurations somebody asks for and give their metrics back. Each
 * keeps a slab and what it planned. Used by one thread.
 */
public final class ConfigurationCrew implements AutoCloseable {
    /** Configurations a worker takes at a time: neighbours share a plan. */
    private static final int BATCH = 4;

    private final List<ConfigurationRunner> runners = new ArrayList<>();
    private final List<ToDoubleFunction<WindowTotals>> metrics;
    private final ExecutorService executor;
    private volatile boolean closing; // written by the owner, read by workers between slices

    /**
     * @param job sweep, metrics and planners; its range does not matter
     */
    public ConfigurationCrew(SweepJob job, int workerCount) {
        metrics = job.metrics();
        for (int worker = 0; worker < workerCount; worker++) {
            runners.add(
                    new ConfigurationRunner(
                            new ConfigurationSpace(job.spec()),
                            job.newPlanner().get(),
                            () -> closing));
        }
        executor =
                Executors.newFixedThreadPool(
                        workerCount,
                        Thread.ofPlatform().name("vlag-search-", 0).daemon().factory());
    }

    /**
     * Simulates.
     *
     * @return metrics by configuration, in the order asked for; NaN where it failed or is forbidden
     */
    public double[][] metrics(long[] ids) {
        final double[][] found = new double[ids.length][metrics.size()];
        final AtomicInteger next = new AtomicInteger();
        final List<Future<?>> futures = new ArrayList<>();
        for (final ConfigurationRunner runner : runners) {
            futures.add(executor.submit(() -> work(runner, ids, next, found)));
        }
        for (final Future<?> future : futures) {
            await(future); // what a worker wrote happened before
        }
        return found;
    }

    private static void await(Future<?> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a worker failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating", e);
        }
    }

    private void work(
            ConfigurationRunner runner, long[] ids, AtomicInteger next, double[][] found) {
        int first = next.getAndAdd(BATCH);
        while (first < ids.length) {
            for (int index = first; index < Math.min(first + BATCH, ids.length); index++) {
                final boolean over = runner.run(ids[index]);
                if (over && runner.reason() == FailureReason.NONE) {
                    for (int metric = 0; metric < found[index].length; metric++) {
                        found[index][metric] = metrics.get(metric).applyAsDouble(runner.window());
                    }
                } else {
                    Arrays.fill(found[index], Double.NaN);
                }
            }
            first = next.getAndAdd(BATCH);
        }
    }

    @Override
    public void close() {
        closing = true;
        executor.shutdownNow();
        runners.forEach(ConfigurationRunner::close);
    }
}
