package io.vlag.engine.journal;

import static io.vlag.engine.journal.RecordSchema.pack;

import io.vlag.offheap.ColdPath;
import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import org.jspecify.annotations.Nullable;

/**
 * The simulation thread's side of the journal: one method per record type. Each call moves the
 * digest on, which lives in the simulation's slab, and, when the target records, writes 32 bytes
 * into the current block. A full block is handed to the writer thread; when all blocks are full,
 * the simulation thread waits. So the target's speed costs wall time and never a record, and the
 * digest is the same with every target.
 *
 * <p>Used by one thread. Order of calls: {@link #init} (new runs only), {@link #runStarted},
 * records, {@link #runEnded} (only when the run came to its end), {@link #close}. Any record method
 * throws {@link JournalException} when the writer thread has failed; the run is then lost.
 *
 * <p>CPUs are 0..65535; tasks are indices or {@link RecordSchema#NONE}.
 */
public final class Journal implements AutoCloseable {
    private final long stateAt;
    private final @Nullable BlockChannel channel; // null: nothing is recorded
    private final boolean reasons; // records of reasons are wanted
    private long positionAt; // arena offset of the next record
    private long limitAt; // arena offset past the current block's last record

    private Journal(long stateAt, @Nullable BlockChannel channel, boolean reasons) {
        this.stateAt = stateAt;
        this.channel = channel;
        this.reasons = reasons;
        if (channel != null) {
            useCurrentBlock(channel);
        }
    }

    /**
     * Reserves the digest's place in a simulation's slab.
     *
     * @return slab-relative offset
     */
    public static long reserve(SlabPlan plan) {
        return JournalState.reserve(plan);
    }

    /** A journal that keeps nothing but the digest. */
    @ColdPath
    public static Journal none(long stateAt) {
        return new Journal(stateAt, null, false);
    }

    /**
     * Opens the target, starts the writer thread and writes the run's header; a reader can open the
     * journal from then on.
     *
     * @param stateAt arena offset of what {@link #reserve} reserved
     * @throws JournalException when the target cannot be opened
     */
    @ColdPath
    public static Journal open(long stateAt, RunHeader header, JournalTarget target) {
        if (!target.isRecording()) {
            return none(stateAt);
        }
        final BlockChannel channel = BlockChannel.open(header.runId(), target);
        try {
            channel.sendMetadata(header.toJson());
        } catch (RuntimeException e) {
            channel.abandon();
            throw e;
        }
        return new Journal(stateAt, channel, target.wantsReasons());
    }

    /**
     * Sets the digest to that of an empty run. Not for a simulation that goes on from a snapshot.
     */
    public void init() {
        JournalState.init(stateAt);
    }

    /** Whether records are kept. */
    public boolean isRecording() {
        return channel != null;
    }

    /** Whether {@link #freqDecided} and {@link #energyWeighed} write anything. */
    @HotPath
    public boolean wantsReasons() {
        return reasons;
    }

    /** Digest over all records of the run so far. */
    public long digest() {
        return Digest.finish(JournalState.digestState(stateAt), JournalState.recordCount(stateAt));
    }

    /** Records of the run so far, kept or not; RUN_START and RUN_END are not counted. */
    public long recordCount() {
        return JournalState.recordCount(stateAt);
    }

    /**
     * The journal begins: first record of every journal, also of one that goes on from a snapshot.
     */
    @HotPath
    public void runStarted(long timeNs) {
        bracket(RecordSchema.RUN_START, timeNs);
    }

    /** The run came to its end; a journal without this record was cut off. */
    @HotPath
    public void runEnded(long timeNs) {
        bracket(RecordSchema.RUN_END, timeNs);
    }

    /** A CPU changed tasks; {@code prevState} is a {@link PrevState}. */
    @HotPath
    public void switched(long timeNs, int cpu, int prevTaskId, int nextTaskId, int prevState) {
        record(RecordSchema.SWITCH, cpu, prevTaskId, timeNs, nextTaskId, prevState, 0);
    }

    /**
     * A task became runnable.
     *
     * @param cpu where the waker ran
     * @param wakeFlags bits of {@link WakeFlag}
     * @param placementReason a {@link PlacementReason}
     */
    @HotPath
    public void woken(
            long timeNs,
            int cpu,
            int wakeeTaskId,
            int wakerTaskId,
            int targetCpu,
            int prevCpu,
            int wakeFlags,
            int placementReason) {
        record(
                RecordSchema.WAKEUP,
                cpu,
                wakeeTaskId,
                timeNs,
                wakerTaskId,
                targetCpu | wakeFlags << Short.SIZE,
                prevCpu | (long) placementReason << Short.SIZE);
    }

