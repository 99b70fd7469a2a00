package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** I/O-wait boost of one CPU. All 0 at the start. */
public final class IowaitBoostLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName("lastUpdateNs"), // last hook call
                    JAVA_INT.withName("boost"), // 0 or 128..1024
                    JAVA_INT.withName("pending")); // 0 or 1: grew since the last evaluation

    public static final long BYTES = 16;
    static final long LAST_UPDATE_NS = LAYOUT.byteOffset(groupElement("lastUpdateNs"));
    static final long BOOST = LAYOUT.byteOffset(groupElement("boost"));
    static final long PENDING = LAYOUT.byteOffset(groupElement("pending"));

    private IowaitBoostLayout() {}
}
