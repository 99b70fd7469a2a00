package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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
                    "costsLike",
                    "stressNgPipe",
                    "variants",
                    "frequencyInvariant",
                    "irqTimeAccounting",
                    "idleGovernor",
                    "coreTypes",
                    "clusters",
                    "clockFloors",
                    "turbo",
                    "thermalZones",
                    "recordedSystem");
    static final KeySet CPUS =
            KeySet.of(
                    "machine",
                    "cpus",
                    "count",
                    "cluster",
                    "coreType",
                    "capacity",
                    "threadsPerCore",
                    "firstCore");
    static final KeySet SCHED_MC =
            KeySet.of("machine", "schedMc", "kernels", "basis", "source", "note");
    static final KeySet DOMAIN =
            KeySet.of(
                    "machine",
                    "frequencyDomain",
                    "name",
                    "cpus",
                    "fastSwitch",
                    "anyCpu",
                    "transitionLatency",
                    "reportedLatency",
                    "perCore",
                    "sharedClock");
    static final KeySet IDLE_STATE =
            KeySet.of(
                    "machine",
                    "idleState",
                    "name",
                    "entryLatency",
                    "exitLatency",
                    "minResidency",
                    "powerPermille",
                    "power",
                    "wakeLatency",
                    "transitionEnergy");
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

    /** Largest machine. */
    static final int CPUS_MAX = 1_024;

    private static final long MINUTE_NS = 60_000_000_000L;

    private final Fields file;
    private final QuantityReader quantities;
    private final Function<String, Optional<MachineFile>> costSources;

    private MachineReader(
            Fields file,
            Map<String, String> sources,
            Function<String, Optional<MachineFile>> costSources) {
        this.file = file;
        this.quantities = new QuantityReader(sources);
        this.costSources = costSources;
    }

    /**
     * @param costSources machines whose costs another may take, by name
     */
    static MachineFile read(Value root, Function<String, Optional<MachineFile>> costSources) {
        final Fields file = root.fields(MACHINE);
        return new MachineReader(file, sources(file), costSources).machine();
    }

    /** Reads a machine that lists its own costs. */
    static MachineFile readWithOwnCosts(Value root) {
        return read(root, name -> Optional.empty());
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
        final List<MachineSpec.FrequencyDomainSpec> domains = domains(cpus);
        final Optional<MachineSpec> like = costsLike();
        final HardwareSpec hardware = new HardwareReader(file, quantities, cpus, domains).read();
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
                                .map(
                                        value ->
                                                value.list(1).stream()
                                                        .map(item -> idleState(item, quantities))
                                                        .toList())
                                .orElse(List.of()),
                        power(),
                        file.choice("governor", Words.GOVERNORS, "ondemand"),
                        ondemand(),
                        quantities.integer(file, "hz", 100, 1_000),
                        new CostReader(quantities)
                                .read(file, like.map(other -> other.costs().paths())),
                        like.filter(other -> !file.has("stressNgPipe"))
                                .map(MachineSpec::stressNgPipe)
                                .orElseGet(this::stressNgPipe),
                        hardware,
                        file.position());
        final List<MachineSpec> variants =
                file.required("variants", "[{name: stock, opps: ...}]")
                        .map(value -> new VariantReader(quantities, common).read(value))
                        .orElse(List.of());
        return new MachineFile(name, title, variants);
    }

    /** The machine whose path costs this one takes. */
    private Optional<MachineSpec> costsLike() {
        final Optional<Value> key = file.optional("costsLike");
        final Optional<String> name = key.flatMap(value -> value.text(100));
        final Optional<MachineFile> found = name.flatMap(costSources);
        if (name.isPresent() && found.isEmpty()) {
            key.ifPresent(
                    value ->
                            value.reject(
                                    Texts.quote(name.get())
                                            + " is no machine that lists its costs, or has"
                                            + " problems; name one that does, such as pi5"));
        }
        return found.map(MachineFile::variants).map(List::getFirst);
    }

    private List<MachineSpec.CpuSpec> cpus() {
        final List<MachineSpec.CpuSpec> cpus = new ArrayList<>();
        int coreCount = 0;
        for (final Value item :
                file.required("cpus", "[{count: 4, cluster: a76, coreType: A76, capacity: 1024}]")
                        .map(value -> value.list(1))
                        .orElse(List.of())) {
            final Fields fields = item.fields(CPUS);
            final long count = fields.integer("count", 1, CPUS_MAX, "4");
            final String cluster = fields.text("cluster", "a76");
            final String coreType = fields.text("coreType", "Arm Cortex-A76");
            final int capacity = (int) fields.integer("capacity", 1, 1_024, "1024");
            final int threads = (int) fields.integerOr("threadsPerCore", 1, CPUS_MAX, 1);
            final int firstCore = (int) fields.integerOr("firstCore", 0, CPUS_MAX, coreCount);
            if (count % threads != 0) {
                item.reject(
                        "has "
                                + count
                                + " CPUs, which is no multiple of threadsPerCore, "
                                + threads);
            }
            if (cpus.size() + count > CPUS_MAX) {
                item.reject(
                        "brings the machine to "
                                + (cpus.size() + count)
                                + " CPUs; "
                                + CPUS_MAX
                                + " are allowed");
                break;
            }
            for (int i = 0; i < count; i++) {
                final int core = firstCore + i / threads;
                cpus.add(new MachineSpec.CpuSpec(cluster, coreType, capacity, core));
                coreCount = Math.max(coreCount, core + 1);
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

    private List<MachineSpec.FrequencyDomainSpec> domains(List<MachineSpec.CpuSpec> all) {
        final int cpuCount = all.size();
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
            final MachineSpec.FrequencyDomainSpec domain =
                    new MachineSpec.FrequencyDomainSpec(
                            name,
                            name,
                            cpus,
                            fields.flagOr("fastSwitch", false),
                            fields.flagOr("anyCpu", true),
                            quantities.amount(
                                    fields, "transitionLatency", Unit.DURATION, 0, MINUTE_NS),
                            fields.optional("reportedLatency")
                                    .map(value -> value.amount(Unit.DURATION, 0, MINUTE_NS))
                                    .orElse(OptionalLong.empty()),
                            quantities
                                    .optionalInteger(fields, "sharedClock", 1, CPUS_MAX)
                                    .map(Quantity::value)
                                    .map(Math::toIntExact)
                                    .orElse(1),
                            List.of());
            domains.addAll(
                    fields.flagOr("perCore", false) ? perCore(domain, all) : List.of(domain));
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

    /** One domain for each core of a domain's CPUs. */
    private static List<MachineSpec.FrequencyDomainSpec> perCore(
            MachineSpec.FrequencyDomainSpec domain, List<MachineSpec.CpuSpec> all) {
        final Map<Integer, List<Integer>> cpusOfCore = new TreeMap<>();
        for (final int cpu : domain.cpus().cpus()) {
            if (cpu < all.size()) {
                cpusOfCore.computeIfAbsent(all.get(cpu).core(), core -> new ArrayList<>()).add(cpu);
            }
        }
        return cpusOfCore.entrySet().stream()
                .map(
                        entry ->
                                new MachineSpec.FrequencyDomainSpec(
                                        domain.name() + entry.getKey(),
                                        domain.table(),
                                        new CpuSet(entry.getValue()),
                                        domain.fastSwitch(),
                                        domain.anyCpu(),
                                        domain.transitionLatencyNs(),
                                        domain.reportedLatencyNs(),
                                        domain.sharedClock(),
                                        List.of()))
                .toList();
    }

    static MachineSpec.IdleStateSpec idleState(Value value, QuantityReader quantities) {
        final Fields fields = value.fields(IDLE_STATE);
        final boolean absolute =
                fields.exactlyOneOf("powerPermille", "power").filter("power"::equals).isPresent();
        return new MachineSpec.IdleStateSpec(
                fields.text("name", "WFI"),
                quantities.amount(fields, "entryLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "exitLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.amount(fields, "minResidency", Unit.DURATION, 0, MINUTE_NS),
                absolute
                        ? harmless()
                        : quantities
                                .optionalInteger(fields, "powerPermille", 0, 1_000)
                                .orElse(harmless()),
                quantities.optionalAmount(fields, "power", Unit.POWER, 0, 1_000_000_000_000L),
                quantities.optionalAmount(fields, "wakeLatency", Unit.DURATION, 0, MINUTE_NS),
                quantities.optionalAmount(
                        fields, "transitionEnergy", Unit.ENERGY, 0, 1_000_000_000_000L));
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
}
