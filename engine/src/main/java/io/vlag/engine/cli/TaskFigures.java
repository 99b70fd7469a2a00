package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading.TaskReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one task counted in a window; or, for a template of which tasks ended in the window, what
 * all its tasks counted together, since a record of an ended task serves the next.
 *
 * @param name name of the template; untrusted
 * @param taskId the task's number, null for a sum
 * @param bigNs CPU time on CPUs of the highest capacity, where capacities differ
 * @param energyUj energy of its CPU while it ran, uJ
 * @param share CPU time against the window, 1 = one whole CPU
 * @param switchesIn times it was given a CPU
 * @param activations wake-ups that led to a run
 * @param waitNsMean mean time from a wake-up to the run it led to; NaN without one
 * @param waitNsMax longest such time since the start of the run, warm-up included
 */
record TaskFigures(
        String name,
        @Nullable Integer taskId,
        long cpuNs,
        long bigNs,
        long energyUj,
        double share,
        long switchesIn,
        long voluntarySwitches,
        long involuntarySwitches,
        long migrations,
        long wakeups,
        long activations,
        long delayedSleeps,
        double waitNsMean,
        long waitNsMax,
        long bogoOps) {
    private static final long NJ_PER_UJ = 1_000;

    /** By template, then by task; templates that never started anything are missing. */
    static List<TaskFigures> of(Window window) {
        final List<TaskReading> after = window.run().after().tasks();
        final Map<Integer, List<TaskReading>> ofTemplate = new TreeMap<>();
        after.forEach(
                task ->
                        ofTemplate
                                .computeIfAbsent(task.template(), t -> new ArrayList<>())
                                .add(task));
        final Map<Integer, TaskReading> beforeOf = new HashMap<>();
        window.run().before().tasks().forEach(task -> beforeOf.put(task.taskId(), task));
        final Set<Integer> summed = new HashSet<>();
        for (final TaskReading task : after) {
            final TaskReading before = beforeOf.get(task.taskId());
            if (task.ended() && (before == null || !before.equals(task))) {
                summed.add(task.template());
            }
        }
        final List<TaskFigures> figures = new ArrayList<>();
        ofTemplate.forEach(
                (template, tasks) -> {
                    if (summed.contains(template)) {
                        figures.add(sum(window, tasks, before(window, template)));
                    } else {
                        tasks.stream()
                                .filter(task -> !task.ended())
                                .map(task -> one(window, task, beforeOf.get(task.taskId())))
                                .forEach(figures::add);
                    }
                });
        return figures;
    }

    private static List<TaskReading> before(Window window, int template) {
        return window.run().before().tasks().stream()
                .filter(task -> task.template() == template)
                .toList();
    }

    private static TaskFigures one(Window window, TaskReading after, @Nullable TaskReading before) {
        final List<TaskReading> none = before == null ? List.of() : List.of(before);
        return figures(window, after.name(), after.taskId(), List.of(after), none);
    }

    private static TaskFigures sum(
            Window window, List<TaskReading> after, List<TaskReading> before) {
        return figures(window, after.getFirst().name(), null, after, before);
    }

    private static TaskFigures figures(
            Window window,
            String name,
            @Nullable Integer taskId,
            List<TaskReading> after,
            List<TaskReading> before) {
        final long cpuNs = increase(after, before, TaskReading::cpuNs);
        final long activations = increase(after, before, TaskReading::activations);
        return new TaskFigures(
                name,
                taskId,
                cpuNs,
                increase(after, before, TaskReading::bigNs),
                increase(after, before, TaskReading::energyNj) / NJ_PER_UJ,
                Window.ratio(cpuNs, window.simulatedNs()),
                increase(after, before, TaskReading::switchesIn),
                increase(after, before, TaskReading::voluntarySwitches),
                increase(after, before, TaskReading::involuntarySwitches),
                increase(after, before, TaskReading::migrations),
                increase(after, before, TaskReading::wakeups),
                activations,
                increase(after, before, TaskReading::delayedSleeps),
                Window.ratio(increase(after, before, TaskReading::waitNsSum), activations),
                after.stream().mapToLong(TaskReading::waitNsMax).max().orElse(0),
                increase(after, before, TaskReading::bogoOps));
    }

    private static long increase(
            List<TaskReading> after,
            List<TaskReading> before,
            ToLongFunction<TaskReading> counter) {
        return after.stream().mapToLong(counter).sum() - before.stream().mapToLong(counter).sum();
    }
}
