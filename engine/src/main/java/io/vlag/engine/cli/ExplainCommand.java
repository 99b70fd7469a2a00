package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.journal.EnergyCandidate;
import io.vlag.engine.journal.FreqClamp;
import io.vlag.engine.journal.FreqOutcome;
import io.vlag.engine.journal.FreqReason;
import io.vlag.engine.journal.MigrateReason;
import io.vlag.engine.journal.NoTarget;
import io.vlag.engine.journal.PlacementReason;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.journal.WakeFlag;
import io.vlag.engine.sim.Simulation;
import io.vlag.engine.sweep.RunOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code vlag explain}. */
@Command(
        name = "explain",
        description = {
            "Simulates a scenario and counts why each wake-up, migration and frequency went where it did,",
            "for every kernel (first seed of each variant); with --task also its last decisions."
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.class,
        sortOptions = false)
final class ExplainCommand extends PrintingCommand implements Callable<Integer> {
    private static final int LAST_MAX = 10_000;

    @Mixin private final RunOptions options = new RunOptions();

    @Option(
            names = "--task",
            paramLabel = "NAME",
            description = "also the last decisions about the tasks of that name")
    private @Nullable String task;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "how many of them (default: ${DEFAULT-VALUE})")
    private int last;

    @Override
    public Integer call() {
        if (last < 1 || last > LAST_MAX) {
            throw new BadInputException("--last " + last + ": is outside 1 to " + LAST_MAX);
        }
        final Scenario scenario = ScenarioInput.read(ConfigLibrary.installed(), options);
        final RunOrders orders =
                RunOrders.of(scenario, name -> NoTarget.INSTANCE, Simulation.NO_CHECKS);
        final long seed = scenario.seeds().getFirst();
        for (final RunOrder order : orders.orders()) {
            if (order.name().seed() == seed) {
                explain(order);
            }
        }
        return ExitCode.DONE;
    }

    private void explain(RunOrder order) {
        final Reasons reasons = new Reasons();
        final var plan = order.plan().get();
        final RunHeader header = order.header().apply(plan);
        ReasonJournal.run(plan, header, order.totalNs(), (record) -> reasons.note(record, header));
        out().println(
                        "%s on %s"
                                .formatted(
                                        Printable.name(order.name().kernel()),
                                        Printable.name(order.name().place())));
        print("wake-ups", reasons.placements, PlacementReason::name);
        out().println(
                        "  while some CPU was overutilised: "
                                + Numbers.decimal((double) reasons.overutilised, 0));
        print("migrations", reasons.migrations, MigrateReason::name);
        print("frequencies", reasons.frequencies, FreqReason::name);
        print("calls of the governor", reasons.outcomes, FreqOutcome::name);
        print("of these, clamped", reasons.clamped, FreqClamp::name);
        print("candidates weighed by energy", reasons.candidates, EnergyCandidate::name);
        reasons.lines.forEach(out()::println);
        out().println();
    }

    private void print(String what, Map<Integer, Long> counts, IntFunction<String> name) {
        final long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        out().println("  " + what + ": " + Numbers.decimal((double) sum, 0));
        final TextTable table = new TextTable().words("    reason").numbers("count").numbers("%");
        counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .forEach(
                        entry ->
                                table.row(
                                        List.of(
                                                "    " + name.apply(entry.getKey()),
                                                Numbers.decimal(entry.getValue(), 0),
                                                Numbers.decimal(
                                                        100.0 * entry.getValue() / sum, 1))));
        if (sum > 0) {
            final StringBuilder text = new StringBuilder();
            table.appendTo(text);
            out().print(text);
        }
    }

    /** What one run did, by reason. */
    private final class Reasons {
        private final Map<Integer, Long> placements = new TreeMap<>();
        private final Map<Integer, Long> migrations = new TreeMap<>();
        private final Map<Integer, Long> frequencies = new TreeMap<>();
        private final Map<Integer, Long> outcomes = new TreeMap<>();
        private final Map<Integer, Long> clamped = new TreeMap<>();
        private final Map<Integer, Long> candidates = new TreeMap<>();
        private final List<String> weighed = new ArrayList<>(); // by the last search
        private int weighedTask;
        private long weighedNs;
        private final Deque<String> lines = new ArrayDeque<>();
        private long overutilised;

        private void note(RecordView record, RunHeader header) {
            if (record.type() == RecordType.WAKEUP.code()) {
                placements.merge(record.placementReason(), 1L, Long::sum);
                if ((record.wakeFlags() & WakeFlag.OVERUTILISED) != 0) {
                    overutilised++;
                }
                noteTask(
                        record,
                        header,
                        "wakes on CPU %d, slept on %d: %s%s"
                                .formatted(
                                        record.targetCpu(),
                                        record.prevCpu(),
                                        PlacementReason.name(record.placementReason()),
                                        energyOf(record)));
            } else if (record.type() == RecordType.MIGRATE.code()) {
                migrations.merge(record.migrateReason(), 1L, Long::sum);
                noteTask(
                        record,
                        header,
                        "moves from CPU %d to %d: %s"
                                .formatted(
                                        record.fromCpu(),
                                        record.toCpu(),
                                        MigrateReason.name(record.migrateReason())));
            } else if (record.type() == RecordType.FREQ_REQUEST.code()) {
                frequencies.merge(record.freqReason(), 1L, Long::sum);
            } else if (record.type() == RecordType.FREQ_DECISION.code()) {
                outcomes.merge(record.freqOutcome(), 1L, Long::sum);
                for (int bits = record.freqClamp(); bits != 0; bits &= bits - 1) {
                    clamped.merge(Integer.numberOfTrailingZeros(bits), 1L, Long::sum);
                }
            } else if (record.type() == RecordType.ENERGY_DELTA.code()) {
                candidates.merge(record.energyCandidate(), 1L, Long::sum);
                if (record.taskId() != weighedTask || record.timeNs() != weighedNs) {
                    weighed.clear();
                }
                weighedTask = record.taskId();
                weighedNs = record.timeNs();
                weighed.add(candidate(record));
            }
        }

        /** What the search for a wake-up found, if there was one. */
        private String energyOf(RecordView wakeup) {
            final boolean searched =
                    !weighed.isEmpty()
                            && weighedTask == wakeup.taskId()
                            && weighedNs == wakeup.timeNs();
            return searched ? "; energy " + String.join(", ", weighed) : "";
        }

        private static String candidate(RecordView record) {
            final String where =
                    "domain %d CPU %d ".formatted(record.perfDomainIndex(), record.candidateCpu());
            return switch (record.energyCandidate()) {
                case EnergyCandidate.PREVIOUS ->
                        where + "(previous) %+d".formatted(record.energyDelta());
                case EnergyCandidate.OTHER -> where + "%+d".formatted(record.energyDelta());
                case EnergyCandidate.NONE_FITS ->
                        "domain %d none fits".formatted(record.perfDomainIndex());
                default -> where + EnergyCandidate.name(record.energyCandidate());
            };
        }

        private void noteTask(RecordView record, RunHeader header, String what) {
            final int id = record.taskId();
            final List<String> names = header.taskNames();
            if (task == null || id < 0 || id >= names.size() || !names.get(id).equals(task)) {
                return;
            }
            lines.addLast("  %14d ns  task %d %s".formatted(record.timeNs(), id, what));
            if (lines.size() > last) {
                lines.removeFirst();
            }
        }
    }
}
