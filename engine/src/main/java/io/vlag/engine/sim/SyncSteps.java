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
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.SyncTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.HotPath;

/**
 * Events, mutexes, conditions and barriers, as a C library builds them on futexes: a system call
 * only where a task sleeps or sleepers are woken. A mutex is not handed over: the woken waiter
 * tries again.
 */
@HotPath
final class SyncSteps {
    private static final int SYSCALL = CostPath.SYSCALL.ordinal();
    private static final int FUTEX_WAIT = CostPath.FUTEX_WAIT.ordinal();
    private static final int FUTEX_WAKE = CostPath.FUTEX_WAKE.ordinal();

    /** User code of one uncontended operation of the C library. */
    private static final long LIBRARY_INSTRUCTIONS = 40;

    private static final int START = 0;
    private static final int CALLED = 1; // the system call was entered
    private static final int WAKING = 2; // waking what tasks.wakesLeft says
    private static final int SLEPT = 3; // slept and was woken
    private static final int RELOCK = 4; // after a condition: taking the mutex again
    private static final int WAIT_CALLED = 5; // after a signal: the wait's system call was entered

    private final TaskTable tasks;
    private final SyncTable objects;
    private final ProgramTable programs;
    private final WaitQueues waits;
    private final Operations operations;
    private final UserCode userCode;
    private final Wakeups wakeups;
    private final CostMeter costs;
    private final Journal journal;

    SyncSteps(
            KernelParts parts,
            Wakeups wakeups,
            SyncTable objects,
            ProgramTable programs,
            WaitQueues waits,
            Operations operations,
            UserCode userCode) {
        this.tasks = parts.tasks();
        this.objects = objects;
        this.programs = programs;
        this.waits = waits;
        this.operations = operations;
        this.userCode = userCode;
        this.wakeups = wakeups;
        this.costs = parts.costs();
        this.journal = parts.journal();
    }

    int suspend(int cpu, int task, int pc, long nowNs) {
        return switch (tasks.stage(task)) {
            case START -> call(cpu, task, FUTEX_WAIT, CALLED, nowNs);
            case CALLED -> sleep(cpu, task, programs.a(pc), BlockReason.CONDITION, SLEPT, nowNs);
            default -> done(task);
        };
    }

    /** Wakes at most {@code limit} sleepers. */
    int resume(int cpu, int task, int pc, int limit, long nowNs) {
        final int queue = objects.waiters(programs.a(pc));
        switch (tasks.stage(task)) {
            case START -> {
                return call(cpu, task, FUTEX_WAKE, CALLED, nowNs);
            }
            case CALLED -> {
                tasks.wakesLeft(task, Math.min(limit, waits.size(queue)));
                tasks.stage(task, WAKING);
                return StepOutcome.AGAIN;
            }
            default -> {
                return wakeNext(cpu, task, queue, nowNs) ? StepOutcome.OPERATION : done(task);
            }
        }
    }

    int lock(int cpu, int task, int pc, long nowNs) {
        final int mutex = programs.a(pc);
        if (objects.owner(mutex) == Index.NONE) {
            library(cpu, task);
            objects.owner(mutex, task);
            return done(task);
        }
        return tasks.stage(task) == START
                ? call(cpu, task, FUTEX_WAIT, CALLED, nowNs)
                : sleep(cpu, task, mutex, BlockReason.MUTEX, START, nowNs);
    }

    int unlock(int cpu, int task, int pc, long nowNs) {
        final int mutex = programs.a(pc);
        final int queue = objects.waiters(mutex);
        switch (tasks.stage(task)) {
            case START -> {
                library(cpu, task);
                release(mutex, task);
                return waits.isEmpty(queue)
                        ? done(task)
                        : call(cpu, task, FUTEX_WAKE, CALLED, nowNs);
            }
            case CALLED -> {
                tasks.wakesLeft(task, 1);
                tasks.stage(task, WAKING);
                return StepOutcome.AGAIN;
            }
            default -> {
                return wakeNext(cpu, task, queue, nowNs) ? StepOutcome.OPERATION : done(task);
            }
        }
    }

    int waitFor(int cpu, int task, int pc, long nowNs) {
        final int mutex = programs.c(pc);
        switch (tasks.stage(task)) {
            case START -> {
                release(mutex, task);
                waits.add(objects.waiters(programs.a(pc)), task); // from here on a signal counts
                return call(cpu, task, FUTEX_WAIT, WAIT_CALLED, nowNs);
            }
            case WAIT_CALLED -> {
                tasks.wakesLeft(task, 1);
                tasks.stage(task, WAKING);
                return StepOutcome.AGAIN;
            }
            case WAKING -> {
                return wakeNext(cpu, task, objects.waiters(mutex), nowNs)
                        ? StepOutcome.OPERATION
                        : sleepUnlessSignalled(cpu, task, programs.a(pc), nowNs);
            }
            default -> {
                return relock(cpu, task, mutex, nowNs);
            }
        }
    }

