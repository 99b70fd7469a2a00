package io.vlag.engine.sweep;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Reading;
import io.vlag.engine.sim.Simulation;
import java.util.function.BooleanSupplier;

/**
 * Carries out one order on the calling thread, in slices of events, so that progress is seen and a
 * stop is noticed within a fraction of a second. Slices do not reach the simulated result.
 */
final class OneRun {
    /** Events between two looks at the outside; about 5 ms once compiled. */
    private static final long SLICE_EVENTS = 1L << 14;

    private final RunOrder order;
    private final RunProgress progress;
    private final BooleanSupplier stopping;
    private long simulatedNs;

    OneRun(RunOrder order, RunProgress progress, BooleanSupplier stopping) {
        this.order = order;
        this.progress = progress;
        this.stopping = stopping;
    }

    /** How far the simulation came, simulated ns. */
    long simulatedNs() {
        return simulatedNs;
    }

    /**
     * Runs warm-up and measured part. Whatever the simulation or the journal throws goes through.
     */
    RunOutcome run() {
        final SimPlan plan = order.plan().get();
        try (Simulation simulation =
                new Simulation(
                        plan,
                        stateAt ->
                                Journal.open(
                                        stateAt, order.header().apply(plan), order.target().get()),
                        order.checkEvery())) {
            if (!advance(simulation, order.warmupNs())) {
                return new RunOutcome.Stopped(order.name());
            }
            final Reading before = simulation.read();
            final long startNs = System.nanoTime();
            if (!advance(simulation, order.totalNs())) {
                return new RunOutcome.Stopped(order.name());
            }
            final long wallNs = System.nanoTime() - startNs;
            final Reading after = simulation.read();
            simulation.end();
            return new RunOutcome.Done(
                    order.name(), plan, before, after, wallNs, simulation.digest());
        }
    }

    /** Up to and including the horizon; false when a stop came first. */
    private boolean advance(Simulation simulation, long horizonNs) {
        while (!stopping.getAsBoolean()) {
            final long handled = slice(simulation, horizonNs);
            if (handled < SLICE_EVENTS) {
                return true;
            }
        }
        return false;
    }

    private long slice(Simulation simulation, long horizonNs) {
        long handled = 0;
        try {
            handled = simulation.runUntil(horizonNs, SLICE_EVENTS);
            return handled;
        } finally { // after a fault too: the time is part of the message
            progress.advanced(handled, simulation.nowNs() - simulatedNs);
            simulatedNs = simulation.nowNs();
        }
    }
}
