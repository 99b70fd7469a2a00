package io.vlag.engine.sweep;

import io.vlag.offheap.ArenaExhaustedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The workers that carry out the runs of one command. Each takes the next order, claims a slab,
 * simulates, gives the slab back. A run that finds too little of the arena free waits until it can
 * have the arena for itself, so more workers never make a run fail. A crew works once.
 */
public final class RunCrew {
    private final int workerCount;
    private final RunProgress progress;
    private final AtomicInteger nextOrder = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantReadWriteLock arena =
            new ReentrantReadWriteLock(true); // write: alone in the arena
    private volatile boolean stopping; // written by any thread, read by workers between slices

    /**
     * @param workerCount runs at the same time, at least 1
     * @param progress told about every slice
     */
    public RunCrew(int workerCount, RunProgress progress) {
        if (workerCount < 1) {
            throw new IllegalArgumentException("a crew of " + workerCount + " workers");
        }
        this.workerCount = workerCount;
        this.progress = progress;
    }

    /**
     * Carries out all orders and returns when every worker has ended.
     *
     * @return outcomes in the order of the orders
     */
    public List<RunOutcome> carryOut(List<RunOrder> orders) {
        final AtomicReferenceArray<@Nullable RunOutcome> outcomes =
                new AtomicReferenceArray<>(orders.size());
        final List<Thread> workers = new ArrayList<>();
        for (int worker = 0; worker < Math.min(workerCount, orders.size()); worker++) {
            workers.add(
                    Thread.ofPlatform()
                            .name("vlag-run-" + worker)
                            .start(() -> work(orders, outcomes)));
        }
        try {
            workers.forEach(this::join);
        } finally {
            over.countDown();
        }
        final List<RunOutcome> inOrder = new ArrayList<>();
        for (int index = 0; index < orders.size(); index++) {
            final RunOutcome outcome = outcomes.get(index);
            inOrder.add(
                    outcome == null ? new RunOutcome.Stopped(orders.get(index).name()) : outcome);
        }
        return inOrder;
    }

    /**
     * Asks all workers to end; runs that are not over become {@link RunOutcome.Stopped}, their
     * journals are closed. Any thread.
     */
    public void stop() {
        stopping = true;
    }

    /** Whether somebody asked the crew to stop. */
    public boolean isStopping() {
        return stopping;
    }

    /** Waits until {@link #carryOut} has nothing more to do; for a thread that asked it to stop. */
    public void awaitOver() throws InterruptedException {
        over.await();
    }

    private void work(List<RunOrder> orders, AtomicReferenceArray<@Nullable RunOutcome> outcomes) {
        int index = nextOrder.getAndIncrement();
        while (index < orders.size() && !stopping) {
            outcomes.set(index, carryOut(orders.get(index)));
            index = nextOrder.getAndIncrement();
        }
    }

    private RunOutcome carryOut(RunOrder order) {
        arena.readLock().lock();
        try {
            final RunOutcome outcome = attempt(order);
            if (!isArenaTooSmall(outcome)) {
                return outcome;
            }
        } finally {
            arena.readLock().unlock();
        }
        arena.writeLock().lock();
        try {
            return attempt(order);
        } finally {
            arena.writeLock().unlock();
        }
    }

    /** Nothing a run throws may end a worker, an assertion or a full heap least of all. */
    private RunOutcome attempt(RunOrder order) {
        final OneRun run = new OneRun(order, progress, () -> stopping);
        RunOutcome outcome;
        try {
            outcome = run.run();
        } catch (RuntimeException | Error e) {
            outcome = new RunOutcome.Failed(order.name(), e, run.simulatedNs());
        }
        if (!isArenaTooSmall(outcome)) {
            progress.ended(order.totalNs() - run.simulatedNs());
        }
        return outcome;
    }

    private static boolean isArenaTooSmall(RunOutcome outcome) {
        return outcome instanceof RunOutcome.Failed failed
                && failed.cause() instanceof ArenaExhaustedException;
    }

    /** An interrupt means stop, not leave: the workers still close their journals. */
    private void join(Thread worker) {
        boolean interrupted = false;
        while (true) {
            try {
                worker.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                stop();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
