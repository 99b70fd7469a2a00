package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a machine file with all its variants. */
final class MachineReader {
    static final KeySet MACHINE =
            KeySet.of(
                    "machine",
                    "",
                    "name",
                    "title",
                    "note",
                    "sources",
                    "cpus",
                    "cacheLine",
                    "schedMc",
                    "frequencyDomains",
                    "idleStates",
                    "power",
                    "governor",
                    "ondemand",
                    "hz",
                    "execution",
                    "costs",
                    "stressNgPipe",
                    "variants");
    static final KeySet CPUS =
            KeySet.of("machine", "cpus", "count", "cluster", "coreType", "capacity");
    static final KeySet SCHED_MC =
            KeySet.of("machine", "schedMc", "kernels", "basis", "source", "note");
    static final KeySet DOMAIN =
            KeySet.of(
                    "machine",
                    "frequencyDomain",
                    "name",
                    "cpus",
                    "fastSwitch",
                    "transitionLatency",
                    "reportedLatency");
    static final KeySet IDLE_STATE =
            KeySet.of(
                    "machine",
                    "idleState",
                    "name",
                    "entryLatency",
                    "exitLatency",
                    "minResidency",
                    "powerPermille");
    static final KeySet POWER =
            KeySet.of("machine", "power", "dynamicUwPerMhzV2", "staticPerCpu", "boardIdle");
    static final KeySet ONDEMAND =
            KeySet.of(
                    "machine",
                    "ondemand",
                    "upThresholdPercent",
                    "samplingRate",
                    "samplingDownFactor",
                    "ioIsBusy");
    static final KeySet STRESS_NG_PIPE =
            KeySet.of("machine", "stressNgPipe", "writerInstructions", "readerInstructions");
    static final KeySet VARIANT =
            KeySet.of("machine", "variant", "name", "cpuCount", "opps", "basis", "source", "note");
    static final KeySet OPP = KeySet.of("machine", "opp", "freq", "voltage");

    /** Largest machine. */
    static final int CPUS_MAX = 1_024;

    private static final long MINUTE_NS = 60_000_000_000L;

    private final Fields file;
    private final QuantityReader quantities;

    private MachineReader(Fields file, Map<String, String> sources) {
        this.file = file;
        this.quantities = new QuantityReader(sources);
    }

    static MachineFile read(Value root) {
        final Fields file = root.fields(MACHINE);
        return new MachineReader(file, sources(file)).machine();
    }

    private static Map<String, String> sources(Fields file) {
        final Map<String, String> sources = new LinkedHashMap<>();
        file.optional("sources")
                .ifPresent(
                        value -> {
                            if (value.node() instanceof YamlNode.Mapping mapping) {
                                mapping.entries()
                                        .forEach(
                                                (id, entry) ->
                                                        new Value(
                                                                        entry.value(),
                                                                        Texts.join(
                                                                                value.path(), id),
                                                                        file.problems())
                                                                .text(2_000)
                                                                .ifPresent(
                                                                        text ->
                                                                                sources.put(
                                                                                        id, text)));
                            } else {
                                value.reject("is no mapping; write source ids with their text");
                            }
                        });
        return sources;
    }

    private MachineFile machine() {
        final String name = file.text("name", "my-board");
        final String title = file.text("title", "My board, 4 x Cortex-A76");
        file.textOr("note", "");
        final List<MachineSpec.CpuSpec> cpus = cpus();
        final List<MachineSpec.FrequencyDomainSpec> domains = domains(cpus.size());
        final MachineSpec common =
                new MachineSpec(
                        name,
                        "",
                        title,
                        cpus,
                        (int) file.amountOr("cacheLine", Unit.BYTES, 16, 1_024, 64),
                        schedMc(),
                        domains,
                        file.required("idleStates", "[{name: WFI, ...}]")
                                .map(value -> value.list(1).stream().map(this::idleState).toList())
                                .orElse(List.of()),
                        power(),
                        file.choice("governor", Words.GOVERNORS, "ondemand"),
                        ondemand(),
                        quantities.integer(file, "hz", 100, 1_000),
                        new CostReader(quantities).read(file),
                        stressNgPipe(),
                        file.position());
        final List<MachineSpec> variants =
                file.required("variants", "[{name: stock, opps: ...}]")
                        .map(value -> variants(value, common))
                        .orElse(List.of());
        return new MachineFile(name, title, variants);
    }

