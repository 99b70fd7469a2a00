package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.PrevState;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.Preemptibility;
import io.vlag.engine.kernel.Scheduler;
import io.vlag.engine.kernel.Wakeups;
import io.vlag.engine.kernel.YieldRule;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.workload.OpCode;
import io.vlag.offheap.HotPath;

/**
 * Carries out programs: from one instruction to the next until an operation is in progress, and
 * from a task that gives up its CPU to the one that gets it.
 */
@HotPath
final class StepRunner {
    private static final int FORK = CostPath.FORK.ordinal();
    private static final int SYSCALL = CostPath.SYSCALL.ordinal();

    /** More instructions than this without time passing are a program that hangs. */
    private static final int INSTANT_STEPS_MAX = 1_000_000;

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final AffinityTable affinity;
    private final ProgramTable programs;
    private final Operations operations;
    private final PipeSteps pipeSteps;
    private final SyncSteps syncSteps;
    private final TaskSteps taskSteps;
    private final AttributeSteps attributeSteps;
    private final LoopSteps loopSteps;
    private final FrameSteps frameSteps;
    private final CpuLoadSteps cpuLoadSteps;
    private final TaskPool pool;
    private final Scheduler scheduler;
    private final Wakeups wakeups;
    private final YieldRule yieldRule;
    private final Preemptibility preemptibility;
    private final CostMeter costs;
    private final FairClass fair;
    private final Journal journal;

    StepRunner(
            KernelParts parts,
            Scheduler scheduler,
            Wakeups wakeups,
            YieldRule yieldRule,
            Preemptibility preemptibility,
            ProgramTable programs,
            Operations operations,
            PipeSteps pipeSteps,
            SyncSteps syncSteps,
            TaskSteps taskSteps,
            AttributeSteps attributeSteps,
            LoopSteps loopSteps,
            FrameSteps frameSteps,
            CpuLoadSteps cpuLoadSteps,
            TaskPool pool) {
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.affinity = parts.affinity();
        this.programs = programs;
        this.operations = operations;
        this.pipeSteps = pipeSteps;
        this.syncSteps = syncSteps;
        this.taskSteps = taskSteps;
        this.attributeSteps = attributeSteps;
        this.loopSteps = loopSteps;
        this.frameSteps = frameSteps;
        this.cpuLoadSteps = cpuLoadSteps;
        this.pool = pool;
        this.scheduler = scheduler;
        this.wakeups = wakeups;
        this.yieldRule = yieldRule;
        this.preemptibility = preemptibility;
        this.costs = parts.costs();
        this.fair = parts.fair();
        this.journal = parts.journal();
    }

    /** The operation of the CPU's current task has come to its end. */
    void operationEnded(int cpu, long nowNs) {
        final int task = cpus.curr(cpu);
        operations.complete(cpu, task);
        goOn(cpu, task, nowNs);
    }

    /**
     * The uninterruptible part of a wake-up has come to its end: the wakee is woken, then the waker
     * goes on.
     */
    void wakeEnded(int cpu, long nowNs) {
        operations.completeWake(cpu);
        wakeups.wake(cpu, cpus.wakeTarget(cpu), cpus.wakeFlags(cpu), nowNs);
        final int waker = cpus.curr(cpu);
        if (preemptibility.isLazilyRequested(cpu)) {
            // The waker goes on to the end of its system call, where the request takes effect.
            operations.start(cpu, waker, OpKind.SYSTEM_NS, 0, nowNs);
        } else {
            goOn(cpu, waker, nowNs);
        }
    }

    /**
     * A point between operations, where every request to reschedule is honoured: the way back to
     * user mode.
     */
    private void goOn(int cpu, int task, long nowNs) {
        if (preemptibility.isRequested(cpu)) {
            rescheduleRunnable(cpu, PrevState.PREEMPTED, nowNs);
        } else {
            runSteps(cpu, task, nowNs);
        }
    }

    /** Takes the running operation, if any, off the CPU and schedules. */
    void preempt(int cpu, long nowNs) {
        final int task = cpus.curr(cpu);
        if (task != Index.NONE) {
            operations.pause(cpu, task, nowNs);
        }
        rescheduleRunnable(cpu, PrevState.PREEMPTED, nowNs);
    }

