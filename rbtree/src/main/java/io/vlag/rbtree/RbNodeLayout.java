package io.vlag.rbtree;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.StructLayout;

/**
 * The tree's part of a record, embedded by the record's owner at a multiple of four bytes.
 *
 * <pre>
 *  byte  0               4     8      12
 *        parentAndColor  left  right  spare
 * </pre>
 *
 * <p>{@code parentAndColor} is {@code (parent + 1) << 1 | black}. A linked node is never 0, because
 * only the root has no parent and the root is black; so a zeroed record is a detached one. {@code
 * left} and {@code right} are record indices or {@link AugmentedRbTree#NONE}, and mean something
 * only while the node is linked.
 */
public final class RbNodeLayout {
    public static final StructLayout LAYOUT =
            structLayout(
                    JAVA_INT.withName("parentAndColor"),
                    JAVA_INT.withName("left"), // record index, NONE when absent
                    JAVA_INT.withName("right"), // record index, NONE when absent
                    JAVA_INT.withName("spare")); // free for the owner of the record

    public static final long BYTES = 16;

    static final long PARENT_AND_COLOR = LAYOUT.byteOffset(groupElement("parentAndColor"));
    static final long LEFT = LAYOUT.byteOffset(groupElement("left"));
    static final long RIGHT = LAYOUT.byteOffset(groupElement("right"));

    /** Offset of the four bytes that the owner of the record may use. */
    public static final long SPARE = LAYOUT.byteOffset(groupElement("spare"));

    private RbNodeLayout() {}
}
