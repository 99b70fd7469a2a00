package io.vlag.hw;

/**
 * Clamps of one run queue: the queue's two values, then the buckets of the minimum clamp, then
 * those of the maximum clamp.
 *
 * <pre>
 *  byte  0      4      8     12     16             16 + 8 n
 *        min    max    idle  spare  n x minBucket  n x maxBucket     bucket: int tasks, int value
 * </pre>
 */
final class UclampLayout {
    static final long VALUES = 0; // int by clamp, 0..1024
    static final long VALUE_BYTES = 4;
    static final long IDLE = 8; // int, 0 or 1: the last task left, the maximum is held
    static final long BUCKETS = 16;

    static final long BUCKET_BYTES = 8;
    static final long TASKS = 0; // int, tasks whose clamp lies in the bucket
    static final long VALUE = 4; // int, largest clamp since the bucket was last empty

    private UclampLayout() {}

    static long bytes(int bucketCount) {
        return BUCKETS + 2L * bucketCount * BUCKET_BYTES;
    }
}
