package io.vlag.hw;

import java.util.ArrayList;
import java.util.List;

/** Finds every problem of a machine plan. Cold; one use, one thread. */
final class MachineCheck {
    private static final int CPU_COUNT_MAX = 4096;
    private static final int OPP_COUNT_MAX = 4096;
    private static final int KHZ_MAX = 20_000_000;
    private static final int MICROVOLT_MAX = 3_000_000;
    private static final int IPC_MILLI_MAX = 16_000;
    private static final int MISPREDICT_CYCLES_MAX = 1_000;
    private static final int COEFFICIENT_MAX = 1_000_000;
    private static final long POWER_UW_MAX =
            1_000_000_000_000L; // 1 MW; keeps power * 1 ms inside 64 bits
    private static final long DURATION_NS_MAX = 60_000_000_000L;
    private static final long TRANSITION_NJ_MAX = 1_000_000_000_000L; // 1 kJ

    private final List<String> problems = new ArrayList<>();

    private MachineCheck() {}

    static List<String> problems(
            List<CpuPlan> cpus,
            List<CoreTypePlan> coreTypes,
            List<DomainPlan> domains,
            long uncoreUw) {
        final MachineCheck check = new MachineCheck();
        check.range("cpus: count", cpus.size(), 1, CPU_COUNT_MAX);
        check.range("coreTypes: count", coreTypes.size(), 1, CPU_COUNT_MAX);
        check.range("domains: count", domains.size(), 1, CPU_COUNT_MAX);
        check.range("uncoreUw", uncoreUw, 0, POWER_UW_MAX);
        for (int i = 0; i < coreTypes.size(); i++) {
            check.coreType("coreTypes[" + i + "]", coreTypes.get(i));
        }
        for (int i = 0; i < domains.size(); i++) {
            check.domain("domains[" + i + "]", domains.get(i));
        }
        for (int i = 0; i < cpus.size(); i++) {
            check.cpu("cpus[" + i + "]", cpus.get(i), coreTypes, domains);
        }
        if (check.problems.isEmpty()) {
            check.whole(cpus, domains);
        }
        return check.problems;
    }

    private void coreType(String where, CoreTypePlan type) {
        range(where + ".ipcMilli", type.ipcMilli(), 1, IPC_MILLI_MAX);
        range(where + ".userIpcMilli", type.userIpcMilli(), 1, IPC_MILLI_MAX);
        range(where + ".mispredictCycles", type.mispredictCycles(), 0, MISPREDICT_CYCLES_MAX);
        range(where + ".dynamicUwPerMhzV2", type.dynamicUwPerMhzV2(), 0, COEFFICIENT_MAX);
        range(where + ".staticUw", type.staticUw(), 0, POWER_UW_MAX);
        if (type.idleStates().isEmpty()) {
            problems.add(
                    where + ".idleStates: empty; give at least the shallowest state, such as WFI");
        }
        long residencyBefore = 0;
        for (int i = 0; i < type.idleStates().size(); i++) {
            final IdleStatePlan state = type.idleStates().get(i);
            final String at = where + ".idleStates[" + i + "]";
            range(at + ".entryNs", state.entryNs(), 0, DURATION_NS_MAX);
            range(at + ".exitNs", state.exitNs(), 0, DURATION_NS_MAX);
            range(at + ".residencyNs", state.residencyNs(), 0, DURATION_NS_MAX);
            range(at + ".powerMilli", state.powerMilli(), 0, 1000);
            range(at + ".powerUw", state.powerUw(), MachinePlan.NONE, POWER_UW_MAX);
            range(at + ".wakeNs", state.wakeNs(), 0, DURATION_NS_MAX);
            range(at + ".transitionNj", state.transitionNj(), 0, TRANSITION_NJ_MAX);
            if (state.residencyNs() < residencyBefore) {
                problems.add(
                        at
                                + ".residencyNs: "
                                + state.residencyNs()
                                + " is below the state before it ("
                                + residencyBefore
                                + "); list states shallowest first");
            }
            residencyBefore = state.residencyNs();
        }
        smt(where + ".smt", type.smt());
    }

    private void smt(String where, SmtPlan smt) {
        if (smt.throughputMilli().size() != smt.powerMilli().size()) {
            problems.add(
                    where
                            + ".powerMilli: has "
                            + smt.powerMilli().size()
                            + " numbers, throughputMilli "
                            + smt.throughputMilli().size()
                            + "; write one of each for every number of busy threads");
        }
        for (int i = 0; i < smt.throughputMilli().size(); i++) {
            range(
                    where + ".throughputMilli[" + i + "]",
                    smt.throughputMilli().get(i),
                    1,
                    1000L * (i + 1));
        }
        for (int i = 0; i < smt.powerMilli().size(); i++) {
            range(where + ".powerMilli[" + i + "]", smt.powerMilli().get(i), 1, 1000L * (i + 1));
        }
    }

