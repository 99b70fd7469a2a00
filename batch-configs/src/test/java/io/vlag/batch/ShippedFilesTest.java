package io.vlag.batch;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vlag.engine.config.Basis;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CostPath;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.KernelSpec;
import io.vlag.engine.config.MachineFile;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shipped file reads without problems, fits its published schema, and says what it is for.
 */
class ShippedFilesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final ConfigLibrary library = new ConfigLibrary(ROOT);

    static Stream<Path> files() throws IOException {
        return Stream.of("kernels", "patches", "machines", "scenarios", "sweeps")
                .flatMap(
                        directory -> {
                            try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
                                return files
                                        .filter(file -> file.toString().endsWith(".yaml"))
                                        .sorted()
                                        .toList()
                                        .stream();
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
    }

    @ParameterizedTest
    @MethodSource("files")
    void fitsItsSchema(Path file) throws IOException {
        final List<Error> errors =
                schemaOf(file).validate(Files.readString(file), InputFormat.YAML);
        assertEquals(List.of(), errors);
    }

    private static Schema schemaOf(Path file) throws IOException {
        final String kind =
                switch (file.getParent().getFileName().toString()) {
                    case "kernels" -> "kernel";
                    case "patches" -> "patch";
                    case "machines" -> "machine";
                    case "sweeps" -> "sweep";
                    default -> "scenario";
                };
        return SCHEMAS.getSchema(
                Files.readString(ROOT.resolve("schemas/" + kind + ".schema.json")),
                InputFormat.JSON);
    }

    @Test
    void schemasAreNotPermissive() throws IOException {
        final Path any = ROOT.resolve("scenarios/hog.yaml");
        final String text = Files.readString(any);
        final Schema schema = schemaOf(any);
        assertAll(
                () ->
                        assertFalse(
                                schema.validate(text + "\ntypo: 1\n", InputFormat.YAML).isEmpty()),
                () ->
                        assertFalse(
                                schema.validate(
                                                text.replace("duration: 10s", "duration: 10"),
                                                InputFormat.YAML)
                                        .isEmpty()),
                () ->
                        assertFalse(
                                schema.validate(
                                                text.replace("nice: 5", "nice: 50"),
                                                InputFormat.YAML)
                                        .isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("files")
    void startsWithACommentThatSaysWhatItIs(Path file) throws IOException {
        assertTrue(Files.readString(file).startsWith("# "), file.toString());
    }

    @Test
    void everyKernelResolves() {
        assertTrue(
                library.kernelNames()
                        .containsAll(
                                List.of(
                                        "5.18", "6.1", "6.6", "6.12", "6.12.0", "6.18", "6.19",
                                        "7.0", "7.0.13", "7.2")));
        for (final String name : library.kernelNames()) {
            final KernelSpec kernel = library.kernel(name);
            assertEquals(KernelChange.values().length, kernel.values().size());
            kernel.values()
                    .forEach(
                            (change, value) -> assertFalse(value.source().isBlank(), change.key()));
        }
    }

    @Test
    void everyPatchAppliesToASupportedKernel() {
        final List<String> bases = List.of("7.2", "7.0", "6.19", "6.18", "6.12", "6.6", "5.18");
        for (final String patch : library.patchNames()) {
            assertTrue(
                    bases.stream()
                            .anyMatch(
                                    base -> {
                                        try {
                                            return !library.kernel(base)
                                                    .differencesTo(
                                                            library.kernel(base + "+" + patch))
                                                    .isEmpty();
                                        } catch (io.vlag.engine.config.ConfigException e) {
                                            return false;
                                        }
                                    }),
                    patch + " changes no kernel");
        }
    }

    @Test
    void theReportersKernelsAreTheSumsTheyStandFor() {
        assertSame("rpi5-7.0.0-stock", "7.0");
        assertSame("rpi5-7.0.0-ttwu", "7.0+ttwu");
        assertSame("rpi5-7.0.0-ttwu-12", "7.0+ttwu+util-est-after-dequeue");
        assertSame("rpi5-7.0.0-ttwu-12-13", "7.0+ttwu+util-est-after-dequeue+always-update");
        assertSame("rpi5-7.0.0-ttwu-vincent", "7.0+ttwu+vincent");
    }

    private void assertSame(String alias, String expression) {
        assertEquals(
                List.of(),
                List.copyOf(
                        library.kernel(alias).differencesTo(library.kernel(expression)).keySet()));
    }

    @Test
    void everyMachineKnowsTheCostOfEveryPathOnEveryKernel() {
        for (final String name : library.machineNames()) {
            for (final MachineSpec machine : library.machine(name).variants()) {
                for (final String kernel : library.kernelNames()) {
                    final var costs = machine.costs().forKernel(library.kernel(kernel).version());
                    assertEquals(CostPath.values().length, costs.size(), name + " " + kernel);
                }
            }
        }
    }

    @Test
    void thePiTakesTheOlderPipeFiguresUpTo612() {
        final MachineSpec pi = library.machine("pi5").variants().getFirst();
        assertEquals(1_075, pipeWrite(pi, "6.6"));
        assertEquals(1_075, pipeWrite(pi, "6.12"));
        assertEquals(886, pipeWrite(pi, "6.18"));
        assertEquals(886, pipeWrite(pi, "7.0.13"));
    }

    private long pipeWrite(MachineSpec machine, String kernel) {
        return machine.costs()
                .forKernel(library.kernel(kernel).version())
                .get(CostPath.PIPE_WRITE)
                .instructions()
                .value();
    }

    @Test
    void thePiIsTheMachineOfTheReports() {
        final MachineFile pi = library.machine("pi5");
        assertEquals(List.of("stock_2400", "oc_2800"), pi.variantNames());
        final MachineSpec oc = pi.variant("oc_2800").orElseThrow();
        assertEquals(4, oc.cpus().size());
        assertEquals(14, oc.frequencyDomains().getFirst().opps().size());
        assertEquals(2_800_000, oc.frequencyDomains().getFirst().opps().getLast().freqKhz());
        assertEquals(1_005_000, oc.frequencyDomains().getFirst().opps().getLast().voltageUv());
        assertEquals(150_000, oc.frequencyDomains().getFirst().transitionLatencyNs().value());
        assertFalse(oc.schedMcByDefault(library.kernel("6.6").version()));
        assertFalse(oc.schedMcByDefault(library.kernel("6.12").version()));
        assertTrue(oc.schedMcByDefault(library.kernel("6.18").version()));
        assertTrue(oc.schedMcByDefault(library.kernel("7.0").version()));
    }

    @Test
    void whatNobodyMeasuredHasARange() {
        for (final MachineSpec machine : library.machine("pi5").variants()) {
            machine.costs().paths().stream()
                    .map(io.vlag.engine.config.PathCost::instructions)
                    .filter(
                            quantity ->
                                    quantity.basis() == Basis.ESTIMATED && quantity.value() != 0)
                    .forEach(quantity -> assertFalse(quantity.isFixed()));
        }
    }

    static Stream<Path> scenarios() throws IOException {
        return files().filter(file -> file.getParent().endsWith("scenarios"));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void readsWithoutProblems(Path file) {
        final Scenario scenario = library.scenario(file, Overrides.NONE);
        assertEquals(file.getFileName().toString(), scenario.name() + ".yaml");
        assertTrue(scenario.durationNs() > 0);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void isShortenedOnTheCommandLine(Path file) {
        final Scenario scenario =
                library.scenario(
                        file,
                        Overrides.parse(List.of("duration=10ms", "kernels=7.0,7.2", "seeds=1")));
        assertEquals(10_000_000, scenario.durationNs());
        assertEquals(
                List.of("7.0", "7.2"),
                scenario.kernels().stream().map(Scenario.KernelRun::label).toList());
    }

    @Test
    void onlyFiguresOf66MayBeFittedForThePi() {
        for (final String name : List.of("pi5-pipe", "pi5-pipe-schedmc")) {
            final Scenario scenario = library.scenario(library.findScenario(name), Overrides.NONE);
            assertFalse(scenario.published().isEmpty());
            scenario.published().stream()
                    .filter(figure -> figure.role() == Scenario.Role.CALIBRATION)
                    .forEach(
                            figure ->
                                    assertTrue(
                                            figure.kernel().startsWith("6.6"), figure.toString()));
        }
    }

    @Test
    void theFilesAreOnTheClassPathToo() {
        assertNotNull(ShippedFilesTest.class.getResource("/batch-configs/scenarios/pi5-pipe.yaml"));
        assertNotNull(
                ShippedFilesTest.class.getResource("/batch-configs/schemas/scenario.schema.json"));
    }
}
