package io.vlag.engine.cli;

import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.RuntimeChange;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.Workload;
import io.vlag.engine.importer.RtAppImporter;
import io.vlag.engine.workload.StressNgCpu;
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
     * @param cases names of cases to keep, all when empty
     * @param boundsWarmup cuts the warm-up to half the measured time
     */
    static Scenario only(
            Scenario scenario,
            List<String> kernels,
            List<String> variants,
            List<String> cases,
            boolean boundsWarmup) {
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
                scenario.governorSettings(),
                moved(scenario, warmupNs),
                scenario.cpuCount(),
                scenario.tickPhaseNs(),
                workload(scenario, cases),
                scenario.groups(),
                scenario.published(),
                scenario.position());
    }

    private static Scenario.WorkloadSource workload(Scenario scenario, List<String> names) {
        if (names.isEmpty()) {
            return scenario.workload();
        }
        final List<String> known =
                scenario.cases().stream().map(Scenario.WorkloadCase::name).toList();
        for (final String name : names) {
            if (name.isEmpty() || !known.contains(name)) {
                throw new BadInputException(
                        "--case "
                                + Printable.name(name)
                                + ": is no case of the scenario; "
                                + (scenario.workload() instanceof Scenario.WorkloadSource.Cases
                                        ? "choose one of " + Printable.line(known.toString())
                                        : "it has none"));
            }
        }
        return new Scenario.WorkloadSource.Cases(
                scenario.cases().stream().filter(found -> names.contains(found.name())).toList());
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

    /** The only workload on one machine; refuses a scenario with several. */
    static Workload workload(Scenario scenario, MachineSpec machine) {
        final List<Scenario.WorkloadCase> cases = scenario.cases();
        if (cases.size() != 1) {
            throw new BadInputException(
                    scenario.name()
                            + ": has "
                            + cases.size()
                            + " cases, and one workload is needed here; choose one with --set"
                            + " workload='{...}'");
        }
        return workload(scenario, cases.getFirst().source(), machine);
    }

    /** A workload on one machine, complete and with CPU sets that fit it. */
    static Workload workload(
            Scenario scenario, Scenario.WorkloadSource source, MachineSpec machine) {
        return switch (source) {
            case Scenario.WorkloadSource.Inline(Workload workload) -> workload;
            case Scenario.WorkloadSource.RtApp rtApp ->
                    AffinityFit.fit(RtAppImporter.read(rtApp.file()), scenario.cpuCount());
            case Scenario.WorkloadSource.StressNgPipe(int instanceCount, int slotCount) ->
                    StressNgPipe.of(
                            instanceCount,
                            slotCount,
                            machine.stressNgPipe().writerInstructions().value(),
                            machine.stressNgPipe().readerInstructions().value());
            case Scenario.WorkloadSource.StressNgCpu(int instanceCount, Step.CpuLoad load) ->
                    StressNgCpu.of(instanceCount, load);
            case Scenario.WorkloadSource.Cases cases ->
                    throw new IllegalArgumentException(cases.cases().size() + " cases");
        };
    }
}
