package io.vlag.hw;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A machine in numbers, checked. Cold and immutable; the tables of this package copy what they
 * need.
 *
 * @param name for reports
 * @param frequencyInvariant whether the kernel scales utilisation by the current clock; false: its
 *     frequency scale is always 1024
 * @param cpus index = CPU number
 * @param coreTypes micro-architectures
 * @param domains frequency domains
 * @param uncoreUw power of everything that is neither a CPU nor a cluster's own (memory, board),
 *     uW, drawn all the time. A meter's idle board figure contains the idle CPUs: subtract them
 *     first.
 * @param clusters index = {@link CpuPlan#clusterId}
 * @param clockFloors domains that hold others up
 * @param ceilings turbo clocks by active cores
 * @param thermalZones what the CPUs heat
 */
public record MachinePlan(
        String name,
        boolean frequencyInvariant,
        List<CpuPlan> cpus,
        List<CoreTypePlan> coreTypes,
        List<DomainPlan> domains,
        long uncoreUw,
        List<ClusterPlan> clusters,
        List<ClockFloorPlan> clockFloors,
        List<CeilingPlan> ceilings,
        List<ThermalZonePlan> thermalZones) {
    /** An absent id or index. */
    public static final int NONE = -1;

    /** Full capacity and full frequency scale. */
    public static final int SCALE = 1024;

    /**
     * Checks the plan.
     *
     * @throws IllegalArgumentException listing every problem, one a line, each with the value and
     *     what is allowed
     */
    public MachinePlan {
        cpus = List.copyOf(cpus);
        coreTypes = List.copyOf(coreTypes);
        domains = List.copyOf(domains);
        clusters = List.copyOf(clusters);
        clockFloors = List.copyOf(clockFloors);
        ceilings = List.copyOf(ceilings);
        thermalZones = List.copyOf(thermalZones);
        final List<String> problems = new ArrayList<>();
        problems.addAll(MachineCheck.problems(cpus, coreTypes, domains, uncoreUw));
        if (problems.isEmpty()) {
            problems.addAll(
                    SharedPartsCheck.problems(
                            cpus, domains, clusters, clockFloors, ceilings, thermalZones));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "machine " + name + ":\n  " + String.join("\n  ", problems));
        }
    }

    /** A machine whose clusters draw nothing of their own, without turbo and heat. */
    public MachinePlan(
            String name,
            boolean frequencyInvariant,
            List<CpuPlan> cpus,
            List<CoreTypePlan> coreTypes,
            List<DomainPlan> domains,
            long uncoreUw) {
        this(
                name,
                frequencyInvariant,
                cpus,
                coreTypes,
                domains,
                uncoreUw,
                plainClusters(cpus),
                List.of(),
                List.of(),
                List.of());
    }

    private static List<ClusterPlan> plainClusters(List<CpuPlan> cpus) {
        final int count = 1 + cpus.stream().mapToInt(CpuPlan::clusterId).max().orElse(NONE);
        return IntStream.range(0, Math.max(0, count))
                .mapToObj(cluster -> new ClusterPlan("cluster" + cluster, 0, List.of()))
                .toList();
    }

    public int cpuCount() {
        return cpus.size();
    }

    public int domainCount() {
        return domains.size();
    }

    public DomainPlan domainOf(int cpu) {
        return domains.get(cpus.get(cpu).domainIndex());
    }

    public CoreTypePlan coreTypeOf(int cpu) {
        return coreTypes.get(cpus.get(cpu).coreTypeIndex());
    }

    /** Operating points of all domains together; domain {@code d} starts at {@link #oppBase}. */
    public int oppCount() {
        return oppBase(domains.size());
    }

    /** Where a domain's operating points begin in tables over all domains. */
    public int oppBase(int domain) {
        int base = 0;
        for (int i = 0; i < domain; i++) {
            base += domains.get(i).opps().size();
        }
        return base;
    }

    /** CPUs of a domain, rising. */
    public int[] cpusOfDomain(int domain) {
        return IntStream.range(0, cpus.size())
                .filter(cpu -> cpus.get(cpu).domainIndex() == domain)
                .toArray();
    }

    /** Largest number of idle states of any core type. */
    public int idleStateCountMax() {
        return coreTypes.stream().mapToInt(type -> type.idleStates().size()).max().orElse(0);
    }

    /** CPUs of a cluster, rising. */
    public int[] cpusOfCluster(int cluster) {
        return IntStream.range(0, cpus.size())
                .filter(cpu -> cpus.get(cpu).clusterId() == cluster)
                .toArray();
    }

    /** Hardware threads of the core that a CPU belongs to, itself included, rising. */
    public int[] threadsOf(int cpu) {
        final int core = cpus.get(cpu).physicalCoreId();
        return IntStream.range(0, cpus.size())
                .filter(other -> cpus.get(other).physicalCoreId() == core)
                .toArray();
    }

    /** Largest number of idle states of any cluster. */
    public int clusterStateCountMax() {
        return clusters.stream().mapToInt(cluster -> cluster.idleStates().size()).max().orElse(0);
    }

    /** Whether the kernel has an energy model of every CPU. */
    public boolean hasEnergyModel() {
        return domains.stream().allMatch(DomainPlan::hasEnergyModel);
    }
}
