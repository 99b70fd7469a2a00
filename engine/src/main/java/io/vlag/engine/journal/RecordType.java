package io.vlag.engine.journal;

import java.util.List;

/**
 * Every record type: its code in the file and what its fields mean. An argument without a name is
 * 0. {@code name[a..b]} says that a field occupies bits a to b of the argument, both included; an
 * argument may carry several.
 */
public enum RecordType {
    /** First record of a journal; not part of the digest. */
    RUN_START(RecordSchema.RUN_START, "", "recordCountLow", "recordCountHigh", "digestState"),
    /** Last record of a run that came to its end; not part of the digest. */
    RUN_END(RecordSchema.RUN_END, "", "recordCountLow", "recordCountHigh", "digestState"),
    /** A CPU changed from one task to another; -1 is its idle task. */
    SWITCH(RecordSchema.SWITCH, "prevTaskId", "nextTaskId", "prevState", ""),
    /** A task became runnable; {@code cpu} is where the waker ran. */
    WAKEUP(
            RecordSchema.WAKEUP,
            "wakeeTaskId",
            "wakerTaskId",
            "targetCpu[0..15] wakeFlags[16..31]",
            "prevCpu[0..15] placementReason[16..31]"),
    /** A task moved between CPUs; {@code cpu} is where the decision ran. */
    MIGRATE(RecordSchema.MIGRATE, "taskId", "fromCpu", "toCpu", "migrateReason"),
    /** The scheduler's tick on a busy CPU. */
    TICK(RecordSchema.TICK, "currTaskId", "runningCount", "utilAvg", ""),
    /** A governor asked for a frequency. */
    FREQ_REQUEST(
            RecordSchema.FREQ_REQUEST, "", "domainIndex", "khz", "util[0..31] freqReason[32..63]"),
    /** A frequency took effect. */
    FREQ(RecordSchema.FREQ, "", "domainIndex", "khz", "prevKhz[0..31] freqReason[32..63]"),
    /** A CPU entered an idle state, or with the last of its CPUs a cluster did. */
    IDLE_ENTER(RecordSchema.IDLE_ENTER, "", "idleStateIndex", "clusterNumber", "predictedNs"),
    /** A CPU left an idle state, or a cluster did. */
    IDLE_EXIT(RecordSchema.IDLE_EXIT, "", "idleStateIndex", "clusterNumber", "residencyNs"),
    /** A task went to sleep until a time. */
    SLEEP(RecordSchema.SLEEP, "taskId", "", "", "wakeTimeNs"),
    /** A task waits for something that another task does. */
    BLOCK(RecordSchema.BLOCK, "taskId", "blockReason", "objectIndex", ""),
    /** A task was born; its first wake-up follows as a WAKEUP with the flag FORK. */
    FORK(RecordSchema.FORK, "parentTaskId", "childTaskId", "templateIndex", ""),
    /** A task ended. */
    EXIT(RecordSchema.EXIT, "taskId", "", "", "runtimeNs"),
    /** Something the workload says: an operation done, a frame shown. */
    MARKER(RecordSchema.MARKER, "taskId", "markerId", "count", "value"),
    /** A sampled quantity, see {@link Counter}. */
    COUNTER(RecordSchema.COUNTER, "taskId", "counter", "subjectIndex", "value"),
    /** A governor was called; only with reasons recorded. See {@link FreqOutcome}. */
    FREQ_DECISION(
            RecordSchema.FREQ_DECISION,
            "",
            "domainIndex",
            "rawKhz",
            "util[0..15] freqClamp[16..31] freqOutcome[32..63]"),
    /**
     * What a wake-up would cost on a CPU, by the kernel's energy model; only with reasons recorded.
     * See {@link EnergyCandidate}.
     */
    ENERGY_DELTA(
            RecordSchema.ENERGY_DELTA,
            "taskId",
            "candidateCpu",
            "perfDomainIndex[0..15] energyCandidate[16..31]",
            "energyDelta");

    private static final RecordType[] BY_CODE = byCode();

    private final int code;
    private final List<String> fields;

    RecordType(int code, String task, String arg0, String arg1, String arg2) {
        this.code = code;
        this.fields = List.of(task, arg0, arg1, arg2);
    }

    /** The byte in the file, 1..255. */
    public int code() {
        return code;
    }

    /**
     * What {@code taskId}, {@code arg0}, {@code arg1}, {@code arg2} carry, in this order; empty =
     * unused.
     */
    public List<String> fields() {
        return fields;
    }

    /** Whether the running digest covers records of this type. */
    public boolean isInDigest() {
        return code != RecordSchema.RUN_START && code != RecordSchema.RUN_END;
    }

    /** Whether {@link #of} knows the code. */
    public static boolean isKnown(int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }

    /**
     * The type behind a code.
     *
     * @throws IllegalArgumentException when a newer writer made the record; skip such records, see
     *     {@link #isKnown}
     */
    public static RecordType of(int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException(
                    "record type "
                            + code
                            + " is not known to schema version "
                            + RecordSchema.VERSION
                            + "; read the journal with the release that wrote it");
        }
        return BY_CODE[code];
    }

    private static RecordType[] byCode() {
        int max = 0;
        for (RecordType type : values()) {
            max = Math.max(max, type.code);
        }
        final RecordType[] types = new RecordType[max + 1];
        for (RecordType type : values()) {
            if (types[type.code] != null) {
                throw new IllegalStateException("two record types with code " + type.code);
            }
            types[type.code] = type;
        }
        return types;
    }
}
