package io.vlag.rbtree;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.vlag.offheap.Memory;
import java.lang.foreign.StructLayout;

/**
 * What one tree consists of besides its nodes: 16 bytes wherever the tree's owner puts them.
 *
 * <pre>
 *  byte  0     4         8
 *        root  leftmost  spare (two ints)
 * </pre>
 */
public final class RbTreeHeader {
    public static final StructLayout LAYOUT =
            structLayout(
                    JAVA_INT.withName("root"), // record index, NONE when the tree is empty
                    JAVA_INT.withName("leftmost"), // record index, NONE when the tree is empty
                    JAVA_INT.withName("spare0"),
                    JAVA_INT.withName("spare1"));

    public static final long BYTES = 16;

    static final long ROOT = LAYOUT.byteOffset(groupElement("root"));
    static final long LEFTMOST = LAYOUT.byteOffset(groupElement("leftmost"));

    private RbTreeHeader() {}

    /** Makes the tree at arena offset {@code headerAt} an empty one; its nodes are not visited. */
    public static void init(long headerAt) {
        Memory.putInt(headerAt + ROOT, AugmentedRbTree.NONE);
        Memory.putInt(headerAt + LEFTMOST, AugmentedRbTree.NONE);
    }
}