    int signalAndWait(int cpu, int task, int pc, long nowNs) {
        final int condition = programs.a(pc);
        switch (tasks.stage(task)) {
            case START -> {
                return call(cpu, task, FUTEX_WAKE, CALLED, nowNs);
            }
            case CALLED -> {
                final int wakee = waits.poll(objects.waiters(condition));
                tasks.stage(task, SLEPT);
                return wakee == Index.NONE ? StepOutcome.AGAIN : wake(cpu, wakee, nowNs);
            }
            case SLEPT -> {
                tasks.stage(task, START);
                return waitFor(cpu, task, pc, nowNs);
            }
            default -> {
                return waitFor(cpu, task, pc, nowNs);
            }
        }
    }

    int barrier(int cpu, int task, int pc, long nowNs) {
        final int barrier = programs.a(pc);
        switch (tasks.stage(task)) {
            case START -> {
                return call(cpu, task, FUTEX_WAIT, CALLED, nowNs);
            }
            case CALLED -> {
                final int arrived = objects.arrivedCount(barrier) + 1;
                if (arrived < objects.partyCount(barrier)) {
                    objects.arrivedCount(barrier, arrived);
                    return sleep(cpu, task, barrier, BlockReason.BARRIER, SLEPT, nowNs);
                }
                objects.arrivedCount(barrier, 0);
                tasks.wakesLeft(task, waits.size(objects.waiters(barrier)));
                tasks.stage(task, WAKING);
                return StepOutcome.AGAIN;
            }
            case WAKING -> {
                return wakeNext(cpu, task, objects.waiters(barrier), nowNs)
                        ? StepOutcome.OPERATION
                        : done(task);
            }
            default -> {
                return done(task);
            }
        }
    }

    private int relock(int cpu, int task, int mutex, long nowNs) {
        if (objects.owner(mutex) != Index.NONE) {
            return sleep(cpu, task, mutex, BlockReason.MUTEX, RELOCK, nowNs);
        }
        objects.owner(mutex, task);
        return done(task);
    }

    /**
     * Releases a mutex; one that the task does not hold stays as it is, as in the C library's
     * normal mutexes.
     */
    private void release(int mutex, int task) {
        if (objects.owner(mutex) == task) {
            objects.owner(mutex, Index.NONE);
        }
    }

    private void library(int cpu, int task) {
        tasks.pendingNs(task, tasks.pendingNs(task) + userCode.pass(cpu, LIBRARY_INSTRUCTIONS));
    }

    private int call(int cpu, int task, int path, int nextStage, long nowNs) {
        tasks.stage(task, nextStage);
        operations.start(
                cpu,
                task,
                OpKind.SYSTEM_NS,
                costs.pass(cpu, SYSCALL) + costs.pass(cpu, path),
                nowNs);
        return StepOutcome.OPERATION;
    }

    private int sleep(int cpu, int task, int object, int reason, int nextStage, long nowNs) {
        tasks.stage(task, nextStage);
        waits.add(objects.waiters(object), task);
        journal.blocked(nowNs, cpu, task, reason, object);
        return StepOutcome.BLOCK;
    }

    /**
     * Sleeps on the condition that the task has queued for, unless a signal took it off the queue.
     */
    private int sleepUnlessSignalled(int cpu, int task, int condition, long nowNs) {
        tasks.stage(task, RELOCK);
        if (tasks.waitQueue(task) != objects.waiters(condition)) {
            return StepOutcome.AGAIN;
        }
        journal.blocked(nowNs, cpu, task, BlockReason.CONDITION, condition);
        return StepOutcome.BLOCK;
    }

    private boolean wakeNext(int cpu, int task, int queue, long nowNs) {
        final int left = tasks.wakesLeft(task);
        final int wakee = left > 0 ? waits.poll(queue) : Index.NONE;
        if (wakee == Index.NONE) {
            return false;
        }
        tasks.wakesLeft(task, left - 1);
        wake(cpu, wakee, nowNs);
        return true;
    }

    private int wake(int cpu, int wakee, long nowNs) {
        operations.startWake(cpu, wakee, WakeFlags.TTWU, wakeups.frontNs(cpu, wakee), nowNs);
        return StepOutcome.OPERATION;
    }

    private int done(int task) {
        tasks.stage(task, START);
        return StepOutcome.NEXT;
    }
}