    /**
     * As {@link #reschedule} while the running task wants to go on: one whose CPUs were changed
     * from outside leaves now.
     */
    private void rescheduleRunnable(int cpu, int prevState, long nowNs) {
        final int task = cpus.curr(cpu);
        if (task != Index.NONE && !affinity.allows(task, cpu)) {
            move(cpu, task, nowNs);
        } else if (task != Index.NONE && cpus.pushTask(cpu) == task + 1) {
            push(cpu, task, nowNs);
        } else {
            reschedule(cpu, prevState, nowNs);
        }
    }

    private void move(int cpu, int task, long nowNs) {
        scheduler.moveAway(cpu, nowNs);
        reschedule(cpu, PrevState.MIGRATING, nowNs);
        wakeups.placeMoved(cpu, task, nowNs);
    }

    /** The balancer wants the running task on another CPU, if that is still allowed. */
    private void push(int cpu, int task, long nowNs) {
        cpus.pushTask(cpu, 0);
        final int to = cpus.pushTo(cpu);
        if (!affinity.allows(task, to)) {
            reschedule(cpu, PrevState.PREEMPTED, nowNs);
            return;
        }
        scheduler.moveAway(cpu, nowNs);
        reschedule(cpu, PrevState.MIGRATING, nowNs);
        wakeups.placePushed(to, cpu, task, nowNs);
    }

    /** Lets the scheduler choose and starts what it chose. */
    void reschedule(int cpu, int prevState, long nowNs) {
        int next = scheduler.schedule(cpu, prevState, nowNs);
        while (next != Index.NONE && isInUserCode(next) && fair.mustWaitForQuota(next)) {
            scheduler.waitForQuota(cpu, nowNs);
            next = scheduler.schedule(cpu, PrevState.PREEMPTED, nowNs);
        }
        if (next == Index.NONE) {
            operations.none(cpu);
        } else if (tasks.opKind(next) != OpKind.NONE) {
            operations.resume(cpu, next, nowNs);
        } else {
            runSteps(cpu, next, nowNs);
        }
    }

    private boolean isInUserCode(int task) {
        final int kind = tasks.opKind(task);
        return kind == OpKind.USER_WORK || kind == OpKind.USER_NS;
    }

    private void runSteps(int cpu, int task, long nowNs) {
        for (int steps = 0; steps < INSTANT_STEPS_MAX; steps++) {
            // Between two steps a task is in user mode, where it has to wait if there is no quota.
            if (fair.mustWaitForQuota(task) && tasks.stage(task) == 0) {
                scheduler.waitForQuota(cpu, nowNs);
                reschedule(cpu, PrevState.PREEMPTED, nowNs);
                return;
            }
            final int outcome = step(cpu, task, tasks.pc(task), nowNs);
            if (outcome == StepOutcome.NEXT) {
                tasks.pc(task, tasks.pc(task) + 1);
            } else if (outcome != StepOutcome.AGAIN) {
                if (outcome != StepOutcome.OPERATION) {
                    giveUp(cpu, task, outcome, nowNs);
                }
                return;
            }
        }
        throw WorkloadFault.hangingProgram(pool.nameOf(tasks.template(task)), nowNs);
    }

    private void giveUp(int cpu, int task, int outcome, long nowNs) {
        switch (outcome) {
            case StepOutcome.BLOCK -> reschedule(cpu, scheduler.block(cpu, nowNs), nowNs);
            case StepOutcome.RESCHEDULE -> rescheduleRunnable(cpu, PrevState.PREEMPTED, nowNs);
            case StepOutcome.YIELD -> {
                tasks.pc(task, tasks.pc(task) + 1);
                yieldRule.yieldTask(cpu, nowNs);
                rescheduleRunnable(cpu, PrevState.RUNNING, nowNs);
            }
            case StepOutcome.YIELDED -> {
                tasks.pc(task, tasks.pc(task) + 1);
                rescheduleRunnable(cpu, PrevState.RUNNING, nowNs);
            }
            case StepOutcome.MOVE -> {
                tasks.pc(task, tasks.pc(task) + 1);
                move(cpu, task, nowNs);
            }
            case StepOutcome.MOVE_FOR_EXEC -> {
                final int target = wakeups.selectForExec(cpu, task);
                scheduler.moveAway(cpu, nowNs);
                reschedule(cpu, PrevState.MIGRATING, nowNs);
                wakeups.placeForExec(target, cpu, task, nowNs);
            }
            default -> {
                scheduler.exit(cpu, nowNs);
                reschedule(cpu, PrevState.EXITED, nowNs);
                scheduler.forget(cpu, task, nowNs);
                journal.exited(nowNs, cpu, task, tasks.cpuNs(task));
                pool.free(task);
            }
        }
    }

