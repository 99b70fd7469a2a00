package io.vlag.engine.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32C;
import org.agrona.concurrent.IdleStrategy;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The writer thread of one journal: takes full blocks, completes their headers, gives them to the
 * target, sends them back empty. It ends when the journal is closed or the target fails; a failure
 * stays visible to the simulation thread. A daemon, so that a simulation that died without closing
 * its journal does not keep the process.
 */
final class BlockWriter implements Runnable {
    private final long runId;
    private final JournalTarget target;
    private final SpscAtomicArrayQueue<Block> full;
    private final SpscAtomicArrayQueue<Block> empty;
    private final Thread thread;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CRC32C crc = new CRC32C();
    private volatile boolean finishing; // written by the simulation thread after its last offer
    private volatile @Nullable Throwable failure; // written by the writer thread, once
    private long sequence;

    BlockWriter(
            long runId,
            JournalTarget target,
            SpscAtomicArrayQueue<Block> full,
            SpscAtomicArrayQueue<Block> empty) {
        this.runId = runId;
        this.target = target;
        this.full = full;
        this.empty = empty;
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("vlag-journal-" + Long.toHexString(runId))
                        .unstarted(this);
    }

    /** Starts the thread and returns when the target is open. */
    void start() {
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                opened.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            finish();
            throwIfFailed();
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Throws a new exception each time, so that a caller may add one to another as suppressed. */
    void throwIfFailed() {
        final Throwable failure = this.failure;
        if (failure != null) {
            throw new JournalException("the journal could not be written: " + failure, failure);
        }
    }

    /** Lets the thread write what it was given, and waits until it has ended. */
    void finish() {
        finishing = true;
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted =
                        true; // what was recorded is still written; the flag is set again below
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a Throwable cannot suppress itself
    public void run() {
        Throwable problem = null;
        try {
            target.open();
            opened.countDown();
            writeUntilFinished();
        } catch (Throwable e) { // an Error too: the simulation thread must not wait for ever
            problem = e;
            failure = e; // at once: the simulation thread may be waiting for a block
        }
        try {
            target.close();
        } catch (Throwable e) {
            if (problem == null) {
                failure = e;
            } else {
                problem.addSuppressed(new IOException("closing failed as well", e));
            }
        }
        opened.countDown();
    }

    private void writeUntilFinished() throws IOException {
        final IdleStrategy idle = BlockChannel.newIdleStrategy();
        while (true) {
            // Read before the poll, so that the poll sees everything offered before it was set.
            final boolean last = finishing;
            final Block block = full.poll();
            if (block != null) {
                write(block);
                BlockChannel.send(empty, block);
                idle.reset();
            } else if (last) {
                return;
            } else {
                idle.idle();
            }
        }
    }

    private void write(Block block) throws IOException {
        final MemorySegment document = block.document();
        DocumentHeader.write(document, crc, block.kind, block.flags, runId, sequence);
        target.append(document, sequence);
        sequence++;
    }
}
