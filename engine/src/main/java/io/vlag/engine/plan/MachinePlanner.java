package io.vlag.engine.plan;

import io.vlag.engine.config.CostModel;
import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.KernelVersion;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.PathCost;
import io.vlag.engine.kernel.CpufreqRules;
import io.vlag.hw.CoreTypePlan;
import io.vlag.hw.CpuPlan;
import io.vlag.hw.DomainPlan;
import io.vlag.hw.IdleStatePlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.Opp;
import io.vlag.hw.PathCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Turns a machine file's records into the hardware model's plan. */
final class MachinePlanner {
    private static final int PERMILLE = 1_000;
    private static final long PS_PER_NS = 1_000;

    private final MachineSpec spec;
    private final int cpuCount;

    MachinePlanner(MachineSpec spec, int cpuCount) {
        this.spec = spec;
        this.cpuCount = cpuCount;
    }

    MachinePlan machine() {
        final List<String> coreTypes = coreTypes();
        final List<String> clusters =
                spec.cpus().stream().map(MachineSpec.CpuSpec::cluster).distinct().toList();
        final List<CpuPlan> cpus = new ArrayList<>();
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            final MachineSpec.CpuSpec cpuSpec = spec.cpus().get(cpu);
            final int cluster = clusters.indexOf(cpuSpec.cluster());
            cpus.add(
                    new CpuPlan(
                            cpuSpec.capacity(),
                            coreTypes.indexOf(cpuSpec.coreType()),
                            domainOf(cpu),
                            cpu,
                            cluster,
                            cluster,
                            0));
        }
        return new MachinePlan(
                spec.name() + "/" + spec.variant(),
                true,
                cpus,
                coreTypes.stream().map(this::coreType).toList(),
                usedDomains().stream().map(this::domain).toList(),
                uncoreUw());
    }

    /**
     * Cost of each path for one kernel, by the ordinal of {@link CostPath}, the same on every core
     * type.
     */
    PathCosts costs(MachinePlan machine, KernelVersion version) {
        final Map<CostPath, PathCost> chosen = spec.costs().forKernel(version);
        final CostModel model = spec.costs();
        final List<io.vlag.hw.PathCost> paths = new ArrayList<>();
        for (final CostPath path : CostPath.values()) {
            final PathCost cost = chosen.get(path);
            if (cost == null) {
                throw new IllegalStateException(
                        "machine " + spec.name() + " has no cost for " + path.key());
            }
            final long lines = cost.cacheLines().value();
            paths.add(
                    new io.vlag.hw.PathCost(
                            path.key(),
                            cost.instructions().value(),
                            0,
                            (cost.stallNs().value() + lines * model.cacheLineNs().value())
                                    * PS_PER_NS,
                            cost.branchMissesMilli().value(),
                            lines * PERMILLE));
        }
        return new PathCosts(machine, machine.coreTypes().stream().map(type -> paths).toList());
    }

    /**
     * Schedutil's least time between two clocks, by frequency domain.
     *
     * @param setNs what somebody set; empty: the kernel's default
     */
    long[] rateLimitsNs(CpufreqRules rules, OptionalLong setNs) {
        return usedDomains().stream()
                .mapToLong(
                        domain ->
                                setNs.orElseGet(
                                        () ->
                                                rules.defaultRateLimitNs(
                                                        domain.reportedLatencyNs()
                                                                .orElse(rules.unknownLatencyNs()))))
                .toArray();
    }

    /** Cluster of each CPU: the CPUs of one share the last-level cache. */
    int[] clusters() {
        final List<String> names =
                spec.cpus().stream().map(MachineSpec.CpuSpec::cluster).distinct().toList();
        return spec.cpus().stream()
                .limit(cpuCount)
                .mapToInt(cpu -> names.indexOf(cpu.cluster()))
                .toArray();
    }

    private List<String> coreTypes() {
        return spec.cpus().stream()
                .limit(cpuCount)
                .map(MachineSpec.CpuSpec::coreType)
                .distinct()
                .toList();
    }

    private CoreTypePlan coreType(String name) {
        return new CoreTypePlan(
                name,
                Math.toIntExact(spec.costs().kernelIpcMilli().value()),
                Math.toIntExact(spec.costs().branchMissCycles().value()),
                Math.toIntExact(spec.power().dynamicUwPerMhzV2().value()),
                spec.power().staticUwPerCpu().value(),
                spec.idleStates().stream().map(MachinePlanner::idleState).toList());
    }

    private static IdleStatePlan idleState(MachineSpec.IdleStateSpec state) {
        return new IdleStatePlan(
                state.name(),
                state.entryLatencyNs().value(),
                state.exitLatencyNs().value(),
                state.minResidencyNs().value(),
                Math.toIntExact(state.powerPermille().value()));
    }

    private List<MachineSpec.FrequencyDomainSpec> usedDomains() {
        return spec.frequencyDomains().stream()
                .filter(
                        domain ->
                                domain.cpus().isAll()
                                        || domain.cpus().cpus().stream()
                                                .anyMatch(cpu -> cpu < cpuCount))
                .toList();
    }

    private int domainOf(int cpu) {
        final List<MachineSpec.FrequencyDomainSpec> domains = usedDomains();
        for (int index = 0; index < domains.size(); index++) {
            if (domains.get(index).cpus().contains(cpu)) {
                return index;
            }
        }
        throw new IllegalStateException(
                "machine " + spec.name() + ": CPU " + cpu + " is in no frequency domain");
    }

    private DomainPlan domain(MachineSpec.FrequencyDomainSpec domain) {
        final long topKhz = domain.opps().getLast().freqKhz();
        return new DomainPlan(
                domain.name(),
                domain.opps().stream()
                        .map(
                                opp ->
                                        new Opp(
                                                Math.toIntExact(opp.freqKhz()),
                                                Math.toIntExact(opp.voltageUv()),
                                                Math.toIntExact(
                                                        MachinePlan.SCALE
                                                                * opp.freqKhz()
                                                                / topKhz)))
                        .toList(),
                domain.transitionLatencyNs().value());
    }

    /**
     * What the board draws beside its CPUs: the idle figure less the idle CPUs at the lowest clock.
     */
    private long uncoreUw() {
        final MachineSpec.OppSpec lowest = spec.frequencyDomains().getFirst().opps().getFirst();
        final double volt = lowest.voltageUv() / 1e6;
        final double busyUw =
                spec.power().dynamicUwPerMhzV2().value() * (lowest.freqKhz() / 1e3) * volt * volt
                        + spec.power().staticUwPerCpu().value();
        final double idleUw =
                busyUw * spec.idleStates().getFirst().powerPermille().value() / PERMILLE;
        return Math.max(
                0, spec.power().boardIdleUw().value() - Math.round(spec.cpus().size() * idleUw));
    }
}
