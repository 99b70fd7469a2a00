package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** Idle state of one CPU: half a cache line. */
final class IdleLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_INT.withName(
                            "state"), // index of the idle state; IdleStates.BUSY while running
                    JAVA_INT.withName("spare"),
                    JAVA_LONG.withName("sinceNs"), // when the state was entered
                    JAVA_LONG.withName("idleNs"), // completed idle time
                    JAVA_LONG.withName("spare2"));

    static final long BYTES = 32;
    static final long STATE = offset("state");
    static final long SINCE_NS = offset("sinceNs");
    static final long IDLE_NS = offset("idleNs");

    private IdleLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
