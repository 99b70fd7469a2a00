package io.vlag.engine.journal;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;

/**
 * Hand-over of blocks from the simulation thread to the writer thread and back: two lock-free
 * queues with one producer and one consumer each. The offer into a queue releases the block's
 * memory and fields, the poll on the other side acquires them. All methods belong to the simulation
 * thread.
 *
 * <p>The blocks are a region of the arena of their own, not of the simulation's slab: a snapshot
 * need not carry them.
 */
final class BlockChannel {
    /** One being written, one at the target, two that even out a slow moment of the disk. */
    static final int BLOCK_COUNT = 4;

    private final Slab slab;
    private final SpscAtomicArrayQueue<Block> full = new SpscAtomicArrayQueue<>(BLOCK_COUNT);
    private final SpscAtomicArrayQueue<Block> empty = new SpscAtomicArrayQueue<>(BLOCK_COUNT);
    private final IdleStrategy idle = newIdleStrategy();
    private final BlockWriter writer;
    private Block current;
    private boolean closed;

    private BlockChannel(long runId, JournalTarget target) {
        final SlabPlan plan = new SlabPlan();
        final long offset = plan.reserve("journal blocks", Block.BYTES, BLOCK_COUNT);
        slab = plan.allocate();
        current = new Block(slab.at(offset));
        for (int i = 1; i < BLOCK_COUNT; i++) {
            send(empty, new Block(slab.at(offset) + (long) i * Block.BYTES));
        }
        writer = new BlockWriter(runId, target, full, empty);
    }

    /**
     * Opens the target on the writer thread and waits for that.
     *
     * @throws JournalException when the target cannot be opened; nothing is left behind then
     */
    static BlockChannel open(long runId, JournalTarget target) {
        final BlockChannel channel = new BlockChannel(runId, target);
        try {
            channel.writer.start();
            return channel;
        } catch (JournalException e) {
            channel.slab.close();
            throw e;
        }
    }

    /**
     * Spins for about a microsecond, yields, then parks for 1 us to 1 ms: other runs may need the
     * core.
     */
    static IdleStrategy newIdleStrategy() {
        return new BackoffIdleStrategy(
                100, 10, TimeUnit.MICROSECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** Offers to a queue that has room for every block there is. */
    static void send(SpscAtomicArrayQueue<Block> queue, Block block) {
        if (!queue.offer(block)) {
            throw new IllegalStateException("more blocks than places in the queue");
        }
    }

    /** Arena offset of the first record of the current block. */
    long firstRecordAt() {
        return current.payloadAt();
    }

    /** Arena offset past the last record that fits into the current block. */
    long limitAt() {
        return current.limitAt();
    }

    /**
     * Hands over the records before {@code positionAt} and takes an empty block, waiting for one
     * when the target is slow.
     *
     * @throws JournalException when the writer thread has failed
     */
    @HotPath
    void exchangeRecords(long positionAt) {
        current.kind = DocumentHeader.KIND_RECORDS;
        current.flags = 0;
        current.payloadBytes = (int) (positionAt - current.payloadAt());
        exchange();
    }

    /**
     * Waits until the target has everything that was handed over.
     *
     * @throws JournalException when the writer thread has failed
     */
    void awaitWritten() {
        while (empty.size() < BLOCK_COUNT - 1) { // all blocks but the current one
            writer.throwIfFailed();
            idle.idle();
        }
        idle.reset();
    }

    /**
     * Sends the run's metadata in as many documents as it needs, and waits until the target has it.
     */
    void sendMetadata(byte[] json) {
        int start = 0;
        while (start < json.length) {
            final int bytes = Math.min(json.length - start, DocumentHeader.PAYLOAD_BYTES_MAX);
            MemorySegment.copy(
                    MemorySegment.ofArray(json), start, Memory.ARENA, current.payloadAt(), bytes);
            start += bytes;
            current.kind = DocumentHeader.KIND_METADATA;
            current.flags = start == json.length ? DocumentHeader.FLAG_LAST : 0;
            current.payloadBytes = bytes;
            exchange();
        }
        awaitWritten();
    }

    /**
     * Hands over what is left, waits for the writer thread and gives the memory back. Twice is
     * once.
     *
     * @throws JournalException when the writer thread failed at any time
     */
    void close(long positionAt) {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (positionAt > current.payloadAt() && !writer.hasFailed()) {
                exchangeRecords(positionAt);
            }
        } finally {
            writer.finish();
            slab.close();
        }
        writer.throwIfFailed();
    }

    /** Ends the writer thread and gives the memory back without a word about failures. */
    void abandon() {
        closed = true;
        writer.finish();
        slab.close();
    }

    @HotPath
    private void exchange() {
        writer.throwIfFailed();
        send(full, current);
        Block next = empty.poll();
        while (next == null) {
            writer.throwIfFailed();
            idle.idle();
            next = empty.poll();
        }
        idle.reset();
        current = next;
    }
}
