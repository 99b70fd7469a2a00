package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.SyncTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.workload.OpCode;
import io.vlag.hw.CpuSpeed;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/** Computing, sleeping, timers, yielding, the end. */
@HotPath
final class TaskSteps {
    /** Default timer slack of tasks that are not real-time: their timers may be this much late. */
    static final long TIMER_SLACK_NS = 50_000;

    private static final int SYSCALL = CostPath.SYSCALL.ordinal();
    private static final int TIMER_PROGRAM = CostPath.TIMER_PROGRAM.ordinal();
    private static final int YIELD = CostPath.YIELD.ordinal();
    private static final int EXIT = CostPath.EXIT.ordinal();

    static final int START = 0;
    static final int CALLED = 1;
    static final int SLEPT = 2;

    private final TaskTable tasks;
    private final SyncTable objects;
    private final ProgramTable programs;
    private final EventQueue events;
    private final Slots slots;
    private final Operations operations;
    private final CostMeter costs;
    private final Journal journal;

    TaskSteps(KernelParts parts, SyncTable objects, ProgramTable programs, Operations operations) {
        this.tasks = parts.tasks();
        this.objects = objects;
        this.programs = programs;
        this.events = parts.events();
        this.slots = parts.slots();
        this.operations = operations;
        this.costs = parts.costs();
        this.journal = parts.journal();
    }

    int run(int cpu, int task, int pc, long nowNs) {
        if (tasks.stage(task) != START) {
            return done(task);
        }
        tasks.stage(task, CALLED);
        if (programs.op(pc) == OpCode.RUN) {
            tasks.memoryMilli(task, programs.a(pc));
            operations.start(cpu, task, OpKind.USER_WORK, CpuSpeed.workQ20(programs.b(pc)), nowNs);
        } else {
            operations.start(cpu, task, OpKind.USER_NS, programs.b(pc), nowNs);
        }
        return StepOutcome.OPERATION;
    }

    int sleep(int cpu, int task, int pc, long nowNs) {
        return switch (tasks.stage(task)) {
            case START -> call(cpu, task, TIMER_PROGRAM, nowNs);
            case CALLED -> {
                tasks.inIowait(task, programs.a(pc));
                yield sleepFor(cpu, task, programs.b(pc), nowNs);
            }
            default -> done(task);
        };
    }

    int timer(int cpu, int task, int pc, long nowNs) {
        return switch (tasks.stage(task)) {
            case START -> call(cpu, task, TIMER_PROGRAM, nowNs);
            case CALLED -> {
                final long expiryNs = nextExpiryNs(task, pc, nowNs);
                yield expiryNs > nowNs ? sleepUntil(cpu, task, expiryNs, nowNs) : done(task);
            }
            default -> done(task);
        };
    }

    int yield(int cpu, int task, long nowNs) {
        if (tasks.stage(task) == START) {
            return call(cpu, task, YIELD, nowNs);
        }
        tasks.stage(task, START);
        return StepOutcome.YIELD;
    }

    int exit(int cpu, int task, long nowNs) {
        if (tasks.stage(task) == START) {
            return call(cpu, task, EXIT, nowNs);
        }
        tasks.stage(task, START);
        return StepOutcome.EXIT;
    }

    /** Starts the call that programs a timer; it ends in stage CALLED. */
    int callTimer(int cpu, int task, long nowNs) {
        return call(cpu, task, TIMER_PROGRAM, nowNs);
    }

    /** Sleeps so long, counted from where {@link #callTimer} programmed it; up in stage SLEPT. */
    int sleepFor(int cpu, int task, long durationNs, long nowNs) {
        return sleepUntil(cpu, task, operations.armedNs(cpu, nowNs) + durationNs, nowNs);
    }

    private int call(int cpu, int task, int path, long nowNs) {
        tasks.stage(task, CALLED);
        operations.start(
                cpu,
                task,
                OpKind.SYSTEM_NS,
                costs.pass(cpu, SYSCALL) + costs.pass(cpu, path),
                nowNs);
        return StepOutcome.OPERATION;
    }

    /** How late a task's timer may be, ns. */
    static long slackNs(TaskTable tasks, int task) {
        return tasks.rtPriority(task) > 0 ? 0 : TIMER_SLACK_NS;
    }

    private int sleepUntil(int cpu, int task, long expiryNs, long nowNs) {
        final long slackNs = slackNs(tasks, task);
        tasks.stage(task, SLEPT);
        events.schedule(slots.ofTimer(task), expiryNs + slackNs);
        journal.slept(nowNs, cpu, task, expiryNs + slackNs);
        return StepOutcome.BLOCK;
    }

    /**
     * The first expiry is one period after the task's start; a late one restarts from now or stays
     * on the grid.
     */
    private long nextExpiryNs(int task, int pc, long nowNs) {
        final int flags = programs.c(pc);
        final int timer =
                (flags & OpCode.TIMER_OWN) != 0
                        ? tasks.ownTimers(task) + programs.a(pc)
                        : programs.a(pc);
        final long before = objects.expiryNs(timer);
        long nextNs = (before == 0 ? tasks.startNs(task) : before) + programs.b(pc);
        if (nextNs < nowNs && (flags & OpCode.TIMER_GRID) == 0) {
            nextNs = nowNs;
        }
        objects.expiryNs(timer, nextNs);
        return nextNs;
    }

    private int done(int task) {
        tasks.stage(task, START);
        return StepOutcome.NEXT;
    }
}
