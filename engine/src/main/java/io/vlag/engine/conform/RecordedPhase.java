package io.vlag.engine.conform;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Where the ticks of a recorded run lie, seen from its start: an input of the simulation like the
 * number of ticks a second. rt-app takes the start for all threads when its first one is about to
 * wait for the others.
 */
final class RecordedPhase {
    /** Accounts this close to each other, seen from the tick grid, are those of the tick. */
    private static final long BIN_NS = 10_000;

    /** Ticks that must show, of those that came: an idle CPU has none. */
    private static final int SEEN_DIVISOR = 4;

    /** From the reading of the start to the wait, or the wake-up. */
    private static final long BARRIER_PATH_NS = 7_000;

    private RecordedPhase() {}

    /** The first tick after the start, ns; empty when the trace does not show it. */
    static OptionalLong firstTickNs(Trace trace, long tickNs) {
        final OptionalLong startNs = trace.startNs();
        final OptionalLong tick = tickAt(trace.accountsNs(), tickNs);
        return startNs.isEmpty() || tick.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.floorMod(
                                tick.getAsLong() - (startNs.getAsLong() - BARRIER_PATH_NS),
                                tickNs));
    }

    /** Place of the ticks in their grid. */
    private static OptionalLong tickAt(long[] accountsNs, long tickNs) {
        final int[] counts = new int[Math.toIntExact(tickNs / BIN_NS)];
        for (final long timeNs : accountsNs) {
            counts[bin(timeNs, tickNs, counts.length)]++;
        }
        int most = 0;
        for (int bin = 1; bin < counts.length; bin++) {
            most = counts[bin] > counts[most] ? bin : most;
        }
        final int chosen = most;
        final long[] ofTicks =
                Arrays.stream(accountsNs)
                        .filter(timeNs -> bin(timeNs, tickNs, counts.length) == chosen)
                        .map(timeNs -> timeNs % tickNs)
                        .sorted()
                        .toArray();
        final long spanNs =
                accountsNs.length == 0 ? 0 : accountsNs[accountsNs.length - 1] - accountsNs[0];
        return ofTicks.length == 0 || ofTicks.length < spanNs / tickNs / SEEN_DIVISOR
                ? OptionalLong.empty()
                : OptionalLong.of(ofTicks[ofTicks.length / 2]);
    }

    private static int bin(long timeNs, long tickNs, int count) {
        return (int) Math.min(count - 1L, timeNs % tickNs / BIN_NS);
    }
}
