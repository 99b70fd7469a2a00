package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** A pipe in packet mode. */
final class PipeLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("slotCount"), // packets it holds
                    JAVA_INT.withName("used"), // packets in it
                    JAVA_INT.withName(
                            "sparePages"), // freed pages that it keeps for its next packets
                    JAVA_INT.withName("readers"), // wait queue of readers
                    JAVA_INT.withName("writers"), // wait queue of writers
                    JAVA_INT.withName("pad0"),
                    JAVA_LONG.withName("packets")); // packets written since the start

    /** Record size; a power of two. */
    static final long BYTES = 32;

    static final long SLOT_COUNT = offsetOf("slotCount");
    static final long USED = offsetOf("used");
    static final long SPARE_PAGES = offsetOf("sparePages");
    static final long READERS = offsetOf("readers");
    static final long WRITERS = offsetOf("writers");
    static final long PACKETS = offsetOf("packets");

    private PipeLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
