package io.vlag.engine.check;

import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.EntityTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.HwModel;
import io.vlag.pelt.RqClockLayout;
import java.util.Arrays;

/**
 * No time is lost or counted twice: tasks and idle make up the task clocks, interrupts the rest of
 * the clocks, and what the hardware counted as busy and idle makes up the simulated time.
 */
final class TimeCheck {
    private final TaskTable tasks;
    private final CpuTable cpus;
    private final EntityTable entities;
    private final RunQueueTable runQueues;
    private final HwModel hw;
    private final boolean irqTimeAccounting;
    private final int taskCount;

    // by CPU, as of the last event
    private final int[] currBefore;
    private final long[] clockTaskBefore;
    private final long[] switchesBefore;
    private final long[] idleReadyBefore;
    private final long[] idleTaskNs; // task clock that passed while the CPU was idle
    private final long[] idleBusyNs; // booked as busy although the CPU counts as idle
    private final long[] switchesInBefore; // by task
    private long energyBeforeUj;

    TimeCheck(KernelParts.Tables tables, HwModel hw, boolean irqTimeAccounting, int taskCount) {
        this.irqTimeAccounting = irqTimeAccounting;
        this.taskCount = taskCount;
        tasks = tables.tasks();
        cpus = tables.cpus();
        entities = tables.entities();
        runQueues = tables.runQueues();
        this.hw = hw;
        final int count = cpus.count();
        currBefore = new int[count];
        clockTaskBefore = new long[count];
        switchesBefore = new long[count];
        idleReadyBefore = new long[count];
        idleTaskNs = new long[count];
        idleBusyNs = new long[count];
        switchesInBefore = new long[taskCount];
        Arrays.fill(currBefore, Index.NONE);
        for (int cpu = 0; cpu < count; cpu++) {
            clockTaskBefore[cpu] = clockTask(cpu);
            idleTaskNs[cpu] = clockTaskBefore[cpu]; // before simulated time 0
        }
    }

