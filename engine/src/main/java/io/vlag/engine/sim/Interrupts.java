package io.vlag.engine.sim;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.kernel.Clocks;
import io.vlag.engine.kernel.CostMeter;
import io.vlag.engine.kernel.FairClass;
import io.vlag.engine.kernel.IdleLoop;
import io.vlag.engine.kernel.Kernel;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.kernel.PeriodicBalance;
import io.vlag.engine.kernel.Preemptibility;
import io.vlag.engine.kernel.QuotaPeriods;
import io.vlag.engine.kernel.Reserves;
import io.vlag.engine.kernel.TickHandler;
import io.vlag.engine.kernel.WakeFlags;
import io.vlag.engine.kernel.Wakeups;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.GroupTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Interrupts: ticks, inter-processor interrupts, timers. One that comes while a CPU is in an
 * uninterruptible part waits for its end; at its own end a request to reschedule may take effect.
 */
@HotPath
final class Interrupts {
    private static final int IPI_RECEIVE = CostPath.IPI_RECEIVE.ordinal();
    private static final int WAKE_LOCAL = CostPath.WAKE_LOCAL.ordinal();
    private static final int TIMER_IRQ = CostPath.TIMER_IRQ.ordinal();

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;
    private final Clocks clocks;
    private final FairClass fair;
    private final Reserves reserves;
    private final GroupTable groups;
    private final QuotaPeriods quotaPeriods;
    private final Wakeups wakeups;
    private final TickHandler ticks;
    private final IdleLoop idle;
    private final PeriodicBalance balance;
    private final Preemptibility preemptibility;
    private final StepRunner runner;
    private final Operations operations;

    Interrupts(Kernel kernel, GroupTable groups, StepRunner runner, Operations operations) {
        final KernelParts parts = kernel.parts();
        this.tasks = parts.tasks();
        this.cpus = parts.cpus();
        this.events = parts.events();
        this.slots = parts.slots();
        this.costs = parts.costs();
        this.clocks = parts.clocks();
        this.fair = parts.fair();
        this.reserves = kernel.reserves();
        this.groups = groups;
        this.quotaPeriods = new QuotaPeriods(parts);
        this.wakeups = kernel.wakeups();
        this.ticks = kernel.ticks();
        this.idle = kernel.idle();
        this.balance = kernel.balance();
        this.preemptibility = kernel.preemptibility();
        this.runner = runner;
        this.operations = operations;
    }

    void ipi(int cpu, long nowNs) {
        final int slot = slots.ofIpi(cpu);
        if (mustWait(cpu, slot, nowNs)) {
            return;
        }
        events.cancel(slot);
        costs.enterInterrupt(cpu);
        cpus.ipis(cpu, cpus.ipis(cpu) + 1);
        costs.charge(cpu, IPI_RECEIVE);
        wakeups.handleWakeList(cpu, nowNs);
        if (cpus.nohzKick(cpu) != 0) {
            balance.balanceIdle(cpu, nowNs);
        }
        exit(cpu, nowNs);
    }

    void tick(int cpu, long nowNs) {
        if (!mustWait(cpu, slots.ofTick(cpu), nowNs)) {
            costs.enterInterrupt(cpu);
            if (cpus.curr(cpu) == Index.NONE) {
                balance.idleTick(cpu, nowNs);
                idle.tick(cpu, nowNs);
            } else {
                ticks.tick(cpu, nowNs);
            }
            runDueTimers(cpu, nowNs);
            exit(cpu, nowNs);
        }
    }

    /** The running task's slice is used up, with HRTICK. */
    void sliceTimer(int cpu, long nowNs) {
        final int slot = slots.ofSlice(cpu);
        if (mustWait(cpu, slot, nowNs)) {
            return;
        }
        events.cancel(slot);
        clocks.update(cpu, nowNs); // before the charge: this interrupt takes nothing from the slice
        costs.enterInterrupt(cpu);
        costs.charge(cpu, TIMER_IRQ);
        clocks.update(cpu, nowNs); // after it: without IRQ time accounting the slice pays
        fair.sliceEnded(cpu);
        runDueTimers(cpu, nowNs);
        exit(cpu, nowNs);
    }

    /** The timer of real-time throttling or of the fair server. */
    void reserve(int cpu, long nowNs) {
        final int slot = slots.ofReserve(cpu);
        if (mustWait(cpu, slot, nowNs)) {
            return;
        }
        events.cancel(slot);
        costs.enterInterrupt(cpu);
        costs.charge(cpu, TIMER_IRQ);
        clocks.update(cpu, nowNs);
        reserves.timer(cpu, nowNs);
        runDueTimers(cpu, nowNs);
        exit(cpu, nowNs);
    }

