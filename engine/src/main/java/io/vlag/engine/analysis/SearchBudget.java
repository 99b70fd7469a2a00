package io.vlag.engine.analysis;

import java.util.function.LongSupplier;

/** What a search may use: a number of runs, and time. Owned by one thread. */
public final class SearchBudget {
    private final long runs;
    private final long deadlineNs;
    private final LongSupplier clock;
    private long used;

    /**
     * @param runs most measurements
     * @param timeNs from now on
     * @param clock ns, such as {@link System#nanoTime}
     */
    public SearchBudget(long runs, long timeNs, LongSupplier clock) {
        this.runs = runs;
        this.clock = clock;
        this.deadlineNs = clock.getAsLong() + timeNs;
    }

    /** Takes so many runs when they and some time are left. */
    boolean take(long count) {
        if (used + count > runs || clock.getAsLong() - deadlineNs >= 0) {
            return false;
        }
        used += count;
        return true;
    }

    long left() {
        return runs - used;
    }

    /** Runs taken. */
    public long used() {
        return used;
    }
}
