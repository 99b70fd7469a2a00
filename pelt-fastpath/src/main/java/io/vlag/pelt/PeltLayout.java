package io.vlag.pelt;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import java.lang.foreign.StructLayout;

/**
 * One set of averages, of a task, a queue, a real-time class or a CPU's interrupts: one cache line.
 *
 * <pre>
 *  byte  0  lastUpdateNs   8  loadSum  16  runnableSum    24  loadAvg
 *       32  runnableAvg   40  utilAvg  48  utilSum        52  periodContrib
 *       56  utilEst       60  utilEwma
 * </pre>
 *
 * <p>The whole record is meant to be embedded in, or to lie beside, a record of its owner; a zeroed
 * record is one that was never updated. The accessors take the record's byte offset in {@link
 * Memory#ARENA}.
 */
@HotPath
public final class PeltLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    JAVA_LONG.withName(
                            "lastUpdateNs"), // on the clock of the owner; 0 = not attached to a
                    // queue
                    JAVA_LONG.withName(
                            "loadSum"), // unsigned; a task's without, a queue's with its weight
                    JAVA_LONG.withName("runnableSum"), // unsigned, Q10
                    JAVA_LONG.withName("loadAvg"), // table weight, 1024 = nice 0
                    JAVA_LONG.withName("runnableAvg"), // 1024 = one entity always runnable
                    JAVA_LONG.withName("utilAvg"), // 0..1024, 1024 = the biggest CPU always busy
                    JAVA_INT.withName("utilSum"), // unsigned 32 bits, Q10
                    JAVA_INT.withName(
                            "periodContrib"), // units of 1024 ns into the current period; 0..1023
                    JAVA_INT.withName(
                            "utilEst"), // see UtilEst: estimate and flag of a task, sum of a root
                    // queue
                    JAVA_INT.withName(
                            "utilEwma")); // the moving average of UtilEst.TWO_NUMBERS, otherwise 0

    /** Size of the record; one cache line. */
    public static final long BYTES = 64;

    public static final long LAST_UPDATE_NS = LAYOUT.byteOffset(groupElement("lastUpdateNs"));
    public static final long LOAD_SUM = LAYOUT.byteOffset(groupElement("loadSum"));
    public static final long RUNNABLE_SUM = LAYOUT.byteOffset(groupElement("runnableSum"));
    public static final long LOAD_AVG = LAYOUT.byteOffset(groupElement("loadAvg"));
    public static final long RUNNABLE_AVG = LAYOUT.byteOffset(groupElement("runnableAvg"));
    public static final long UTIL_AVG = LAYOUT.byteOffset(groupElement("utilAvg"));
    public static final long UTIL_SUM = LAYOUT.byteOffset(groupElement("utilSum"));
    public static final long PERIOD_CONTRIB = LAYOUT.byteOffset(groupElement("periodContrib"));
    public static final long UTIL_EST = LAYOUT.byteOffset(groupElement("utilEst"));
    public static final long UTIL_EWMA = LAYOUT.byteOffset(groupElement("utilEwma"));

    private PeltLayout() {}

    public static long lastUpdateNs(long at) {
        return Memory.getLong(at + LAST_UPDATE_NS);
    }

    public static void lastUpdateNs(long at, long value) {
        Memory.putLong(at + LAST_UPDATE_NS, value);
    }

    public static long loadSum(long at) {
        return Memory.getLong(at + LOAD_SUM);
    }

    public static void loadSum(long at, long value) {
        Memory.putLong(at + LOAD_SUM, value);
    }

    public static long runnableSum(long at) {
        return Memory.getLong(at + RUNNABLE_SUM);
    }

    public static void runnableSum(long at, long value) {
        Memory.putLong(at + RUNNABLE_SUM, value);
    }

    public static long loadAvg(long at) {
        return Memory.getLong(at + LOAD_AVG);
    }

    public static void loadAvg(long at, long value) {
        Memory.putLong(at + LOAD_AVG, value);
    }

    public static long runnableAvg(long at) {
        return Memory.getLong(at + RUNNABLE_AVG);
    }

    public static void runnableAvg(long at, long value) {
        Memory.putLong(at + RUNNABLE_AVG, value);
    }

    public static long utilAvg(long at) {
        return Memory.getLong(at + UTIL_AVG);
    }

    public static void utilAvg(long at, long value) {
        Memory.putLong(at + UTIL_AVG, value);
    }

    /** The unsigned 32-bit sum, widened. */
    public static long utilSum(long at) {
        return Memory.getUnsignedInt(at + UTIL_SUM);
    }

    /** Stores the low 32 bits of {@code value}. */
    public static void utilSum(long at, long value) {
        Memory.putInt(at + UTIL_SUM, (int) value);
    }

    public static int periodContrib(long at) {
        return Memory.getInt(at + PERIOD_CONTRIB);
    }

    public static void periodContrib(long at, int value) {
        Memory.putInt(at + PERIOD_CONTRIB, value);
    }

    /** The raw 32 bits, flag included; {@link UtilEst} interprets them. */
    public static int utilEst(long at) {
        return Memory.getInt(at + UTIL_EST);
    }

    public static void utilEst(long at, int value) {
        Memory.putInt(at + UTIL_EST, value);
    }

    public static int utilEwma(long at) {
        return Memory.getInt(at + UTIL_EWMA);
    }

    public static void utilEwma(long at, int value) {
        Memory.putInt(at + UTIL_EWMA, value);
    }

    /** Makes the record one that was never updated. */
    public static void clear(long at) {
        for (long offset = 0; offset < BYTES; offset += Long.BYTES) {
            Memory.putLong(at + offset, 0);
        }
    }
}