    /** The CPU that a timer of a group's quota interrupts. */
    int cpuOfQuota(int slot) {
        final int group = slots.groupOfQuota(slot);
        return slot == slots.ofQuotaPeriod(group) ? groups.timerCpu(group) : groups.slackCpu(group);
    }

    /** A timer of a group's quota interrupts a CPU. */
    void quotaTimer(int cpu, int slot, long nowNs) {
        final int group = slots.groupOfQuota(slot);
        final boolean period = slot == slots.ofQuotaPeriod(group);
        if (mustWait(cpu, slot, nowNs)) {
            return;
        }
        events.cancel(slot);
        costs.enterInterrupt(cpu);
        costs.charge(cpu, TIMER_IRQ);
        if (period) {
            quotaPeriods.periodEnded(group, cpu, nowNs);
        } else {
            quotaPeriods.slackExpired(group, cpu, nowNs);
        }
        runDueTimers(cpu, nowNs);
        exit(cpu, nowNs);
    }

    /** A task's timer expires on the CPU that the task slept on. */
    void timer(int task, long nowNs) {
        final int cpu = tasks.cpu(task);
        final int slot = slots.ofTimer(task);
        if (mustWait(cpu, slot, nowNs)) {
            return;
        }
        events.cancel(slot);
        costs.enterInterrupt(cpu);
        costs.charge(cpu, TIMER_IRQ);
        wakeByTimer(cpu, task, nowNs);
        runDueTimers(cpu, nowNs);
        exit(cpu, nowNs);
    }

    private void wakeByTimer(int cpu, int task, long nowNs) {
        if (tasks.state(task) == TaskState.SLEEPING) {
            costs.charge(cpu, WAKE_LOCAL);
            wakeups.wake(cpu, task, WakeFlags.TTWU | WakeFlags.INTERRUPT, nowNs);
        }
    }

    /**
     * The interrupt of one timer also runs the timers that may be run already: those whose time has
     * come, although their slack is not over.
     */
    private void runDueTimers(int cpu, long nowNs) {
        for (int slot = nextDue(cpu, nowNs); slot != Index.NONE; slot = nextDue(cpu, nowNs)) {
            events.cancel(slot);
            wakeByTimer(cpu, slots.taskOfTimer(slot), nowNs);
        }
    }

    /** The one of them whose slack is over first, NONE if there is none. */
    private int nextDue(int cpu, long nowNs) {
        final long untilNs = nowNs + TaskSteps.TIMER_SLACK_NS;
        int first = Index.NONE;
        long firstNs = EventQueue.NEVER;
        for (int slot = events.nextSlotUntil(slots.ofTimer(0), untilNs);
                slots.isTimer(slot);
                slot = events.nextSlotUntil(slot + 1, untilNs)) {
            final int task = slots.taskOfTimer(slot);
            final long lastNs = events.timeNs(slot);
            if (lastNs < firstNs
                    && tasks.cpu(task) == cpu
                    && tasks.state(task) == TaskState.SLEEPING
                    && lastNs - TaskSteps.slackNs(tasks, task) <= nowNs) {
                first = slot;
                firstNs = lastNs;
            }
        }
        return first;
    }

    /**
     * A task of the workload starts: as if something on the first CPU it may use had forked it,
     * with all that start at the same time.
     */
    void start(int task, long nowNs) {
        final int cpu = tasks.cpu(task);
        final int slot = slots.ofTimer(task);
        if (waitsForWakeup(cpu, slot)) {
            return;
        }
        events.cancel(slot);
        costs.enterInterrupt(Index.NONE); // whoever forks does not run here
        runner.wakeCreated(task, cpu, nowNs);
        exit(cpu, nowNs);
    }

    /** Puts the interrupt off to the end of an uninterruptible part, or of another interrupt. */
    private boolean mustWait(int cpu, int slot, long nowNs) {
        if (waitsForWakeup(cpu, slot)) {
            return true;
        }
        if (nowNs < cpus.interruptEndNs(cpu)) {
            events.schedule(slot, cpus.interruptEndNs(cpu));
            return true;
        }
        return false;
    }

    private boolean waitsForWakeup(int cpu, int slot) {
        if (cpus.op(cpu) != CpuOp.WAKE) {
            return false;
        }
        events.schedule(slot, cpus.opEndNs(cpu));
        return true;
    }

    private void exit(int cpu, long nowNs) {
        costs.leaveInterrupt(cpu, nowNs);
        if (preemptibility.actsNow(cpu)
                || (cpus.curr(cpu) == Index.NONE && preemptibility.isRequested(cpu))) {
            runner.preempt(cpu, nowNs);
        } else if (cpus.curr(cpu) == Index.NONE) {
            cpus.idleReadyNs(
                    cpu, Math.max(cpus.idleReadyNs(cpu), nowNs) + costs.takeOverheadNs(cpu));
        } else {
            operations.extend(cpu, nowNs);
        }
        costs.interruptHandled();
    }
}
