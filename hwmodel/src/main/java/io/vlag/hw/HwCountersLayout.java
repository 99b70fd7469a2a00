package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** Counters of one CPU: one cache line. */
final class HwCountersLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName(
                            "instructionsMilli"), // outside counted paths: user code and explicit
                    // additions
                    JAVA_LONG.withName("branchMissesMilli"), // likewise
                    JAVA_LONG.withName("cacheMissesMilli"), // likewise
                    JAVA_LONG.withName("userNs"),
                    JAVA_LONG.withName("systemNs"),
                    JAVA_LONG.withName("irqNs"),
                    JAVA_LONG.withName("cycles"), // RateIntegral: whole cycles
                    JAVA_LONG.withName("cycleMillionths")); // RateIntegral: 0..999999

    static final long BYTES = 64;
    static final long INSTRUCTIONS_MILLI = offset("instructionsMilli");
    static final long BRANCH_MISSES_MILLI = offset("branchMissesMilli");
    static final long CACHE_MISSES_MILLI = offset("cacheMissesMilli");
    static final long USER_NS = offset("userNs");
    static final long SYSTEM_NS = offset("systemNs");
    static final long IRQ_NS = offset("irqNs");
    static final long CYCLES = offset("cycles");

    private HwCountersLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
