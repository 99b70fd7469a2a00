package io.vlag.engine.cli;

import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.RuntimeChange;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.importer.RtAppImporter;
import io.vlag.engine.workload.StressNgPipe;

import java.util.List;

/** Small operations on scenarios. */
final class Scenarios {
    private Scenarios() {}

    /**
     * The same scenario with some of its runs.
     *
     * @param kernels labels to keep, all when empty
     * @param variants variants to keep, all when empty
     * @param boundsWarmup cuts the warm-up to half the measured time
     */
    static Scenario only(
            Scenario scenario, List<String> kernels, List<String> variants, boolean boundsWarmup) {
        final long warmupNs =
                boundsWarmup
                        ? Math.min(scenario.warmupNs(), scenario.durationNs() / 2)
                        : scenario.warmupNs();
        return new Scenario(
                scenario.name(),
                scenario.title(),
                scenario.machines().stream()
                        .filter(spec -> variants.isEmpty() || variants.contains(spec.variant()))
                        .toList(),
                scenario.kernels().stream()
                        .filter(run -> kernels.isEmpty() || kernels.contains(run.label()))
                        .toList(),
                scenario.seeds(),
                scenario.durationNs(),
                warmupNs,
                scenario.hz(),
                scenario.preemption(),
                scenario.governor(),
                scenario.rateLimitNs(),
                moved(scenario, warmupNs),
                scenario.cpuCount(),
                scenario.tickPhaseNs(),
                scenario.workload(),
                scenario.groups(),
                scenario.published(),
                scenario.position());
    }

    /** A warm-up that is cut loses its beginning: what comes later comes that much earlier. */
    private static List<RuntimeChange> moved(Scenario scenario, long warmupNs) {
        return scenario.changes().stream()
                .map(
                        change ->
                                new RuntimeChange(
                                        Math.max(0, change.atNs() - scenario.warmupNs() + warmupNs),
                                        change.values(),
                                        change.governor(),
                                        change.rateLimitNs()))
                .toList();
    }

    /** The workload on one machine, complete and with CPU sets that fit it. */
    static Workload workload(Scenario scenario, MachineSpec machine) {
        return switch (scenario.workload()) {
            case Scenario.WorkloadSource.Inline(Workload workload) -> workload;
            case Scenario.WorkloadSource.RtApp rtApp ->
                    AffinityFit.fit(RtAppImporter.read(rtApp.file()), scenario.cpuCount());
            case Scenario.WorkloadSource.StressNgPipe(int instanceCount, int slotCount) ->
                    StressNgPipe.of(
                            instanceCount,
                            slotCount,
                            machine.stressNgPipe().writerInstructions().value(),
                            machine.stressNgPipe().readerInstructions().value());
        };
    }
}