    private void domain(String where, DomainPlan domain) {
        range(where + ".transitionNs", domain.transitionNs(), 0, DURATION_NS_MAX);
        range(where + ".opps: count", domain.opps().size(), 1, OPP_COUNT_MAX);
        Opp before = new Opp(0, 0, 0);
        for (int i = 0; i < domain.opps().size(); i++) {
            final Opp opp = domain.opps().get(i);
            final String at = where + ".opps[" + i + "]";
            range(at + ".khz", opp.khz(), 1, KHZ_MAX);
            range(at + ".microvolt", opp.microvolt(), 1, MICROVOLT_MAX);
            range(at + ".capacity", opp.capacity(), 1, MachinePlan.SCALE);
            range(at + ".busyUw", opp.busyUw(), MachinePlan.NONE, POWER_UW_MAX);
            range(at + ".idleUw", opp.idleUw(), MachinePlan.NONE, POWER_UW_MAX);
            range(at + ".kernelUw", opp.kernelUw(), MachinePlan.NONE, POWER_UW_MAX);
            if (opp.khz() <= before.khz()) {
                problems.add(
                        at
                                + ".khz: "
                                + opp.khz()
                                + " is not above the operating point before it ("
                                + before.khz()
                                + "); list operating points in rising order");
            }
            if (opp.capacity() < before.capacity()) {
                problems.add(
                        at
                                + ".capacity: "
                                + opp.capacity()
                                + " is below the operating point before it ("
                                + before.capacity()
                                + "); capacity may not fall while the clock rises");
            }
            before = opp;
        }
    }

    private void cpu(
            String where, CpuPlan cpu, List<CoreTypePlan> coreTypes, List<DomainPlan> domains) {
        range(where + ".capacity", cpu.capacity(), 1, MachinePlan.SCALE);
        range(where + ".coreTypeIndex", cpu.coreTypeIndex(), 0, coreTypes.size() - 1);
        range(where + ".domainIndex", cpu.domainIndex(), 0, domains.size() - 1);
        range(where + ".physicalCoreId", cpu.physicalCoreId(), 0, Integer.MAX_VALUE);
        range(where + ".clusterId", cpu.clusterId(), 0, Integer.MAX_VALUE);
        range(where + ".llcId", cpu.llcId(), MachinePlan.NONE, Integer.MAX_VALUE);
        range(where + ".nodeId", cpu.nodeId(), 0, Integer.MAX_VALUE);
    }

    /** Relations between parts; runs only when each part is right by itself. */
    private void whole(List<CpuPlan> cpus, List<DomainPlan> domains) {
        final int biggest = cpus.stream().mapToInt(CpuPlan::capacity).max().orElse(0);
        if (biggest != MachinePlan.SCALE) {
            problems.add(
                    "cpus: the biggest capacity is "
                            + biggest
                            + "; scale all so that the biggest CPU has 1024");
        }
        final boolean[] used = new boolean[domains.size()];
        for (int i = 0; i < cpus.size(); i++) {
            final CpuPlan cpu = cpus.get(i);
            used[cpu.domainIndex()] = true;
            final int top = domains.get(cpu.domainIndex()).opps().getLast().capacity();
            if (top != cpu.capacity()) {
                problems.add(
                        "cpus["
                                + i
                                + "].capacity: "
                                + cpu.capacity()
                                + " differs from the top operating point of domains["
                                + cpu.domainIndex()
                                + "] ("
                                + top
                                + ")");
            }
            for (int j = 0; j < i; j++) {
                siblings(i, cpu, j, cpus.get(j));
            }
        }
        for (int d = 0; d < used.length; d++) {
            if (!used[d]) {
                problems.add(
                        "domains["
                                + d
                                + "]: no CPU belongs to it; remove it or point a CPU's domainIndex"
                                + " at it");
            }
        }
    }

    private void siblings(int i, CpuPlan cpu, int j, CpuPlan other) {
        if (cpu.physicalCoreId() == other.physicalCoreId()
                && (cpu.domainIndex() != other.domainIndex()
                        || cpu.coreTypeIndex() != other.coreTypeIndex())) {
            problems.add(
                    "cpus["
                            + i
                            + "].physicalCoreId: "
                            + cpu.physicalCoreId()
                            + " is shared with cpus["
                            + j
                            + "] of another frequency domain or core type; SMT siblings share"
                            + " both");
        }
    }

    private void range(String where, long value, long min, long max) {
        if (value < min || value > max) {
            problems.add(where + ": " + value + " is outside " + min + ".." + max);
        }
    }
}
