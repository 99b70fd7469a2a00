package io.vlag.engine.state;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * Streams of frames: how many began and ended, and how long each took.
 *
 * <pre>
 *  byte  0        8       16      24       32     40    64              576
 *        started  ended   janky   missed   lost   free  starts (ring)   durations
 * </pre>
 */
@HotPath
public final class FrameTable {
    /** Frames of a stream whose durations are kept; later ones are counted only. */
    public static final int DURATIONS_MAX = 16_384;

    /** Frames that may be under way at one time. */
    public static final int UNDER_WAY_MAX = 64;

    private static final long STARTED = 0;
    private static final long ENDED = 8;
    private static final long JANKY = 16;
    private static final long MISSED = 24;
    private static final long LOST = 32;
    private static final long STARTS = 64;
    private static final long DURATIONS = STARTS + UNDER_WAY_MAX * Long.BYTES;
    private static final long BYTES = DURATIONS + (long) DURATIONS_MAX * Long.BYTES;

    private final long base;

    public FrameTable(long base) {
        this.base = base;
    }

    /** Memory for the streams of a workload; zero is the start. */
    @ColdPath
    public static long reserve(SlabPlan plan, int streamCount) {
        return plan.reserve("frames", BYTES, streamCount);
    }

    /** A frame begins; it is lost when too many are under way. */
    public void start(int stream, long startNs) {
        final long at = at(stream);
        final long started = Memory.getLong(at + STARTED);
        if (started - Memory.getLong(at + ENDED) >= UNDER_WAY_MAX) {
            Memory.putLong(at + LOST, Memory.getLong(at + LOST) + 1);
            return;
        }
        Memory.putLong(at + STARTS + started % UNDER_WAY_MAX * Long.BYTES, startNs);
        Memory.putLong(at + STARTED, started + 1);
    }

    /** The oldest frame under way ends; nothing happens when none is. */
    public void end(int stream, long nowNs, long periodNs) {
        final long at = at(stream);
        final long ended = Memory.getLong(at + ENDED);
        if (ended == Memory.getLong(at + STARTED)) {
            return;
        }
        final long startNs = Memory.getLong(at + STARTS + ended % UNDER_WAY_MAX * Long.BYTES);
        final long ns = nowNs - startNs;
        if (ended < DURATIONS_MAX) {
            Memory.putLong(at + DURATIONS + ended * Long.BYTES, ns);
        }
        Memory.putLong(at + ENDED, ended + 1);
        if (ns > periodNs) {
            Memory.putLong(at + JANKY, Memory.getLong(at + JANKY) + 1);
        }
        if (ns > 2 * periodNs) {
            Memory.putLong(at + MISSED, Memory.getLong(at + MISSED) + 1);
        }
    }

    /** Frames that are complete. */
    public long ended(int stream) {
        return Memory.getLong(at(stream) + ENDED);
    }

    /** Of those, the ones that took longer than a period. */
    public long janky(int stream) {
        return Memory.getLong(at(stream) + JANKY);
    }

    /** Of those, the ones that took longer than two periods. */
    public long missed(int stream) {
        return Memory.getLong(at(stream) + MISSED);
    }

    /** Frames that were not followed because too many were under way. */
    public long lost(int stream) {
        return Memory.getLong(at(stream) + LOST);
    }

    /** Duration of a complete frame, ns; the first {@link #DURATIONS_MAX} have one. */
    public long durationNs(int stream, int frame) {
        return Memory.getLong(at(stream) + DURATIONS + (long) frame * Long.BYTES);
    }

    private long at(int stream) {
        return base + stream * BYTES;
    }
}
