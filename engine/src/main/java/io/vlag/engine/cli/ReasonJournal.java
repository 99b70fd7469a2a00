package io.vlag.engine.cli;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.journal.WithReasons;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Simulation;
import java.util.function.Consumer;

/** Runs one simulation with its journal in memory and hands out every record. */
final class ReasonJournal {
    /** Part of the heap that the journal may use. */
    private static final long HEAP_PART = 2;

    private ReasonJournal() {}

    static void run(SimPlan plan, RunHeader header, long toNs, Consumer<RecordView> each) {
        final MemoryTarget target = new MemoryTarget(Runtime.getRuntime().maxMemory() / HEAP_PART);
        try (Simulation simulation =
                new Simulation(plan, at -> Journal.open(at, header, new WithReasons(target)))) {
            simulation.runUntil(toNs);
            simulation.end();
        }
        final RecordView record = new RecordView();
        try (JournalReader reader = JournalReader.open(target)) {
            while (reader.next(record)) {
                each.accept(record);
            }
        }
    }
}
