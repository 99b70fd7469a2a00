package io.vlag.engine.plan;

import io.vlag.engine.config.CostModel;
import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.HardwareSpec;
import io.vlag.engine.config.KernelVersion;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.PathCost;
import io.vlag.engine.config.Quantity;
import io.vlag.engine.kernel.CpufreqRules;
import io.vlag.hw.CpuPlan;
import io.vlag.hw.DomainPlan;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.PathCosts;
import java.util.ArrayList;
import java.util.Arrays;
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
        final List<String> clusters = clusterNames();
        final List<String> llcs = clusters.stream().map(this::llc).distinct().toList();
        final SharedHardwarePlanner shared =
                new SharedHardwarePlanner(spec.hardware(), usedDomains(), cpuCount);
        final List<CpuPlan> cpus = new ArrayList<>();
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            final MachineSpec.CpuSpec cpuSpec = spec.cpus().get(cpu);
            cpus.add(
                    new CpuPlan(
                            cpuSpec.capacity(),
                            coreTypes.indexOf(cpuSpec.coreType()),
                            domainOf(cpu),
                            cpuSpec.core(),
                            clusters.indexOf(cpuSpec.cluster()),
                            llcs.indexOf(llc(cpuSpec.cluster())),
                            spec.hardware()
                                    .cluster(cpuSpec.cluster())
                                    .map(HardwareSpec.ClusterSpec::node)
                                    .orElse(0)));
        }
        return new MachinePlan(
                spec.name() + "/" + spec.variant(),
                spec.hardware().frequencyInvariant(),
                cpus,
                coreTypes.stream().map(name -> new CoreTypePlanner(spec, name).plan()).toList(),
                usedDomains().stream().map(this::domain).toList(),
                uncoreUw(),
                clusters.stream().map(shared::cluster).toList(),
                shared.clockFloors(),
                shared.ceilings(),
                shared.thermalZones());
    }

    /** Cost of each path for one kernel and core type, by the ordinal of {@link CostPath}. */
    PathCosts costs(MachinePlan machine, KernelVersion version) {
        final Map<CostPath, PathCost> chosen = spec.costs().forKernel(version);
        return new PathCosts(
                machine,
                machine.coreTypes().stream()
                        .map(type -> paths(chosen, new CoreTypePlanner(spec, type.name())))
                        .toList());
    }

    private List<io.vlag.hw.PathCost> paths(
            Map<CostPath, PathCost> chosen, CoreTypePlanner coreType) {
        final CostModel model = spec.costs();
        final List<io.vlag.hw.PathCost> paths = new ArrayList<>();
        for (final CostPath path : CostPath.values()) {
            final PathCost cost = chosen.get(path);
            if (cost == null) {
                throw new IllegalStateException(
                        "machine " + spec.name() + " has no cost for " + path.key());
            }
            final long lines = cost.cacheLines().value();
            final long stallNs = cost.stallNs().value() + lines * model.cacheLineNs().value();
            paths.add(
                    new io.vlag.hw.PathCost(
                            path.key(),
                            cost.instructions().value(),
                            0,
                            coreType.stallPs(stallNs * PS_PER_NS),
                            cost.branchMissesMilli().value(),
                            lines * PERMILLE));
        }
        return paths;
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

    /**
     * Time between two looks of a sampling governor that nobody set, by frequency domain: two ticks
     * at least.
     *
     * @param setNs what somebody set; empty: the kernel's default
     */
    List<Long> samplingRatesNs(CpufreqRules rules, long tickNs, OptionalLong setNs) {
        return Arrays.stream(rateLimitsNs(rules, OptionalLong.empty()))
                .map(limitNs -> setNs.orElse(Math.max(2 * tickNs, limitNs)))
                .boxed()
                .toList();
    }

    /** Last-level cache of each CPU. */
    int[] llcs(MachinePlan machine) {
        return machine.cpus().stream().mapToInt(CpuPlan::llcId).toArray();
    }

    private List<String> clusterNames() {
        return spec.cpus().stream()
                .limit(cpuCount)
                .map(MachineSpec.CpuSpec::cluster)
                .distinct()
                .toList();
    }

    private String llc(String cluster) {
        return spec.hardware().cluster(cluster).map(HardwareSpec.ClusterSpec::llc).orElse(cluster);
    }

    private List<String> coreTypes() {
        return spec.cpus().stream()
                .limit(cpuCount)
                .map(MachineSpec.CpuSpec::coreType)
                .distinct()
                .toList();
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
        final MachineSpec.CpuSpec cpu = firstCpu(domain);
        final CoreTypePlanner coreType = new CoreTypePlanner(spec, cpu.coreType());
        return new DomainPlan(
                domain.name(),
                domain.opps().stream()
                        .map(opp -> coreType.opp(opp, topKhz, cpu.capacity()))
                        .toList(),
                domain.transitionLatencyNs().value(),
                new DomainPlan.Driver(domain.fastSwitch(), domain.anyCpu()));
    }

    private MachineSpec.CpuSpec firstCpu(MachineSpec.FrequencyDomainSpec domain) {
        return spec.cpus().get(domain.cpus().isAll() ? 0 : domain.cpus().cpus().getFirst());
    }

    /**
     * What the board draws beside its CPUs and clusters: the idle figure less CPUs and clusters in
     * their deepest states, at the lowest clocks.
     */
    private long uncoreUw() {
        double idleUw = 0;
        for (int cpu = 0; cpu < spec.cpus().size(); cpu++) {
            idleUw +=
                    new CoreTypePlanner(spec, spec.cpus().get(cpu).coreType())
                            .idleUw(lowestOpp(cpu));
        }
        for (final HardwareSpec.ClusterSpec cluster : spec.hardware().clusters()) {
            idleUw +=
                    cluster.idleStates().isEmpty()
                            ? cluster.activeUw().map(Quantity::value).orElse(0L)
                            : cluster.idleStates().getLast().powerUw().value();
        }
        return Math.max(0, spec.power().boardIdleUw().value() - Math.round(idleUw));
    }

    private MachineSpec.OppSpec lowestOpp(int cpu) {
        return spec.frequencyDomains().stream()
                .filter(domain -> domain.cpus().contains(cpu))
                .findFirst()
                .orElseThrow()
                .opps()
                .getFirst();
    }
}
