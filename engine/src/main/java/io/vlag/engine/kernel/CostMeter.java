package io.vlag.engine.kernel;

import io.vlag.engine.config.CostPath;
import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.hw.HwModel;
import io.vlag.offheap.HotPath;

/**
 * Charges kernel paths to the CPU that passes through them. A charge is counted at once and becomes
 * time when the CPU's operation in progress is extended by it.
 */
@HotPath
public final class CostMeter {
    private static final int PELT_AVG_UPDATE = CostPath.PELT_AVG_UPDATE.ordinal();
    private static final int DELAYED_FINAL_DEQUEUE = CostPath.DELAYED_FINAL_DEQUEUE.ordinal();
    private static final int CPUFREQ_HOOK = CostPath.CPUFREQ_HOOK.ordinal();

    private final HwModel hw;
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final boolean irqTimeAccounting;

    // Only while an event is handled, so no part of the state.
    private boolean inInterrupt;
    private int interruptCpu = Index.NONE;

    CostMeter(HwModel hw, boolean irqTimeAccounting, CpuTable cpus, RunQueueTable runQueues) {
        this.hw = hw;
        this.irqTimeAccounting = irqTimeAccounting;
        this.cpus = cpus;
        this.runQueues = runQueues;
    }

    /**
     * Charges one pass; {@code path} is the ordinal of a {@code CostPath}. Inside an interrupt no
     * task's clock sees it, with IRQ time accounting.
     */
    public void charge(int cpu, int path) {
        final long ns = hw.passPath(cpu, path);
        chargeNs(cpu, ns);
        if (inInterrupt) {
            if (irqTimeAccounting) {
                cpus.irqNewNs(cpu, cpus.irqNewNs(cpu) + ns);
            }
            cpus.irqCostNs(cpu, cpus.irqCostNs(cpu) + ns);
        }
    }

    /**
     * From here on charges happen in interrupt context.
     *
     * @param cpu that is interrupted; NONE: the interrupt takes no time on any clock
     */
    public void enterInterrupt(int cpu) {
        inInterrupt = true;
        interruptCpu = cpu;
    }

    /**
     * Charges happen in task context again. Without IRQ time accounting no other interrupt can come
     * before the time of this one has passed.
     */
    public void leaveInterrupt(int cpu, long nowNs) {
        inInterrupt = false;
        cpus.interruptEndNs(cpu, nowNs + interruptLeadNs());
    }

    /**
     * Interrupts are off while a CPU switches: without IRQ time accounting, on whose machines
     * interrupts take their time, they wait for its end.
     */
    void switchesUntil(int cpu, long endNs) {
        if (!irqTimeAccounting) {
            cpus.interruptEndNs(cpu, endNs);
        }
    }

    /** What had to be decided at the interrupt's end is decided. */
    public void interruptHandled() {
        interruptCpu = Index.NONE;
    }

    /**
     * How far the clock of the interrupt that is being handled, up to the switch at its end, is
     * ahead of the event, ns. With IRQ time accounting interrupts take no time on any task's clock.
     */
    long interruptLeadNs() {
        return irqTimeAccounting || interruptCpu == Index.NONE ? 0 : cpus.overheadNs(interruptCpu);
    }

    /** Charges several passes. */
    public void chargeTimes(int cpu, int path, int passes) {
        for (int pass = 0; pass < passes; pass++) {
            charge(cpu, path);
        }
    }

    /** Charges time that is no path: spinning. */
    public void chargeNs(int cpu, long ns) {
        cpus.overheadNs(cpu, cpus.overheadNs(cpu) + ns);
    }

    /**
     * Counts a pass and returns its time without charging it: for paths that are an operation of
     * their own.
     */
    public long pass(int cpu, int path) {
        return hw.passPath(cpu, path);
    }

    /** Time of a pass, ns rounded down; nothing is counted. */
    public long durationNs(int cpu, int path) {
        return hw.costs().durationPs(path, cpu, hw.freqs().opp(cpu)) / 1_000;
    }

    /**
     * Charges the averages that load tracking recomputed and the governor hooks it called since the
     * last look.
     */
    public void chargeTracking(int cpu) {
        final long updates = runQueues.peltUpdateCount(cpu);
        final long hooks = runQueues.cpufreqHookCount(cpu);
        if (updates != cpus.peltSeen(cpu)) {
            chargeTimes(cpu, PELT_AVG_UPDATE, (int) (updates - cpus.peltSeen(cpu)));
            cpus.peltSeen(cpu, updates);
        }
        if (hooks != cpus.hooksCharged(cpu)) {
            chargeTimes(cpu, CPUFREQ_HOOK, (int) (hooks - cpus.hooksCharged(cpu)));
            cpus.hooksCharged(cpu, hooks);
        }
    }

    /**
     * Charges the delayed entities that a pick or a wake-up check has finished since the last look.
     */
    public void chargeFinalDequeues(int cpu) {
        final long finals = runQueues.finalDequeueCount(cpu);
        if (finals != cpus.finalsCharged(cpu)) {
            chargeTimes(cpu, DELAYED_FINAL_DEQUEUE, (int) (finals - cpus.finalsCharged(cpu)));
            cpus.finalsCharged(cpu, finals);
        }
    }

    /** Takes what was charged and books it as system and interrupt time; returns it. */
    public long takeOverheadNs(int cpu) {
        final long ns = cpus.overheadNs(cpu);
        if (ns != 0) {
            final long irqNs = cpus.irqCostNs(cpu);
            cpus.overheadNs(cpu, 0);
            cpus.irqCostNs(cpu, 0);
            final int khz = hw.freqs().khz(cpu);
            hw.counters().addIrq(cpu, irqNs, khz);
            hw.counters().addSystem(cpu, ns - irqNs, khz);
        }
        return ns;
    }
}
