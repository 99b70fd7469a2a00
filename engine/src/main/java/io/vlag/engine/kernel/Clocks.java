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
    private final int halfLifeShift;

    /**
     * @param halfLifeShift how often the time that averages see is doubled
     */
    Clocks(CpuTable cpus, RunQueueTable runQueues, int halfLifeShift) {
        this.halfLifeShift = halfLifeShift;
        this.cpus = cpus;
        this.runQueues = runQueues;
    }

    /**
     * Must be called before anything reads the run queue's clocks, and before what the CPU runs
     * changes.
     */
    public void update(int cpu, long nowNs) {
        final long deltaNs = nowNs - cpus.schedClockNs(cpu);
        if (deltaNs == 0) {
            return;
        }
        cpus.schedClockNs(cpu, nowNs);
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
