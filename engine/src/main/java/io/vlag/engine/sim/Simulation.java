package io.vlag.engine.sim;

import io.vlag.engine.check.InvariantChecker;
import io.vlag.engine.check.QueueDump;
import io.vlag.engine.config.Preemption;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.RuntimeSettings;
import io.vlag.engine.plan.SimPlan;
import io.vlag.offheap.Slab;
import io.vlag.offheap.SlabPlan;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One simulation: a plan, a slab, a journal. Owned by one thread. Building it allocates; running it
 * does not, except where settings change.
 */
public final class Simulation implements AutoCloseable {
    /** In place of a number of events: the invariants are not checked. */
    public static final long NO_CHECKS = 0;

    private SimPlan plan;
    private final SimTables.Layout layout;
    private final Slab slab;
    private final SimTables tables;
    private final Journal journal;
    private final @Nullable InvariantChecker checker;
    private final Machinery first;
    private Machinery machinery; // for the settings in force
    private @Nullable CheckedLoop checkedLoop;

    /**
     * Claims the slab and puts everything together, ready for time 0.
     *
     * @param openJournal makes the journal, given the arena offset of its state in the slab; closed
     *     with the simulation
     */
    public Simulation(SimPlan plan, LongFunction<Journal> openJournal) {
        this(plan, openJournal, NO_CHECKS);
    }

    /**
     * As above, with the invariants checked.
     *
     * @param checkEvery events between two full checks; {@link #NO_CHECKS}: none
     */
    public Simulation(SimPlan plan, LongFunction<Journal> openJournal, long checkEvery) {
        this(plan, openJournal, checkEvery, SlabPlan::allocate);
    }

    /**
     * As above, with memory from somebody else.
     *
     * @param memory gives a zeroed slab of at least the size of the plan, which the simulation
     *     closes
     */
    public Simulation(
            SimPlan plan,
            LongFunction<Journal> openJournal,
            long checkEvery,
            Function<SlabPlan, Slab> memory) {
        this.plan = plan;
        layout = SimTables.Layout.of(plan);
        slab = memory.apply(layout.slabPlan());
        tables = SimTables.over(slab, layout, plan);
        journal = openOrRelease(openJournal);
        journal.init();
        first = new Machinery(plan, tables, journal);
        machinery = first;
        begin();
        checker = checkEvery == NO_CHECKS ? null : checkerOrRelease(checkEvery);
        checkedLoop = checked(first);
    }

    private void begin() {
        new StartState(plan, tables, first).write();
        journal.runStarted(0);
    }

    /** A checker that cannot have its memory must not keep the slab and the journal. */
    private InvariantChecker checkerOrRelease(long checkEvery) {
        try {
            return new InvariantChecker(
                    tables.kernel(),
                    tables.hw(),
                    first.kernel().parts().fair(),
                    plan.checkedRules(),
                    plan.wakeRules(),
                    plan.irqTimeAccounting(),
                    plan.preemption() == Preemption.FULL ? 1 : 2,
                    plan.seed(),
                    checkEvery);
        } catch (RuntimeException | Error e) {
            journal.close();
            slab.close();
            throw e;
        }
    }

    private @Nullable CheckedLoop checked(Machinery driven) {
        return checker == null
                ? null
                : new CheckedLoop(driven.loop(), tables.kernel().events(), tables.clock(), checker);
    }

    /** A journal that cannot be opened must not keep the slab. */
    private Journal openOrRelease(LongFunction<Journal> openJournal) {
        try {
            return openJournal.apply(tables.journalAt());
        } catch (RuntimeException | Error e) {
            slab.close();
            throw e;
        }
    }

    /**
     * Runs up to and including {@code horizonNs} of simulated time.
     *
     * @return events handled
     */
    public long runUntil(long horizonNs) {
        return runUntil(horizonNs, Long.MAX_VALUE);
    }

    /**
     * Runs up to and including {@code horizonNs}, but not more than {@code eventLimit} events;
     * {@link #nowNs} tells how far it came. Settings that change at the horizon are still to be
     * changed.
     *
     * @return events handled
     */
    public long runUntil(long horizonNs, long eventLimit) {
        long handled = 0;
        while (nextChangeNs() < horizonNs) {
            handled += advance(nextChangeNs(), eventLimit - handled);
            if (handled >= eventLimit) {
                return handled;
            }
            change();
        }
        return handled + advance(horizonNs, eventLimit - handled);
    }

