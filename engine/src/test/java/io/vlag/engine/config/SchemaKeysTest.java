package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published JSON schemas and the reader know the same keys and words. JSON is YAML, so our own
 * parser reads them.
 */
class SchemaKeysTest {
    private static final List<KeySet> KEY_SETS =
            List.of(
                    ScenarioReader.SCENARIO,
                    ScenarioReader.KERNEL_RUN,
                    GroupsReader.GROUP,
                    RuntimeChangesReader.CHANGE,
                    RuntimeChangesReader.FEATURES,
                    RuntimeChangesReader.TUNABLES,
                    ScenarioReader.PUBLISHED,
                    GovernorSettingsReader.CONSERVATIVE,
                    WorkloadReader.WORKLOAD,
                    WorkloadReader.CASE,
                    WorkloadReader.STRESS_NG_PIPE,
                    WorkloadReader.STRESS_NG_CPU,
                    WorkloadReader.PIPE,
                    WorkloadReader.TASK,
                    WorkloadReader.PERIODIC,
                    StepReader.STEP,
                    StepReader.RUN,
                    StepReader.TIMER,
                    StepReader.CONDITION,
                    StepReader.PIPE_STEP,
                    StepReader.SET_NICE,
                    StepReader.SET_CPUS,
                    StepReader.SET_POLICY,
                    StepReader.SET_SLICE,
                    StepReader.SLEEP,
                    StepReader.SET_UCLAMP,
                    WorkloadReader.FRAMES,
                    StepReader.REPEAT,
                    StepReader.CPU_LOAD,
                    MachineReader.MACHINE,
                    MachineReader.CPUS,
                    MachineReader.SCHED_MC,
                    MachineReader.DOMAIN,
                    MachineReader.IDLE_STATE,
                    MachineReader.POWER,
                    MachineReader.ONDEMAND,
                    MachineReader.STRESS_NG_PIPE,
                    VariantReader.VARIANT,
                    OppReader.OPP,
                    HardwareReader.CORE_TYPE,
                    HardwareReader.SMT,
                    HardwareReader.CLUSTER,
                    HardwareReader.CLUSTER_STATE,
                    HardwareReader.CLOCK_FLOOR,
                    HardwareReader.CLOCK_FLOOR_STEP,
                    HardwareReader.TURBO,
                    HardwareReader.TURBO_STEP,
                    HardwareReader.THERMAL_ZONE,
                    HardwareReader.RECORDED_SYSTEM,
                    HardwareReader.KERNEL_THREAD,
                    HardwareReader.TRIP,
                    QuantityReader.QUANTITY,
                    QuantityReader.RANGED,
                    CostReader.EXECUTION,
                    CostReader.COST,
                    KernelFile.KEYS,
                    PatchFile.KEYS,
                    ChangeSetReader.CHANGES,
                    ChangeSetReader.TUNABLES,
                    ChangeSetReader.CHANGE,
                    ChangeSetReader.TUNABLE,
                    SweepReader.FILE,
                    DesignReader.DRAWN,
                    SweepReader.OBJECTIVE);

    private static YamlNode schema(String name) {
        return YamlParser.parse(
                ConfigFixture.SHIPPED.resolve("schemas/" + name + ".schema.json"),
                new Problems("schema"));
    }

    private static Map<String, YamlNode.Entry> entries(YamlNode node) {
        return assertInstanceOf(YamlNode.Mapping.class, node).entries();
    }

    private static YamlNode at(YamlNode node, String... path) {
        YamlNode found = node;
        for (final String key : path) {
            assertTrue(
                    entries(found).containsKey(key), () -> String.join(".", path) + " is missing");
            found = entries(found).get(key).value();
        }
        return found;
    }

    private static YamlNode definition(String schema, String name) {
        return name.isEmpty() ? schema(schema) : at(schema(schema), "$defs", name);
    }

    private static List<String> words(YamlNode node) {
        return assertInstanceOf(YamlNode.Sequence.class, node).items().stream()
                .map(item -> ((YamlNode.Scalar) item).text())
                .toList();
    }

    static List<KeySet> keySets() {
        return KEY_SETS;
    }

    @ParameterizedTest
    @MethodSource("keySets")
    void schemaAndReaderKnowTheSameKeys(KeySet keys) {
        final YamlNode definition = definition(keys.schema(), keys.definition());
        assertEquals(
                new TreeSet<>(keys.keys()),
                new TreeSet<>(entries(at(definition, "properties")).keySet()));
        assertEquals("false", ((YamlNode.Scalar) at(definition, "additionalProperties")).text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "machine", "kernel"})
    void everyDefinitionIsRead(String schema) {
        final Set<String> read =
                KEY_SETS.stream()
                        .filter(
                                keys ->
                                        keys.schema().equals(schema)
                                                && !keys.definition().isEmpty())
                        .map(KeySet::definition)
                        .collect(Collectors.toSet());
        assertEquals(read, entries(at(schema(schema), "$defs")).keySet());
    }

    @Test
    void patchesChangeWhatKernelsSay() {
        assertEquals(
                entries(at(schema("kernel"), "$defs", "changes", "properties")).keySet(),
                entries(at(schema("patch"), "$defs", "changes", "properties")).keySet());
    }

    @Test
    void formsOfRulesAreTheSame() {
        Stream.of(KernelChange.values())
                .filter(
                        change ->
                                change.kind() == KernelChange.Kind.RULE
                                        && change.formIndex("on") < 0)
                .forEach(
                        change -> {
                            final YamlNode anyOf =
                                    at(
                                            schema("kernel"),
                                            "$defs",
                                            "changes",
                                            "properties",
                                            change.key(),
                                            "anyOf");
                            final YamlNode first =
                                    assertInstanceOf(YamlNode.Sequence.class, anyOf)
                                            .items()
                                            .getFirst();
                            assertEquals(change.forms(), words(at(first, "enum")), change.key());
                        });
    }

    @Test
    void wordsAreTheSame() {
        assertEquals(
                List.copyOf(Words.COST_PATHS.keySet()),
                words(at(definition("machine", "cost"), "properties", "path", "enum")));
        assertEquals(
                List.copyOf(Words.BASES.keySet()),
                words(at(definition("machine", "cost"), "properties", "basis", "enum")));
        assertEquals(
                List.copyOf(Words.METRICS.keySet()),
                words(at(definition("scenario", "published"), "properties", "metric", "enum")));
        assertEquals(
                List.copyOf(Words.ROLES.keySet()),
                words(at(definition("scenario", "published"), "properties", "role", "enum")));
        assertEquals(
                List.copyOf(Words.PREEMPTIONS.keySet()),
                words(at(schema("scenario"), "properties", "preemption", "enum")));
        assertEquals(
                List.copyOf(Words.GOVERNORS.keySet()),
                words(at(schema("scenario"), "properties", "governor", "enum")));
        assertEquals(
                List.copyOf(Words.IDLE_GOVERNORS.keySet()),
                words(at(schema("machine"), "properties", "idleGovernor", "enum")));
        assertEquals(
                List.copyOf(Words.ACTORS.keySet()),
                words(at(definition("machine", "trip"), "properties", "actor", "enum")));
        assertEquals(
                List.copyOf(Words.POLICIES.keySet()),
                words(at(definition("scenario", "task"), "properties", "policy", "enum")));
        assertEquals(
                List.copyOf(Words.CONFIDENCES.keySet()),
                words(at(schema("kernel"), "properties", "confidence", "enum")));
    }
}
