package io.vlag.engine.state;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.StructLayout;

/** One task group: its weight, what its queues have published, its quota. */
final class GroupLayout {
    static final StructLayout LAYOUT =
            structLayout(
                    JAVA_INT.withName("parent"),
                    JAVA_INT.withName("idle"),
                    JAVA_LONG.withName("shares"),
                    JAVA_LONG.withName("loadAvg"),
                    JAVA_LONG.withName("quotaNs"),
                    JAVA_LONG.withName("periodNs"),
                    JAVA_LONG.withName("runtimeNs"),
                    JAVA_LONG.withName("expiryNs"),
                    JAVA_INT.withName("throttledHead"),
                    JAVA_INT.withName("throttledTail"),
                    JAVA_INT.withName("periodActive"),
                    JAVA_INT.withName("periodIdle"),
                    JAVA_INT.withName("slackStarted"),
                    JAVA_INT.withName("timerCpu"),
                    JAVA_INT.withName("slackCpu"),
                    JAVA_INT.withName("depth"),
                    JAVA_LONG.withName("periodCount"),
                    JAVA_LONG.withName("throttledCount"),
                    paddingLayout(24));

    /** Record size; a power of two. */
    static final int BYTES = 128;

    static final long PARENT = offset("parent");
    static final long IDLE = offset("idle");
    static final long SHARES = offset("shares");
    static final long LOAD_AVG = offset("loadAvg");
    static final long QUOTA_NS = offset("quotaNs");
    static final long PERIOD_NS = offset("periodNs");
    static final long RUNTIME_NS = offset("runtimeNs");
    static final long EXPIRY_NS = offset("expiryNs");
    static final long THROTTLED_HEAD = offset("throttledHead");
    static final long THROTTLED_TAIL = offset("throttledTail");
    static final long PERIOD_ACTIVE = offset("periodActive");
    static final long PERIOD_IDLE = offset("periodIdle");
    static final long SLACK_STARTED = offset("slackStarted");
    static final long TIMER_CPU = offset("timerCpu");
    static final long SLACK_CPU = offset("slackCpu");
    static final long DEPTH = offset("depth");
    static final long PERIOD_COUNT = offset("periodCount");
    static final long THROTTLED_COUNT = offset("throttledCount");

    private GroupLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
