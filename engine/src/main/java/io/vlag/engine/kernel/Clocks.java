package io.vlag.engine.kernel;

import io.vlag.engine.state.CpuTable;
import io.vlag.engine.state.Index;
import io.vlag.engine.state.RunQueueTable;
import io.vlag.offheap.HotPath;
import io.vlag.pelt.RqClock;

/** Brings run queue clocks up to the simulated time: update_rq_clock(). */
@HotPath
public final class Clocks {
    private final CpuTable cpus;
    private final RunQueueTable runQueues;
    private final CostMeter costs;
    private final int halfLifeShift;

    /**
     * @param halfLifeShift how often the time that averages see is doubled
     */
    Clocks(CpuTable cpus, RunQueueTable runQueues, CostMeter costs, int halfLifeShift) {
        this.halfLifeShift = halfLifeShift;
        this.cpus = cpus;
        this.runQueues = runQueues;
        this.costs = costs;
    }

    /**
     * Must be called before anything reads the run queue's clocks, and before what the CPU runs
     * changes. Without IRQ time accounting the clock of an interrupt is ahead of the event by what
     * the interrupt has been charged so far.
     */
    public void update(int cpu, long nowNs) {
        final long readNs = nowNs + costs.interruptLeadNs();
        final long deltaNs = readNs - cpus.schedClockNs(cpu);
        if (deltaNs <= 0) {
            return; // less than 0: inside what an interrupt took, which the clock has passed
        }
        cpus.schedClockNs(cpu, readNs);
        final long irqNs = cpus.irqNewNs(cpu);
        cpus.irqNewNs(cpu, 0);
        RqClock.advance(
                runQueues.clockAt(cpu),
                deltaNs,
                irqNs,
                runQueues.freqScale(cpu),
                runQueues.cpuCapacity(cpu),
                cpus.curr(cpu) == Index.NONE,
                halfLifeShift);
    }
}
