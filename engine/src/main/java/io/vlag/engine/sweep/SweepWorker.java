package io.vlag.engine.sweep;

import com.sun.management.ThreadMXBean;
import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a sweep: takes blocks of ids, simulates each configuration on the same slab, hands
 * the results to the writer. Whatever a configuration throws becomes its result; only an error in
 * the worker itself ends it.
 */
final class SweepWorker implements Runnable {
    /** Blocks that a worker may be ahead of the writer. */
    static final int BLOCKS_AHEAD = 8;

    private static final long WAIT_NS = 50_000;

    private final SweepJob job;
    private final MpmcArrayQueue<Long> claims;
    private final BooleanSupplier feeding;
    private final BooleanSupplier stopping;
    private final SpscArrayQueue<ResultBlock> full = new SpscArrayQueue<>(BLOCKS_AHEAD);
    private final SpscArrayQueue<ResultBlock> empty = new SpscArrayQueue<>(BLOCKS_AHEAD);
    private final ConfigurationRunner runner;
    private final ToDoubleFunction<WindowTotals>[] metrics;
    private final Slab blocks;
    private volatile long allocatedBytes;
    private volatile @Nullable Throwable failure;
    private volatile boolean ended;

    SweepWorker(
            SweepJob job,
            MpmcArrayQueue<Long> claims,
            BooleanSupplier feeding,
            BooleanSupplier stopping) {
        this.job = job;
        this.claims = claims;
        this.feeding = feeding;
        this.stopping = stopping;
        this.runner =
                new ConfigurationRunner(
                        new ConfigurationSpace(job.spec()), job.newPlanner().get(), stopping);
        this.metrics = array(job.metrics());
        final SlabPlan plan = new SlabPlan();
        final long blockBytes = ResultBlock.bytes(job.range().blockSize(), job.metrics().size());
        final long[] offsets = new long[BLOCKS_AHEAD];
        for (int i = 0; i < BLOCKS_AHEAD; i++) {
            offsets[i] = plan.reserve("results", blockBytes, 1);
        }
        blocks = plan.allocate();
        for (final long offset : offsets) {
            empty.add(
                    new ResultBlock(
                            Memory.ARENA.asSlice(blocks.at(offset), blockBytes),
                            job.metrics().size()));
        }
    }

    @SuppressWarnings("unchecked") // an array of the list's own elements
    private static ToDoubleFunction<WindowTotals>[] array(
            List<ToDoubleFunction<WindowTotals>> metrics) {
        return metrics.toArray(ToDoubleFunction[]::new);
    }

    /** Results for the writer. */
    @Nullable ResultBlock poll() {
        return full.poll();
    }

    /** The writer has kept a block. */
    void giveBack(ResultBlock block) {
        empty.add(block);
    }

    boolean hasEnded() {
        return ended && full.isEmpty();
    }

    /** Gives the memory of the blocks back, after the last was written. */
    void close() {
        blocks.close();
    }

    @Nullable Throwable failure() {
        return failure;
    }

    /** Heap allocated by the worker, bytes; 0 where the JVM does not tell. */
    long allocatedBytes() {
        return allocatedBytes;
    }

    @Override
    public void run() {
        job.pinning().pin();
        try (runner) {
            Long block = next();
            while (block != null) {
                work(block);
                block = next();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
                allocatedBytes = threads.getCurrentThreadAllocatedBytes();
            }
            ended = true;
        }
    }

    /** The next block, waiting while the feeder has more; null at the end. */
    private @Nullable Long next() {
        while (!stopping.getAsBoolean()) {
            final boolean more = feeding.getAsBoolean();
            final Long block = claims.poll();
            if (block != null) {
                return block;
            }
            if (!more) {
                return null;
            }
            LockSupport.parkNanos(WAIT_NS);
        }
        return null;
    }

    private void work(long block) {
        ResultBlock results = empty.poll();
        while (results == null) {
            if (stopping.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(WAIT_NS);
            results = empty.poll();
        }
        final int count = job.range().idsIn(block);
        results.begin(job.sweepHash(), block, count);
        for (int index = 0; index < count; index++) {
            if (!simulate(job.range().firstIdOf(block) + index, index, results)) {
                empty.add(results);
                return; // stopped: the block is not done
            }
        }
        full.add(results);
    }

    /** False when somebody stopped it. */
    private boolean simulate(long id, int index, ResultBlock results) {
        if (!runner.run(id)) {
            return false;
        }
        results.put(index, runner.reason(), runner.events(), runner.digest());
        for (int metric = 0; metric < metrics.length; metric++) {
            results.metric(
                    index,
                    metric,
                    runner.reason() == FailureReason.NONE
                            ? metrics[metric].applyAsDouble(runner.window())
                            : Double.NaN);
        }
        return true;
    }
}
