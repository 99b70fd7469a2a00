package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.OpKind;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.CpuSpeed;
import io.vlag.hw.HwModel;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Operations in progress: what a CPU executes until the next decision. An operation carries the
 * cost that was charged to its CPU in front; an interrupt extends it, preemption takes the rest of
 * it off the CPU, a new clock stretches it.
 */
@HotPath
final class Operations {
    private static final int TIMER_PROGRAM = CostPath.TIMER_PROGRAM.ordinal();

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;
    private final HwModel hw;

    Operations(KernelParts parts) {
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.events = parts.events();
        this.slots = parts.slots();
        this.costs = parts.costs();
        this.hw = parts.hw();
    }

    /**
     * Starts an operation of the CPU's current task. {@code amount} is counted as {@code kind}
     * says.
     */
    void start(int cpu, int task, int kind, long amount, long nowNs) {
        tasks.opKind(task, kind);
        tasks.opLeft(task, amount);
        resume(cpu, task, nowNs);
    }

    /** Goes on with an operation that was taken off a CPU. */
    void resume(int cpu, int task, long nowNs) {
        final long frontNs = costs.takeOverheadNs(cpu) + tasks.pendingNs(task);
        tasks.pendingNs(task, 0);
        final long workStartNs = nowNs + frontNs;
        cpus.op(cpu, CpuOp.STEP);
        cpus.userMode(cpu, tasks.opKind(task) == OpKind.SYSTEM_NS ? 0 : 1);
        cpus.workStartNs(cpu, workStartNs);
        cpus.armedInterruptsNs(cpu, 0);
        end(cpu, workStartNs + lengthNs(cpu, task));
    }

    /** Starts the uninterruptible part of a wake-up. */
    void startWake(int cpu, int wakee, int flags, long costNs, long nowNs) {
        final long workStartNs = nowNs + costs.takeOverheadNs(cpu);
        cpus.op(cpu, CpuOp.WAKE);
        cpus.userMode(cpu, 0);
        cpus.wakeTarget(cpu, wakee);
        cpus.wakeFlags(cpu, flags);
        cpus.workStartNs(cpu, workStartNs);
        end(cpu, workStartNs + costNs);
    }

    /** The operation has come to its end: books its time. */
    void complete(int cpu, int task) {
        book(cpu, task, cpus.opEndNs(cpu) - cpus.workStartNs(cpu));
        tasks.opKind(task, OpKind.NONE);
    }

    /** The wake-up part has come to its end: books its time. */
    void completeWake(int cpu) {
        final long ns = cpus.opEndNs(cpu) - cpus.workStartNs(cpu);
        hw.counters().addSystem(cpu, ns, hw.freqs().khz(cpu));
    }

    /** Takes what is left of the operation off the CPU. */
    void pause(int cpu, int task, long nowNs) {
        final long workStartNs = cpus.workStartNs(cpu);
        if (nowNs < workStartNs) {
            tasks.pendingNs(task, tasks.pendingNs(task) + workStartNs - nowNs);
            return;
        }
        book(cpu, task, nowNs - workStartNs);
        tasks.opLeft(task, leftAfter(cpu, task, nowNs));
    }

    /** Adds the charged cost to the operation in progress: an interrupt is over. */
    void extend(int cpu, long nowNs) {
        final long ns = costs.takeOverheadNs(cpu);
        if (ns != 0) {
            if (cpus.opEndNs(cpu) - nowNs <= costs.durationNs(cpu, TIMER_PROGRAM)) {
                cpus.armedInterruptsNs(cpu, cpus.armedInterruptsNs(cpu) + ns);
            }
            cpus.workStartNs(cpu, cpus.workStartNs(cpu) + ns);
            end(cpu, cpus.opEndNs(cpu) + ns);
        }
    }

    /**
     * When an operation that ends with {@link CostPath#TIMER_PROGRAM}, and ends now, armed its
     * timer.
     */
    long armedNs(int cpu, long nowNs) {
        return nowNs - costs.durationNs(cpu, TIMER_PROGRAM) - cpus.armedInterruptsNs(cpu);
    }

    /** The CPU has no operation. */
    void none(int cpu) {
        cpus.op(cpu, CpuOp.NOTHING);
        cpus.userMode(cpu, 0);
        events.cancel(slots.ofOpEnd(cpu));
    }

    private void end(int cpu, long endNs) {
        cpus.opEndNs(cpu, endNs);
        events.schedule(slots.ofOpEnd(cpu), endNs);
    }

    private long lengthNs(int cpu, int task) {
        final long left = tasks.opLeft(task);
        return tasks.opKind(task) == OpKind.USER_WORK
                ? CpuSpeed.workToNs(left, hw.speedQ20(cpu, tasks.memoryMilli(task)))
                : left;
    }

    private long leftAfter(int cpu, int task, long nowNs) {
        final long doneNs = nowNs - cpus.workStartNs(cpu);
        final long done =
                tasks.opKind(task) == OpKind.USER_WORK
                        ? CpuSpeed.nsToWork(doneNs, hw.speedQ20(cpu, tasks.memoryMilli(task)))
                        : doneNs;
        return Math.max(0, tasks.opLeft(task) - done);
    }

    private void book(int cpu, int task, long ns) {
        final int khz = hw.freqs().khz(cpu);
        if (tasks.opKind(task) == OpKind.SYSTEM_NS) {
            hw.counters().addSystem(cpu, ns, khz);
        } else {
            hw.counters().addUser(cpu, ns, khz, hw.userIpcMilli(cpu));
        }
    }
}