    private List<MachineSpec.CpuSpec> cpus() {
        final List<MachineSpec.CpuSpec> cpus = new ArrayList<>();
        for (final Value item :
                file.required("cpus", "[{count: 4, cluster: a76, coreType: A76, capacity: 1024}]")
                        .map(value -> value.list(1))
                        .orElse(List.of())) {
            final Fields fields = item.fields(CPUS);
            final long count = fields.integer("count", 1, CPUS_MAX, "4");
            final MachineSpec.CpuSpec cpu =
                    new MachineSpec.CpuSpec(
                            fields.text("cluster", "a76"),
                            fields.text("coreType", "Arm Cortex-A76"),
                            (int) fields.integer("capacity", 1, 1_024, "1024"));
            if (cpus.size() + count > CPUS_MAX) {
                item.reject(
                        "brings the machine to "
                                + (cpus.size() + count)
                                + " CPUs; "
                                + CPUS_MAX
                                + " are allowed");
                break;
            }
            for (long i = 0; i < count; i++) {
                cpus.add(cpu);
            }
        }
        if (!cpus.isEmpty() && cpus.stream().noneMatch(cpu -> cpu.capacity() == 1_024)) {
            file.optional("cpus")
                    .ifPresent(
                            value ->
                                    value.reject(
                                            "has no CPU of capacity 1024; scale the biggest to"
                                                    + " it"));
        }
        return cpus;
    }

    private List<KernelRange> schedMc() {
        final Optional<Fields> fields =
                file.required("schedMc", "{kernels: [\"6.18..\"], ...}")
                        .map(value -> value.fields(SCHED_MC));
        return fields.map(
                        found -> {
                            found.choice("basis", Words.BASES, "derived");
                            quantities.source(found);
                            found.textOr("note", "");
                            return found.required("kernels", "[\"6.18..\"]")
                                    .map(
                                            value ->
                                                    value.list(0).stream()
                                                            .flatMap(
                                                                    item ->
                                                                            PatchFile.range(item)
                                                                                    .stream())
                                                            .toList())
                                    .orElse(List.of());
                        })
                .orElse(List.of());
    }

    private List<MachineSpec.FrequencyDomainSpec> domains(int cpuCount) {
        final List<MachineSpec.FrequencyDomainSpec> domains = new ArrayList<>();
        final Set<Integer> covered = new HashSet<>();
        final Set<String> names = new HashSet<>();
        final Optional<Value> list =
                file.required("frequencyDomains", "[{name: cpu, cpus: 0-3, ...}]");
        for (final Value item : list.map(value -> value.list(1)).orElse(List.of())) {
            final Fields fields = item.fields(DOMAIN);
            final String name = fields.text("name", "cpu");
            if (!names.add(name)) {
                item.reject("repeats the name " + Texts.quote(name));
            }
            final CpuSet cpus =
                    fields.required("cpus", "0-3")
                            .map(value -> CpuSetReader.read(value, Math.max(1, cpuCount)))
                            .orElse(CpuSet.ALL);
            for (final int cpu : cpus.cpus()) {
                if (!covered.add(cpu)) {
                    item.reject("has CPU " + cpu + ", which an earlier domain has too");
                }
            }
            domains.add(
                    new MachineSpec.FrequencyDomainSpec(
                            name,
                            cpus,
                            fields.flagOr("fastSwitch", false),
                            quantities.amount(
                                    fields, "transitionLatency", Unit.DURATION, 0, MINUTE_NS),
                            fields.optional("reportedLatency")
                                    .map(value -> value.amount(Unit.DURATION, 0, MINUTE_NS))
                                    .orElse(OptionalLong.empty()),
                            List.of()));
        }
        if (covered.size() < cpuCount) {
            list.ifPresent(
                    value ->
                            value.reject(
                                    "leave "
                                            + (cpuCount - covered.size())
                                            + " CPUs without a clock"));
        }
        return domains;
    }

    private MachineSpec.IdleStateSpec idleState(Value value) {
        final Fields fields = value.fields(IDLE_STATE);
        return new MachineSpec.IdleStateSpec(
                fields.text("name", "WFI"),
                quantities.amount(fields, "entryLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "exitLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "minResidency", Unit.DURATION, 0, MINUTE_NS),
                quantities.integer(fields, "powerPermille", 0, 1_000));
    }

    private static Quantity harmless() {
        return Quantity.fixed(1, Basis.ESTIMATED, "");
    }

    private MachineSpec.PowerSpec power() {
        return file.required("power", "{dynamicUwPerMhzV2: ...}")
                .map(value -> value.fields(POWER))
                .map(
                        fields ->
                                new MachineSpec.PowerSpec(
                                        quantities.integer(
                                                fields, "dynamicUwPerMhzV2", 0, 1_000_000),
                                        quantities.amount(
                                                fields,
                                                "staticPerCpu",
                                                Unit.POWER,
                                                0,
                                                1_000_000_000),
                                        quantities.amount(
                                                fields,
                                                "boardIdle",
                                                Unit.POWER,
                                                0,
                                                1_000_000_000_000L)))
                .orElse(new MachineSpec.PowerSpec(harmless(), harmless(), harmless()));
    }

