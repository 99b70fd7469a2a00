package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the parts of a machine file that not every machine has. */
final class HardwareReader {
    static final KeySet CORE_TYPE =
            KeySet.of(
                    "machine",
                    "coreType",
                    "name",
                    "kernelIpcMilli",
                    "userIpcMilli",
                    "branchMissCycles",
                    "stallPermille",
                    "dynamicUwPerMhzV2",
                    "staticPerCpu",
                    "kernelDynamicUwPerMhzV2",
                    "idleStates",
                    "smt");
    static final KeySet SMT =
            KeySet.of(
                    "machine",
                    "smt",
                    "throughputPermille",
                    "powerPermille",
                    "basis",
                    "source",
                    "note");
    static final KeySet CLUSTER =
            KeySet.of("machine", "cluster", "name", "llc", "node", "power", "idleStates");
    static final KeySet CLUSTER_STATE =
            KeySet.of(
                    "machine",
                    "clusterState",
                    "name",
                    "entryLatency",
                    "exitLatency",
                    "minResidency",
                    "power");
    static final KeySet CLOCK_FLOOR =
            KeySet.of("machine", "clockFloor", "from", "to", "steps", "basis", "source", "note");
    static final KeySet CLOCK_FLOOR_STEP = KeySet.of("machine", "clockFloorStep", "from", "to");
    static final KeySet TURBO =
            KeySet.of(
                    "machine",
                    "turbo",
                    "name",
                    "cpus",
                    "responseTime",
                    "steps",
                    "basis",
                    "source",
                    "note");
    static final KeySet TURBO_STEP = KeySet.of("machine", "turboStep", "cores", "freq");
    static final KeySet THERMAL_ZONE =
            KeySet.of(
                    "machine",
                    "thermalZone",
                    "name",
                    "cpus",
                    "otherPower",
                    "resistanceMkPerW",
                    "timeConstant",
                    "ambientMilliC",
                    "poll",
                    "trips");
    static final KeySet RECORDED_SYSTEM =
            KeySet.of(
                    "machine",
                    "recordedSystem",
                    "rtAppLoop",
                    "rtAppTurn",
                    "rtAppStart",
                    "kernelThreads");
    static final KeySet KERNEL_THREAD =
            KeySet.of("machine", "kernelThread", "name", "kernels", "period", "instructions");
    static final KeySet TRIP =
            KeySet.of(
                    "machine",
                    "trip",
                    "actor",
                    "temperatureMilliC",
                    "hysteresisMilliC",
                    "domains",
                    "floor");

    private static final long MINUTE_NS = 60_000_000_000L;
    private static final long HOUR_NS = 60 * MINUTE_NS;
    private static final long POWER_UW_MAX = 1_000_000_000_000L;
    private static final long RT_APP_INSTRUCTIONS_MAX = 1_000_000;
    private static final int MILLI_C_MAX = 300_000;

    private final Fields file;
    private final QuantityReader quantities;
    private final List<MachineSpec.CpuSpec> cpus;
    private final List<MachineSpec.FrequencyDomainSpec> domains;

    HardwareReader(
            Fields file,
            QuantityReader quantities,
            List<MachineSpec.CpuSpec> cpus,
            List<MachineSpec.FrequencyDomainSpec> domains) {
        this.file = file;
        this.quantities = quantities;
        this.cpus = cpus;
        this.domains = domains;
    }

    HardwareSpec read() {
        return new HardwareSpec(
                file.flagOr("frequencyInvariant", true),
                file.flagOr("irqTimeAccounting", true),
                file.choiceOr("idleGovernor", Words.IDLE_GOVERNORS, IdleGovernor.MENU),
                items("coreTypes").stream().map(this::coreType).toList(),
                items("clusters").stream().map(this::cluster).toList(),
                items("clockFloors").stream().map(this::clockFloor).toList(),
                items("turbo").stream().map(this::turbo).toList(),
                items("thermalZones").stream().map(this::zone).toList(),
                file.optional("recordedSystem")
                        .map(value -> recordedSystem(value.fields(RECORDED_SYSTEM))));
    }

    private HardwareSpec.RecordedSystemSpec recordedSystem(Fields fields) {
        return new HardwareSpec.RecordedSystemSpec(
                quantities.integer(fields, "rtAppLoop", 1, RT_APP_INSTRUCTIONS_MAX),
                quantities.integer(fields, "rtAppTurn", 0, RT_APP_INSTRUCTIONS_MAX),
                quantities.integer(fields, "rtAppStart", 1, RT_APP_INSTRUCTIONS_MAX),
                fields
                        .optional("kernelThreads")
                        .map(value -> value.list(1))
                        .orElse(List.of())
                        .stream()
                        .map(item -> kernelThread(item.fields(KERNEL_THREAD)))
                        .toList());
    }

