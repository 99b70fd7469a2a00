package io.vlag.engine.check;

import io.vlag.engine.kernel.EntityTree;
import io.vlag.engine.kernel.KernelParts;
import io.vlag.engine.state.CpuOp;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.FairQueueTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RtQueueTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.engine.state.TaskState;
import io.vlag.engine.state.TaskTable;
import io.vlag.hw.IdleStates;
import io.vlag.offheap.EventQueue;
import io.vlag.pelt.RqClockLayout;

/** What a CPU runs, what it was asked to do, and that its clocks only go forward. */
final class CpuCheck {
    /** More than an interrupt and a switch take on any machine without IRQ time accounting. */
    private static final long INTERRUPT_NS_MAX = 200_000;

    private final TaskTable tasks;
    private final CpuTable cpus;
    private final FairQueueTable queues;
    private final RunQueueTable runQueues;
    private final RtQueueTable rtQueues;
    private final EventQueue events;
    private final Slots slots;
    private final IdleStates idles;
    private final boolean irqTimeAccounting;
    private final boolean lazy;
    private final EntityTree entityTree;

    // by CPU, as of the last event
    private final int[] reschedBefore;
    private final int[] runningBefore; // nr_running
    private final long[] wakeupsBefore;
    private final long[] clockBefore;
    private final long[] clockTaskBefore;
    private final long[] peltBefore;
    private final long startNs; // of every clock, at simulated time 0
    private long nowBefore;

    CpuCheck(
            KernelParts.Tables tables,
            IdleStates idles,
            boolean irqTimeAccounting,
            boolean lazy,
            EntityTree entityTree) {
        this.irqTimeAccounting = irqTimeAccounting;
        tasks = tables.tasks();
        cpus = tables.cpus();
        queues = tables.queues();
        runQueues = tables.runQueues();
        rtQueues = tables.rtQueues();
        events = tables.events();
        slots = tables.slots();
        this.idles = idles;
        this.lazy = lazy;
        this.entityTree = entityTree;
        final int count = cpus.count();
        reschedBefore = new int[count];
        runningBefore = new int[count];
        wakeupsBefore = new long[count];
        clockBefore = new long[count];
        clockTaskBefore = new long[count];
        peltBefore = new long[count];
        startNs = RqClockLayout.clockNs(runQueues.clockAt(0));
    }

    /**
     * How far a clock may be: without IRQ time accounting one that an interrupt read is ahead by
     * what the interrupt, and the switch at its end, have yet to take.
     */
    private long clockEndNs(long nowNs) {
        return irqTimeAccounting ? nowNs : nowNs + INTERRUPT_NS_MAX;
    }

