package io.vlag.jmh;

import io.vlag.offheap.Memory;
import io.vlag.pelt.PeltDecay;

/** The function that the engine uses, called once for each sum. */
final class ScalarDecay implements DecayTwin {
    @Override
    public void decay(long sumsAt, long periodsAt, int count) {
        for (int i = 0; i < count; i++) {
            final long at = sumsAt + (long) i * Long.BYTES;
            final long periods = Memory.getUnsignedInt(periodsAt + (long) i * Integer.BYTES);
            Memory.putLong(at, PeltDecay.decay(Memory.getLong(at), periods));
        }
    }
}
