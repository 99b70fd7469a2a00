package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.BlockReason;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.WaitQueues;
import io.vlag.engine.kernel.WakeFlags;
import io.vlag.engine.kernel.Wakeups;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.PipeTable;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * A pipe in packet mode. A write wakes a reader when the pipe was empty, a read wakes a writer when
 * it was full, both as sync wake-ups and after the pipe's mutex was dropped; see
 * docs/model/pipe.md.
 */
@HotPath
final class PipeSteps {
    private static final int SYSCALL = CostPath.SYSCALL.ordinal();
    private static final int PIPE_WRITE = CostPath.PIPE_WRITE.ordinal();
    private static final int PIPE_READ = CostPath.PIPE_READ.ordinal();
    private static final int PIPE_PAGE_FREE = CostPath.PIPE_PAGE_FREE.ordinal();
    private static final int PIPE_PAGE = CostPath.PIPE_PAGE.ordinal();

    /** In place of a packet's time: there is nothing to copy yet. */
    private static final long MUST_WAIT = -1;

    // stages of both instructions
    private static final int START = 0;
    private static final int ENTERED = 1; // the system call was entered and had to wait
    private static final int COPIED = 2; // the packet was copied; its effects are due
    private static final int WOKE = 3; // the other side was woken

    private final TaskTable tasks;
    private final PipeTable pipes;
    private final ProgramTable programs;
    private final WaitQueues waits;
    private final Operations operations;
    private final UserCode userCode;
    private final Wakeups wakeups;
    private final CostMeter costs;
    private final Journal journal;
    private final int sparePagesMax;

    PipeSteps(
            KernelParts parts,
            Wakeups wakeups,
            PipeTable pipes,
            ProgramTable programs,
            WaitQueues waits,
            Operations operations,
            UserCode userCode,
            int sparePagesMax) {
        this.tasks = parts.tasks();
        this.pipes = pipes;
        this.programs = programs;
        this.waits = waits;
        this.operations = operations;
        this.userCode = userCode;
        this.wakeups = wakeups;
        this.costs = parts.costs();
        this.journal = parts.journal();
        this.sparePagesMax = sparePagesMax;
    }

    int write(int cpu, int task, int pc, long nowNs) {
        final int pipe = programs.a(pc);
        final boolean full = pipes.used(pipe) == pipes.slotCount(pipe);
        return switch (tasks.stage(task)) {
            case START ->
                    enter(cpu, task, programs.b(pc), full ? MUST_WAIT : writeNs(cpu, pipe), nowNs);
            case ENTERED ->
                    full
                            ? block(
                                    cpu,
                                    task,
                                    pipe,
                                    pipes.writers(pipe),
                                    BlockReason.PIPE_WRITE,
                                    nowNs)
                            : copy(cpu, task, writeNs(cpu, pipe), nowNs);
            case COPIED -> written(cpu, task, pipe, nowNs);
            default -> done(task);
        };
    }

    int read(int cpu, int task, int pc, long nowNs) {
        final int pipe = programs.a(pc);
        final boolean empty = pipes.used(pipe) == 0;
        return switch (tasks.stage(task)) {
            case START -> enter(cpu, task, 0, empty ? MUST_WAIT : readNs(cpu, pipe), nowNs);
            case ENTERED ->
                    empty
                            ? block(
                                    cpu,
                                    task,
                                    pipe,
                                    pipes.readers(pipe),
                                    BlockReason.PIPE_READ,
                                    nowNs)
                            : copy(cpu, task, readNs(cpu, pipe), nowNs);
            case COPIED -> taken(cpu, task, pipe, pc, nowNs);
            default -> done(task);
        };
    }

    /**
     * User code in front, the system call, and the packet unless it is plain already that the call
     * has to wait.
     */
    private int enter(int cpu, int task, long userInstructions, long packetNs, long nowNs) {
        tasks.pendingNs(task, tasks.pendingNs(task) + userCode.pass(cpu, userInstructions));
        tasks.stage(task, packetNs == MUST_WAIT ? ENTERED : COPIED);
        final long ns = costs.pass(cpu, SYSCALL) + Math.max(0, packetNs);
        operations.start(cpu, task, OpKind.SYSTEM_NS, ns, nowNs);
        return StepOutcome.OPERATION;
    }

    private int copy(int cpu, int task, long packetNs, long nowNs) {
        tasks.stage(task, COPIED);
        operations.start(cpu, task, OpKind.SYSTEM_NS, packetNs, nowNs);
        return StepOutcome.OPERATION;
    }

    /** Time of writing a packet; its page is a spare one or comes from the page allocator. */
    private long writeNs(int cpu, int pipe) {
        final long ns = costs.pass(cpu, PIPE_WRITE);
        final int spares = pipes.sparePages(pipe);
        if (spares == 0) {
            return ns + costs.pass(cpu, PIPE_PAGE);
        }
        pipes.sparePages(pipe, spares - 1);
        return ns;
    }

    /** Time of reading a packet; its page is kept as a spare one or goes back to the allocator. */
    private long readNs(int cpu, int pipe) {
        final long ns = costs.pass(cpu, PIPE_READ);
        final int spares = pipes.sparePages(pipe);
        if (spares == sparePagesMax) {
            return ns + costs.pass(cpu, PIPE_PAGE_FREE);
        }
        pipes.sparePages(pipe, spares + 1);
        return ns;
    }

    private int block(int cpu, int task, int pipe, int queue, int reason, long nowNs) {
        waits.add(queue, task);
        journal.blocked(nowNs, cpu, task, reason, pipe);
        return StepOutcome.BLOCK;
    }

    private int written(int cpu, int task, int pipe, long nowNs) {
        final int used = pipes.used(pipe);
        if (used == pipes.slotCount(pipe)) { // another writer was faster
            tasks.stage(task, ENTERED);
            return StepOutcome.AGAIN;
        }
        pipes.used(pipe, used + 1);
        pipes.packets(pipe, pipes.packets(pipe) + 1);
        tasks.bogoOps(task, tasks.bogoOps(task) + 1);
        return used == 0 ? wake(cpu, task, pipes.readers(pipe), nowNs) : done(task);
    }

    private int taken(int cpu, int task, int pipe, int pc, long nowNs) {
        final int used = pipes.used(pipe);
        if (used == 0) { // another reader was faster
            tasks.stage(task, ENTERED);
            return StepOutcome.AGAIN;
        }
        pipes.used(pipe, used - 1);
        tasks.pendingNs(task, tasks.pendingNs(task) + userCode.pass(cpu, programs.b(pc)));
        return used == pipes.slotCount(pipe)
                ? wake(cpu, task, pipes.writers(pipe), nowNs)
                : done(task);
    }

    private int wake(int cpu, int task, int queue, long nowNs) {
        final int wakee = waits.poll(queue);
        if (wakee == Index.NONE) {
            return done(task);
        }
        tasks.stage(task, WOKE);
        operations.startWake(
                cpu, wakee, WakeFlags.TTWU | WakeFlags.SYNC, wakeups.frontNs(cpu), nowNs);
        return StepOutcome.OPERATION;
    }

    private int done(int task) {
        tasks.stage(task, START);
        return StepOutcome.NEXT;
    }
}
