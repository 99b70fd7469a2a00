package io.vlag.engine.journal;

import io.vlag.offheap.HotPath;

/**
 * Running 64-bit mix over records: two runs with the same digest made the same records in the same
 * order. Not cryptographic: it guards against mistakes, not against malice.
 *
 * <p>The four words of a record are multiplied by four odd constants side by side, so that only one
 * rotate and one multiply per record depend on the record before. The constants are odd 64-bit
 * fractions of irrational numbers; they and the order of the steps are part of the journal format,
 * since RUN_END carries the state.
 */
@HotPath
public final class Digest {
    /** State before the first record; not 0, so that leading zero records count. */
    public static final long SEED = 0x6A09_E667_F3BC_C909L;

    private static final long MULTIPLIER_0 = 0x9E37_79B9_7F4A_7C15L;
    private static final long MULTIPLIER_1 = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long MULTIPLIER_2 = 0xBB67_AE85_84CA_A73BL;
    private static final long MULTIPLIER_3 = 0x3C6E_F372_FE94_F82BL;
    private static final long MULTIPLIER_STATE = 0xA54F_F53A_5F1D_36F1L;

    private Digest() {}

    /**
     * State after one more record.
     *
     * @param state state before the record
     * @param head bytes 0..7 of the record with the version byte set to 0
     * @param timeNs bytes 8..15
     * @param args bytes 16..23: arg0 in the low half
     * @param arg2 bytes 24..31
     */
    public static long mix(long state, long head, long timeNs, long args, long arg2) {
        final long record =
                head * MULTIPLIER_0
                        + Long.rotateLeft(timeNs * MULTIPLIER_1, 31)
                        + Long.rotateLeft(args * MULTIPLIER_2, 17)
                        + Long.rotateLeft(arg2 * MULTIPLIER_3, 47);
        return Long.rotateLeft(state ^ record, 29) * MULTIPLIER_STATE;
    }

    /** The digest people compare: the state and the number of records, spread over all bits. */
    public static long finish(long state, long recordCount) {
        long mixed = state ^ (recordCount * MULTIPLIER_0);
        mixed = (mixed ^ (mixed >>> 32)) * MULTIPLIER_1;
        mixed = (mixed ^ (mixed >>> 29)) * MULTIPLIER_2;
        return mixed ^ (mixed >>> 32);
    }
}
