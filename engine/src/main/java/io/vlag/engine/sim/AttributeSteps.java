package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.Kernel;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.SchedAttributes;
import io.vlag.engine.kernel.Wakeups;
import io.vlag.engine.kernel.YieldRule;
import io.vlag.engine.state.AffinityTable;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.workload.OpCode;
import io.vlag.offheap.HotPath;

/**
 * System calls by which a task changes how it or others are scheduled: nice level, policy, slice,
 * CPUs, exec, yield_to.
 */
@HotPath
final class AttributeSteps {
    private static final int SYSCALL = CostPath.SYSCALL.ordinal();
    private static final int EXEC = CostPath.EXEC.ordinal();
    private static final int YIELD = CostPath.YIELD.ordinal();

    private static final int START = 0;
    private static final int CALLED = 1;
    private static final int CHANGED = 2;
    private static final int PLACED = 3;

    private final TaskTable tasks;
    private final int taskCount;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final ProgramTable programs;
    private final AffinityTable affinity;
    private final long[][] affinitySets; // by set: the words of its CPUs
    private final boolean[] isRealTime; // by ordinal of SchedPolicy
    private final Operations operations;
    private final CostMeter costs;
    private final SchedAttributes attributes;
    private final Wakeups wakeups;
    private final YieldRule yieldRule;

    AttributeSteps(
            Kernel kernel,
            int taskCount,
            ProgramTable programs,
            Operations operations,
            long[][] affinitySets) {
        final KernelParts parts = kernel.parts();
        this.tasks = parts.tasks();
        this.taskCount = taskCount;
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.programs = programs;
        this.affinity = parts.affinity();
        this.affinitySets = affinitySets;
        this.isRealTime = new boolean[SchedPolicy.values().length];
        for (final SchedPolicy policy : SchedPolicy.values()) {
            isRealTime[policy.ordinal()] = !policy.isFair();
        }
        this.operations = operations;
        this.costs = parts.costs();
        this.attributes = kernel.attributes();
        this.wakeups = kernel.wakeups();
        this.yieldRule = kernel.yieldRule();
    }

    /** One of the SET_ instructions: a system call, then the change, then perhaps a reschedule. */
    int set(int cpu, int task, int pc, long nowNs) {
        if (tasks.stage(task) == START) {
            return call(cpu, task, SYSCALL, nowNs);
        }
        if (tasks.stage(task) == CHANGED) {
            return done(task);
        }
        final boolean leaves = change(cpu, task, pc, nowNs);
        if (leaves) {
            tasks.stage(task, START);
            return StepOutcome.MOVE;
        }
        return rescheduleOrDone(cpu, task);
    }

    /** execve(): the kernel looks for an idler CPU first, when little has to be moved. */
    int exec(int cpu, int task, long nowNs) {
        if (tasks.stage(task) == START) {
            tasks.stage(task, PLACED);
            if (wakeups.selectForExec(cpu, task) != cpu) {
                return StepOutcome.MOVE_FOR_EXEC;
            }
        }
        if (tasks.stage(task) == PLACED) {
            return call(cpu, task, EXEC, nowNs);
        }
        tasks.mm(task, task + 1); // a program image of its own
        cpus.lastMm(cpu, task + 1);
        return done(task);
    }

    int yieldTo(int cpu, int task, int pc, long nowNs) {
        if (tasks.stage(task) == START) {
            return call(cpu, task, YIELD, nowNs);
        }
        tasks.stage(task, START);
        final int target = firstWaiting(programs.a(pc));
        if (target == Index.NONE || !yieldRule.yieldTo(cpu, target, nowNs)) {
            return StepOutcome.NEXT;
        }
        return StepOutcome.YIELDED;
    }

    private boolean change(int cpu, int task, int pc, long nowNs) {
        final int whom = programs.c(pc);
        if (whom == OpCode.ITSELF) {
            return changeOne(cpu, task, pc, nowNs);
        }
        boolean leaves = false;
        for (int other = 0; other < taskCount; other++) {
            if (tasks.template(other) == whom - 1 && isAlive(other)) {
                leaves |= changeOne(cpu, other, pc, nowNs);
            }
        }
        return leaves;
    }

    /** Whether the caller itself has to leave its CPU. */
    private boolean changeOne(int cpu, int task, int pc, long nowNs) {
        final int a = programs.a(pc);
        switch (programs.op(pc)) {
            case OpCode.SET_NICE -> attributes.setNice(cpu, task, a, nowNs);
            case OpCode.SET_UCLAMP ->
                    attributes.setUclamp(cpu, task, a, (int) programs.b(pc), nowNs);
            case OpCode.SET_SLICE -> attributes.setSlice(cpu, task, programs.b(pc), nowNs);
            case OpCode.SET_POLICY -> {
                final int policy = a & ~OpCode.RESET_ON_FORK;
                tasks.resetOnFork(task, (a & OpCode.RESET_ON_FORK) != 0 ? 1 : 0);
                attributes.setPolicy(
                        cpu, task, policy, isRealTime[policy], (int) programs.b(pc), nowNs);
            }
            default -> {
                final long[] words = affinitySets[a];
                for (int word = 0; word < words.length; word++) {
                    affinity.setWord(task, word, words[word]);
                }
                return attributes.cpusChanged(cpu, task, nowNs);
            }
        }
        return false;
    }

    private int firstWaiting(int template) {
        for (int other = 0; other < taskCount; other++) {
            if (tasks.template(other) == template
                    && tasks.state(other) == TaskState.RUNNABLE
                    && cpus.curr(tasks.cpu(other)) != other) {
                return other;
            }
        }
        return Index.NONE;
    }

    private boolean isAlive(int task) {
        final int state = tasks.state(task);
        return state != TaskState.NEW && state != TaskState.DEAD;
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

    private int rescheduleOrDone(int cpu, int task) {
        if (runQueues.needResched(cpu) == RunQueueTable.RESCHED_NONE) {
            return done(task);
        }
        tasks.stage(task, CHANGED);
        return StepOutcome.RESCHEDULE;
    }

    private int done(int task) {
        tasks.stage(task, START);
        return StepOutcome.NEXT;
    }
}
