package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;

/** All compiled programs, one after the other; read-only once the plan has written it. */
@HotPath
public final class ProgramTable {
    private static final int SHIFT = Long.numberOfTrailingZeros(ProgramLayout.BYTES);

    private final long base;
    private final int count;

    /** A table of {@code count} records at arena offset {@code at}; writes nothing. */
    public ProgramTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /** Reserves room for {@code count} records; returns the offset in the slab. */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("programs", ProgramLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** One of OpCode. */
    public int op(int instruction) {
        return Memory.getInt(base + ((long) instruction << SHIFT) + ProgramLayout.OP);
    }

    public void op(int instruction, int value) {
        Memory.putInt(base + ((long) instruction << SHIFT) + ProgramLayout.OP, value);
    }

    /** First operand: an index or a jump target. */
    public int a(int instruction) {
        return Memory.getInt(base + ((long) instruction << SHIFT) + ProgramLayout.A);
    }

    public void a(int instruction, int value) {
        Memory.putInt(base + ((long) instruction << SHIFT) + ProgramLayout.A, value);
    }

    /** Second operand: an index or flags. */
    public int c(int instruction) {
        return Memory.getInt(base + ((long) instruction << SHIFT) + ProgramLayout.C);
    }

    public void c(int instruction, int value) {
        Memory.putInt(base + ((long) instruction << SHIFT) + ProgramLayout.C, value);
    }

    /** Line of the step in its file, for faults; 0 when unknown. */
    public int line(int instruction) {
        return Memory.getInt(base + ((long) instruction << SHIFT) + ProgramLayout.LINE);
    }

    public void line(int instruction, int value) {
        Memory.putInt(base + ((long) instruction << SHIFT) + ProgramLayout.LINE, value);
    }

    /** Quantity: ns or a count. */
    public long b(int instruction) {
        return Memory.getLong(base + ((long) instruction << SHIFT) + ProgramLayout.B);
    }

    public void b(int instruction, long value) {
        Memory.putLong(base + ((long) instruction << SHIFT) + ProgramLayout.B, value);
    }
}
