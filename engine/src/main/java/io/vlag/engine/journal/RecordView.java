package io.vlag.engine.journal;

import io.vlag.offheap.HotPath;
import java.lang.foreign.MemorySegment;

/**
 * One record, read in place. {@link JournalReader#next} moves it on; what it shows is gone after
 * the next move, so take values out, not the view. Accessors with a type's own name are defined for
 * that type alone and only say which bits to take; {@link RecordType#fields} tells the same for
 * programs.
 */
@HotPath
public final class RecordView {
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;

    /** Shows the record at {@code offset} of {@code memory}. */
    public RecordView wrap(MemorySegment memory, long offset) {
        this.memory = memory;
        this.offset = offset;
        return this;
    }

    /**
     * Code of the {@link RecordType}, 1..255; may be unknown when a newer writer made the record.
     */
    public int type() {
        return (int) head() & 0xFF;
    }

    /** Schema version of the record. */
    public int version() {
        return (int) (head() >>> RecordSchema.VERSION_OFFSET * Byte.SIZE) & 0xFF;
    }

    public int cpu() {
        return (int) (head() >>> RecordSchema.CPU_SHIFT) & RecordSchema.CPU_MAX;
    }

    public int taskId() {
        return (int) (head() >>> RecordSchema.TASK_ID_SHIFT);
    }

    /** Simulated time, ns. */
    public long timeNs() {
        return memory.get(RecordSchema.LONG, offset + RecordSchema.TIME_NS_OFFSET);
    }

    public int arg0() {
        return memory.get(RecordSchema.INT, offset + RecordSchema.ARG0_OFFSET);
    }

    public int arg1() {
        return memory.get(RecordSchema.INT, offset + RecordSchema.ARG1_OFFSET);
    }

    public long arg2() {
        return memory.get(RecordSchema.LONG, offset + RecordSchema.ARG2_OFFSET);
    }

    /** RUN_START, RUN_END: records before this one. */
    public long recordCount() {
        return args();
    }

    /** SWITCH. */
    public int nextTaskId() {
        return arg0();
    }

    /** SWITCH: a {@link PrevState}. */
    public int prevState() {
        return arg1();
    }

    /** WAKEUP. */
    public int wakerTaskId() {
        return arg0();
    }

    /** WAKEUP. */
    public int targetCpu() {
        return arg1() & RecordSchema.CPU_MAX;
    }

    /** WAKEUP: bits of {@link WakeFlag}. */
    public int wakeFlags() {
        return arg1() >>> Short.SIZE;
    }

    /** WAKEUP. */
    public int prevCpu() {
        return (int) arg2() & RecordSchema.CPU_MAX;
    }

    /** WAKEUP: a {@link PlacementReason}. */
    public int placementReason() {
        return (int) arg2() >>> Short.SIZE;
    }

    /** MIGRATE. */
    public int fromCpu() {
        return arg0();
    }

    /** MIGRATE. */
    public int toCpu() {
        return arg1();
    }

    /** MIGRATE: a {@link MigrateReason}. */
    public int migrateReason() {
        return (int) arg2();
    }

    /** FREQ, FREQ_REQUEST, FREQ_DECISION. */
    public int domainIndex() {
        return arg0();
    }

    /** FREQ, FREQ_REQUEST. */
    public int khz() {
        return arg1();
    }

    /** FREQ. */
    public int prevKhz() {
        return (int) arg2();
    }

    /** FREQ_REQUEST: 0..1024. */
    public int util() {
        return (int) arg2();
    }

    /** FREQ, FREQ_REQUEST: a {@link FreqReason}. */
    public int freqReason() {
        return (int) (arg2() >>> Integer.SIZE);
    }

    /** FREQ_DECISION. */
    public int rawKhz() {
        return arg1();
    }

    /** FREQ_DECISION: 0..1024. */
    public int utilSeen() {
        return (int) arg2() & 0xFFFF;
    }

    /** FREQ_DECISION: bits of {@link FreqClamp}. */
    public int freqClamp() {
        return (int) arg2() >>> Short.SIZE;
    }

    /** FREQ_DECISION: a {@link FreqOutcome}. */
    public int freqOutcome() {
        return (int) (arg2() >>> Integer.SIZE);
    }

    /** ENERGY_DELTA. */
    public int candidateCpu() {
        return arg0();
    }

    /** ENERGY_DELTA. */
    public int perfDomainIndex() {
        return arg1() & 0xFFFF;
    }

    /** ENERGY_DELTA: a {@link EnergyCandidate}. */
    public int energyCandidate() {
        return arg1() >>> Short.SIZE;
    }

    /** ENERGY_DELTA: in the unit of the kernel's energy model. */
    public long energyDelta() {
        return arg2();
    }

    /** Bytes 0..7 without the version. */
    long digestHead() {
        return head() & ~(0xFFL << RecordSchema.VERSION_OFFSET * Byte.SIZE);
    }

    /** Bytes 16..23. */
    long args() {
        return memory.get(RecordSchema.LONG, offset + RecordSchema.ARG0_OFFSET);
    }

    private long head() {
        return memory.get(RecordSchema.LONG, offset);
    }
}
