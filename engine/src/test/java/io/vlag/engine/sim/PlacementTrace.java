package io.vlag.engine.sim;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Where tasks ran, and which clocks CPUs had, as the journal of a run tells. */
final class PlacementTrace {
    /**
     * A stay of a task on a CPU.
     *
     * @param khz clock of the CPU at the end of the stay
     */
    record Stint(int task, int cpu, long fromNs, long toNs, long khz) {}

    private final List<Stint> stints = new ArrayList<>();
    private final Reading end;

    private PlacementTrace(Reading end) {
        this.end = end;
    }

    /**
     * Runs a plan to a time.
     *
     * @param before done with the simulation before it starts
     * @param between done with the simulation each {@code everyNs}
     */
    static PlacementTrace of(
            SimPlan plan,
            long toNs,
            Consumer<Simulation> before,
            long everyNs,
            Consumer<Simulation> between) {
        final MemoryTarget target = new MemoryTarget(128L << 20);
        final Reading end;
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at -> Journal.open(at, RunHeader.of(1, "lisa", "", "", 1, 1, 0), target))) {
            before.accept(simulation);
            for (long atNs = everyNs; atNs <= toNs; atNs += everyNs) {
                simulation.runUntil(atNs);
                between.accept(simulation);
            }
            end = simulation.read();
        }
        final PlacementTrace trace = new PlacementTrace(end);
        try (JournalReader reader = JournalReader.open(target)) {
            trace.read(reader, plan);
        }
        return trace;
    }

    static PlacementTrace of(SimPlan plan, long toNs) {
        return of(plan, toNs, simulation -> {}, toNs, simulation -> {});
    }

    private void read(JournalReader reader, SimPlan plan) {
        final int cpuCount = plan.machine().cpuCount();
        final long[] khzOfDomain = new long[plan.machine().domainCount()];
        final int[] running = new int[cpuCount];
        final long[] sinceNs = new long[cpuCount];
        Arrays.fill(running, -1);
        final RecordView record = new RecordView();
        while (reader.next(record)) {
            final int cpu = record.cpu();
            if (record.type() == RecordType.FREQ.code()) {
                khzOfDomain[record.domainIndex()] = record.khz();
            } else if (record.type() == RecordType.SWITCH.code()) {
                if (running[cpu] >= 0) {
                    final int domain = plan.machine().cpus().get(cpu).domainIndex();
                    final long khz = khzOfDomain[domain];
                    stints.add(new Stint(running[cpu], cpu, sinceNs[cpu], record.timeNs(), khz));
                }
                running[cpu] = record.nextTaskId();
                sinceNs[cpu] = record.timeNs();
            }
        }
    }

    /** All of them, in the order of their ends. */
    List<Stint> stints() {
        return stints;
    }

    /** Counters at the end of the run. */
    Reading end() {
        return end;
    }

    /** Stints by their beginning. */
    List<Stint> byStart() {
        return stints.stream().sorted(Comparator.comparingLong(Stint::fromNs)).toList();
    }
}
