package io.vlag.engine.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/** One instruction of a compiled step program. */
final class ProgramLayout {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("op"), // one of OpCode
                    JAVA_INT.withName("a"), // first operand: an index or a jump target
                    JAVA_INT.withName("c"), // second operand: an index or flags
                    JAVA_INT.withName(
                            "line"), // line of the step in its file, for faults; 0 when unknown
                    JAVA_LONG.withName("b"), // quantity: ns or a count
                    MemoryLayout.paddingLayout(8));

    /** Record size; a power of two. */
    static final long BYTES = 32;

    static final long OP = offsetOf("op");
    static final long A = offsetOf("a");
    static final long C = offsetOf("c");
    static final long LINE = offsetOf("line");
    static final long B = offsetOf("b");

    private ProgramLayout() {}

    private static long offsetOf(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