    /** After every event: what only shows in the step from one event to the next. */
    void observe(long nowNs) {
        if (nowNs < nowBefore) {
            throw wrong(
                    Invariant.CLOCK_FORWARD,
                    -1,
                    "simulated time went back from %d to %d".formatted(nowBefore, nowNs));
        }
        nowBefore = nowNs;
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            checkClocks(cpu, nowNs);
            checkReason(cpu);
            reschedBefore[cpu] = runQueues.needResched(cpu);
            runningBefore[cpu] = nrRunning(cpu);
            wakeupsBefore[cpu] = cpus.wakeups(cpu);
        }
    }

    void check(int cpu) {
        final int curr = cpus.curr(cpu);
        if (curr < Index.NONE || curr >= tasks.count()) {
            throw wrong(Invariant.CPU_STATE, cpu, "runs " + curr + ", which is no task");
        }
        checkCurr(cpu, curr);
        checkOperation(cpu, curr);
        if (cpus.skipClockUpdate(cpu) != 0
                && runQueues.needResched(cpu) == RunQueueTable.RESCHED_NONE) {
            throw wrong(
                    Invariant.CPU_STATE,
                    cpu,
                    "the next schedule() would not read the clock, but none is asked for");
        }
        if (curr == Index.NONE && nrRunning(cpu) > 0) {
            final boolean told =
                    runQueues.needResched(cpu) != RunQueueTable.RESCHED_NONE
                            && events.isArmed(slots.ofIpi(cpu));
            if (!told) {
                throw wrong(
                        Invariant.IDLE_WITH_WORK,
                        cpu,
                        "idle with %d tasks queued, need_resched %d, interrupt on its way: %b"
                                .formatted(
                                        nrRunning(cpu),
                                        runQueues.needResched(cpu),
                                        events.isArmed(slots.ofIpi(cpu))));
            }
        }
    }

    private void checkCurr(int cpu, int curr) {
        final boolean rt = curr != Index.NONE && tasks.rtPriority(curr) > 0;
        final int fairCurr = curr == Index.NONE || rt ? Index.NONE : curr;
        if (entityTree.runningTask(cpu) != fairCurr) {
            throw wrong(
                    Invariant.CPU_STATE,
                    cpu,
                    "runs %d, its fair queue %d".formatted(curr, entityTree.runningTask(cpu)));
        }
        if (curr != Index.NONE
                && (tasks.state(curr) != TaskState.RUNNABLE || tasks.cpu(curr) != cpu)) {
            throw wrong(
                    Invariant.CPU_STATE,
                    cpu,
                    "runs task %d, whose state is %s and CPU %d"
                            .formatted(
                                    curr, TaskCheck.stateName(tasks.state(curr)), tasks.cpu(curr)));
        }
    }

    private void checkOperation(int cpu, int curr) {
        final boolean busy = curr != Index.NONE;
        final boolean armed = events.isArmed(slots.ofOpEnd(cpu));
        if (busy != (cpus.op(cpu) != CpuOp.NOTHING)
                || busy != armed
                || busy == idles.idle(cpu)
                || (busy && cpus.tickOn(cpu) == 0)
                || (cpus.tickOn(cpu) != 0) != events.isArmed(slots.ofTick(cpu))) {
            throw wrong(
                    Invariant.CPU_STATE,
                    cpu,
                    "runs %d, operation %d, its end armed: %b, idle state %d, tick on: %d, armed: %b"
                            .formatted(
                                    curr,
                                    cpus.op(cpu),
                                    armed,
                                    idles.state(cpu),
                                    cpus.tickOn(cpu),
                                    events.isArmed(slots.ofTick(cpu))));
        }
        if (busy && events.timeNs(slots.ofOpEnd(cpu)) != cpus.opEndNs(cpu)) {
            throw wrong(
                    Invariant.CPU_STATE,
                    cpu,
                    "operation ends at %d, its event is at %d"
                            .formatted(cpus.opEndNs(cpu), events.timeNs(slots.ofOpEnd(cpu))));
        }
    }

    /**
     * A new request needs somebody who could run instead, or a balancer that wants what runs; with
     * groups, quota is a reason too.
     */
    private void checkReason(int cpu) {
        final int now = runQueues.needResched(cpu);
        if (now < RunQueueTable.RESCHED_NONE
                || now > RunQueueTable.RESCHED_NOW
                || now == RunQueueTable.RESCHED_LAZY && !lazy) {
            throw wrong(Invariant.RESCHED_REASON, cpu, "need_resched is " + now);
        }
        final int least = cpus.curr(cpu) == Index.NONE ? 1 : 2;
        final boolean reason =
                nrRunning(cpu) >= least
                        || runningBefore[cpu] >= least
                        || cpus.wakeups(cpu) != wakeupsBefore[cpu]
                        || cpus.pushTask(cpu) != 0;
        if (now > reschedBefore[cpu] && !reason && !queues.hasGroups()) {
            throw wrong(
                    Invariant.RESCHED_REASON,
                    cpu,
                    "need_resched went from %d to %d with %d tasks queued, %d before, none woken"
                            .formatted(
                                    reschedBefore[cpu], now, nrRunning(cpu), runningBefore[cpu]));
        }
    }

    private void checkClocks(int cpu, long nowNs) {
        final long at = runQueues.clockAt(cpu);
        final long clock = RqClockLayout.clockNs(at);
        final long clockTask = RqClockLayout.clockTaskNs(at);
        final long pelt = runQueues.peltNowNs(cpu);
        final boolean forward =
                clock >= clockBefore[cpu]
                        && clockTask >= clockTaskBefore[cpu]
                        && pelt >= peltBefore[cpu]
                        && cpus.schedClockNs(cpu) <= clockEndNs(nowNs)
                        && clock - startNs == cpus.schedClockNs(cpu)
                        && clockTask <= clock
                        && RqClockLayout.clockPeltNs(at) <= RqClockLayout.clockTaskMulNs(at)
                        && RqClockLayout.irqPendingNs(at) >= 0;
        if (!forward) {
            throw wrong(
                    Invariant.CLOCK_FORWARD,
                    cpu,
                    "clock %d (before %d, read at %d), task clock %d (before %d), PELT clock %d (before %d), now %d"
                            .formatted(
                                    clock,
                                    clockBefore[cpu],
                                    cpus.schedClockNs(cpu),
                                    clockTask,
                                    clockTaskBefore[cpu],
                                    pelt,
                                    peltBefore[cpu],
                                    nowNs));
        }
        clockBefore[cpu] = clock;
        clockTaskBefore[cpu] = clockTask;
        peltBefore[cpu] = pelt;
    }

    private int nrRunning(int cpu) {
        return queues.nrQueued(cpu) + rtQueues.nrRunning(cpu);
    }

    private static InvariantViolation wrong(Invariant invariant, int cpu, String values) {
        return InvariantViolation.of(invariant, cpu, -1, values);
    }
}
