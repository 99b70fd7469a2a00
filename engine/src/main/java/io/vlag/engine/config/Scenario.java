package io.vlag.engine.config;

import java.util.List;
import java.util.OptionalLong;

/**
 * A scenario, complete: names are resolved, defaults filled in. It stands for {@code machines x
 * kernels x seeds} runs.
 *
 * @param name file-safe short name
 * @param title for reports
 * @param machines one for every variant asked for
 * @param kernels kernels to compare, the reference first
 * @param seeds at least one
 * @param durationNs measured time, ns; after the warm-up
 * @param warmupNs time before measuring starts, ns
 * @param hz scheduler ticks a second
 * @param preemption preemption model of all kernels
 * @param governor frequency governor
 * @param governorSettings what is set of it
 * @param changes what is changed while the machine runs, in the order of time
 * @param cpuCount CPUs used, the lowest numbers
 * @param tickPhaseNs first tick of CPU 0 after the start, ns, below one tick; empty: drawn from the
 *     seed
 * @param workload what runs
 * @param groups task groups
 * @param published figures to compare the simulation with
 * @param position where the file begins
 */
public record Scenario(
        String name,
        String title,
        List<MachineSpec> machines,
        List<KernelRun> kernels,
        List<Long> seeds,
        long durationNs,
        long warmupNs,
        int hz,
        Preemption preemption,
        Governor governor,
        GovernorSettings governorSettings,
        List<RuntimeChange> changes,
        int cpuCount,
        OptionalLong tickPhaseNs,
        WorkloadSource workload,
        TaskGroups groups,
        List<PublishedFigure> published,
        SourcePosition position) {
    public Scenario {
        machines = List.copyOf(machines);
        kernels = List.copyOf(kernels);
        seeds = List.copyOf(seeds);
        published = List.copyOf(published);
        changes = List.copyOf(changes);
    }

    /** The same scenario with other figures to compare with. */
    public Scenario withPublished(List<PublishedFigure> figures) {
        return new Scenario(
                name,
                title,
                machines,
                kernels,
                seeds,
                durationNs,
                warmupNs,
                hz,
                preemption,
                governor,
                governorSettings,
                changes,
                cpuCount,
                tickPhaseNs,
                workload,
                groups,
                figures,
                position);
    }

    /** The same scenario with other kernels and seeds, and so without published figures. */
    public Scenario withRuns(List<KernelRun> otherKernels, List<Long> otherSeeds) {
        return new Scenario(
                name,
                title,
                machines,
                otherKernels,
                otherSeeds,
                durationNs,
                warmupNs,
                hz,
                preemption,
                governor,
                governorSettings,
                changes,
                cpuCount,
                tickPhaseNs,
                workload,
                groups,
                List.of(),
                position);
    }

    /** The same scenario with other changes while it runs. */
    public Scenario withChanges(List<RuntimeChange> others) {
        return new Scenario(
                name,
                title,
                machines,
                kernels,
                seeds,
                durationNs,
                warmupNs,
                hz,
                preemption,
                governor,
                governorSettings,
                others,
                cpuCount,
                tickPhaseNs,
                workload,
                groups,
                published,
                position);
    }

    /**
     * One kernel of the comparison.
     *
     * @param label unique in the scenario
     * @param schedMc whether the machine's CPUs form one shared-cache domain
     */
    public record KernelRun(String label, KernelSpec kernel, boolean schedMc) {}

    /** What runs. */
    public sealed interface WorkloadSource {
        /** Tasks written in the scenario. */
        record Inline(Workload workload) implements WorkloadSource {}

        /** An rt-app file, resolved against the scenario's directory. */
        record RtApp(java.nio.file.Path file, SourcePosition position) implements WorkloadSource {}

        /**
         * stress-ng's pipe stressor.
         *
         * @param instanceCount pairs of writer and reader
         * @param slotCount packets a pipe holds
         */
        record StressNgPipe(int instanceCount, int slotCount) implements WorkloadSource {}

        /**
         * stress-ng's CPU stressor with load control.
         *
         * @param instanceCount processes
         */
        record StressNgCpu(int instanceCount, Step.CpuLoad load) implements WorkloadSource {}

        /** Several workloads, each of which is run; none is itself cases. */
        record Cases(List<WorkloadCase> cases) implements WorkloadSource {
            public Cases {
                cases = List.copyOf(cases);
            }
        }
    }

    /** One of several workloads of a scenario. */
    public record WorkloadCase(String name, WorkloadSource source) {
        /** Name of the only workload of a scenario without cases. */
        public static final String ONLY = "";
    }

    /** All workloads: the cases, or the only one. */
    public List<WorkloadCase> cases() {
        return workload instanceof WorkloadSource.Cases(List<WorkloadCase> cases)
                ? cases
                : List.of(new WorkloadCase(WorkloadCase.ONLY, workload));
    }

    /**
     * A figure somebody published.
     *
     * @param kernel label of a kernel of the scenario
     * @param variant name of a variant of the scenario
     * @param workloadCase name of a case of the scenario
     * @param metric see {@link PublishedMetric}
     * @param value in the metric's unit
     * @param role whether the cost model may be fitted to it
     * @param source who published it
     */
    public record PublishedFigure(
            String kernel,
            String variant,
            String workloadCase,
            PublishedMetric metric,
            double value,
            Role role,
            String source) {}

    /** Whether a published figure may be fitted. */
    public enum Role {
        /** Cost parameters may be fitted to it; never reported as a match. */
        CALIBRATION,
        /** Never fitted; reported with its error. */
        PREDICTION
    }
}
