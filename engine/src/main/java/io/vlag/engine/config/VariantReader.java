package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the variants of a machine: what differs from what they have in common. */
final class VariantReader {
    static final KeySet VARIANT =
            KeySet.of(
                    "machine",
                    "variant",
                    "name",
                    "cpuCount",
                    "opps",
                    "capacities",
                    "llcs",
                    "basis",
                    "source",
                    "note");

    private final QuantityReader quantities;
    private final MachineSpec common;

    VariantReader(QuantityReader quantities, MachineSpec common) {
        this.quantities = quantities;
        this.common = common;
    }

    List<MachineSpec> read(Value value) {
        final List<MachineSpec> variants = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final Value item : value.list(1)) {
            final MachineSpec variant = variant(item.fields(VARIANT));
            if (!names.add(variant.variant())) {
                item.reject("repeats the name " + Texts.quote(variant.variant()));
            }
            variants.add(variant);
        }
        return variants;
    }

    private MachineSpec variant(Fields fields) {
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
                        .map(MachineSpec.FrequencyDomainSpec::table)
                        .distinct()
                        .toList();
        final Map<String, List<MachineSpec.OppSpec>> tables = new LinkedHashMap<>();
        final KeySet domainKeys = new KeySet("machine", "opps", names);
        fields.required("opps", "{cpu: [{freq: 2400MHz, voltage: 915mV}]}")
                .map(value -> value.fields(domainKeys))
                .ifPresent(
                        found ->
                                names.forEach(
                                        table ->
                                                found.required(
                                                                table,
                                                                "[{freq: 2400MHz, voltage: 915mV}]")
                                                        .ifPresent(
                                                                list ->
                                                                        tables.put(
                                                                                table,
                                                                                OppReader.opps(
                                                                                        list)))));
        final List<MachineSpec.FrequencyDomainSpec> domains =
                common.frequencyDomains().stream()
                        .map(
                                domain ->
                                        domain.withOpps(
                                                tables.getOrDefault(domain.table(), List.of())))
                        .toList();
        final MachineSpec whole =
                common.withVariant(
                        name,
                        cpusOf(fields),
                        domains,
                        common.hardware().withClusters(clustersOf(fields)));
        return cpuCount < common.cpus().size() ? whole.limitedTo(cpuCount) : whole;
    }

    /** The CPUs with the capacities of a variant. */
    private List<MachineSpec.CpuSpec> cpusOf(Fields fields) {
        final Map<String, Long> capacities = new LinkedHashMap<>();
        final KeySet keys = new KeySet("machine", "capacities", clusterNames());
        fields.optional("capacities")
                .map(value -> value.fields(keys))
                .ifPresent(
                        found ->
                                clusterNames().stream()
                                        .filter(found::has)
                                        .forEach(
                                                cluster ->
                                                        capacities.put(
                                                                cluster,
                                                                found.integerOr(
                                                                        cluster, 1, 1_024,
                                                                        1_024))));
        return common.cpus().stream()
                .map(
                        cpu ->
                                new MachineSpec.CpuSpec(
                                        cpu.cluster(),
                                        cpu.coreType(),
                                        capacities
                                                .getOrDefault(cpu.cluster(), (long) cpu.capacity())
                                                .intValue(),
                                        cpu.core()))
                .toList();
    }

    /** The clusters with the last-level caches of a variant. */
    private List<HardwareSpec.ClusterSpec> clustersOf(Fields fields) {
        final Map<String, String> llcs = new LinkedHashMap<>();
        final KeySet keys = new KeySet("machine", "llcs", clusterNames());
        fields.optional("llcs")
                .map(value -> value.fields(keys))
                .ifPresent(
                        found ->
                                clusterNames().stream()
                                        .filter(found::has)
                                        .forEach(
                                                cluster ->
                                                        llcs.put(
                                                                cluster,
                                                                found.textOr(cluster, cluster))));
        return clusterNames().stream()
                .map(
                        cluster ->
                                common.hardware()
                                        .cluster(cluster)
                                        .orElse(
                                                new HardwareSpec.ClusterSpec(
                                                        cluster,
                                                        cluster,
                                                        0,
                                                        Optional.empty(),
                                                        List.of())))
                .map(
                        cluster ->
                                new HardwareSpec.ClusterSpec(
                                        cluster.name(),
                                        llcs.getOrDefault(cluster.name(), cluster.llc()),
                                        cluster.node(),
                                        cluster.activeUw(),
                                        cluster.idleStates()))
                .toList();
    }

    private List<String> clusterNames() {
        return common.cpus().stream().map(MachineSpec.CpuSpec::cluster).distinct().toList();
    }
}
