package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** A first-in first-out queue of sleeping tasks. */
final class WaitQueueLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("head"), // task that waits longest, or NONE
                    JAVA_INT.withName("tail"), // task that came last, or NONE
                    MemoryLayout.paddingLayout(8));

    /** Record size; a power of two. */
    static final long BYTES = 16;

    static final long HEAD = offsetOf("head");
    static final long TAIL = offsetOf("tail");

    private WaitQueueLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
