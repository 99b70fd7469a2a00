package io.vlag.engine.sim;

import io.vlag.engine.kernel.Clocks;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.ProgramTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskTable;
import io.vlag.engine.workload.CpuMethods;
import io.vlag.hw.CpuSpeed;
import io.vlag.offheap.HotPath;

/**
 * Rounds of stress-ng's CPU stressor with load control: a number of calls, or calls until a slice
 * of CPU time is used; then a sleep in proportion to the CPU time that the calls took. See
 * docs/model/stress-ng-cpu.md.
 */
@HotPath
final class CpuLoadSteps {
    private static final int COMPUTING = 3; // beside the stages of TaskSteps

    private static final int ALL_PERCENT = 100;
    private static final long NS_PER_US = 1_000;

    private final TaskTable tasks;
    private final RunQueueTable runQueues;
    private final ProgramTable programs;
    private final Clocks clocks;
    private final Operations operations;
    private final TaskSteps taskSteps;

    CpuLoadSteps(
            KernelParts parts, ProgramTable programs, Operations operations, TaskSteps taskSteps) {
        this.tasks = parts.tasks();
        this.runQueues = parts.runQueues();
        this.clocks = parts.clocks();
        this.programs = programs;
        this.operations = operations;
        this.taskSteps = taskSteps;
    }

    int round(int cpu, int task, int pc, long nowNs) {
        return switch (tasks.stage(task)) {
            case TaskSteps.START -> {
                tasks.burstCpuNs(task, cpuNs(cpu, task, nowNs));
                yield compute(cpu, task, pc, nowNs);
            }
            case COMPUTING -> computed(cpu, task, pc, nowNs);
            case TaskSteps.CALLED -> taskSteps.sleepFor(cpu, task, tasks.sleepAskedNs(task), nowNs);
            default -> {
                final long sleptNs = nowNs - tasks.roundEndNs(task);
                tasks.sleepBiasNs(task, sleptNs - tasks.sleepAskedNs(task));
                tasks.stage(task, TaskSteps.START);
                yield StepOutcome.NEXT;
            }
        };
    }

    /** Calls the next methods: as many as nobody looks between, as one stretch of work. */
    private int compute(int cpu, int task, int pc, long nowNs) {
        tasks.stage(task, COMPUTING);
        final int first = tasks.nextCall(task);
        final int count = programs.b(pc) == 0 ? CpuMethods.CALLS_PER_ROUND : 1;
        tasks.nextCall(task, CpuMethods.after(first, count));
        tasks.memoryMilli(task, 0);
        operations.start(
                cpu,
                task,
                OpKind.USER_WORK,
                CpuSpeed.workQ20(CpuMethods.callsNs(first, count, programs.c(pc))),
                nowNs);
        return StepOutcome.OPERATION;
    }

    private int computed(int cpu, int task, int pc, long nowNs) {
        final long usedNs = cpuNs(cpu, task, nowNs) - tasks.burstCpuNs(task);
        if (usedNs < programs.b(pc)) {
            return compute(cpu, task, pc, nowNs);
        }
        final int load = programs.a(pc);
        final long delayNs = sleepNs(usedNs, load, tasks.sleepBiasNs(task));
        if (load == ALL_PERCENT || delayNs < 0) {
            tasks.sleepBiasNs(task, 0);
            tasks.stage(task, TaskSteps.START);
            return StepOutcome.NEXT;
        }
        tasks.roundEndNs(task, nowNs);
        tasks.sleepAskedNs(task, delayNs);
        return taskSteps.callTimer(cpu, task, nowNs);
    }

    /**
     * How long it sleeps after a round, in whole us; less than 0: not at all.
     *
     * @param usedNs CPU time of the round
     * @param load 1..100
     * @param biasNs how much too long it slept last time
     */
    static long sleepNs(long usedNs, int load, long biasNs) {
        final long delayNs = usedNs * (ALL_PERCENT - load) / load - biasNs;
        return delayNs < 0 ? -1 : delayNs / NS_PER_US * NS_PER_US;
    }

    /** CPU time of the CPU's running task. */
    private long cpuNs(int cpu, int task, long nowNs) {
        clocks.update(cpu, nowNs);
        return tasks.cpuNs(task) + runQueues.clockTaskNs(cpu) - tasks.lastRunNs(task);
    }
}
