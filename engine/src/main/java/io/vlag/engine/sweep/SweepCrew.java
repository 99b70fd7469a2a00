package io.vlag.engine.sweep;

import io.vlag.engine.journal.ResultLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import org.jctools.queues.MpmcArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Workers of a sweep and its one writer. Blocks of ids go to the workers through one lock-free
 * queue; results come back through one queue a worker, and the calling thread writes them to the
 * log. A crew works once.
 */
public final class SweepCrew {
    private static final int CLAIMS_AHEAD = 64;

    /** How long the writer sleeps when it has nothing to do: longer each time, up to the latter. */
    private static final long WAIT_NS_MIN = 50_000;

    private static final long WAIT_NS_MAX = 2_000_000;

    private final SweepJob job;
    private final SweepLedger ledger;
    private final int workerCount;
    private final MpmcArrayQueue<Long> claims = new MpmcArrayQueue<>(CLAIMS_AHEAD);
    private final CountDownLatch over = new CountDownLatch(1);
    private long nextBlock;
    private volatile boolean feeding = true; // written by the calling thread
    private volatile boolean stopping; // written by any thread
    private long allocatedBytes;

    /**
     * @param ledger what is done already; gets what is done now
     */
    public SweepCrew(SweepJob job, SweepLedger ledger, int workerCount) {
        this.job = job;
        this.ledger = ledger;
        this.workerCount = workerCount;
        this.nextBlock = job.range().firstBlock();
    }

    /** Asks the workers to end; blocks that are not finished are given up. Any thread. */
    public void stop() {
        stopping = true;
    }

    public boolean isStopping() {
        return stopping;
    }

    /** Waits until everything is written; for a thread that asked the crew to stop. */
    public void awaitOver() throws InterruptedException {
        over.await();
    }

    /** Heap allocated by all workers, bytes. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /**
     * Simulates whatever is not done and writes it to the log.
     *
     * @throws IOException when results cannot be written; those written before stay
     */
    public void carryOut(ResultLog log) throws IOException {
        final List<SweepWorker> workers = new ArrayList<>();
        try {
            for (int i = 0; i < workerCount; i++) {
                workers.add(new SweepWorker(job, claims, () -> feeding, () -> stopping));
            }
            final List<Thread> threads = new ArrayList<>();
            for (final SweepWorker worker : workers) {
                threads.add(Thread.ofPlatform().name("vlag-sweep-" + threads.size()).start(worker));
            }
            try {
                write(workers, log);
            } finally {
                stopping |= hasWork(workers);
                join(threads);
            }
            for (final SweepWorker worker : workers) {
                allocatedBytes += worker.allocatedBytes();
                throwIfFailed(worker.failure());
            }
        } finally {
            workers.forEach(SweepWorker::close);
            over.countDown();
        }
    }

    private static boolean hasWork(List<SweepWorker> workers) {
        return !workers.stream().allMatch(SweepWorker::hasEnded);
    }

    private void write(List<SweepWorker> workers, ResultLog log) throws IOException {
        final CRC32C crc = new CRC32C();
        long waitNs = WAIT_NS_MIN;
        while (hasWork(workers)) {
            feed();
            boolean idle = true;
            for (final SweepWorker worker : workers) {
                final ResultBlock block = worker.poll();
                if (block != null) {
                    idle = false;
                    log.append(block.document(crc));
                    ledger.add(block);
                    worker.giveBack(block);
                }
            }
            if (idle) {
                LockSupport.parkNanos(waitNs); // short sleeps would take the workers' cores
                waitNs = Math.min(2 * waitNs, WAIT_NS_MAX);
            } else {
                waitNs = WAIT_NS_MIN;
            }
        }
    }

    /** Fills the queue of claims with blocks that are not done. */
    private void feed() {
        while (nextBlock < job.range().endBlock()) {
            if (!ledger.isDone(nextBlock) && !claims.offer(nextBlock)) {
                return;
            }
            nextBlock++;
        }
        feeding = false;
    }

    private static void throwIfFailed(@Nullable Throwable failure) {
        if (failure != null) {
            throw new IllegalStateException("a worker of the sweep failed: " + failure, failure);
        }
    }

    private static void join(List<Thread> threads) {
        boolean interrupted = false;
        for (final Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
