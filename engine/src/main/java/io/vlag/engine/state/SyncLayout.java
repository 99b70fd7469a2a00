package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** A mutex, a barrier, or a shared timer: one word of state and a wait queue. */
final class SyncLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("owner"), // task that holds the mutex, or NONE
                    JAVA_INT.withName("waiters"), // wait queue
                    JAVA_INT.withName("partyCount"), // tasks that a barrier waits for
                    JAVA_INT.withName("arrivedCount"), // tasks that have arrived at the barrier
                    JAVA_LONG.withName(
                            "expiryNs"), // next expiry of a timer; 0 before its first use
                    MemoryLayout.paddingLayout(8));

    /** Record size; a power of two. */
    static final long BYTES = 32;

    static final long OWNER = offsetOf("owner");
    static final long WAITERS = offsetOf("waiters");
    static final long PARTY_COUNT = offsetOf("partyCount");
    static final long ARRIVED_COUNT = offsetOf("arrivedCount");
    static final long EXPIRY_NS = offsetOf("expiryNs");

    private SyncLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
