package io.vlag.rbtree;

/**
 * Where a tree finds its fields: offsets, not comparators, so that two kernels that sort by
 * different fields differ in two numbers.
 *
 * @param recordsBase arena offset of record 0
 * @param recordBytes size of a record, a power of two
 * @param nodeOffset offset of the {@link RbNodeLayout} inside a record
 * @param keyOffset offset of the key, a long that wraps: {@code a} comes before {@code b} if {@code
 *     a - b < 0}
 * @param minOfOffset offset of the long whose minimum is kept; it wraps like the key
 * @param minOffset offset of the long that holds the minimum over the node's subtree; owned by the
 *     tree
 * @param sliceOffset offset of a long, compared as a plain signed number, whose extremes are kept
 *     as well, or {@link #NO_SLICES}
 * @param minSliceOffset offset of the long for the subtree's least slice, or {@link #NO_SLICES}
 * @param maxSliceOffset offset of the long for the subtree's largest slice, or {@link #NO_SLICES};
 *     kernels of the 6.12 series keep the least one only, and that changes where a recomputation
 *     stops
 * @param slicesCarriedOverRotations true: the slices of every node are those of its subtree. False:
 *     as kernels before 7.2.7 do, a node that a rotation or an erase moves up keeps the slices it
 *     had, until a later change below it recomputes them, and a node that is inserted keeps the
 *     largest slice its record had before
 */
public record RbTreeShape(
        long recordsBase,
        int recordBytes,
        long nodeOffset,
        long keyOffset,
        long minOfOffset,
        long minOffset,
        long sliceOffset,
        long minSliceOffset,
        long maxSliceOffset,
        boolean slicesCarriedOverRotations) {
    /** Offset of a slice field in a tree that keeps no slices. */
    public static final long NO_SLICES = -1;

    public RbTreeShape {
        if (Integer.bitCount(recordBytes) != 1 || recordBytes < RbNodeLayout.BYTES) {
            throw new IllegalArgumentException(
                    "recordBytes must be a power of two from "
                            + RbNodeLayout.BYTES
                            + " up, not "
                            + recordBytes);
        }
        checkField("recordsBase", recordsBase, Long.BYTES, Long.BYTES, Long.MAX_VALUE);
        checkField("nodeOffset", nodeOffset, Integer.BYTES, RbNodeLayout.BYTES, recordBytes);
        checkField("keyOffset", keyOffset, Long.BYTES, Long.BYTES, recordBytes);
        checkField("minOfOffset", minOfOffset, Long.BYTES, Long.BYTES, recordBytes);
        checkField("minOffset", minOffset, Long.BYTES, Long.BYTES, recordBytes);
        final boolean minSlices = minSliceOffset != NO_SLICES;
        final boolean maxSlices = maxSliceOffset != NO_SLICES;
        if (minSlices != (sliceOffset != NO_SLICES) || maxSlices && !minSlices) {
            throw new IllegalArgumentException(
                    "sliceOffset and minSliceOffset must be given together, and maxSliceOffset only"
                            + " with them");
        }
        if (minSlices) {
            checkField("sliceOffset", sliceOffset, Long.BYTES, Long.BYTES, recordBytes);
            checkField("minSliceOffset", minSliceOffset, Long.BYTES, Long.BYTES, recordBytes);
        }
        if (maxSlices) {
            checkField("maxSliceOffset", maxSliceOffset, Long.BYTES, Long.BYTES, recordBytes);
        }
    }

    /** A shape without the second augmentation. */
    public static RbTreeShape withoutSlices(
            long recordsBase,
            int recordBytes,
            long nodeOffset,
            long keyOffset,
            long minOfOffset,
            long minOffset) {
        return new RbTreeShape(
                recordsBase,
                recordBytes,
                nodeOffset,
                keyOffset,
                minOfOffset,
                minOffset,
                NO_SLICES,
                NO_SLICES,
                NO_SLICES,
                true);
    }

    /** Whether the least slice of each subtree is kept. */
    public boolean hasMinSlices() {
        return minSliceOffset != NO_SLICES;
    }

    /** Whether the largest slice of each subtree is kept. */
    public boolean hasMaxSlices() {
        return maxSliceOffset != NO_SLICES;
    }

    private static void checkField(
            String name, long offset, long align, long fieldBytes, long limit) {
        if (offset < 0 || offset % align != 0 || offset > limit - fieldBytes) {
            throw new IllegalArgumentException(
                    "%s must be a multiple of %d with room for %d bytes, not %d"
                            .formatted(name, align, fieldBytes, offset));
        }
    }
}
