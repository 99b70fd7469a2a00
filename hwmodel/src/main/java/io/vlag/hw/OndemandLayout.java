package io.vlag.hw;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** State of the sampling governors: one record a domain, then one record a CPU. */
final class OndemandLayout {
    static final StructLayout DOMAIN =
            structLayout(
                    JAVA_LONG.withName("lastSampleNs"), // when the last accepted hook call came
                    JAVA_LONG.withName("sampleDelayNs"), // sampling rate * multiplier
                    JAVA_INT.withName("multiplier"), // 1 or the sampling down factor
                    JAVA_INT.withName("workInProgress"), // 0 or 1
                    JAVA_INT.withName("load"), // of the last evaluation, 0..100
                    JAVA_INT.withName("downSkip"), // looks since the last step down
                    JAVA_INT.withName("requestedKhz"), // clock that steps lead to, between points
                    JAVA_INT.withName("spare"));

    static final StructLayout CPU =
            structLayout(
                    JAVA_LONG.withName("windowStartNs"),
                    JAVA_LONG.withName("windowIdleNs"), // idle time at the window's start
                    JAVA_INT.withName("previousLoad"), // 0..100, 0 = none
                    JAVA_INT.withName("spare0"),
                    JAVA_LONG.withName("spare1"));

    static final long DOMAIN_BYTES = 40;
    static final long LAST_SAMPLE_NS = DOMAIN.byteOffset(groupElement("lastSampleNs"));
    static final long SAMPLE_DELAY_NS = DOMAIN.byteOffset(groupElement("sampleDelayNs"));
    static final long MULTIPLIER = DOMAIN.byteOffset(groupElement("multiplier"));
    static final long WORK_IN_PROGRESS = DOMAIN.byteOffset(groupElement("workInProgress"));
    static final long DOWN_SKIP = DOMAIN.byteOffset(groupElement("downSkip"));
    static final long REQUESTED_KHZ = DOMAIN.byteOffset(groupElement("requestedKhz"));
    static final long LOAD = DOMAIN.byteOffset(groupElement("load"));

    static final long CPU_BYTES = 32;
    static final long WINDOW_START_NS = CPU.byteOffset(groupElement("windowStartNs"));
    static final long WINDOW_IDLE_NS = CPU.byteOffset(groupElement("windowIdleNs"));
    static final long PREVIOUS_LOAD = CPU.byteOffset(groupElement("previousLoad"));

    private OndemandLayout() {}
}