    private long advance(long horizonNs, long eventLimit) {
        return checkedLoop == null
                ? machinery.loop().runUntil(horizonNs, eventLimit)
                : checkedLoop.runUntil(horizonNs, eventLimit);
    }

    private long nextChangeNs() {
        final int next = tables.clock().changeCount();
        return next == plan.changes().size() ? Long.MAX_VALUE : plan.changes().get(next).atNs();
    }

    /** The next change of settings: from now on another machinery works on the tables. */
    private void change() {
        final int count = tables.clock().changeCount() + 1;
        final Machinery before = machinery;
        tables.clock().changeCount(count);
        use(count);
        new SettingsChange(before, machinery, tables).make(tables.clock().nowNs());
    }

    private void use(int changeCount) {
        machinery =
                changeCount == 0 ? first : new Machinery(plan.after(changeCount), tables, journal);
        checkedLoop = checked(machinery);
    }

    /** Simulated time, ns. */
    public long nowNs() {
        return tables.clock().nowNs();
    }

    /** Events handled since the start. */
    public long eventCount() {
        return tables.clock().handledCount();
    }

    public SimPlan plan() {
        return plan;
    }

    /** Settings in force. */
    public RuntimeSettings settings() {
        return machinery.plan().settings();
    }

    /** For tests that break the state. */
    SimTables tables() {
        return tables;
    }

    /** For tests that look for state outside the slab. */
    Machinery machinery() {
        return machinery;
    }

    /** What checks the state, null without checks; for tests that break it. */
    @Nullable InvariantChecker checker() {
        return checker;
    }

    /** Size of all state, bytes. */
    public long slabBytes() {
        return slab.bytes();
    }

    /** Digest of everything the journal was told. */
    public long digest() {
        return journal.digest();
    }

    /**
     * Begins again at time 0 with another seed, on the same slab and without building anything: all
     * state lies in the slab. Not for simulations that are checked or recorded, nor after one
     * threw.
     *
     * @param reseeded the plan of this simulation with another seed, and with other changes of
     *     settings
     */
    public void restart(SimPlan reseeded) {
        if (!reseeded.withChanges(plan.changes()).isReseeded(plan) || !isCopyable()) {
            throw new IllegalArgumentException("another plan, a checker or a recording journal");
        }
        plan = reseeded;
        machinery = first;
        slab.reset();
        journal.init();
        begin();
    }

    /** Memory for a copy of this simulation's state; the caller closes it. */
    public Slab newSnapshot() {
        return layout.slabPlan().allocate();
    }

    /**
     * Copies the state as it stands now, between two events. Not for simulations that are checked
     * or recorded.
     *
     * @param snapshot from {@link #newSnapshot} of a simulation of this plan
     */
    public void saveTo(Slab snapshot) {
        if (!isCopyable()) {
            throw new IllegalStateException("checked or recorded: not all state is in the slab");
        }
        slab.copyTo(snapshot);
    }

    /**
     * Goes on from a copy of the state, with other changes of settings from there on.
     *
     * @param snapshot from {@link #saveTo} of a simulation that had the seed and the past of {@code
     *     forked}
     * @param forked this simulation's plan, with other changes
     */
    public void restoreFrom(Slab snapshot, SimPlan forked) {
        if (!forked.withChanges(plan.changes()).isReseeded(plan) || !isCopyable()) {
            throw new IllegalArgumentException("another plan, a checker or a recording journal");
        }
        plan = forked;
        snapshot.copyTo(slab);
        use(tables.clock().changeCount());
    }

    private boolean isCopyable() {
        return checker == null && !journal.isRecording();
    }

    /** Sums all counters as they stand now, without allocating. */
    public void readTotals(RunTotals into) {
        machinery.totals().read(into);
    }

    /** The fair queues of a CPU as they stand now, for a reader. */
    public String queueText(int cpu) {
        return QueueDump.of(tables.kernel(), machinery.kernel().parts().fair()).text(cpu);
    }

    /** Reads all counters as they stand now. */
    public Reading read() {
        return new Readings(plan, tables, machinery.pool()).read();
    }

    /** Tells the journal that the run came to its end. */
    public void end() {
        journal.runEnded(nowNs());
    }

    @Override
    public void close() {
        try {
            journal.close();
            if (checker != null) {
                checker.close();
            }
        } finally {
            slab.close();
        }
    }
}
