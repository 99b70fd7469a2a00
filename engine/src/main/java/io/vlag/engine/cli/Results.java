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

/**
 * Everything a command has to show for its runs.
 *
 * @param outcomes in the order variants, kernels, seeds
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

    /** One kernel on one variant, with its windows in the order of the seeds. */
    record Group(Scenario.KernelRun kernel, MachineSpec machine, List<Window> windows) {}

    /** In the order variants, kernels; without groups of which no run came to its end. */
    List<Group> groups() {
        final Map<RunName, Window> windows = windows();
        final List<Group> groups = new ArrayList<>();
        for (final MachineSpec machine : scenario.machines()) {
            for (final Scenario.KernelRun kernel : scenario.kernels()) {
                final List<Window> found = new ArrayList<>();
                for (final long seed : scenario.seeds()) {
                    final Window window =
                            windows.get(new RunName(kernel.label(), machine.variant(), seed));
                    if (window != null) {
                        found.add(window);
                    }
                }
                if (!found.isEmpty()) {
                    groups.add(new Group(kernel, machine, found));
                }
            }
        }
        return groups;
    }
}