    private int step(int cpu, int task, int pc, long nowNs) {
        return switch (programs.op(pc)) {
            case OpCode.RUN, OpCode.RUN_FOR -> taskSteps.run(cpu, task, pc, nowNs);
            case OpCode.PIPE_WRITE -> pipeSteps.write(cpu, task, pc, nowNs);
            case OpCode.PIPE_READ -> pipeSteps.read(cpu, task, pc, nowNs);
            case OpCode.LOOP_START -> loopSteps.start(task, pc);
            case OpCode.LOOP_END -> loopSteps.end(task, pc);
            case OpCode.SLEEP -> taskSteps.sleep(cpu, task, pc, nowNs);
            case OpCode.TIMER -> taskSteps.timer(cpu, task, pc, nowNs);
            default -> rareStep(cpu, task, pc, nowNs);
        };
    }

    private int rareStep(int cpu, int task, int pc, long nowNs) {
        return switch (programs.op(pc)) {
            case OpCode.SUSPEND -> syncSteps.suspend(cpu, task, pc, nowNs);
            case OpCode.RESUME -> syncSteps.resume(cpu, task, pc, Integer.MAX_VALUE, nowNs);
            case OpCode.SIGNAL -> syncSteps.resume(cpu, task, pc, 1, nowNs);
            case OpCode.LOCK -> syncSteps.lock(cpu, task, pc, nowNs);
            case OpCode.UNLOCK -> syncSteps.unlock(cpu, task, pc, nowNs);
            case OpCode.WAIT -> syncSteps.waitFor(cpu, task, pc, nowNs);
            case OpCode.SIGNAL_AND_WAIT -> syncSteps.signalAndWait(cpu, task, pc, nowNs);
            case OpCode.BARRIER -> syncSteps.barrier(cpu, task, pc, nowNs);
            case OpCode.YIELD -> taskSteps.yield(cpu, task, nowNs);
            case OpCode.YIELD_TO -> attributeSteps.yieldTo(cpu, task, pc, nowNs);
            case OpCode.SET_NICE,
                    OpCode.SET_AFFINITY,
                    OpCode.SET_POLICY,
                    OpCode.SET_SLICE,
                    OpCode.SET_UCLAMP ->
                    attributeSteps.set(cpu, task, pc, nowNs);
            case OpCode.FRAME_START -> frameSteps.start(task, pc);
            case OpCode.FRAME_END -> frameSteps.end(pc, nowNs);
            case OpCode.CPU_LOAD -> cpuLoadSteps.round(cpu, task, pc, nowNs);
            case OpCode.EXEC -> attributeSteps.exec(cpu, task, nowNs);
            case OpCode.FORK -> fork(cpu, task, pc, nowNs);
            default -> taskSteps.exit(cpu, task, nowNs);
        };
    }

    private int fork(int cpu, int task, int pc, long nowNs) {
        if (tasks.stage(task) == 0) {
            tasks.stage(task, 1);
            operations.start(
                    cpu,
                    task,
                    OpKind.SYSTEM_NS,
                    costs.pass(cpu, SYSCALL) + costs.pass(cpu, FORK),
                    nowNs);
            return StepOutcome.OPERATION;
        }
        if (tasks.stage(task) == 1) {
            tasks.stage(task, 2);
            startTask(programs.a(pc), cpu, task, nowNs);
            if (preemptibility.isRequested(cpu)) {
                return StepOutcome.RESCHEDULE;
            }
        }
        tasks.stage(task, 0);
        return StepOutcome.NEXT;
    }

    private void startTask(int template, int parentCpu, int parent, long nowNs) {
        final int child = pool.create(template, parentCpu, nowNs);
        if (child == Index.NONE) {
            throw WorkloadFault.tooManyForks(pool.nameOf(template), pool.forkLimit(), nowNs);
        }
        pool.inherit(child, parent);
        journal.forked(nowNs, parentCpu, parent, child, template);
        wakeCreated(child, parentCpu, nowNs);
    }

    /** Wakes a created task for the first time. */
    void wakeCreated(int task, int parentCpu, long nowNs) {
        final int target = wakeups.selectNew(parentCpu, task, nowNs);
        pool.prepareEntity(task, target);
        wakeups.startNew(parentCpu, task, target, nowNs);
    }
}
