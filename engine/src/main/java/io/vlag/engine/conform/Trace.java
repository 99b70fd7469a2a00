package io.vlag.engine.conform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler events of one run, recorded or simulated, and their figures by the definitions of
 * docs/formats/recordings.md. Events are added in the order of their time.
 */
final class Trace {
    /** In place of a task: the idle task of a CPU. */
    static final int IDLE = 0;

    private final List<Event> events = new ArrayList<>();
    private final Map<Integer, String> workloadTasks = new LinkedHashMap<>();

    private sealed interface Event {}

    private record Switch(long timeNs, int cpu, int prev, boolean isRunnable, int next)
            implements Event {}

    private record Waking(long timeNs, int task) implements Event {}

    private record Migration(long timeNs, int task) implements Event {}

    private record Accounted(long timeNs) implements Event {}

    private record Exit(long timeNs, int task) implements Event {}

    /** Says that a task belongs to the workload; the last name counts. */
    void name(int task, String name) {
        workloadTasks.put(task, name);
    }

    /**
     * @param isRunnable the previous task still wants the CPU
     */
    void switched(long timeNs, int cpu, int prev, boolean isRunnable, int next) {
        events.add(new Switch(timeNs, cpu, prev, isRunnable, next));
    }

    void waking(long timeNs, int task) {
        events.add(new Waking(timeNs, task));
    }

    void migrated(long timeNs, int task) {
        events.add(new Migration(timeNs, task));
    }

    void exited(long timeNs, int task) {
        events.add(new Exit(timeNs, task));
    }

    /** The kernel accounted the running task's time. */
    void accounted(long timeNs) {
        events.add(new Accounted(timeNs));
    }

    /** Times of all accounts, in order, ns. */
    long[] accountsNs() {
        return events.stream()
                .filter(event -> event instanceof Accounted)
                .mapToLong(event -> ((Accounted) event).timeNs())
                .toArray();
    }

    /**
     * When the workload's task of the lowest number first waited for the others, or woke them
     * because it came last, ns.
     */
    OptionalLong startNs() {
        final int first = workloadTasks.keySet().stream().mapToInt(task -> task).min().orElse(-1);
        boolean runs = false;
        for (final Event event : events) {
            switch (event) {
                case Switch change -> {
                    if (change.prev() == first && !change.isRunnable()) {
                        return OptionalLong.of(change.timeNs());
                    }
                    runs = change.next() == first;
                }
                case Waking waking -> {
                    if (runs && workloadTasks.containsKey(waking.task())) {
                        return OptionalLong.of(waking.timeNs());
                    }
                }
                default -> {}
            }
        }
        return OptionalLong.empty();
    }

    /** A task of the workload. */
    record Named(int number, String name) {}

    /** A task of the workload, or idle, comes after another one. */
    interface TurnVisitor {
        void turn(long timeNs, Named prev, boolean isRunnable, Named next);
    }

    /** Shows every turn from a time on; what other tasks did between is left out. */
    void forEachTurn(long fromNs, TurnVisitor visitor) {
        @Nullable Named last = null;
        boolean isRunnable = false;
        for (final Event event : events) {
            if (event instanceof Switch change) {
                final @Nullable Named next = named(change.next());
                if (named(change.prev()) != null) {
                    last = named(change.prev());
                    isRunnable = change.isRunnable();
                }
                if (next != null && last != null && change.timeNs() >= fromNs) {
                    visitor.turn(change.timeNs(), last, isRunnable, next);
                }
            }
        }
    }

    private @Nullable Named named(int task) {
        final @Nullable String name = task == IDLE ? "(idle)" : workloadTasks.get(task);
        return name == null ? null : new Named(task, name);
    }

    int eventCount() {
        return events.size();
    }

    /** From and to, both included, ns. */
    record Window(long fromNs, long toNs) {
        boolean contains(long timeNs) {
            return timeNs >= fromNs && timeNs <= toNs;
        }

        long lengthNs() {
            return toNs - fromNs;
        }
    }

    /**
     * The window of an rt-app scenario.
     *
     * @param settleNs after the latest of the tasks' first switch-ins
     * @param endNs when the run ends if no task exits before
     */
    Window windowOfThreads(long settleNs, long endNs) {
        final Map<Integer, Long> firstIn = new HashMap<>();
        long exitNs = endNs;
        for (final Event event : events) {
            if (event instanceof Switch change && workloadTasks.containsKey(change.next())) {
                firstIn.putIfAbsent(change.next(), change.timeNs());
            } else if (event instanceof Exit exit && workloadTasks.containsKey(exit.task())) {
                exitNs = Math.min(exitNs, exit.timeNs());
            }
        }
        final long latestNs = firstIn.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return new Window(latestNs + settleNs, exitNs - 1_000_000);
    }

    /** From the first switch-in to the last switch-out of any task of the workload. */
    Window windowOfActivity() {
        long fromNs = Long.MAX_VALUE;
        long toNs = 0;
        for (final Event event : events) {
            if (event instanceof Switch change) {
                if (workloadTasks.containsKey(change.next())) {
                    fromNs = Math.min(fromNs, change.timeNs());
                }
                if (workloadTasks.containsKey(change.prev())) {
                    toNs = change.timeNs();
                }
            }
        }
        return new Window(Math.min(fromNs, toNs), toNs);
    }

