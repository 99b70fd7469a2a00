package io.vlag.engine.cli;

import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.sweep.RunName;
import io.vlag.engine.sweep.RunOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a command has to show for its runs.
 *
 * @param outcomes in the order variants, cases, kernels, seeds
 * @param notes what was ignored or approximated in the input; untrusted
 * @param journals where the journal of a run is, for runs that have one
 */
record Results(
        Scenario scenario,
        List<RunOutcome> outcomes,
        List<String> notes,
        Map<RunName, Path> journals) {

    /** All windows by name, in order. */
    Map<RunName, Window> windows() {
        final Map<RunName, Window> windows = new LinkedHashMap<>();
        for (final RunOutcome outcome : outcomes) {
            if (outcome instanceof RunOutcome.Done done) {
                windows.put(done.name(), new Window(done));
            }
        }
        return windows;
    }

    List<RunOutcome.Failed> failures() {
        return outcomes.stream()
                .filter(RunOutcome.Failed.class::isInstance)
                .map(RunOutcome.Failed.class::cast)
                .toList();
    }

    /** One kernel on one variant with one workload; its windows in the order of the seeds. */
    record Group(
            Scenario.KernelRun kernel,
            MachineSpec machine,
            String workloadCase,
            List<Window> windows) {
        /** Variant and case, for people. */
        String place() {
            return windows.getFirst().run().name().place();
        }
    }

    /** Whether the scenario has several workloads. */
    boolean hasCases() {
        return scenario.workload() instanceof Scenario.WorkloadSource.Cases;
    }

    /** In the order variants, cases, kernels; without groups of which no run came to its end. */
    List<Group> groups() {
        final Map<RunName, Window> windows = windows();
        final List<Group> groups = new ArrayList<>();
        for (final MachineSpec machine : scenario.machines()) {
            for (final Scenario.WorkloadCase workloadCase : scenario.cases()) {
                for (final Scenario.KernelRun kernel : scenario.kernels()) {
                    final List<Window> found =
                            scenario.seeds().stream()
                                    .map(
                                            seed ->
                                                    new RunName(
                                                            kernel.label(),
                                                            machine.variant(),
                                                            workloadCase.name(),
                                                            seed))
                                    .flatMap(
                                            name -> Optional.ofNullable(windows.get(name)).stream())
                                    .toList();
                    if (!found.isEmpty()) {
                        groups.add(new Group(kernel, machine, workloadCase.name(), found));
                    }
                }
            }
        }
        return groups;
    }
}