    private HardwareSpec.KernelThreadSpec kernelThread(Fields fields) {
        return new HardwareSpec.KernelThreadSpec(
                fields.text("name", "kcompactd0"),
                fields.optional("kernels").flatMap(PatchFile::range).orElse(KernelRange.ALL),
                quantities.amount(fields, "period", Unit.DURATION, 1_000_000, MINUTE_NS),
                quantities.integer(fields, "instructions", 1, RT_APP_INSTRUCTIONS_MAX));
    }

    private List<Value> items(String key) {
        return file.optional(key).map(value -> value.list(1)).orElse(List.of());
    }

    private HardwareSpec.CoreTypeSpec coreType(Value value) {
        final Fields fields = value.fields(CORE_TYPE);
        final String name = fields.text("name", "Arm Cortex-A55");
        known(
                value,
                "name",
                name,
                cpus.stream().map(MachineSpec.CpuSpec::coreType).distinct().toList());
        return new HardwareSpec.CoreTypeSpec(
                name,
                quantities.optionalInteger(fields, "kernelIpcMilli", 100, 10_000),
                quantities.optionalInteger(fields, "userIpcMilli", 100, 10_000),
                quantities.optionalInteger(fields, "branchMissCycles", 0, 1_000),
                quantities.optionalInteger(fields, "stallPermille", 0, 100_000),
                quantities.optionalInteger(fields, "dynamicUwPerMhzV2", 0, 1_000_000),
                quantities.optionalAmount(fields, "staticPerCpu", Unit.POWER, 0, 1_000_000_000),
                quantities.optionalInteger(fields, "kernelDynamicUwPerMhzV2", 0, 1_000_000),
                fields.optional("idleStates")
                        .map(
                                list ->
                                        list.list(1).stream()
                                                .map(
                                                        item ->
                                                                MachineReader.idleState(
                                                                        item, quantities))
                                                .toList())
                        .orElse(List.of()),
                fields.optional("smt").map(this::smt));
    }

    private HardwareSpec.SmtSpec smt(Value value) {
        final Fields fields = value.fields(SMT);
        final Basis basis = fields.choice("basis", Words.BASES, "estimated");
        quantities.source(fields);
        fields.textOr("note", "");
        final List<Quantity> throughput = permilles(fields, "throughputPermille", basis);
        final List<Quantity> power = permilles(fields, "powerPermille", basis);
        if (throughput.size() != power.size()) {
            value.reject(
                    "has "
                            + throughput.size()
                            + " numbers in throughputPermille and "
                            + power.size()
                            + " in powerPermille; write one for every number of busy threads");
        }
        return new HardwareSpec.SmtSpec(throughput, power);
    }

    private List<Quantity> permilles(Fields fields, String key, Basis basis) {
        final List<Quantity> found = new ArrayList<>();
        for (final Value item :
                fields.required(key, "[1000, {value: 1250, low: 1100, high: 1400}]")
                        .map(value -> value.list(1))
                        .orElse(List.of())) {
            final long most = 1_000L * (found.size() + 1);
            found.add(
                    found.isEmpty()
                            ? quantities.rangedItem(item, most, Basis.DERIVED)
                            : quantities.rangedItem(item, most, basis));
        }
        if (!found.isEmpty() && found.getFirst().value() != 1_000) {
            fields.reject(key + " must begin with 1000: one busy thread is what others count by");
        }
        return found;
    }

    private HardwareSpec.ClusterSpec cluster(Value value) {
        final Fields fields = value.fields(CLUSTER);
        final String name = fields.text("name", "little");
        known(
                value,
                "name",
                name,
                cpus.stream().map(MachineSpec.CpuSpec::cluster).distinct().toList());
        return new HardwareSpec.ClusterSpec(
                name,
                fields.textOr("llc", name),
                (int) fields.integerOr("node", 0, 1_023, 0),
                quantities.optionalAmount(fields, "power", Unit.POWER, 0, POWER_UW_MAX),
                fields.optional("idleStates")
                        .map(list -> list.list(1).stream().map(this::clusterState).toList())
                        .orElse(List.of()));
    }

