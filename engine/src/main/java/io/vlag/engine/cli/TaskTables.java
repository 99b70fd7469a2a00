package io.vlag.engine.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One table of tasks for each kernel and variant; means over the seeds. */
final class TaskTables {
    /** Rows of one table; the JSON has all tasks. */
    private static final int ROWS_MAX = 64;

    private final List<Results.Group> groups;

    TaskTables(List<Results.Group> groups) {
        this.groups = groups;
    }

    void appendTo(StringBuilder out) {
        for (final Results.Group group : groups) {
            out.append(
                    "%ntasks of %s on %s%n"
                            .formatted(
                                    Printable.name(group.kernel().label()),
                                    Printable.name(group.place())));
            final Map<String, List<TaskFigures>> tasks = byName(group.windows());
            final TextTable table =
                    new TextTable()
                            .words("task")
                            .numbers("CPU time")
                            .numbers("share %")
                            .numbers("switches in")
                            .numbers("voluntary")
                            .numbers("involuntary")
                            .numbers("migrations")
                            .numbers("wake-ups")
                            .numbers("mean wait")
                            .numbers("max wait");
            tasks.entrySet().stream()
                    .limit(ROWS_MAX)
                    .forEach(entry -> table.row(row(entry.getKey(), entry.getValue())));
            table.appendTo(out);
            if (tasks.size() > ROWS_MAX) {
                out.append("and %d more; --json has all%n".formatted(tasks.size() - ROWS_MAX));
            }
        }
    }

    /** Tasks of all seeds by a name of their own: several of one template are numbered. */
    private static Map<String, List<TaskFigures>> byName(List<Window> seeds) {
        final Map<String, List<TaskFigures>> tasks = new LinkedHashMap<>();
        for (final Window seed : seeds) {
            final List<TaskFigures> figures = TaskFigures.of(seed);
            final Map<String, Integer> counts = new HashMap<>();
            figures.forEach(task -> counts.merge(task.name(), 1, Integer::sum));
            final Map<String, Integer> numbers = new HashMap<>();
            for (final TaskFigures task : figures) {
                final int number = numbers.merge(task.name(), 1, Integer::sum) - 1;
                final boolean several = counts.getOrDefault(task.name(), 0) > 1;
                final String suffix =
                        several ? "-" + number : task.taskId() == null ? " (all that ran)" : "";
                tasks.computeIfAbsent(
                                Printable.name(task.name()) + suffix, name -> new ArrayList<>())
                        .add(task);
            }
        }
        return tasks;
    }

    private static List<String> row(String name, List<TaskFigures> seeds) {
        return List.of(
                name,
                Numbers.time(mean(seeds, TaskFigures::cpuNs)),
                Numbers.decimal(100 * mean(seeds, TaskFigures::share), 1),
                count(seeds, TaskFigures::switchesIn),
                count(seeds, TaskFigures::voluntarySwitches),
                count(seeds, TaskFigures::involuntarySwitches),
                count(seeds, TaskFigures::migrations),
                count(seeds, TaskFigures::wakeups),
                Numbers.time(mean(seeds, TaskFigures::waitNsMean)),
                Numbers.time(seeds.stream().mapToDouble(TaskFigures::waitNsMax).max().orElse(0)));
    }

    private static String count(List<TaskFigures> seeds, ToDoubleFunction<TaskFigures> value) {
        return Numbers.decimal(mean(seeds, value), 0);
    }

    private static double mean(List<TaskFigures> seeds, ToDoubleFunction<TaskFigures> value) {
        return seeds.stream().mapToDouble(value).average().orElse(Double.NaN);
    }
}
