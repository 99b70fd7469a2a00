package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.engine.state.Slots;
import io.vlag.hw.HwModel;
import io.vlag.offheap.EventQueue;
import io.vlag.offheap.HotPath;

/**
 * Entering and leaving idle: the tick stops and starts, the idle state is chosen and costs its
 * latency.
 */
@HotPath
public final class IdleLoop {
    private static final int IDLE_ENTER = CostPath.IDLE_ENTER.ordinal();
    private static final int IDLE_EXIT = CostPath.IDLE_EXIT.ordinal();

    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final HwModel hw;
    private final EventQueue events;
    private final Slots slots;
    private final CostMeter costs;
    private final Journal journal;

    IdleLoop(KernelParts parts) {
        this.cpus = parts.cpus();
        this.runQueues = parts.runQueues();
        this.hw = parts.hw();
        this.events = parts.events();
        this.slots = parts.slots();
        this.costs = parts.costs();
        this.journal = parts.journal();
    }

    /** The CPU has nothing to run: the switch to the idle task is done. */
    void enter(int cpu, long nowNs) {
        costs.charge(cpu, IDLE_ENTER);
        cpus.idleReadyNs(cpu, nowNs + costs.takeOverheadNs(cpu));
        cpus.tickOn(cpu, 0);
        events.cancel(slots.ofTick(cpu));
        final int state = hw.goIdle(cpu, Long.MAX_VALUE, Long.MAX_VALUE, nowNs);
        journal.idleEntered(nowNs, cpu, state, 0);
    }

    /**
     * The CPU is about to switch away from the idle task; what it takes is charged to what runs
     * next.
     */
    void leave(int cpu, long nowNs) {
        final int state = hw.idles().state(cpu);
        final long sinceNs = hw.idles().sinceNs(cpu);
        costs.charge(cpu, IDLE_EXIT);
        costs.chargeNs(cpu, hw.goBusy(cpu, nowNs) + Math.max(0, cpus.idleReadyNs(cpu) - nowNs));
        journal.idleExited(nowNs, cpu, state, nowNs - sinceNs);
        armTick(cpu, nowNs);
    }

    /** The next tick on this CPU's grid, strictly later than now. */
    void armTick(int cpu, long nowNs) {
        final long tickNs = runQueues.tickNs(cpu);
        long nextNs = cpus.nextTickNs(cpu);
        if (nextNs <= nowNs) {
            nextNs += ((nowNs - nextNs) / tickNs + 1) * tickNs;
            cpus.nextTickNs(cpu, nextNs);
        }
        cpus.tickOn(cpu, 1);
        events.schedule(slots.ofTick(cpu), nextNs);
    }
}
