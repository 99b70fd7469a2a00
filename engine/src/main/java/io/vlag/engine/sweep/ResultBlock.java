package io.vlag.engine.sweep;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/**
 * Results of a run of neighbouring ids, and the document that keeps them: all of a block or
 * nothing.
 *
 * <pre>
 *  byte 0      4        8             16          24       28      32      36     40
 *       magic  version  sweepHash     block       count    metrics crc     spare  count results
 *
 *  result: int reason, int spare, long events, long digest, metrics x double
 * </pre>
 *
 * Little endian. Filled by a worker, then read by the writer; handed over, never shared.
 */
public final class ResultBlock {
    private static final int MAGIC = 0x56534C47; // "GLSV"
    private static final int VERSION = 1;
    private static final long VERSION_OFFSET = 4;
    private static final long HASH_OFFSET = 8;
    private static final long BLOCK_OFFSET = 16;
    private static final long COUNT_OFFSET = 24;
    private static final long METRICS_OFFSET = 28;
    private static final long CRC_OFFSET = 32;
    private static final long HEADER_BYTES = 40;
    private static final long EVENTS = 8;
    private static final long DIGEST = 16;
    private static final long METRICS = 24;

    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

    private static final FailureReason[] REASONS = FailureReason.values();

    private final MemorySegment memory;
    private final int metricCount;

    /**
     * @param memory {@link #bytes} of it
     */
    ResultBlock(MemorySegment memory, int metricCount) {
        this.memory = memory;
        this.metricCount = metricCount;
    }

    /**
     * A document that was read.
     *
     * @param sweepHash of the sweep it has to belong to
     * @throws IllegalArgumentException when it is not sound or of another sweep
     */
    public static ResultBlock of(MemorySegment document, long sweepHash, int metricCount) {
        final ResultBlock block = new ResultBlock(document, metricCount);
        if (document.byteSize() < HEADER_BYTES || document.get(INT, 0) != MAGIC) {
            throw new IllegalArgumentException("is no block of results");
        }
        if (document.get(INT, VERSION_OFFSET) != VERSION) {
            throw new IllegalArgumentException(
                    "has version "
                            + document.get(INT, VERSION_OFFSET)
                            + "; this release reads "
                            + VERSION);
        }
        if (document.get(LONG, HASH_OFFSET) != sweepHash
                || document.get(INT, METRICS_OFFSET) != metricCount) {
            throw new IllegalArgumentException("belongs to another sweep");
        }
        if (block.count() < 1
                || document.byteSize() != HEADER_BYTES + block.count() * block.resultBytes()) {
            throw new IllegalArgumentException(
                    "says " + block.count() + " results in " + document.byteSize() + " bytes");
        }
        if (document.get(INT, CRC_OFFSET) != block.checksum(new CRC32C())) {
            throw new IllegalArgumentException("has a wrong checksum");
        }
        return block;
    }

    /** Memory that a block of so many results takes. */
    static long bytes(int capacity, int metricCount) {
        return HEADER_BYTES + capacity * resultBytes(metricCount);
    }

    /** Starts a new block. */
    void begin(long sweepHash, long block, int count) {
        memory.set(INT, 0, MAGIC);
        memory.set(INT, VERSION_OFFSET, VERSION);
        memory.set(LONG, HASH_OFFSET, sweepHash);
        memory.set(LONG, BLOCK_OFFSET, block);
        memory.set(INT, COUNT_OFFSET, count);
        memory.set(INT, METRICS_OFFSET, metricCount);
        memory.set(INT, CRC_OFFSET, 0);
        memory.set(INT, CRC_OFFSET + Integer.BYTES, 0);
    }

    void put(int index, FailureReason reason, long events, long digest) {
        final long at = at(index);
        memory.set(INT, at, reason.ordinal());
        memory.set(INT, at + Integer.BYTES, 0);
        memory.set(LONG, at + EVENTS, events);
        memory.set(LONG, at + DIGEST, digest);
    }

    void metric(int index, int metric, double value) {
        memory.set(DOUBLE, at(index) + METRICS + metric * (long) Double.BYTES, value);
    }

    /** The finished document. */
    MemorySegment document(CRC32C crc) {
        memory.set(INT, CRC_OFFSET, checksum(crc));
        return used();
    }

    public long block() {
        return memory.get(LONG, BLOCK_OFFSET);
    }

    public int count() {
        return memory.get(INT, COUNT_OFFSET);
    }

    /** Why a configuration has no metrics. */
    public FailureReason reason(int index) {
        final int code = memory.get(INT, at(index));
        return code >= 0 && code < REASONS.length ? REASONS[code] : FailureReason.ENGINE;
    }

    public long events(int index) {
        return memory.get(LONG, at(index) + EVENTS);
    }

    /** Digest of the configuration's simulation. */
    public long digest(int index) {
        return memory.get(LONG, at(index) + DIGEST);
    }

    public double metric(int index, int metric) {
        return memory.get(DOUBLE, at(index) + METRICS + metric * (long) Double.BYTES);
    }

    /** One number for a result and its id; their sum over a sweep does not depend on any order. */
    long share(long id, int index) {
        long share = PointDrawing.mix(id + 1);
        share = PointDrawing.mix(share ^ reason(index).ordinal());
        share = PointDrawing.mix(share ^ events(index));
        share = PointDrawing.mix(share ^ digest(index));
        for (int metric = 0; metric < metricCount; metric++) {
            share = PointDrawing.mix(share ^ Double.doubleToLongBits(metric(index, metric)));
        }
        return share;
    }

    private MemorySegment used() {
        return memory.asSlice(0, HEADER_BYTES + count() * resultBytes());
    }

    private int checksum(CRC32C crc) {
        crc.reset();
        crc.update(used().asSlice(0, CRC_OFFSET).asByteBuffer());
        crc.update(used().asSlice(HEADER_BYTES).asByteBuffer());
        return (int) crc.getValue();
    }

    private long at(int index) {
        return HEADER_BYTES + index * resultBytes();
    }

    private long resultBytes() {
        return resultBytes(metricCount);
    }

    private static long resultBytes(int metricCount) {
        return METRICS + metricCount * (long) Double.BYTES;
    }
}
