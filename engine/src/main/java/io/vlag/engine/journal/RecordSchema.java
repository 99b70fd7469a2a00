package io.vlag.engine.journal;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Layout of one journal record: 32 bytes, little-endian on every host, the same for every type.
 *
 * <pre>
 *  byte  0     1        2    4       8       16    20    24
 *        type  version  cpu  taskId  timeNs  arg0  arg1  arg2
 *        u8    u8       u16  i32     i64     i32   i32   i64
 * </pre>
 *
 * <p>What the arguments mean is told by {@link RecordType}, once for writer, reader, exporters and
 * documentation.
 */
public final class RecordSchema {
    /**
     * Version of all records; rises when the meaning of an existing field changes, not when a type
     * is added.
     */
    public static final int VERSION = 1;

    public static final int RECORD_BYTES = 32;

    public static final int TYPE_OFFSET = 0;
    public static final int VERSION_OFFSET = 1;
    public static final int CPU_OFFSET = 2;
    public static final int TASK_ID_OFFSET = 4;
    public static final int TIME_NS_OFFSET = 8;
    public static final int ARG0_OFFSET = 16;
    public static final int ARG1_OFFSET = 20;
    public static final int ARG2_OFFSET = 24;

    /** Largest CPU number a record can carry. */
    public static final int CPU_MAX = 0xFFFF;

    /** Task id of "nobody": the idle task in a switch, an interrupt as a waker. */
    public static final int NONE = -1;

    static final int CPU_SHIFT = CPU_OFFSET * Byte.SIZE;
    static final int TASK_ID_SHIFT = TASK_ID_OFFSET * Byte.SIZE;
    static final long VERSION_BITS = (long) VERSION << (VERSION_OFFSET * Byte.SIZE);

    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    // Type codes as constants, since the final fields of enum instances are not constants to the
    // compiler.
    static final int RUN_START = 1;
    static final int RUN_END = 2;
    static final int SWITCH = 3;
    static final int WAKEUP = 4;
    static final int MIGRATE = 5;
    static final int TICK = 6;
    static final int FREQ_REQUEST = 7;
    static final int FREQ = 8;
    static final int IDLE_ENTER = 9;
    static final int IDLE_EXIT = 10;
    static final int SLEEP = 11;
    static final int BLOCK = 12;
    static final int FORK = 13;
    static final int EXIT = 14;
    static final int MARKER = 15;
    static final int COUNTER = 16;
    static final int FREQ_DECISION = 17;
    static final int ENERGY_DELTA = 18;

    private RecordSchema() {}

    /** The low 32 bits of an argument that carries two ints. */
    static long pack(int low, int high) {
        return (low & 0xFFFF_FFFFL) | ((long) high << Integer.SIZE);
    }
}