    /**
     * A task moved; {@code cpu} is where the decision ran, {@code migrateReason} a {@link
     * MigrateReason}.
     */
    @HotPath
    public void migrated(
            long timeNs, int cpu, int taskId, int fromCpu, int toCpu, int migrateReason) {
        record(RecordSchema.MIGRATE, cpu, taskId, timeNs, fromCpu, toCpu, migrateReason);
    }

    /**
     * The tick on a CPU with {@code runningCount} runnable tasks and utilisation {@code utilAvg},
     * 0..1024.
     */
    @HotPath
    public void ticked(long timeNs, int cpu, int currTaskId, int runningCount, int utilAvg) {
        record(RecordSchema.TICK, cpu, currTaskId, timeNs, runningCount, utilAvg, 0);
    }

    /**
     * A governor asked for {@code khz} because of {@code util}, 0..1024; {@code freqReason} is a
     * {@link FreqReason}.
     */
    @HotPath
    public void freqRequested(
            long timeNs, int cpu, int domainIndex, int khz, int util, int freqReason) {
        record(
                RecordSchema.FREQ_REQUEST,
                cpu,
                RecordSchema.NONE,
                timeNs,
                domainIndex,
                khz,
                pack(util, freqReason));
    }

    /** A frequency took effect; {@code cpu} is the domain's first CPU. */
    @HotPath
    public void freqChanged(
            long timeNs, int cpu, int domainIndex, int khz, int prevKhz, int freqReason) {
        record(
                RecordSchema.FREQ,
                cpu,
                RecordSchema.NONE,
                timeNs,
                domainIndex,
                khz,
                pack(prevKhz, freqReason));
    }

    /**
     * A CPU entered an idle state.
     *
     * @param predictedNs time to its next timer, the tick apart; 0 when there is none or nobody
     *     looked
     */
    @HotPath
    public void idleEntered(long timeNs, int cpu, int idleStateIndex, long predictedNs) {
        record(
                RecordSchema.IDLE_ENTER,
                cpu,
                RecordSchema.NONE,
                timeNs,
                idleStateIndex,
                0,
                predictedNs);
    }

    /** A CPU left an idle state after {@code residencyNs}. */
    @HotPath
    public void idleExited(long timeNs, int cpu, int idleStateIndex, long residencyNs) {
        record(
                RecordSchema.IDLE_EXIT,
                cpu,
                RecordSchema.NONE,
                timeNs,
                idleStateIndex,
                0,
                residencyNs);
    }

    /** What the CPUs of a cluster share entered an idle state with the last of them. */
    @HotPath
    public void clusterIdleEntered(long timeNs, int cpu, int clusterIndex, int idleStateIndex) {
        record(
                RecordSchema.IDLE_ENTER,
                cpu,
                RecordSchema.NONE,
                timeNs,
                idleStateIndex,
                clusterIndex + 1,
                0);
    }

    /** What the CPUs of a cluster share left an idle state after {@code residencyNs}. */
    @HotPath
    public void clusterIdleExited(
            long timeNs, int cpu, int clusterIndex, int idleStateIndex, long residencyNs) {
        record(
                RecordSchema.IDLE_EXIT,
                cpu,
                RecordSchema.NONE,
                timeNs,
                idleStateIndex,
                clusterIndex + 1,
                residencyNs);
    }

    /** A task sleeps until {@code wakeTimeNs}. */
    @HotPath
    public void slept(long timeNs, int cpu, int taskId, long wakeTimeNs) {
        record(RecordSchema.SLEEP, cpu, taskId, timeNs, 0, 0, wakeTimeNs);
    }

    /**
     * A task waits for another; {@code blockReason} is a {@link BlockReason}, {@code objectIndex}
     * the pipe, mutex, ...
     */
    @HotPath
    public void blocked(long timeNs, int cpu, int taskId, int blockReason, int objectIndex) {
        record(RecordSchema.BLOCK, cpu, taskId, timeNs, blockReason, objectIndex, 0);
    }

    /** A task was born from the workload's template {@code templateIndex}. */
    @HotPath
    public void forked(long timeNs, int cpu, int parentTaskId, int childTaskId, int templateIndex) {
        record(RecordSchema.FORK, cpu, parentTaskId, timeNs, childTaskId, templateIndex, 0);
    }

    /** A task ended after running for {@code runtimeNs} in all. */
    @HotPath
    public void exited(long timeNs, int cpu, int taskId, long runtimeNs) {
        record(RecordSchema.EXIT, cpu, taskId, timeNs, 0, 0, runtimeNs);
    }

