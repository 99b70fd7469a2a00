package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** Schedutil's state of one frequency domain: half a cache line. All 0 at the start. */
public final class SchedutilLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName("lastUpdateNs"), // when a clock was last issued
                    JAVA_INT.withName("nextKhz"), // last clock issued
                    JAVA_INT.withName("cachedRawKhz"), // last clock asked for, before the table
                    JAVA_INT.withName("limitsChanged"), // 0 or 1: since the last evaluation
                    JAVA_INT.withName("needUpdate"), // 0 or 1: the next clock is issued as it is
                    JAVA_LONG.withName("spare"));

    public static final long BYTES = 32;
    static final long LAST_UPDATE_NS = offset("lastUpdateNs");
    static final long NEXT_KHZ = offset("nextKhz");
    static final long CACHED_RAW_KHZ = offset("cachedRawKhz");
    static final long LIMITS_CHANGED = offset("limitsChanged");
    static final long NEED_UPDATE = offset("needUpdate");

    private SchedutilLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
