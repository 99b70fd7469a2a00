package io.vlag.engine.sweep;

import com.sun.management.ThreadMXBean;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.sim.Reading;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import io.vlag.offheap.SlabRecycler;
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

    private static final long SLICE_EVENTS = 1L << 14;
    private static final long WAIT_NS = 50_000;

    private final SweepJob job;
    private final MpmcArrayQueue<Long> claims;
    private final BooleanSupplier feeding;
    private final BooleanSupplier stopping;
    private final SpscArrayQueue<ResultBlock> full = new SpscArrayQueue<>(BLOCKS_AHEAD);
    private final SpscArrayQueue<ResultBlock> empty = new SpscArrayQueue<>(BLOCKS_AHEAD);
    private final ConfigurationSpace space;
    private final ConfigurationPlanner planner;
    private final SlabRecycler slabs = new SlabRecycler();
    private final Slab blocks;
    private long lastPoint = -1;
    private List<String> values = List.of();
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
        this.space = new ConfigurationSpace(job.spec());
        this.planner = job.newPlanner().get();
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
        try (slabs) {
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
        FailureReason reason = FailureReason.NONE;
        try {
            final long point = space.pointOf(id);
            if (point != lastPoint) {
                values = space.values(point);
                lastPoint = point;
            }
            if (space.forbiddenBy(values) < 0) {
                return run(planner.run(values, space.seedOf(id)), index, results);
            }
            reason = FailureReason.FORBIDDEN;
        } catch (RuntimeException | Error e) {
            reason = FailureReason.of(e);
        }
        results.put(index, reason, 0, 0);
        for (int metric = 0; metric < job.metrics().size(); metric++) {
            results.metric(index, metric, Double.NaN);
        }
        return true;
    }

    private boolean run(ConfigurationPlanner.Run run, int index, ResultBlock results) {
        try (Simulation simulation =
                new Simulation(run.plan(), Journal::none, Simulation.NO_CHECKS, slabs::claim)) {
            if (!advance(simulation, run.warmupNs())) {
                return false;
            }
            final Reading before = simulation.read();
            if (!advance(simulation, run.totalNs())) {
                return false;
            }
            final Reading after = simulation.read();
            simulation.end();
            final RunOutcome.Done done =
                    new RunOutcome.Done(
                            SweepJob.ANONYMOUS, run.plan(), before, after, 0, simulation.digest());
            results.put(index, FailureReason.NONE, after.eventCount(), done.digest());
            int metric = 0;
            for (final ToDoubleFunction<RunOutcome.Done> value : job.metrics()) {
                results.metric(index, metric++, value.applyAsDouble(done));
            }
            return true;
        }
    }

    private boolean advance(Simulation simulation, long horizonNs) {
        while (!stopping.getAsBoolean()) {
            if (simulation.runUntil(horizonNs, SLICE_EVENTS) < SLICE_EVENTS) {
                return true;
            }
        }
        return false;
    }
}