    /**
     * The workload reports: {@code count} things of kind {@code markerId} done, with a value of
     * their own.
     */
    @HotPath
    public void marked(long timeNs, int cpu, int taskId, int markerId, int count, long value) {
        record(RecordSchema.MARKER, cpu, taskId, timeNs, markerId, count, value);
    }

    /** A sampled quantity; {@code counter} is a {@link Counter}. */
    @HotPath
    public void counted(
            long timeNs, int cpu, int taskId, int counter, int subjectIndex, long value) {
        record(RecordSchema.COUNTER, cpu, taskId, timeNs, counter, subjectIndex, value);
    }

    /**
     * A governor was called for a CPU.
     *
     * @param rawKhz what it asked for, before limits and table; 0 when it did not look
     * @param util what it saw, 0..1024; 0 when it did not look
     * @param freqClamp bits of {@link FreqClamp}
     * @param freqOutcome a {@link FreqOutcome}
     */
    @HotPath
    public void freqDecided(
            long timeNs,
            int cpu,
            int domainIndex,
            int rawKhz,
            int util,
            int freqClamp,
            int freqOutcome) {
        if (reasons) {
            record(
                    RecordSchema.FREQ_DECISION,
                    cpu,
                    RecordSchema.NONE,
                    timeNs,
                    domainIndex,
                    rawKhz,
                    pack(util | freqClamp << Short.SIZE, freqOutcome));
        }
    }

    /**
     * A wake-up was weighed for a CPU.
     *
     * @param cpu where the waker ran
     * @param energyCandidate a {@link EnergyCandidate}
     * @param energyDelta energy with the task there less energy without it, in the unit of the
     *     kernel's model
     */
    @HotPath
    public void energyWeighed(
            long timeNs,
            int cpu,
            int taskId,
            int candidateCpu,
            int perfDomainIndex,
            int energyCandidate,
            long energyDelta) {
        if (reasons) {
            record(
                    RecordSchema.ENERGY_DELTA,
                    cpu,
                    taskId,
                    timeNs,
                    candidateCpu,
                    perfDomainIndex | energyCandidate << Short.SIZE,
                    energyDelta);
        }
    }

    /**
     * Hands over what is written so far and waits until the target has it, so that a reader in
     * another process sees it. Block boundaries then depend on the calls; the digest and the
     * records do not.
     *
     * @throws JournalException when the target has failed
     */
    public void flush() {
        if (channel != null) {
            if (positionAt > channel.firstRecordAt()) {
                handOver(channel);
            }
            channel.awaitWritten();
        }
    }

    /**
     * Hands over the last block, waits until the target has everything and closes it. Twice is
     * once.
     *
     * @throws JournalException when the target failed at any time
     */
    @Override
    public void close() {
        if (channel != null) {
            channel.close(positionAt);
        }
    }

    @HotPath
    private void record(int type, int cpu, int taskId, long timeNs, int arg0, int arg1, long arg2) {
        assert cpu >= 0 && cpu <= RecordSchema.CPU_MAX;
        final long head =
                type
                        | (long) cpu << RecordSchema.CPU_SHIFT
                        | (long) taskId << RecordSchema.TASK_ID_SHIFT;
        final long args = pack(arg0, arg1);
        JournalState.add(stateAt, head, timeNs, args, arg2);
        if (channel != null) {
            write(channel, head, timeNs, args, arg2);
        }
    }

    @HotPath
    private void bracket(int type, long timeNs) {
        if (channel != null) {
            final long head = type | (long) RecordSchema.NONE << RecordSchema.TASK_ID_SHIFT;
            write(
                    channel,
                    head,
                    timeNs,
                    JournalState.recordCount(stateAt),
                    JournalState.digestState(stateAt));
        }
    }

    @HotPath
    private void write(BlockChannel channel, long head, long timeNs, long args, long arg2) {
        if (positionAt == limitAt) {
            handOver(channel);
        }
        final long at = positionAt;
        Memory.ARENA.set(RecordSchema.LONG, at, head | RecordSchema.VERSION_BITS);
        Memory.ARENA.set(RecordSchema.LONG, at + RecordSchema.TIME_NS_OFFSET, timeNs);
        Memory.ARENA.set(RecordSchema.LONG, at + RecordSchema.ARG0_OFFSET, args);
        Memory.ARENA.set(RecordSchema.LONG, at + RecordSchema.ARG2_OFFSET, arg2);
        positionAt = at + RecordSchema.RECORD_BYTES;
    }

    @HotPath
    private void handOver(BlockChannel channel) {
        channel.exchangeRecords(positionAt);
        useCurrentBlock(channel);
    }

    @HotPath
    private void useCurrentBlock(BlockChannel channel) {
        positionAt = channel.firstRecordAt();
        limitAt = channel.limitAt();
    }
}
