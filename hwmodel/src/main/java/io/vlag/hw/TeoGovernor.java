package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * The timer events oriented governor. Each idle state has a bin of stays, from its residency to
 * that of the next. A stay that lasts into the bin of the next timer is a hit there; a shorter one
 * an intercept in its own bin. Both fade by an eighth a stay.
 */
@HotPath
final class TeoGovernor {
    private static final long BIN_BYTES = 8; // int hits, int intercepts
    private static final long INTERCEPTS = 4;
    private static final int PULSE = 1024;
    private static final int DECAY_SHIFT = 3;

    /** States that pay off below this are taken without a look at the timers, ns. */
    private static final long SHORT_RESIDENCY_NS = 15_000;

    private final long base;
    private final long bytes;
    private final IdleStates idles;

    TeoGovernor(long at, MachinePlan machine, IdleStates idles) {
        this.base = at;
        this.bytes = bytes(machine);
        this.idles = idles;
    }

    static long bytes(MachinePlan machine) {
        return machine.idleStateCountMax() * BIN_BYTES;
    }

    int choose(int cpu, long sleepNs, long tickNs) {
        final int state = candidate(cpu);
        if (state == 0 || idles.residencyNs(cpu, state) < SHORT_RESIDENCY_NS) {
            return Math.min(state, idles.deepestWithin(cpu, sleepNs)) | IdleGovernors.KEEP_TICK;
        }
        final int fitting = Math.min(state, idles.deepestWithin(cpu, sleepNs));
        return idles.isPolling(cpu, fitting) || sleepNs < tickNs
                ? fitting | IdleGovernors.KEEP_TICK
                : fitting;
    }

    /** The deepest state, or a shallower one when stays were mostly cut short of it. */
    private int candidate(int cpu) {
        final int deepest = idles.deepest(cpu);
        long intercepts = 0;
        for (int state = 0; state < deepest; state++) {
            intercepts += intercepts(cpu, state);
        }
        final long deep = hits(cpu, deepest) + (long) intercepts(cpu, deepest);
        if (2 * intercepts <= intercepts + deep) {
            return deepest;
        }
        long sum = 0;
        for (int state = deepest - 1; state > 0; state--) {
            sum += intercepts(cpu, state);
            if (2 * sum > intercepts) {
                return state;
            }
        }
        return 0;
    }

    void reflect(int cpu, long sleepNs, long stayNs, long latencyNs, boolean safetyNet) {
        for (int state = idles.deepest(cpu); state >= 0; state--) {
            fade(binAt(cpu, state));
            fade(binAt(cpu, state) + INTERCEPTS);
        }
        final int timerBin = idles.deepestWithin(cpu, sleepNs);
        final long measuredNs =
                safetyNet || stayNs >= sleepNs ? sleepNs : withoutLatency(stayNs, latencyNs);
        final int stayBin = idles.deepestWithin(cpu, measuredNs);
        final long at =
                stayBin >= timerBin ? binAt(cpu, timerBin) : binAt(cpu, stayBin) + INTERCEPTS;
        Memory.putInt(at, Memory.getInt(at) + PULSE);
    }

    /** Waking takes between nothing and the whole latency: half of it is taken off. */
    private static long withoutLatency(long stayNs, long latencyNs) {
        return stayNs >= latencyNs ? stayNs - latencyNs / 2 : stayNs / 2;
    }

    private static void fade(long at) {
        final int value = Memory.getInt(at);
        Memory.putInt(at, value - (value >> DECAY_SHIFT));
    }

    int hits(int cpu, int state) {
        return Memory.getInt(binAt(cpu, state));
    }

    int intercepts(int cpu, int state) {
        return Memory.getInt(binAt(cpu, state) + INTERCEPTS);
    }

    private long binAt(int cpu, int state) {
        return base + cpu * bytes + state * BIN_BYTES;
    }
}
