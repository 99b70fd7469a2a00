package io.vlag.hw;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds every problem of what CPUs share: clusters, clocks that depend on others, heat. Cold; one
 * use, one thread; the CPUs and domains have been found right.
 */
final class SharedPartsCheck {
    private static final long POWER_UW_MAX = 1_000_000_000_000L;
    private static final long DURATION_NS_MAX = 60_000_000_000L;
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long POLL_NS_MIN = 1_000_000;
    private static final int MILLI_C_MAX = 300_000;
    private static final int KHZ_MAX = 20_000_000;
    private static final int MK_PER_W_MAX = 10_000_000;

    private final List<String> problems = new ArrayList<>();
    private final List<CpuPlan> cpus;
    private final List<DomainPlan> domains;

    private SharedPartsCheck(List<CpuPlan> cpus, List<DomainPlan> domains) {
        this.cpus = cpus;
        this.domains = domains;
    }

    static List<String> problems(
            List<CpuPlan> cpus,
            List<DomainPlan> domains,
            List<ClusterPlan> clusters,
            List<ClockFloorPlan> floors,
            List<CeilingPlan> ceilings,
            List<ThermalZonePlan> zones) {
        final SharedPartsCheck check = new SharedPartsCheck(cpus, domains);
        check.clusters(clusters);
        for (int i = 0; i < floors.size(); i++) {
            check.floor("clockFloors[" + i + "]", floors.get(i));
        }
        for (int i = 0; i < ceilings.size(); i++) {
            check.ceiling("ceilings[" + i + "]", ceilings.get(i));
        }
        check.oneCeilingADomain(ceilings);
        for (int i = 0; i < zones.size(); i++) {
            check.zone("thermalZones[" + i + "]", zones.get(i));
        }
        return check.problems;
    }

    private void clusters(List<ClusterPlan> clusters) {
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            range("cpus[" + cpu + "].clusterId", cpus.get(cpu).clusterId(), 0, clusters.size() - 1);
        }
        for (int i = 0; i < clusters.size(); i++) {
            final String where = "clusters[" + i + "]";
            range(where + ".activeUw", clusters.get(i).activeUw(), 0, POWER_UW_MAX);
            long residencyBefore = 0;
            for (int s = 0; s < clusters.get(i).idleStates().size(); s++) {
                final ClusterPlan.State state = clusters.get(i).idleStates().get(s);
                final String at = where + ".idleStates[" + s + "]";
                range(at + ".entryNs", state.entryNs(), 0, DURATION_NS_MAX);
                range(at + ".exitNs", state.exitNs(), 0, DURATION_NS_MAX);
                range(at + ".residencyNs", state.residencyNs(), residencyBefore, DURATION_NS_MAX);
                range(at + ".powerUw", state.powerUw(), 0, POWER_UW_MAX);
                residencyBefore = state.residencyNs();
            }
        }
    }

    private void floor(String where, ClockFloorPlan floor) {
        range(where + ".from", floor.from(), 0, domains.size() - 1);
        range(where + ".to", floor.to(), 0, domains.size() - 1);
        if (floor.from() == floor.to()) {
            problems.add(where + ".to: a domain cannot hold itself up; name another");
        }
        if (!problems.isEmpty()) {
            return;
        }
        final int fromCount = domains.get(floor.from()).opps().size();
        if (floor.floorOpps().size() != fromCount) {
            problems.add(
                    where
                            + ".floorOpps: has "
                            + floor.floorOpps().size()
                            + " numbers for "
                            + fromCount
                            + " operating points");
        }
        final int top = domains.get(floor.to()).opps().size() - 1;
        for (int i = 0; i < floor.floorOpps().size(); i++) {
            range(where + ".floorOpps[" + i + "]", floor.floorOpps().get(i), 0, top);
        }
    }

    private void ceiling(String where, CeilingPlan ceiling) {
        members(where, ceiling.cpus());
        range(where + ".responseNs", ceiling.responseNs(), 0, DURATION_NS_MAX);
        if (ceiling.steps().isEmpty()) {
            problems.add(where + ".steps: empty; give at least one");
        }
        int before = 0;
        for (int i = 0; i < ceiling.steps().size(); i++) {
            final CeilingPlan.Step step = ceiling.steps().get(i);
            range(where + ".steps[" + i + "].cores", step.cores(), before + 1, cpus.size());
            range(where + ".steps[" + i + "].khz", step.khz(), 1, KHZ_MAX);
            before = step.cores();
        }
    }

    private void oneCeilingADomain(List<CeilingPlan> ceilings) {
        if (!problems.isEmpty()) {
            return;
        }
        final int[] owner = new int[domains.size()];
        for (int i = 0; i < ceilings.size(); i++) {
            for (final int domain :
                    ceilings.get(i).cpus().stream()
                            .map(cpu -> cpus.get(cpu).domainIndex())
                            .collect(Collectors.toSet())) {
                if (owner[domain] != 0) {
                    problems.add(
                            "ceilings["
                                    + i
                                    + "].cpus: domain "
                                    + domains.get(domain).name()
                                    + " has a ceiling already; one domain has one");
                }
                owner[domain] = 1;
            }
        }
    }

    private void zone(String where, ThermalZonePlan zone) {
        members(where, zone.cpus());
        range(where + ".otherUw", zone.otherUw(), 0, POWER_UW_MAX);
        range(where + ".resistanceMkPerW", zone.resistanceMkPerW(), 0, MK_PER_W_MAX);
        range(where + ".timeConstantNs", zone.timeConstantNs(), POLL_NS_MIN, HOUR_NS);
        range(where + ".ambientMilliC", zone.ambientMilliC(), -MILLI_C_MAX, MILLI_C_MAX);
        range(where + ".pollNs", zone.pollNs(), POLL_NS_MIN, HOUR_NS);
        for (int i = 0; i < zone.trips().size(); i++) {
            final ThermalZonePlan.Trip trip = zone.trips().get(i);
            final String at = where + ".trips[" + i + "]";
            range(at + ".milliC", trip.milliC(), -MILLI_C_MAX, MILLI_C_MAX);
            range(at + ".hysteresisMilliC", trip.hysteresisMilliC(), 0, MILLI_C_MAX);
            range(at + ".floorKhz", trip.floorKhz(), 1, KHZ_MAX);
            for (int d = 0; d < trip.domains().size(); d++) {
                range(at + ".domains[" + d + "]", trip.domains().get(d), 0, domains.size() - 1);
            }
        }
    }

    private void members(String where, List<Integer> of) {
        if (of.isEmpty()) {
            problems.add(where + ".cpus: empty; name at least one CPU");
        }
        for (int i = 0; i < of.size(); i++) {
            range(where + ".cpus[" + i + "]", of.get(i), 0, cpus.size() - 1);
        }
    }

    private void range(String where, long value, long min, long max) {
        if (value < min || value > max) {
            problems.add(where + ": " + value + " is outside " + min + ".." + max);
        }
    }
}