    private MachineSpec.OndemandSpec ondemand() {
        return file.required("ondemand", "{upThresholdPercent: ...}")
                .map(value -> value.fields(ONDEMAND))
                .map(
                        fields ->
                                new MachineSpec.OndemandSpec(
                                        quantities.integer(fields, "upThresholdPercent", 1, 100),
                                        quantities.amount(
                                                fields,
                                                "samplingRate",
                                                Unit.DURATION,
                                                1_000_000,
                                                60 * MINUTE_NS),
                                        quantities.integer(
                                                fields, "samplingDownFactor", 1, 100_000),
                                        fields.flagOr("ioIsBusy", false)))
                .orElse(new MachineSpec.OndemandSpec(harmless(), harmless(), harmless(), false));
    }

    private MachineSpec.StressNgPipeCode stressNgPipe() {
        return file.required("stressNgPipe", "{writerInstructions: ..., readerInstructions: ...}")
                .map(value -> value.fields(STRESS_NG_PIPE))
                .map(
                        fields ->
                                new MachineSpec.StressNgPipeCode(
                                        quantities.integer(
                                                fields, "writerInstructions", 0, 1_000_000_000),
                                        quantities.integer(
                                                fields, "readerInstructions", 0, 1_000_000_000)))
                .orElse(new MachineSpec.StressNgPipeCode(harmless(), harmless()));
    }

    private List<MachineSpec> variants(Value value, MachineSpec common) {
        final List<MachineSpec> variants = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final Value item : value.list(1)) {
            final MachineSpec variant = variant(item.fields(VARIANT), common);
            if (!names.add(variant.variant())) {
                item.reject("repeats the name " + Texts.quote(variant.variant()));
            }
            variants.add(variant);
        }
        return variants;
    }

    private MachineSpec variant(Fields fields, MachineSpec common) {
        final String name = fields.text("name", "stock");
        final int cpuCount =
                (int)
                        fields.integerOr(
                                "cpuCount",
                                1,
                                Math.max(1, common.cpus().size()),
                                common.cpus().size());
        fields.choice("basis", Words.BASES, "measured");
        quantities.source(fields);
        fields.textOr("note", "");
        final List<String> names =
                common.frequencyDomains().stream()
                        .map(MachineSpec.FrequencyDomainSpec::name)
                        .toList();
        final KeySet domainKeys = new KeySet("machine", "opps", names);
        final Optional<Fields> opps =
                fields.required("opps", "{cpu: [{freq: 2400MHz, voltage: 915mV}]}")
                        .map(value -> value.fields(domainKeys));
        final List<MachineSpec.FrequencyDomainSpec> domains =
                common.frequencyDomains().stream()
                        .map(
                                domain ->
                                        new MachineSpec.FrequencyDomainSpec(
                                                domain.name(),
                                                domain.cpus(),
                                                domain.fastSwitch(),
                                                domain.transitionLatencyNs(),
                                                domain.reportedLatencyNs(),
                                                opps.flatMap(
                                                                found ->
                                                                        found.required(
                                                                                domain.name(),
                                                                                "[{freq: 2400MHz,"
                                                                                        + " voltage:"
                                                                                        + " 915mV}]"))
                                                        .map(MachineReader::opps)
                                                        .orElse(List.of())))
                        .toList();
        final MachineSpec whole = common.withVariant(name, domains);
        return cpuCount < common.cpus().size() ? whole.limitedTo(cpuCount) : whole;
    }

    private static List<MachineSpec.OppSpec> opps(Value value) {
        final List<MachineSpec.OppSpec> opps = new ArrayList<>();
        for (final Value item : value.list(1)) {
            final Fields fields = item.fields(OPP);
            final long freqKhz =
                    fields.amount("freq", Unit.FREQUENCY, 1_000, 100_000_000, "2400MHz");
            final long voltageUv =
                    fields.amount("voltage", Unit.VOLTAGE, 1_000, 10_000_000, "915mV");
            if (!opps.isEmpty() && freqKhz <= opps.getLast().freqKhz()) {
                item.reject(
                        "has freq "
                                + Unit.FREQUENCY.format(freqKhz)
                                + ", which is not above the OPP before it ("
                                + Unit.FREQUENCY.format(opps.getLast().freqKhz())
                                + "); list OPPs in rising order");
            }
            opps.add(new MachineSpec.OppSpec(freqKhz, voltageUv));
        }
        return opps;
    }
}
