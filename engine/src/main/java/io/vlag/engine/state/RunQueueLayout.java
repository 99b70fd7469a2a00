package io.vlag.engine.state;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.vlag.pelt.RqClockLayout;
import java.lang.foreign.StructLayout;

/**
 * What a CPU has besides its fair queue: clocks in the first line, requests, parameters and
 * counters in the second.
 *
 * <pre>
 *  byte   0   clock (RqClockLayout)
 *  byte  64           68           72         76    80      88           96                     104               112              120
 *        needResched  cpuCapacity  freqScale  decayed  tickNs  baseSliceNs  baseSliceNormalizedNs  cpufreqHookCount  peltUpdateCount  finalDequeueCount
 * </pre>
 */
public final class RunQueueLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    RqClockLayout.LAYOUT.withName("clock"), // owned by pelt
                    JAVA_INT.withName("needResched"), // RunQueueTable.RESCHED_...
                    JAVA_INT.withName("cpuCapacity"), // 0..1024; 1024 = biggest CPU, highest OPP
                    JAVA_INT.withName("freqScale"), // 0..1024, present over highest frequency
                    JAVA_INT.withName(
                            "decayed"), // 1: averages changed since cpufreq was called last
                    JAVA_LONG.withName("tickNs"),
                    JAVA_LONG.withName(
                            "baseSliceNs"), // default request, scaled by the number of CPUs
                    JAVA_LONG.withName("baseSliceNormalizedNs"), // the same before scaling
                    JAVA_LONG.withName("cpufreqHookCount"),
                    JAVA_LONG.withName("peltUpdateCount"),
                    JAVA_LONG.withName("finalDequeueCount"));

    /** Size of a record. */
    public static final int BYTES = 128;

    public static final long CLOCK = offset("clock");
    public static final long NEED_RESCHED = offset("needResched");
    public static final long CPU_CAPACITY = offset("cpuCapacity");
    public static final long FREQ_SCALE = offset("freqScale");
    public static final long DECAYED = offset("decayed");
    public static final long TICK_NS = offset("tickNs");
    public static final long BASE_SLICE_NS = offset("baseSliceNs");
    public static final long BASE_SLICE_NORMALIZED_NS = offset("baseSliceNormalizedNs");
    public static final long CPUFREQ_HOOK_COUNT = offset("cpufreqHookCount");
    public static final long PELT_UPDATE_COUNT = offset("peltUpdateCount");
    public static final long FINAL_DEQUEUE_COUNT = offset("finalDequeueCount");

    private RunQueueLayout() {}

    private static long offset(String field) {
        return LAYOUT.byteOffset(groupElement(field));
    }
}
