package io.vlag.engine.journal;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/**
 * The journal's part of a simulation's slab, so that a snapshot carries the digest with it.
 *
 * <pre>
 *  byte  0            8
 *        digestState  recordCount
 * </pre>
 */
@HotPath
final class JournalState {
    static final long BYTES = 16;

    private static final long DIGEST_STATE = 0;
    private static final long RECORD_COUNT = 8;

    private JournalState() {}

    static long reserve(SlabPlan plan) {
        return plan.reserve("journal state", BYTES, 1);
    }

    static void init(long at) {
        Memory.putLong(at + DIGEST_STATE, Digest.SEED);
        Memory.putLong(at + RECORD_COUNT, 0);
    }

    static long digestState(long at) {
        return Memory.getLong(at + DIGEST_STATE);
    }

    static long recordCount(long at) {
        return Memory.getLong(at + RECORD_COUNT);
    }

    static void add(long at, long head, long timeNs, long args, long arg2) {
        Memory.putLong(at + DIGEST_STATE, Digest.mix(digestState(at), head, timeNs, args, arg2));
        Memory.putLong(at + RECORD_COUNT, recordCount(at) + 1);
    }
}
