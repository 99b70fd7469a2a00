package io.vlag.pelt;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import java.lang.foreign.StructLayout;

/**
 * The clocks of one CPU's run queue: one cache line; {@link RqClock} moves them.
 *
 * <pre>
 *  byte  0  clockNs      8  clockTaskNs  16  clockTaskMulNs   24  clockPeltNs
 *       32  lostIdleNs  40  clockIdleNs  48  clockPeltIdleNs  56  irqPendingNs
 * </pre>
 */
@HotPath
public final class RqClockLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName("clockNs"), // wall time of the run queue
                    JAVA_LONG.withName("clockTaskNs"), // without interrupt time
                    JAVA_LONG.withName(
                            "clockTaskMulNs"), // task clock times the half-life multiplier
                    JAVA_LONG.withName(
                            "clockPeltNs"), // task clock slowed by frequency and capacity
                    JAVA_LONG.withName(
                            "lostIdleNs"), // idle time that a saturated CPU is not given back
                    JAVA_LONG.withName("clockIdleNs"), // clockNs at the last idle synchronisation
                    JAVA_LONG.withName(
                            "clockPeltIdleNs"), // RqClock.peltNow at the last idle synchronisation
                    JAVA_LONG.withName(
                            "irqPendingNs")); // reported interrupt time not yet taken off the task

    // clock

    /** Size of the record; one cache line. */
    public static final long BYTES = 64;

    public static final long CLOCK_NS = LAYOUT.byteOffset(groupElement("clockNs"));
    public static final long CLOCK_TASK_NS = LAYOUT.byteOffset(groupElement("clockTaskNs"));
    public static final long CLOCK_TASK_MUL_NS = LAYOUT.byteOffset(groupElement("clockTaskMulNs"));
    public static final long CLOCK_PELT_NS = LAYOUT.byteOffset(groupElement("clockPeltNs"));
    public static final long LOST_IDLE_NS = LAYOUT.byteOffset(groupElement("lostIdleNs"));
    public static final long CLOCK_IDLE_NS = LAYOUT.byteOffset(groupElement("clockIdleNs"));
    public static final long CLOCK_PELT_IDLE_NS =
            LAYOUT.byteOffset(groupElement("clockPeltIdleNs"));
    public static final long IRQ_PENDING_NS = LAYOUT.byteOffset(groupElement("irqPendingNs"));

    private RqClockLayout() {}

    public static long clockNs(long at) {
        return Memory.getLong(at + CLOCK_NS);
    }

    public static void clockNs(long at, long value) {
        Memory.putLong(at + CLOCK_NS, value);
    }

    public static long clockTaskNs(long at) {
        return Memory.getLong(at + CLOCK_TASK_NS);
    }

    public static void clockTaskNs(long at, long value) {
        Memory.putLong(at + CLOCK_TASK_NS, value);
    }

    public static long clockTaskMulNs(long at) {
        return Memory.getLong(at + CLOCK_TASK_MUL_NS);
    }

    public static void clockTaskMulNs(long at, long value) {
        Memory.putLong(at + CLOCK_TASK_MUL_NS, value);
    }

    public static long clockPeltNs(long at) {
        return Memory.getLong(at + CLOCK_PELT_NS);
    }

    public static void clockPeltNs(long at, long value) {
        Memory.putLong(at + CLOCK_PELT_NS, value);
    }

    public static long lostIdleNs(long at) {
        return Memory.getLong(at + LOST_IDLE_NS);
    }

    public static void lostIdleNs(long at, long value) {
        Memory.putLong(at + LOST_IDLE_NS, value);
    }

    public static long clockIdleNs(long at) {
        return Memory.getLong(at + CLOCK_IDLE_NS);
    }

    public static void clockIdleNs(long at, long value) {
        Memory.putLong(at + CLOCK_IDLE_NS, value);
    }

    public static long clockPeltIdleNs(long at) {
        return Memory.getLong(at + CLOCK_PELT_IDLE_NS);
    }

    public static void clockPeltIdleNs(long at, long value) {
        Memory.putLong(at + CLOCK_PELT_IDLE_NS, value);
    }

    public static long irqPendingNs(long at) {
        return Memory.getLong(at + IRQ_PENDING_NS);
    }

    public static void irqPendingNs(long at, long value) {
        Memory.putLong(at + IRQ_PENDING_NS, value);
    }
}
