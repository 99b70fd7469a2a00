package io.vlag.engine.cli;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.Problem;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits the CPU sets of an imported workload to a machine: as the kernel does, CPUs that do not
 * exist are left out, and a set of which nothing remains is an error.
 */
final class AffinityFit {
    private final int cpuCount;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private AffinityFit(int cpuCount) {
        this.cpuCount = cpuCount;
    }

    static Workload fit(Workload workload, int cpuCount) {
        final AffinityFit fit = new AffinityFit(cpuCount);
        final List<TaskTemplate> tasks = workload.tasks().stream().map(fit::task).toList();
        if (!fit.problems.isEmpty()) {
            throw new ConfigException(fit.problems);
        }
        final List<String> notes = new ArrayList<>(workload.notes());
        notes.addAll(fit.notes);
        return new Workload(
                workload.name(),
                tasks,
                workload.pipes(),
                workload.threadsShareMemory(),
                workload.durationNs(),
                notes);
    }

    private TaskTemplate task(TaskTemplate task) {
        return new TaskTemplate(
                task.name(),
                task.instanceCount(),
                task.policy(),
                task.nice(),
                task.rtPriority(),
                task.sliceNs(),
                cpus(task.cpus(), task),
                task.taskGroup(),
                task.startDelayNs(),
                steps(task.steps(), task),
                task.inherits(),
                task.position());
    }

    private List<Step> steps(List<Step> steps, TaskTemplate task) {
        return steps.stream()
                .map(
                        step ->
                                switch (step) {
                                    case Step.SetAffinity(CpuSet cpus, String whom) ->
                                            new Step.SetAffinity(cpus(cpus, task), whom);
                                    case Step.Loop(long count, List<Step> body) ->
                                            new Step.Loop(count, steps(body, task));
                                    default -> step;
                                })
                .toList();
    }

    private CpuSet cpus(CpuSet cpus, TaskTemplate task) {
        if (cpus.cpus().stream().allMatch(cpu -> cpu < cpuCount)) {
            return cpus;
        }
        final CpuSet kept = new CpuSet(cpus.cpus().stream().filter(cpu -> cpu < cpuCount).toList());
        final String wanted =
                "task "
                        + Printable.name(task.name())
                        + " wants CPUs "
                        + Printable.name(cpus.cpus().toString());
        if (kept.cpus().isEmpty()) {
            problems.add(
                    new Problem(
                            task.position(),
                            "",
                            wanted
                                    + " and the machine has 0 to "
                                    + (cpuCount - 1)
                                    + "; change cpus, or choose another --machine"));
        } else {
            notes.add(
                    wanted + "; those above " + (cpuCount - 1) + " do not exist and are left out");
        }
        return kept;
    }
}
