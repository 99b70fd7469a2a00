package io.vlag.offheap;

/** The arena has no gap for a simulation of this size; the message names the property to raise. */
public final class ArenaExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ArenaExhaustedException(long wantedBytes, long takenBytes, long arenaBytes) {
        super(
                "this simulation needs %,d bytes, but %,d of the arena's %,d bytes are in use; start with -D%s=%d or more"
                        .formatted(
                                wantedBytes,
                                takenBytes,
                                arenaBytes,
                                Memory.ARENA_MIB_PROPERTY,
                                ((takenBytes + wantedBytes) >> 20) + 4));
    }
}
