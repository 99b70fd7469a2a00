package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** Energy of one CPU: one cache line. */
final class EnergyLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName("busyNj"), // RateIntegral: nJ spent busy
                    JAVA_LONG.withName("busyFj"), // RateIntegral: millionths of a nJ
                    JAVA_LONG.withName("idleNj"), // RateIntegral: nJ spent idle
                    JAVA_LONG.withName("idleFj"),
                    JAVA_LONG.withName("sinceNs"), // the integrals are right up to here
                    JAVA_LONG.withName("powerUw"), // power since then
                    JAVA_INT.withName("state"), // idle state or IdleStates.BUSY
                    JAVA_INT.withName("opp"),
                    JAVA_LONG.withName("spare"));

    static final long BYTES = 64;
    static final long BUSY_NJ = offset("busyNj");
    static final long IDLE_NJ = offset("idleNj");
    static final long SINCE_NS = offset("sinceNs");
    static final long POWER_UW = offset("powerUw");
    static final long STATE = offset("state");
    static final long OPP = offset("opp");

    private EnergyLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
