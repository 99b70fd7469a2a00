package io.vlag.hw;

import java.util.List;

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
 * @param uncoreUw power of everything that is not a CPU (caches, memory, board), uW, drawn all the
 *     time. A meter's idle board figure contains the idle CPUs: subtract them first.
 */
public record MachinePlan(
        String name,
        boolean frequencyInvariant,
        List<CpuPlan> cpus,
        List<CoreTypePlan> coreTypes,
        List<DomainPlan> domains,
        long uncoreUw) {
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
        final List<String> problems = MachineCheck.problems(cpus, coreTypes, domains, uncoreUw);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "machine " + name + ":\n  " + String.join("\n  ", problems));
        }
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
        return java.util.stream.IntStream.range(0, cpus.size())
                .filter(cpu -> cpus.get(cpu).domainIndex() == domain)
                .toArray();
    }

    /** Largest number of idle states of any core type. */
    public int idleStateCountMax() {
        return coreTypes.stream().mapToInt(type -> type.idleStates().size()).max().orElse(0);
    }
}
