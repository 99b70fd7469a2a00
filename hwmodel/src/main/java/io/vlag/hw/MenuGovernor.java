package io.vlag.hw;

import io.vlag.offheap.HotPath;
import io.vlag.offheap.Memory;

/**
 * The menu governor. It predicts the stay as the smaller of two figures: the time to the next timer
 * times a factor that says how much of such times was really slept, and the usual length of the
 * last eight stays, if there is one.
 *
 * <p>Record of a CPU: 8 stays (long, us), next to be replaced (long), 6 factors (long).
 */
@HotPath
final class MenuGovernor {
    private static final int STAY_COUNT = 8;
    private static final int RANGE_COUNT = 6;
    private static final long NEXT = STAY_COUNT * 8L;
    private static final long FACTORS = NEXT + 8;
    static final long BYTES = FACTORS + RANGE_COUNT * 8L;

    private static final long ONE = 1024;
    private static final long DECAY = 8;
    private static final long NS_PER_US = 1_000;
    private static final long FIRST_RANGE_US = 10;

    /** Stays longer than this say nothing against the timer, ns. */
    private static final long INTERESTING_NS = 50_000_000;

    private static final long SMALL_VARIANCE_US2 = 400;
    private static final long DEVIATIONS_SQUARED = 36; // the average exceeds 6 deviations
    private static final long NO_USUAL_STAY = Long.MAX_VALUE;

    private final long base;
    private final IdleStates idles;

    MenuGovernor(long at, IdleStates idles) {
        this.base = at;
        this.idles = idles;
    }

    void reset(int cpu) {
        for (int range = 0; range < RANGE_COUNT; range++) {
            Memory.putLong(factorAt(cpu, range), ONE * DECAY);
        }
    }

    int choose(int cpu, long sleepNs, long tickNs) {
        final long byTimerNs =
                sleepNs * Memory.getLong(factorAt(cpu, range(sleepNs))) / (ONE * DECAY);
        final long predictedNs = Math.min(byTimerNs, usualStayNs(cpu));
        final int state = idles.deepestWithin(cpu, predictedNs);
        return idles.isPolling(cpu, state) || predictedNs < tickNs
                ? state | IdleGovernors.KEEP_TICK
                : state;
    }

    void reflect(int cpu, long sleepNs, long stayNs, long latencyNs, boolean safetyNet) {
        final long measuredNs =
                safetyNet
                        ? INTERESTING_NS * 9 / 10
                        : Math.min(sleepNs, withoutLatency(stayNs, latencyNs));
        final long factorAt = factorAt(cpu, range(sleepNs));
        final long factor = Memory.getLong(factorAt);
        final long gain =
                sleepNs > 0 && measuredNs < INTERESTING_NS ? ONE * measuredNs / sleepNs : ONE;
        Memory.putLong(factorAt, Math.max(1, factor - factor / DECAY + gain));
        final long next = Memory.getLong(at(cpu) + NEXT);
        Memory.putLong(at(cpu) + next * 8, measuredNs / NS_PER_US);
        Memory.putLong(at(cpu) + NEXT, next + 1 == STAY_COUNT ? 0 : next + 1);
    }

    private static long withoutLatency(long stayNs, long latencyNs) {
        return stayNs > 2 * latencyNs ? stayNs - latencyNs : stayNs / 2;
    }

    /** Average of the last stays if they are alike, the longest of them left out or not. */
    private long usualStayNs(int cpu) {
        long upToUs = Long.MAX_VALUE;
        while (true) {
            long sum = 0;
            long longestUs = 0;
            int count = 0;
            for (int stay = 0; stay < STAY_COUNT; stay++) {
                final long us = Memory.getLong(at(cpu) + stay * 8L);
                if (us <= upToUs) {
                    sum += us;
                    count++;
                    longestUs = Math.max(longestUs, us);
                }
            }
            if (count * 4 <= STAY_COUNT * 3) {
                return NO_USUAL_STAY;
            }
            final long average = sum / count;
            final long variance = variance(cpu, upToUs, average, count);
            if (variance <= SMALL_VARIANCE_US2
                    || average * average > DEVIATIONS_SQUARED * variance) {
                return average * NS_PER_US;
            }
            upToUs = longestUs - 1;
        }
    }

    private long variance(int cpu, long upToUs, long average, int count) {
        long sum = 0;
        for (int stay = 0; stay < STAY_COUNT; stay++) {
            final long us = Memory.getLong(at(cpu) + stay * 8L);
            if (us <= upToUs) {
                sum += (us - average) * (us - average);
            }
        }
        return sum / count;
    }

    /** Ranges grow tenfold: below 10 us, below 100 us, ... */
    private static int range(long sleepNs) {
        int range = 0;
        long endUs = FIRST_RANGE_US;
        while (range < RANGE_COUNT - 1 && sleepNs / NS_PER_US >= endUs) {
            endUs *= 10;
            range++;
        }
        return range;
    }

    private long factorAt(int cpu, int range) {
        return at(cpu) + FACTORS + range * 8L;
    }

    private long at(int cpu) {
        return base + cpu * BYTES;
    }
}
