package io.vlag.engine.sim;

import io.vlag.engine.journal.Journal;
import io.vlag.engine.journal.JournalReader;
import io.vlag.engine.journal.MemoryTarget;
import io.vlag.engine.journal.PrevState;
import io.vlag.engine.journal.RecordSchema;
import io.vlag.engine.journal.RecordType;
import io.vlag.engine.journal.RecordView;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stints, from switch-in to switch-out, of every task on one CPU between two instants; those
 * that lie inside as a whole.
 */
final class Stints {
    private static final long JOURNAL_BYTES_MAX = 64L << 20;

    private final Map<Integer, List<Long>> lengthsNs = new HashMap<>();
    private final Map<Integer, Integer> involuntary = new HashMap<>();
    private final Map<Integer, Long> onCpuNs = new HashMap<>();
    private final long windowNs;
    private int switches;

    private Stints(long windowNs) {
        this.windowNs = windowNs;
    }

    /** Runs a plan from 0 to {@code toNs} and keeps what happens from {@code fromNs} on. */
    static Stints of(SimPlan plan, long fromNs, long toNs) {
        final MemoryTarget target = new MemoryTarget(JOURNAL_BYTES_MAX);
        try (Simulation simulation =
                new Simulation(
                        plan,
                        at ->
                                Journal.open(
                                        at, RunHeader.of(1, "stints", "", "", 1, 1, 0), target))) {
            simulation.runUntil(toNs);
        }
        final Stints stints = new Stints(toNs - fromNs);
        try (JournalReader reader = JournalReader.open(target)) {
            final RecordView record = new RecordView();
            long inNs = fromNs;
            int running = RecordSchema.NONE;
            while (reader.next(record)) {
                if (record.type() == RecordType.SWITCH.code()) {
                    if (record.timeNs() >= fromNs && record.timeNs() <= toNs) {
                        stints.add(record, inNs, inNs > fromNs);
                    }
                    inNs = Math.max(record.timeNs(), fromNs);
                    running = record.nextTaskId();
                }
            }
            stints.onCpuNs.merge(running, toNs - inNs, Long::sum);
        }
        return stints;
    }

    private void add(RecordView record, long inNs, boolean whole) {
        switches++;
        final int task = record.taskId();
        final long lengthNs = record.timeNs() - inNs;
        onCpuNs.merge(task, lengthNs, Long::sum);
        if (whole) {
            lengthsNs.computeIfAbsent(task, key -> new ArrayList<>()).add(lengthNs);
            if (record.prevState() == PrevState.PREEMPTED) {
                involuntary.merge(task, 1, Integer::sum);
            }
        }
    }

    double switchesPerSecond() {
        return switches * 1e9 / windowNs;
    }

    /** Share of the CPU of some tasks together. */
    double share(List<Integer> tasks) {
        return tasks.stream().mapToLong(task -> onCpuNs.getOrDefault(task, 0L)).sum()
                / (double) windowNs;
    }

    double involuntaryPerSecond(List<Integer> tasks) {
        return tasks.stream().mapToInt(task -> involuntary.getOrDefault(task, 0)).sum()
                * 1e9
                / windowNs;
    }

    /** Mean over the tasks of their mean stint. */
    double meanMs(List<Integer> tasks) {
        return tasks.stream()
                        .mapToDouble(
                                task ->
                                        lengthsOf(task).stream()
                                                .mapToLong(Long::longValue)
                                                .average()
                                                .orElse(0))
                        .average()
                        .orElse(0)
                / 1e6;
    }

    /** Mean over the tasks of the q-quantile of their stints. */
    double quantileMs(List<Integer> tasks, double q) {
        return tasks.stream().mapToDouble(task -> quantileNs(task, q)).average().orElse(0) / 1e6;
    }

    private double quantileNs(int task, double q) {
        final List<Long> sorted = new ArrayList<>(lengthsOf(task));
        Collections.sort(sorted);
        return sorted.isEmpty()
                ? 0
                : sorted.get(Math.min(sorted.size() - 1, (int) (q * sorted.size())));
    }

    private List<Long> lengthsOf(int task) {
        return lengthsNs.getOrDefault(task, List.of());
    }
}
