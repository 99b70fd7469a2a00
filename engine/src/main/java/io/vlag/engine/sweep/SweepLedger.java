package io.vlag.engine.sweep;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What of a sweep is done: which blocks, how many results, and the digest over them. Written by one
 * thread; counts may be read by any.
 */
public final class SweepLedger {
    private final BlockRange range;
    private final long[] done; // one bit a block of the range
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong forbidden = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private long digest;

    public SweepLedger(BlockRange range) {
        this.range = range;
        this.done = new long[Math.toIntExact((range.blockCount() + Long.SIZE - 1) / Long.SIZE)];
    }

    /**
     * Notes the results of a block; a block that is there already changes nothing.
     *
     * @return whether it was new
     * @throws IllegalArgumentException when the block is not of this range
     */
    public boolean add(ResultBlock block) {
        final long number = block.block();
        if (number < range.firstBlock() || number >= range.endBlock()) {
            throw new IllegalArgumentException(
                    "has block "
                            + number
                            + ", but this shard has "
                            + range.firstBlock()
                            + " to "
                            + (range.endBlock() - 1));
        }
        if (block.count() != range.idsIn(number)) {
            throw new IllegalArgumentException(
                    "has " + block.count() + " results; the block has " + range.idsIn(number));
        }
        if (isDone(number)) {
            return false;
        }
        final long bit = number - range.firstBlock();
        done[(int) (bit / Long.SIZE)] |= 1L << bit;
        for (int index = 0; index < block.count(); index++) {
            count(block, index);
            digest += block.share(range.firstIdOf(number) + index, index);
        }
        return true;
    }

    private void count(ResultBlock block, int index) {
        events.addAndGet(block.events(index));
        switch (block.reason(index)) {
            case NONE -> completed.incrementAndGet();
            case FORBIDDEN -> forbidden.incrementAndGet();
            default -> failed.incrementAndGet();
        }
    }

    public boolean isDone(long block) {
        final long bit = block - range.firstBlock();
        return (done[(int) (bit / Long.SIZE)] >>> bit & 1) != 0;
    }

    public BlockRange range() {
        return range;
    }

    /** Configurations that ran to their end. */
    public long completedCount() {
        return completed.get();
    }

    /** Configurations with another reason than that they are forbidden. */
    public long failedCount() {
        return failed.get();
    }

    public long forbiddenCount() {
        return forbidden.get();
    }

    /** All results. */
    public long resultCount() {
        return completed.get() + failed.get() + forbidden.get();
    }

    /** Events simulated for them. */
    public long eventCount() {
        return events.get();
    }

    /** The same for the same results in any order. */
    public long digest() {
        return digest;
    }
}
