package io.vlag.engine.sweep;

/**
 * The blocks of ids that one process works on.
 *
 * @param firstBlock first block
 * @param endBlock block behind the last
 * @param blockSize ids of a block; the last of the sweep may have fewer
 * @param idCount ids of the whole sweep
 */
public record BlockRange(long firstBlock, long endBlock, int blockSize, long idCount) {
    /**
     * One of so many equal parts of a sweep.
     *
     * @param shard 1 up to {@code shardCount}
     */
    public static BlockRange shard(long idCount, int blockSize, int shard, int shardCount) {
        if (shard < 1 || shard > shardCount) {
            throw new IllegalArgumentException("shard " + shard + " of " + shardCount);
        }
        final long blocks = (idCount + blockSize - 1) / blockSize;
        return new BlockRange(
                part(blocks, shard - 1, shardCount),
                part(blocks, shard, shardCount),
                blockSize,
                idCount);
    }

    private static long part(long blocks, int shard, int shardCount) {
        return blocks / shardCount * shard + blocks % shardCount * shard / shardCount;
    }

    public long blockCount() {
        return endBlock - firstBlock;
    }

    public long firstIdOf(long block) {
        return block * blockSize;
    }

    public int idsIn(long block) {
        return (int) Math.min(blockSize, idCount - firstIdOf(block));
    }

    /** First id of the range. */
    public long firstId() {
        return Math.min(idCount, firstBlock * blockSize);
    }

    /** Id behind the last. */
    public long endId() {
        return Math.min(idCount, endBlock * blockSize);
    }

    public long ids() {
        return endId() - firstId();
    }
}
