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
    private static final int PIPE_PAGE = CostPath.PIPE_PAGE.ordinal();

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
            case START -> enter(cpu, task, programs.b(pc), full, PIPE_WRITE, nowNs);
            case ENTERED ->
                    full
                            ? block(
                                    cpu,
                                    task,
                                    pipe,
                                    pipes.writers(pipe),
                                    BlockReason.PIPE_WRITE,
                                    nowNs)
                            : copy(cpu, task, PIPE_WRITE, nowNs);
            case COPIED -> written(cpu, task, pipe, nowNs);
            default -> done(task);
        };
    }

    int read(int cpu, int task, int pc, long nowNs) {
        final int pipe = programs.a(pc);
        final boolean empty = pipes.used(pipe) == 0;
        return switch (tasks.stage(task)) {
            case START -> enter(cpu, task, 0, empty, PIPE_READ, nowNs);
            case ENTERED ->
                    empty
                            ? block(
                                    cpu,
                                    task,
                                    pipe,
                                    pipes.readers(pipe),
                                    BlockReason.PIPE_READ,
                                    nowNs)
                            : copy(cpu, task, PIPE_READ, nowNs);
            case COPIED -> taken(cpu, task, pipe, pc, nowNs);
            default -> done(task);
        };
    }

    /**
     * User code in front, the system call, and the packet unless it is plain already that the call
     * has to wait.
     */
    private int enter(
            int cpu, int task, long userInstructions, boolean mustWait, int path, long nowNs) {
        tasks.pendingNs(task, tasks.pendingNs(task) + userCode.pass(cpu, userInstructions));
        long ns = costs.pass(cpu, SYSCALL);
        if (!mustWait) {
            ns += costs.pass(cpu, path);
        }
        tasks.stage(task, mustWait ? ENTERED : COPIED);
        operations.start(cpu, task, OpKind.SYSTEM_NS, ns, nowNs);
        return StepOutcome.OPERATION;
    }

    private int copy(int cpu, int task, int path, long nowNs) {
        tasks.stage(task, COPIED);
        operations.start(cpu, task, OpKind.SYSTEM_NS, costs.pass(cpu, path), nowNs);
        return StepOutcome.OPERATION;
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
        takePage(cpu, pipe);
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
        if (pipes.sparePages(pipe) < sparePagesMax) {
            pipes.sparePages(pipe, pipes.sparePages(pipe) + 1);
        }
        tasks.pendingNs(task, tasks.pendingNs(task) + userCode.pass(cpu, programs.b(pc)));
        return used == pipes.slotCount(pipe)
                ? wake(cpu, task, pipes.writers(pipe), nowNs)
                : done(task);
    }

    /**
     * The packet's page: a spare one, or one from the page allocator, which costs and will cost
     * again when it is freed.
     */
    private void takePage(int cpu, int pipe) {
        if (pipes.sparePages(pipe) > 0) {
            pipes.sparePages(pipe, pipes.sparePages(pipe) - 1);
        } else {
            costs.charge(cpu, PIPE_PAGE);
        }
    }

    private int wake(int cpu, int task, int queue, long nowNs) {
        final int wakee = waits.poll(queue);
        if (wakee == Index.NONE) {
            return done(task);
        }
        tasks.stage(task, WOKE);
        operations.startWake(
                cpu, wakee, WakeFlags.TTWU | WakeFlags.SYNC, wakeups.frontNs(cpu, wakee), nowNs);
        return StepOutcome.OPERATION;
    }

    private int done(int task) {
        tasks.stage(task, START);
        return StepOutcome.NEXT;
    }
}
