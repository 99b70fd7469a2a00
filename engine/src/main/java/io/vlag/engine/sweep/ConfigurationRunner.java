package io.vlag.engine.sweep;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.SlabRecycler;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulates configurations one after another on the same slab. Those that differ from the one
 * before only in their seed begin again in the same simulation, so that nothing is built for them;
 * those that share a past with it go on from a copy of the state at its end. Whatever a
 * configuration throws becomes its reason. Owned by one thread.
 */
final class ConfigurationRunner implements AutoCloseable {
    private static final long SLICE_EVENTS = 1L << 14;

    private final ConfigurationSpace space;
    private final ConfigurationPlanner planner;
    private final BooleanSupplier stopping;
    private final SlabRecycler slabs = new SlabRecycler();
    private final Snapshots snapshots = new Snapshots();
    private long point = -1; // that everything below belongs to
    private boolean forbidden;
    private ConfigurationPlanner.@Nullable Point planned;
    private @Nullable Simulation simulation;
    private @Nullable WindowTotals window;
    private FailureReason reason = FailureReason.NONE;
    private long events;
    private long digest;

    ConfigurationRunner(
            ConfigurationSpace space, ConfigurationPlanner planner, BooleanSupplier stopping) {
        this.space = space;
        this.planner = planner;
        this.stopping = stopping;
    }

    /** Simulates a configuration; false when somebody stopped it, and then it has no result. */
    boolean run(long id) {
        events = 0;
        digest = 0;
        boolean over = true;
        try {
            prepare(space.pointOf(id));
            reason = forbidden ? FailureReason.FORBIDDEN : FailureReason.NONE;
            if (!forbidden) {
                over = simulate(space.seedOf(id));
            }
        } catch (RuntimeException | Error e) {
            forget(); // what threw may be half done
            reason = FailureReason.of(e);
            events = 0;
            digest = 0;
        }
        return over;
    }

    private void prepare(long wanted) {
        if (wanted == point) {
            return;
        }
        point = -1;
        final List<String> values = space.values(wanted);
        forbidden = space.forbiddenBy(values) >= 0;
        if (!forbidden) {
            final ConfigurationPlanner.Point next = planner.point(values);
            if (planned == null || !next.sharesWith(planned)) {
                forget();
                window = WindowTotals.empty(next.plan().machine());
            }
            planned = next;
        }
        point = wanted;
    }

    private void forget() {
        point = -1;
        planned = null;
        snapshots.clear();
        window = null;
        if (simulation != null) {
            simulation.close();
            simulation = null;
        }
    }

    private boolean simulate(long seed) {
        final ConfigurationPlanner.Run run = planned().run(seed);
        final Simulation now = planned().sharedNs() > 0 ? forked(run, seed) : simulation(run);
        if (now == null || !openWindow(now, run) || !advance(now, run.totalNs())) {
            return false;
        }
        now.readTotals(window().after());
        now.end();
        events = now.eventCount();
        digest = now.digest();
        return true;
    }

    /** Reads the totals at the end of the warm-up; false when stopped. */
    private boolean openWindow(Simulation now, ConfigurationPlanner.Run run) {
        if (planned().sharedNs() > 0 && run.warmupNs() <= planned().sharedNs()) {
            return true; // they were read in the common past
        }
        if (!advance(now, run.warmupNs())) {
            return false;
        }
        now.readTotals(window().before());
        return true;
    }

    /** The simulation at the end of its common past; null when somebody stopped it. */
    private @Nullable Simulation forked(ConfigurationPlanner.Run run, long seed) {
        final Snapshots.Snapshot known = snapshots.find(seed);
        final Simulation built = simulation;
        if (known != null && built != null) {
            built.restoreFrom(known.state(), run.plan());
            window().before().set(known.before());
            return built;
        }
        final Simulation now = simulation(run);
        final long sharedNs = planned().sharedNs();
        if (run.warmupNs() <= sharedNs) {
            if (!advance(now, run.warmupNs())) {
                return null;
            }
            now.readTotals(window().before());
        }
        if (!advance(now, sharedNs)) {
            return null;
        }
        snapshots.keep(seed, now, window().before());
        return now;
    }

    private Simulation simulation(ConfigurationPlanner.Run run) {
        Simulation built = simulation;
        if (built == null) {
            built = new Simulation(run.plan(), Journal::none, Simulation.NO_CHECKS, slabs::claim);
            simulation = built;
        } else {
            built.restart(run.plan());
        }
        return built;
    }

    private boolean advance(Simulation running, long horizonNs) {
        while (!stopping.getAsBoolean()) {
            if (running.runUntil(horizonNs, SLICE_EVENTS) < SLICE_EVENTS) {
                return true;
            }
        }
        return false;
    }

    private ConfigurationPlanner.Point planned() {
        if (planned == null) {
            throw new AssertionError("nothing is planned");
        }
        return planned;
    }

    /** Why the last configuration has no window. */
    FailureReason reason() {
        return reason;
    }

    /** Events of the last configuration, warm-up included. */
    long events() {
        return events;
    }

    /** Digest of the last configuration. */
    long digest() {
        return digest;
    }

    /** What the last configuration counted; overwritten by the next. */
    WindowTotals window() {
        if (window == null) {
            throw new IllegalStateException("the last configuration has no result");
        }
        return window;
    }

    @Override
    public void close() {
        forget();
        snapshots.close();
        slabs.close();
    }
}