    /** After every event: attributes the time that passed. */
    void observe(long nowNs) {
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            if (wasIdle(cpu)) {
                idleTaskNs[cpu] += idleEnd(cpu) - clockTaskBefore[cpu];
            }
        }
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            final long passedNs = clockTask(cpu) - clockTaskBefore[cpu];
            if (!wasIdle(cpu) && isIdle(cpu) && passedNs != 0 && missingNs() >= passedNs) {
                // The clock was read after a switch to idle.
                idleTaskNs[cpu] += passedNs;
            }
        }
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            if (isIdle(cpu)) {
                final boolean entered = cpus.switches(cpu) != switchesBefore[cpu];
                final long sinceNs = entered ? nowNs : Math.max(idleReadyBefore[cpu], nowNs);
                idleBusyNs[cpu] += Math.max(0, cpus.idleReadyNs(cpu) - sinceNs);
            }
            currBefore[cpu] = cpus.curr(cpu);
            clockTaskBefore[cpu] = clockTask(cpu);
            switchesBefore[cpu] = cpus.switches(cpu);
            idleReadyBefore[cpu] = cpus.idleReadyNs(cpu);
        }
        for (int task = 0; task < taskCount; task++) {
            switchesInBefore[task] = tasks.switchesIn(task);
        }
    }

    /**
     * Task clock at the first switch of the event from idle to a task, or now if there was none. A
     * task that finds its group without quota leaves again within the event; the clock may be read
     * between, and what passed belongs to the task.
     */
    private long idleEnd(int cpu) {
        long endNs = clockTask(cpu);
        if (cpus.switches(cpu) == switchesBefore[cpu]) {
            return endNs;
        }
        for (int task = 0; task < taskCount; task++) {
            if (tasks.lastCpu(task) == cpu && tasks.switchesIn(task) != switchesInBefore[task]) {
                endNs = Math.min(endNs, tasks.lastRunNs(task));
            }
        }
        return endNs;
    }

    private boolean wasIdle(int cpu) {
        return currBefore[cpu] == Index.NONE;
    }

    private boolean isIdle(int cpu) {
        return cpus.curr(cpu) == Index.NONE;
    }

    void check(long nowNs) {
        checkInterrupts();
        checkTasks();
        checkCpus(nowNs);
        final long energyUj = hw.energy().totalUj(nowNs);
        if (energyUj < energyBeforeUj) {
            throw wrong(
                    Invariant.ENERGY_FORWARD,
                    -1,
                    -1,
                    "went back from %d to %d uJ".formatted(energyBeforeUj, energyUj));
        }
        energyBeforeUj = energyUj;
    }

    private void checkInterrupts() {
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            final long at = runQueues.clockAt(cpu);
            final long seen =
                    RqClockLayout.clockNs(at)
                            - RqClockLayout.clockTaskNs(at)
                            + RqClockLayout.irqPendingNs(at)
                            + cpus.irqNewNs(cpu);
            final long booked = hw.counters().irqNs(cpu) + cpus.irqCostNs(cpu);
            if (seen != (irqTimeAccounting ? booked : 0)) {
                throw wrong(
                        Invariant.INTERRUPT_TIME,
                        cpu,
                        -1,
                        "clocks leave out %d ns, interrupts took %d".formatted(seen, booked));
            }
        }
    }

    private void checkTasks() {
        for (int task = 0; task < taskCount; task++) {
            final int state = tasks.state(task);
            if (state == TaskState.DEAD || state == TaskState.NEW || tasks.rtPriority(task) > 0) {
                continue;
            }
            final long runningNs =
                    isRunning(task) ? entities.execStartNs(task) - tasks.lastRunNs(task) : 0;
            final long counted = tasks.cpuNs(task) + runningNs;
            if (counted != entities.sumExecNs(task)) {
                throw wrong(
                        Invariant.TASK_TIME,
                        tasks.cpu(task),
                        task,
                        "ran %d ns by its switches, %d by its accounting"
                                .formatted(counted, entities.sumExecNs(task)));
            }
        }
        final long missingNs = missingNs();
        if (missingNs != 0) {
            throw wrong(
                    Invariant.CPU_TIME,
                    -1,
                    -1,
                    "the task clocks show %d ns more than tasks ran and CPUs idled"
                            .formatted(missingNs));
        }
    }

    /** Task clocks less what tasks ran and CPUs idled. */
    private long missingNs() {
        long ns = 0;
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            ns += clockTask(cpu) - idleTaskNs[cpu];
        }
        for (int task = 0; task < tasks.count(); task++) { // those of ended tasks included
            ns -= tasks.cpuNs(task);
        }
        for (int task = 0; task < taskCount; task++) {
            if (isRunning(task)) {
                ns -= clockTask(tasks.cpu(task)) - tasks.lastRunNs(task);
            }
        }
        return ns;
    }

    private boolean isRunning(int task) {
        return tasks.state(task) == TaskState.RUNNABLE && cpus.curr(tasks.cpu(task)) == task;
    }

    /**
     * Busy and idle time up to where each CPU's operation in progress begins. What is booked while
     * a CPU counts as idle (its way into idle, interrupts there) is in both.
     */
    private void checkCpus(long nowNs) {
        long booked = 0;
        long passed = 0;
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            booked += hw.counters().busyNs(cpu) + hw.idles().idleNs(cpu, nowNs) - idleBusyNs[cpu];
            passed += cpus.op(cpu) == CpuOp.NOTHING ? nowNs : cpus.workStartNs(cpu);
        }
        long carried = 0; // booked, but taken off a CPU before its time passed
        for (int task = 0; task < taskCount; task++) {
            carried += tasks.pendingNs(task);
        }
        if (booked - carried != passed) {
            throw wrong(
                    Invariant.BUSY_TIME,
                    -1,
                    -1,
                    "busy and idle time are %d ns (%d of it carried by tasks), %d have passed"
                            .formatted(booked, carried, passed));
        }
    }

    private long clockTask(int cpu) {
        return runQueues.clockTaskNs(cpu);
    }

    private static InvariantViolation wrong(Invariant invariant, int cpu, int task, String values) {
        return InvariantViolation.of(invariant, cpu, task, values);
    }
}