    private HardwareSpec.ClusterStateSpec clusterState(Value value) {
        final Fields fields = value.fields(CLUSTER_STATE);
        return new HardwareSpec.ClusterStateSpec(
                fields.text("name", "cluster-off"),
                quantities.amount(fields, "entryLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "exitLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "minResidency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "power", Unit.POWER, 0, POWER_UW_MAX));
    }

    private HardwareSpec.ClockFloorSpec clockFloor(Value value) {
        final Fields fields = value.fields(CLOCK_FLOOR);
        fields.choice("basis", Words.BASES, "declared");
        quantities.source(fields);
        fields.textOr("note", "");
        final String from = fields.text("from", "big");
        final String to = fields.text("to", "little");
        known(value, "from", from, domainNames());
        known(value, "to", to, domainNames());
        final List<HardwareSpec.ClockFloorStep> steps = new ArrayList<>();
        for (final Value item :
                fields.required("steps", "[{from: 2802MHz, to: 1401MHz}]")
                        .map(list -> list.list(1))
                        .orElse(List.of())) {
            final Fields step = item.fields(CLOCK_FLOOR_STEP);
            final long fromKhz = step.amount("from", Unit.FREQUENCY, 1_000, 100_000_000, "2802MHz");
            if (!steps.isEmpty() && fromKhz <= steps.getLast().fromKhz()) {
                item.reject("is not above the step before it; list steps by rising clock");
            }
            steps.add(
                    new HardwareSpec.ClockFloorStep(
                            fromKhz,
                            step.amount("to", Unit.FREQUENCY, 1_000, 100_000_000, "1401MHz")));
        }
        return new HardwareSpec.ClockFloorSpec(from, to, steps);
    }

    private HardwareSpec.CeilingSpec turbo(Value value) {
        final Fields fields = value.fields(TURBO);
        final Basis basis = fields.choice("basis", Words.BASES, "estimated");
        quantities.source(fields);
        fields.textOr("note", "");
        final List<HardwareSpec.CeilingStep> steps = new ArrayList<>();
        for (final Value item :
                fields.required("steps", "[{cores: 2, freq: 4GHz}]")
                        .map(list -> list.list(1))
                        .orElse(List.of())) {
            final Fields step = item.fields(TURBO_STEP);
            final int cores = (int) step.integer("cores", 1, MachineReader.CPUS_MAX, "2");
            if (!steps.isEmpty() && cores <= steps.getLast().cores()) {
                item.reject("has no more cores than the step before it; list rising numbers");
            }
            step.required("freq", "4GHz");
            steps.add(
                    new HardwareSpec.CeilingStep(
                            cores,
                            quantities.rangedAmount(
                                    step, "freq", Unit.FREQUENCY, 100_000_000, basis)));
        }
        return new HardwareSpec.CeilingSpec(
                fields.text("name", "socket0"),
                cpuSet(fields),
                quantities.amount(fields, "responseTime", Unit.DURATION, 0, MINUTE_NS),
                steps);
    }

    private HardwareSpec.ThermalZoneSpec zone(Value value) {
        final Fields fields = value.fields(THERMAL_ZONE);
        return new HardwareSpec.ThermalZoneSpec(
                fields.text("name", "soc"),
                cpuSet(fields),
                quantities.optionalAmount(fields, "otherPower", Unit.POWER, 0, POWER_UW_MAX),
                quantities.integer(fields, "resistanceMkPerW", 0, 10_000_000),
                quantities.amount(fields, "timeConstant", Unit.DURATION, 1_000_000, HOUR_NS),
                quantities.integer(fields, "ambientMilliC", 0, MILLI_C_MAX),
                fields.amount("poll", Unit.DURATION, 1_000_000, HOUR_NS, "100ms"),
                fields.optional("trips")
                        .map(list -> list.list(1).stream().map(this::trip).toList())
                        .orElse(List.of()));
    }

    private HardwareSpec.TripSpec trip(Value value) {
        final Fields fields = value.fields(TRIP);
        final List<String> limited = new ArrayList<>();
        for (final Value item :
                fields.required("domains", "[big]").map(list -> list.list(1)).orElse(List.of())) {
            item.text(200)
                    .ifPresent(
                            name -> {
                                known(item, "", name, tableNames());
                                limited.add(name);
                            });
        }
        return new HardwareSpec.TripSpec(
                fields.choice("actor", Words.ACTORS, "policy"),
                quantities.integer(fields, "temperatureMilliC", 0, MILLI_C_MAX),
                quantities.integer(fields, "hysteresisMilliC", 0, MILLI_C_MAX),
                limited,
                quantities.amount(fields, "floor", Unit.FREQUENCY, 1_000, 100_000_000));
    }

    private CpuSet cpuSet(Fields fields) {
        return fields.required("cpus", "0-3")
                .map(value -> CpuSetReader.read(value, Math.max(1, cpus.size())))
                .orElse(CpuSet.ALL);
    }

    private List<String> domainNames() {
        return domains.stream().map(MachineSpec.FrequencyDomainSpec::name).toList();
    }

    private List<String> tableNames() {
        return domains.stream().map(MachineSpec.FrequencyDomainSpec::table).distinct().toList();
    }

    private static void known(Value value, String key, String name, List<String> names) {
        final Set<String> all = new HashSet<>(names);
        if (name.isEmpty() || all.contains(name)) {
            return;
        }
        final Optional<String> near = Texts.nearest(name, names);
        value.reject(
                (key.isEmpty() ? "" : key + " ")
                        + Texts.quote(name)
                        + " is not in this file; "
                        + near.map(found -> "did you mean " + found + "?")
                                .orElse("choose one of " + String.join(", ", names)));
    }
}
