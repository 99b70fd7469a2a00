package io.vlag.engine.conform;

import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.PrevState;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Reading;
import io.vlag.engine.sim.Simulation;
import java.util.Set;

/**
 * One simulation of a recording's workload, from one phase of the tick.
 *
 * @param summary its figures
 * @param figures its distributions
 */
record PhaseRun(RunSummary summary, Trace.Figures figures) {
    private static final long JOURNAL_BYTES_MAX = 256L << 20;

    static PhaseRun of(Scenario scenario, Replica.Simulated replica, long seed) {
        final SimPlan plan = plan(scenario, replica, seed);
        final MemoryTarget target = new MemoryTarget(JOURNAL_BYTES_MAX);
        final RunHeader header =
                RunHeader.of(1, "conform", "", "", seed, scenario.cpuCount(), replica.endNs());
        final boolean isTraced = !replica.names().isEmpty();
        final Reading reading;
        try (Simulation simulation =
                new Simulation(
                        plan, isTraced ? at -> Journal.open(at, header, target) : Journal::none)) {
            simulation.runUntil(replica.endNs());
            reading = simulation.read();
        }
        final Trace trace =
                isTraced
                        ? traceOf(target, replica.workload(), replica.names())
                        : new Trace(); // totals are all that was recorded
        final Trace.Figures figures = trace.figures(replica.windowOf(trace));
        return new PhaseRun(
                new RunSummary(
                        figures.window().lengthNs(),
                        figures.switches(),
                        figures.tasks(),
                        (double)
                                reading.tasks().stream()
                                        .mapToLong(Reading.TaskReading::bogoOps)
                                        .sum(),
                        replica.endNs(),
                        reading.cpus().stream().mapToLong(Reading.CpuReading::switches).sum()),
                figures);
    }

    /** The trace of one simulation. */
    static Trace trace(Scenario scenario, Replica.Simulated replica) {
        final MemoryTarget target = new MemoryTarget(JOURNAL_BYTES_MAX);
        final RunHeader header =
                RunHeader.of(1, "conform", "", "", 1, scenario.cpuCount(), replica.endNs());
        try (Simulation simulation =
                new Simulation(
                        plan(scenario, replica, 1), at -> Journal.open(at, header, target))) {
            simulation.runUntil(replica.endNs());
        }
        return traceOf(target, replica.workload(), replica.names());
    }

    /** The fair queues of CPU 0 at a time, as text. */
    static String queueText(Scenario scenario, Replica.Simulated replica, long timeNs) {
        try (Simulation simulation = new Simulation(plan(scenario, replica, 1), Journal::none)) {
            simulation.runUntil(timeNs);
            return simulation.queueText(0);
        }
    }

    private static SimPlan plan(Scenario scenario, Replica.Simulated replica, long seed) {
        return new Planner(scenario)
                .plan(
                        scenario.machines().getFirst(),
                        scenario.kernels().getFirst(),
                        replica.workload(),
                        seed);
    }

    /** The journal as a trace; tasks are numbered from 1, since 0 is the idle task there. */
    private static Trace traceOf(MemoryTarget target, Workload workload, Set<String> names) {
        final Trace trace = new Trace();
        int task = 1;
        for (final TaskTemplate template : workload.tasks()) {
            for (int instance = 0; instance < template.instanceCount(); instance++) {
                if (names.contains(template.name())) {
                    trace.name(task, template.name());
                }
                task++;
            }
        }
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            while (reader.next(record)) {
                if (!RecordType.isKnown(record.type())) {
                    continue;
                }
                final int subject = record.taskId() + 1;
                switch (RecordType.of(record.type())) {
                    case SWITCH ->
                            trace.switched(
                                    record.timeNs(),
                                    record.cpu(),
                                    subject,
                                    isRunnable(record.prevState()),
                                    record.nextTaskId() + 1);
                    case WAKEUP -> trace.waking(record.timeNs(), subject);
                    case MIGRATE -> trace.migrated(record.timeNs(), subject);
                    case EXIT -> trace.exited(record.timeNs(), subject);
                    default -> {}
                }
            }
        }
        return trace;
    }

    private static boolean isRunnable(int prevState) {
        return switch (prevState) {
            case PrevState.BLOCKED, PrevState.DELAYED, PrevState.EXITED -> false;
            default -> true;
        };
    }
}
