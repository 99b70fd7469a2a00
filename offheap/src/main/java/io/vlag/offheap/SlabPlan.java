package io.vlag.offheap;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts every buffer of a simulation before any of them exists. Each {@link #reserve} call returns
 * the buffer's offset relative to the slab; {@link #allocate} then claims one region of the arena
 * for all of them.
 */
public final class SlabPlan {
    /** One cache line. */
    public static final long LINE_BYTES = 64;

    private final List<Part> parts = new ArrayList<>();
    private long bytes;

    /** One named buffer of the slab, for reports and for tests of overlap. */
    public record Part(String name, long offset, long recordBytes, long recordCount) {
        public long bytes() {
            return recordBytes * recordCount;
        }
    }

    /**
     * Reserves {@code recordCount} records of {@code recordBytes} bytes, starting at a cache line.
     *
     * @return byte offset from the slab's base
     */
    public long reserve(String name, long recordBytes, long recordCount) {
        if (recordBytes < 0 || recordCount < 0) {
            throw new IllegalArgumentException(
                    name
                            + ": negative size, "
                            + recordCount
                            + " records of "
                            + recordBytes
                            + " bytes");
        }
        final long offset = ArenaRegions.alignUp(bytes, LINE_BYTES);
        parts.add(new Part(name, offset, recordBytes, recordCount));
        bytes = Math.addExact(offset, Math.multiplyExact(recordBytes, recordCount));
        return offset;
    }

    /** Total size so far. */
    public long bytes() {
        return bytes;
    }

    public List<Part> parts() {
        return List.copyOf(parts);
    }

    /** Claims a zeroed region of the arena for everything reserved so far. */
    public Slab allocate() {
        return new Slab(bytes);
    }
}
