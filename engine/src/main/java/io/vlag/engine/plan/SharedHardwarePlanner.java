package io.vlag.engine.plan;

import io.vlag.engine.config.HardwareSpec;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Quantity;
import io.vlag.hw.CeilingPlan;
import io.vlag.hw.ClockFloorPlan;
import io.vlag.hw.ClusterPlan;
import io.vlag.hw.ThermalZonePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What CPUs share beside a clock: clusters, clocks that depend on others, turbo, heat. */
final class SharedHardwarePlanner {
    private final HardwareSpec hardware;
    private final List<MachineSpec.FrequencyDomainSpec> domains;
    private final int cpuCount;

    /**
     * @param domains those that have a CPU, in the order of the plan
     */
    SharedHardwarePlanner(
            HardwareSpec hardware, List<MachineSpec.FrequencyDomainSpec> domains, int cpuCount) {
        this.hardware = hardware;
        this.domains = domains;
        this.cpuCount = cpuCount;
    }

    ClusterPlan cluster(String name) {
        return hardware.cluster(name)
                .map(
                        spec ->
                                new ClusterPlan(
                                        name,
                                        spec.activeUw().map(Quantity::value).orElse(0L),
                                        spec.idleStates().stream()
                                                .map(SharedHardwarePlanner::clusterState)
                                                .toList()))
                .orElse(new ClusterPlan(name, 0, List.of()));
    }

    private static ClusterPlan.State clusterState(HardwareSpec.ClusterStateSpec state) {
        return new ClusterPlan.State(
                state.name(),
                state.entryLatencyNs().value(),
                state.exitLatencyNs().value(),
                state.minResidencyNs().value(),
                state.powerUw().value());
    }

    List<ClockFloorPlan> clockFloors() {
        final List<ClockFloorPlan> floors = new ArrayList<>();
        for (final HardwareSpec.ClockFloorSpec spec : hardware.clockFloors()) {
            final int from = domain(spec.from());
            final int to = domain(spec.to());
            if (from >= 0 && to >= 0) {
                floors.add(new ClockFloorPlan(from, to, floorOpps(spec, from, to)));
            }
        }
        floors.addAll(sharedClocks());
        return floors;
    }

    private List<Integer> floorOpps(HardwareSpec.ClockFloorSpec spec, int from, int to) {
        return domains.get(from).opps().stream()
                .map(
                        opp ->
                                spec.steps().stream()
                                        .filter(step -> step.fromKhz() <= opp.freqKhz())
                                        .reduce((lower, higher) -> higher)
                                        .map(step -> atOrAbove(to, step.toKhz()))
                                        .orElse(0))
                .toList();
    }

    /** Neighbours behind one clock: each holds all others up to its own operating point. */
    private List<ClockFloorPlan> sharedClocks() {
        final List<ClockFloorPlan> floors = new ArrayList<>();
        for (int from = 0; from < domains.size(); from++) {
            final int width = domains.get(from).sharedClock();
            for (int to = 0; to < domains.size(); to++) {
                if (width > 1
                        && from != to
                        && domains.get(from).table().equals(domains.get(to).table())
                        && placeInTable(from) / width == placeInTable(to) / width) {
                    floors.add(
                            new ClockFloorPlan(
                                    from,
                                    to,
                                    IntStream.range(0, domains.get(from).opps().size())
                                            .boxed()
                                            .toList()));
                }
            }
        }
        return floors;
    }

    private int placeInTable(int domain) {
        return (int)
                domains.subList(0, domain).stream()
                        .filter(other -> other.table().equals(domains.get(domain).table()))
                        .count();
    }

    private int domain(String name) {
        for (int domain = 0; domain < domains.size(); domain++) {
            if (domains.get(domain).name().equals(name)) {
                return domain;
            }
        }
        return -1;
    }

    private int atOrAbove(int domain, long khz) {
        final List<MachineSpec.OppSpec> opps = domains.get(domain).opps();
        int opp = 0;
        while (opp < opps.size() - 1 && opps.get(opp).freqKhz() < khz) {
            opp++;
        }
        return opp;
    }

    List<CeilingPlan> ceilings() {
        return hardware.ceilings().stream()
                .filter(spec -> spec.cpus().cpus().stream().anyMatch(cpu -> cpu < cpuCount))
                .map(
                        spec ->
                                new CeilingPlan(
                                        spec.name(),
                                        members(spec.cpus().cpus()),
                                        spec.responseNs().value(),
                                        steps(spec)))
                .toList();
    }

    /** Steps up to the first that covers all CPUs, since more cores cannot be active. */
    private List<CeilingPlan.Step> steps(HardwareSpec.CeilingSpec spec) {
        final List<CeilingPlan.Step> steps = new ArrayList<>();
        for (final HardwareSpec.CeilingStep step : spec.steps()) {
            final int cores = Math.min(step.cores(), cpuCount);
            if (steps.isEmpty() || cores > steps.getLast().cores()) {
                steps.add(new CeilingPlan.Step(cores, Math.toIntExact(step.khz().value())));
            }
        }
        return steps;
    }

    List<ThermalZonePlan> thermalZones() {
        return hardware.thermalZones().stream()
                .filter(spec -> spec.cpus().cpus().stream().anyMatch(cpu -> cpu < cpuCount))
                .map(this::zone)
                .toList();
    }

    private ThermalZonePlan zone(HardwareSpec.ThermalZoneSpec spec) {
        return new ThermalZonePlan(
                spec.name(),
                members(spec.cpus().cpus()),
                spec.otherUw().map(Quantity::value).orElse(0L),
                Math.toIntExact(spec.resistanceMkPerW().value()),
                spec.timeConstantNs().value(),
                Math.toIntExact(spec.ambientMilliC().value()),
                spec.pollNs(),
                spec.trips().stream().map(this::trip).toList());
    }

    private ThermalZonePlan.Trip trip(HardwareSpec.TripSpec spec) {
        return new ThermalZonePlan.Trip(
                switch (spec.actor()) {
                    case HARDWARE -> ThermalZonePlan.Actor.HARDWARE;
                    case POLICY -> ThermalZonePlan.Actor.POLICY;
                },
                Math.toIntExact(spec.temperatureMilliC().value()),
                Math.toIntExact(spec.hysteresisMilliC().value()),
                IntStream.range(0, domains.size())
                        .filter(domain -> spec.domains().contains(domains.get(domain).table()))
                        .boxed()
                        .toList(),
                Math.toIntExact(spec.floorKhz().value()));
    }

    private List<Integer> members(List<Integer> cpus) {
        return cpus.stream().filter(cpu -> cpu < cpuCount).toList();
    }
}
