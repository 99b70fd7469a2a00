package io.vlag.offheap;

import java.util.Locale;

/** The arena has no gap for a simulation of this size; the message names the property to raise. */
public final class ArenaExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final long HEADROOM_MIB = 4;

    ArenaExhaustedException(long wantedBytes, long takenBytes, long arenaBytes) {
        super(
                String.format(
                        Locale.ROOT,
                        "this simulation needs %,d bytes, but %,d of the arena's %,d bytes are in"
                                + " use%s; start with -D%s=%d or more",
                        wantedBytes,
                        takenBytes,
                        arenaBytes,
                        isScattered(wantedBytes, takenBytes, arenaBytes)
                                ? " and no gap is large enough"
                                : "",
                        Memory.ARENA_MIB_PROPERTY,
                        enoughMib(wantedBytes, takenBytes, arenaBytes)));
    }

    private static boolean isScattered(long wantedBytes, long takenBytes, long arenaBytes) {
        return wantedBytes <= arenaBytes - takenBytes;
    }

    /**
     * An arena that is enlarged by the wanted bytes has a gap of that size at its end, however
     * scattered the rest is.
     */
    private static long enoughMib(long wantedBytes, long takenBytes, long arenaBytes) {
        final long baseBytes =
                isScattered(wantedBytes, takenBytes, arenaBytes) ? arenaBytes : takenBytes;
        return (baseBytes >> 20) + (wantedBytes >> 20) + HEADROOM_MIB;
    }
}
