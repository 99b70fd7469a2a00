package io.vlag.offheap;

import java.util.Map;
import java.util.TreeMap;

/**
 * Lends regions of {@link Memory#ARENA}: first fit over the gaps, 2 MiB alignment for large regions
 * and 4 KiB for small ones. Thread-safe; used only while simulations are set up and torn down.
 */
final class ArenaRegions {
    private static final long SMALL_ALIGN_BYTES = 4096;
    private static final ArenaRegions ARENA_REGIONS = new ArenaRegions(Memory.ARENA.byteSize());

    private final long arenaBytes;
    private final TreeMap<Long, Long> taken = new TreeMap<>(); // start offset -> end offset

    ArenaRegions(long arenaBytes) {
        this.arenaBytes = arenaBytes;
    }

    static ArenaRegions ofProcess() {
        return ARENA_REGIONS;
    }

    /**
     * Lends {@code wantedBytes} bytes; an empty region still takes one byte, so that every region
     * has an offset of its own.
     *
     * @return the region's offset in the arena
     * @throws ArenaExhaustedException when no gap is large enough; says which property to raise
     */
    synchronized long claim(long wantedBytes) {
        final long bytes = Math.max(1, wantedBytes);
        final long align =
                bytes >= Memory.ARENA_ALIGN_BYTES ? Memory.ARENA_ALIGN_BYTES : SMALL_ALIGN_BYTES;
        long start = 0;
        for (Map.Entry<Long, Long> region : taken.entrySet()) {
            if (bytes <= region.getKey() - start) {
                break;
            }
            start = Math.max(start, alignUp(region.getValue(), align));
        }
        if (bytes > arenaBytes - start) {
            throw new ArenaExhaustedException(bytes, takenBytes(), arenaBytes);
        }
        taken.put(start, start + bytes);
        return start;
    }

    /** Takes a region back. */
    synchronized void release(long at) {
        if (taken.remove(at) == null) {
            throw new IllegalArgumentException("no region was lent at offset " + at);
        }
    }

    private long takenBytes() {
        return taken.entrySet().stream()
                .mapToLong(region -> region.getValue() - region.getKey())
                .sum();
    }

    static long alignUp(long offset, long align) {
        return (offset + align - 1) & -align;
    }
}
