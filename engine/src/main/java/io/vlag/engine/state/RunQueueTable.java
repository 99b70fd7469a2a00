package io.vlag.engine.state;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;
import io.vlag.offheap.SlabPlan;
import io.vlag.pelt.RqClock;
import io.vlag.pelt.RqClockLayout;

/** The run queues of one simulation, one per CPU; single-threaded, like its owner. */
@HotPath
public final class RunQueueTable {
    /** No request to reschedule. */
    public static final int RESCHED_NONE = 0;

    /** Reschedule at the next return to user mode or tick. */
    public static final int RESCHED_LAZY = 1;

    /** Reschedule at the next point where preemption is allowed. */
    public static final int RESCHED_NOW = 2;

    private static final int FREQ_SCALE_MAX = 1024;

    private final long base;
    private final int count;

    /**
     * @param at arena offset of the records that {@link #reserve} set aside
     * @param count the same count as was reserved
     */
    public RunQueueTable(long at, int count) {
        this.base = at;
        this.count = count;
    }

    /**
     * Sets memory aside for {@code count} records.
     *
     * @return offset relative to the slab
     */
    public static long reserve(SlabPlan plan, int count) {
        return plan.reserve("runQueues", RunQueueLayout.BYTES, count);
    }

    public int count() {
        return count;
    }

    /** Arena offset of a record. */
    public long at(int cpu) {
        assert cpu >= 0 && cpu < count : cpu;
        return base + (long) cpu * RunQueueLayout.BYTES;
    }

    /** Makes a zeroed record an idle CPU. */
    public void init(
            int cpu, int cpuCapacity, long tickNs, long baseSliceNs, long baseSliceNormalizedNs) {
        cpuCapacity(cpu, cpuCapacity);
        freqScale(cpu, FREQ_SCALE_MAX);
        tickNs(cpu, tickNs);
        baseSliceNs(cpu, baseSliceNs);
        baseSliceNormalizedNs(cpu, baseSliceNormalizedNs);
    }

    /** Task clock of the CPU, ns: time without interrupts; what runtime is accounted by. */
    public long clockTaskNs(int cpu) {
        return RqClockLayout.clockTaskNs(clockAt(cpu));
    }

    /** PELT clock of the CPU, ns: what all averages of the CPU are updated to. */
    public long peltNowNs(int cpu) {
        return RqClock.peltNow(clockAt(cpu));
    }

    /** Records a request unless a stronger one is pending. */
    public void requestResched(int cpu, int request) {
        if (request > needResched(cpu)) {
            needResched(cpu, request);
        }
    }

    /** Arena offset of the clocks, an {@code RqClockLayout} record. */
    public long clockAt(int cpu) {
        return at(cpu) + RunQueueLayout.CLOCK;
    }

    /** The strongest pending request, one of the RESCHED constants. */
    public int needResched(int cpu) {
        return Memory.getInt(at(cpu) + RunQueueLayout.NEED_RESCHED);
    }

    public void needResched(int cpu, int value) {
        Memory.putInt(at(cpu) + RunQueueLayout.NEED_RESCHED, value);
    }

    /** 0..1024; 1024 = one biggest CPU at its highest frequency. */
    public int cpuCapacity(int cpu) {
        return Memory.getInt(at(cpu) + RunQueueLayout.CPU_CAPACITY);
    }

    public void cpuCapacity(int cpu, int value) {
        Memory.putInt(at(cpu) + RunQueueLayout.CPU_CAPACITY, value);
    }

    /** 0..1024; present over highest frequency. */
    public int freqScale(int cpu) {
        return Memory.getInt(at(cpu) + RunQueueLayout.FREQ_SCALE);
    }

    public void freqScale(int cpu, int value) {
        Memory.putInt(at(cpu) + RunQueueLayout.FREQ_SCALE, value);
    }

    /** Tick period, ns. */
    public long tickNs(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.TICK_NS);
    }

    public void tickNs(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.TICK_NS, value);
    }

    /** Default request size, scaled by the number of CPUs, ns. */
    public long baseSliceNs(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.BASE_SLICE_NS);
    }

    public void baseSliceNs(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.BASE_SLICE_NS, value);
    }

    /** Default request size before scaling, ns. */
    public long baseSliceNormalizedNs(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.BASE_SLICE_NORMALIZED_NS);
    }

    public void baseSliceNormalizedNs(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.BASE_SLICE_NORMALIZED_NS, value);
    }

    /** How often the fair class told cpufreq that the utilisation changed. */
    public long cpufreqHookCount(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.CPUFREQ_HOOK_COUNT);
    }

    public void cpufreqHookCount(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.CPUFREQ_HOOK_COUNT, value);
    }

    /** 1 when averages changed since cpufreq was last called; with consolidated calls. */
    public int decayed(int cpu) {
        return Memory.getInt(at(cpu) + RunQueueLayout.DECAYED);
    }

    public void decayed(int cpu, int value) {
        Memory.putInt(at(cpu) + RunQueueLayout.DECAYED, value);
    }

    /** How often averages of an entity or a queue were recomputed from their sums. */
    public long peltUpdateCount(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.PELT_UPDATE_COUNT);
    }

    public void peltUpdateCount(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.PELT_UPDATE_COUNT, value);
    }

    /** Delayed entities that a pick or a wake-up check finished; their cost is due. */
    public long finalDequeueCount(int cpu) {
        return Memory.getLong(at(cpu) + RunQueueLayout.FINAL_DEQUEUE_COUNT);
    }

    public void finalDequeueCount(int cpu, long value) {
        Memory.putLong(at(cpu) + RunQueueLayout.FINAL_DEQUEUE_COUNT, value);
    }
}