    /** Figures and distributions over a window. */
    Figures figures(Window window) {
        final Map<Integer, Sums> sums = new LinkedHashMap<>();
        workloadTasks.forEach((task, name) -> sums.put(task, new Sums(name)));
        final Map<Integer, Long> inNs = new HashMap<>(); // of running tasks; absent: from before
        final Map<Integer, Integer> running = new HashMap<>(); // by CPU
        final Map<Integer, Long> wakingNs = new HashMap<>();
        long switches = 0;
        for (final Event event : events) {
            switch (event) {
                case Switch change -> {
                    switches += window.contains(change.timeNs()) ? 1 : 0;
                    final @Nullable Sums prev = sums.get(change.prev());
                    if (prev != null) {
                        prev.out(window, inNs.remove(change.prev()), change);
                    }
                    final @Nullable Sums next = sums.get(change.next());
                    if (next != null) {
                        next.in(window, change.timeNs(), wakingNs.remove(change.next()));
                        inNs.put(change.next(), change.timeNs());
                    }
                    running.put(change.cpu(), change.next());
                }
                case Waking waking -> {
                    if (!running.containsValue(waking.task())) {
                        wakingNs.putIfAbsent(waking.task(), waking.timeNs());
                    }
                }
                case Migration migration -> {
                    final @Nullable Sums moved = sums.get(migration.task());
                    if (moved != null && window.contains(migration.timeNs())) {
                        moved.migrations++;
                    }
                }
                case Exit _, Accounted _ -> {}
            }
        }
        // Who still runs when the events end runs on to the window's end.
        inNs.forEach(
                (task, fromNs) -> {
                    final @Nullable Sums left = sums.get(task);
                    if (left != null) {
                        left.onCpuNs += inside(window, fromNs, window.toNs());
                    }
                });
        return new Figures(window, switches, List.copyOf(sums.values()));
    }

    private static long inside(Window window, long fromNs, long toNs) {
        return Math.max(0, Math.min(toNs, window.toNs()) - Math.max(fromNs, window.fromNs()));
    }

    /** What {@link #figures} finds. */
    record Figures(Window window, long switches, List<Sums> sums) {
        static final Figures NONE = new Figures(new Window(0, 0), 0, List.of());

        Figures {
            sums = List.copyOf(sums);
        }

        List<TaskSummary> tasks() {
            return sums.stream().map(Sums::summary).toList();
        }

        /** Ascending stints of all tasks of a name. */
        long[] slices(String name) {
            return sorted(name, false);
        }

        /** Ascending waits of all tasks of a name. */
        long[] latencies(String name) {
            return sorted(name, true);
        }

        private long[] sorted(String name, boolean waits) {
            return sums.stream()
                    .filter(task -> task.name.equals(name))
                    .flatMapToLong(task -> LongStream.of(waits ? task.waits() : task.stints()))
                    .sorted()
                    .toArray();
        }
    }

    /** Sums of one task. */
    static final class Sums {
        private final String name;
        private final List<Long> stintsNs = new ArrayList<>();
        private final List<Long> waitsNs = new ArrayList<>();
        private long onCpuNs;
        private long switchesIn;
        private long voluntary;
        private long involuntary;
        private long migrations;

        Sums(String name) {
            this.name = name;
        }

        private void in(Window window, long nowNs, @Nullable Long wokenNs) {
            if (!window.contains(nowNs)) {
                return;
            }
            switchesIn++;
            if (wokenNs != null && window.contains(wokenNs)) {
                waitsNs.add(nowNs - wokenNs);
            }
        }

        private void out(Window window, @Nullable Long sinceNs, Switch change) {
            // A task that was on its CPU before the first event has run since the start.
            final long fromNs = sinceNs == null ? 0 : sinceNs;
            onCpuNs += inside(window, fromNs, change.timeNs());
            if (sinceNs == null || !window.contains(fromNs) || !window.contains(change.timeNs())) {
                return;
            }
            stintsNs.add(change.timeNs() - fromNs);
            if (change.isRunnable()) {
                involuntary++;
            } else {
                voluntary++;
            }
        }

        private long[] stints() {
            return stintsNs.stream().mapToLong(Long::longValue).toArray();
        }

        private long[] waits() {
            return waitsNs.stream().mapToLong(Long::longValue).toArray();
        }

        private TaskSummary summary() {
            return new TaskSummary(
                    name,
                    onCpuNs,
                    switchesIn,
                    voluntary,
                    involuntary,
                    migrations,
                    lengths(stints()),
                    lengths(waits()));
        }

        private static TaskSummary.Lengths lengths(long[] values) {
            if (values.length == 0) {
                return TaskSummary.Lengths.NONE;
            }
            Arrays.sort(values);
            return new TaskSummary.Lengths(
                    values.length,
                    Math.rint(LongStream.of(values).average().orElse(0)),
                    (double) quantile(values, 0.5),
                    (double) quantile(values, 0.9));
        }

        /** The value at index min(n - 1, floor(p n)) of ascending ones. */
        private static long quantile(long[] sorted, double p) {
            return sorted[Math.min(sorted.length - 1, (int) (p * sorted.length))];
        }
    }
}
