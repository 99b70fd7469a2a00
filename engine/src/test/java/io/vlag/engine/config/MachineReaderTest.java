package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineReaderTest {
    @TempDir private Path directory;

    private List<String> problems(String... replacements) {
        String text = ScenarioReaderTest.piFile();
        for (int i = 0; i < replacements.length; i += 2) {
            assertTrue(text.contains(replacements[i]), replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        final Path file = ConfigFixture.write(directory, "m.yaml", text);
        return ConfigFixture.problems(directory, () -> ConfigFixture.library().machineFile(file))
                .stream()
                .map(problem -> problem.replaceAll("^m.yaml:\\d+:\\d+", "m.yaml"))
                .toList();
    }

    @Test
    void sourcesAreSpeltOut() {
        final MachineSpec pi = ConfigFixture.library().machine("pi5").variants().getFirst();
        assertEquals(
                "github.com/iiab/iiab issue 4050: idle about 0.65 A at 5 V",
                pi.power().boardIdleUw().source());
        assertEquals(
                new Quantity(
                        3_250_000,
                        2_500_000,
                        3_800_000,
                        Basis.MEASURED,
                        pi.power().boardIdleUw().source()),
                pi.power().boardIdleUw());
    }

    @Test
    void fewerCpusAreStillAMachine() {
        final MachineSpec one =
                ConfigFixture.library().machine("icount-1ns").variant("cpus_1").orElseThrow();
        assertEquals(1, one.cpus().size());
        assertEquals(List.of(0), one.frequencyDomains().getFirst().cpus().cpus());
    }

    @Test
    void aRangeMustHoldTheValue() {
        assertEquals(
                List.of(
                        "m.yaml frequencyDomains[0].transitionLatency: has the value 2ms outside"
                                + " low to high, 30us to 1ms"),
                problems("{value: 150us", "{value: 2ms"));
    }

    @Test
    void anEstimateNeedsItsRange() {
        assertEquals(
                List.of(
                        "m.yaml power.staticPerCpu: is estimated; write low: and high: too, the"
                                + " limits of a calibration"),
                problems("{value: 80mW, low: 30mW, high: 200mW,", "{value: 80mW,"));
        assertEquals(
                List.of(
                        "m.yaml power.staticPerCpu: has only one of low and high; write both or"
                                + " none"),
                problems("{value: 80mW, low: 30mW, high: 200mW,", "{value: 80mW, low: 30mW,"));
        assertEquals(
                List.of(
                        "m.yaml costs[0].instructions: is estimated; give its range, as in {value:"
                                + " 568, low: 284, high: 1136}"),
                problems("instructions: {value: 568, low: 540, high: 596}", "instructions: 568"));
    }

    @Test
    void oppsRise() {
        assertEquals(
                List.of(
                        "m.yaml variants[0].opps.arm[1]: has freq 1500MHz, which is not above the"
                                + " OPP before it (1500MHz); list OPPs in rising order"),
                problems("{freq: 1600MHz, voltage: 830mV}", "{freq: 1500MHz, voltage: 830mV}"));
    }

    @Test
    void everyPathHasOneEntryForAllKernels() {
        final int fork = entryOf("path: fork,");
        assertEquals(
                List.of(
                        "m.yaml costs: has no entry for fork",
                        "m.yaml costs["
                                + fork
                                + "]: comes before the entry of fork without kernels:; move it"
                                + " behind",
                        "m.yaml costs["
                                + (fork + 1)
                                + "]: comes before the entry of fork without kernels:; move it"
                                + " behind"),
                problems(
                        "{path: fork, instructions",
                        "{path: fork, kernels: \"7.0..\", instructions"));
        assertEquals(
                List.of(
                        "m.yaml costs[1]: is the second entry of syscall for every kernel; remove"
                                + " one or add kernels:"),
                problems("{path: syscall, kernels: \"..6.12\",", "{path: syscall,"));
    }

    private static int entryOf(String text) {
        final List<String> entries =
                ScenarioReaderTest.piFile()
                        .lines()
                        .filter(line -> line.startsWith("  - {path:"))
                        .toList();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).contains(text)) {
                return i;
            }
        }
        throw new AssertionError(text);
    }

    @Test
    void sourcesMustBeDefined() {
        assertEquals(
                List.of(
                        "m.yaml power.boardIdle.source[0]: \"iiab4051\" is not in sources; did you"
                                + " mean iiab4050?"),
                problems("source: [iiab4050]", "source: [iiab4051]"));
    }

    @Test
    void versionRangesAreChecked() {
        assertEquals(
                List.of(
                        "m.yaml schedMc.kernels[0]: \"6.18-\" is not a version range; write 7.0,"
                                + " 7.0.4, 6.6..6.12, ..6.12 or 6.18.."),
                problems("kernels: [\"6.18..\"]", "kernels: [\"6.18-\"]"));
    }

    @Test
    void everyCpuHasOneClock() {
        assertEquals(
                List.of("m.yaml frequencyDomains: leave 1 CPUs without a clock"),
                problems("cpus: 0-3", "cpus: 0-2"));
    }

    @Test
    void aVariantNamesTheOppsOfEveryDomain() {
        assertEquals(
                List.of(
                        "m.yaml variants[0].opps.amr: is not known; did you mean arm?",
                        "m.yaml variants[0].opps.arm: is missing; write for instance arm: [{freq:"
                                + " 2400MHz, voltage: 915mV}]",
                        "m.yaml variants[1].opps.amr: is not known; did you mean arm?",
                        "m.yaml variants[1].opps.arm: is missing; write for instance arm: [{freq:"
                                + " 2400MHz, voltage: 915mV}]"),
                problems("    opps:\n      arm:", "    opps:\n      amr:"));
    }

    @Test
    void wrongUnitsAreNamed() {
        assertEquals(
                List.of(
                        "m.yaml variants[0].opps.arm[0].freq: 1500mV is not a frequency; its unit"
                                + " must be kHz, MHz or GHz"),
                problems("{freq: 1500MHz, voltage: 820mV}", "{freq: 1500mV, voltage: 820mV}"));
        assertEquals(
                List.of(
                        "m.yaml idleStates[0].exitLatency.value: 500 has no unit; write 500s,"
                                + " 500ms, 500us or 500ns"),
                problems("exitLatency: {value: 500ns", "exitLatency: {value: 500"));
    }

    @Test
    void theBiggestCpuHasFullCapacity() {
        assertEquals(
                List.of("m.yaml cpus: has no CPU of capacity 1024; scale the biggest to it"),
                problems("capacity: 1024", "capacity: 1000"));
    }

    private static final String HZ = "hz: {value: 250, basis: derived";

    /** Problems of the Pi's file with more at its end. */
    private List<String> problemsWith(String more) {
        return problems(HZ, more.stripIndent() + HZ);
    }

    @Test
    void coreTypesClustersAndDomainsAreTheFilesOwn() {
        assertEquals(
                List.of(
                        "m.yaml coreTypes[0]: name \"Arm Cortex-A77\" is not in this file; did you"
                                + " mean Arm Cortex-A76?",
                        "m.yaml clusters[0]: name \"a67\" is not in this file; did you mean a76?",
                        "m.yaml clockFloors[0]: from \"amr\" is not in this file; did you mean"
                                + " arm?"),
                problemsWith(
                        """
                        coreTypes: [{name: Arm Cortex-A77}]
                        clusters: [{name: a67}]
                        clockFloors:
                          - from: amr
                            to: arm
                            steps: [{from: 2GHz, to: 2GHz}]
                            basis: declared
                            source: x
                        """));
    }

    @Test
    void threadsCountFromOneBusy() {
        assertEquals(
                List.of(
                        "m.yaml coreTypes[0].smt: throughputPermille must begin with 1000: one"
                                + " busy thread is what others count by",
                        "m.yaml coreTypes[0].smt: has 1 numbers in throughputPermille and 2 in"
                                + " powerPermille; write one for every number of busy threads"),
                problemsWith(
                        """
                        coreTypes:
                          - name: Arm Cortex-A76
                            smt:
                              throughputPermille: [900]
                              powerPermille: [1000, {value: 1100, low: 1000, high: 1200}]
                              basis: estimated
                              source: x
                        """));
    }

    @Test
    void threadsOfACoreStayTogether() {
        assertEquals(
                List.of("m.yaml cpus[0]: has 4 CPUs, which is no multiple of threadsPerCore, 3"),
                problems("capacity: 1024}", "capacity: 1024, threadsPerCore: 3}"));
    }

    @Test
    void idlePowerIsAShareOrAnAmount() {
        assertEquals(
                List.of("m.yaml idleStates[0]: has powerPermille and power; keep one of them"),
                problems(
                        "    powerPermille: {value: 120",
                        "    power: {value: 1mW, basis: declared, source: x}\n"
                                + "    powerPermille: {value: 120"));
    }

    @Test
    void turboStepsRiseAndEstimatesHaveRanges() {
        assertEquals(
                List.of(
                        "m.yaml turbo[0].steps[0].freq: is estimated; give its range, as in"
                                + " {value: 2GHz, low: 1GHz, high: 4GHz}",
                        "m.yaml turbo[0].steps[1]: has no more cores than the step before it; list"
                                + " rising numbers"),
                problemsWith(
                        """
                        turbo:
                          - name: all
                            cpus: 0-3
                            responseTime: {value: 0ns, basis: declared, source: x}
                            steps:
                              - {cores: 2, freq: 2GHz}
                              - {cores: 2, freq: {value: 2GHz, low: 1GHz, high: 2GHz}}
                            basis: estimated
                            source: x
                        """));
    }

    @Test
    void costsComeFromOneMachine() {
        assertEquals(
                List.of(
                        "m.yaml costsLike: \"pixel6\" is no machine that lists its costs, or has"
                                + " problems; name one that does, such as pi5"),
                problems(HZ, "costsLike: pixel6\n" + HZ));
        final MachineSpec pixel = ConfigFixture.library().machine("pixel6").variants().getFirst();
        final MachineSpec pi = ConfigFixture.library().machine("pi5").variants().getFirst();
        assertEquals(pi.costs().paths(), pixel.costs().paths());
        assertEquals(pi.stressNgPipe(), pixel.stressNgPipe());
        assertEquals(1_500, pixel.costs().kernelIpcMilli().value());
    }

    @Test
    void entriesReplaceThoseOfTheOtherMachine() {
        final CostModel plain = costs("icount-1ns");
        final CostModel traced = costs("icount-1ns-traced");
        final KernelVersion kernel = new KernelVersion(6, 1, 176);
        assertEquals(2_895, instructions(plain, CostPath.WAKE_TAIL, kernel));
        assertEquals(1_910, instructions(traced, CostPath.WAKE_TAIL, kernel));
        assertEquals(2_658, instructions(traced, CostPath.WAKE_TAIL, new KernelVersion(7, 0, 13)));
        assertEquals(300, instructions(traced, CostPath.MM_SWITCH, kernel));
    }

    private static CostModel costs(String machine) {
        return ConfigFixture.library().machine(machine).variants().getFirst().costs();
    }

    private static long instructions(CostModel costs, CostPath path, KernelVersion kernel) {
        return costs.forKernel(kernel).get(path).instructions().value();
    }

    @Test
    void theRecordedSystemIsWhatItsFileSays() {
        final HardwareSpec hardware =
                ConfigFixture.library()
                        .machine("icount-1ns-traced")
                        .variants()
                        .getFirst()
                        .hardware();
        assertFalse(hardware.irqTimeAccounting());
        final HardwareSpec.RecordedSystemSpec system = hardware.recordedSystem().orElseThrow();
        assertEquals(4_023, system.rtAppLoop().value());
        assertEquals(4, system.kernelThreads().size());
        assertEquals(512_000_000, system.kernelThreads().getFirst().periodNs().value());
    }

    @Test
    void aGridOfOperatingPointsEndsWhereItSays() {
        final List<MachineSpec.OppSpec> opps =
                ConfigFixture.library()
                        .machine("power9")
                        .variants()
                        .getFirst()
                        .frequencyDomains()
                        .getFirst()
                        .opps();
        assertEquals(2_316_667, opps.get(1).freqKhz());
        assertEquals(3_900_000, opps.getLast().freqKhz());
        assertEquals(
                List.of(
                        "m.yaml variants[0].opps.arm[0]: needs upTo above freq and at most 1000"
                                + " steps between them"),
                problems(
                        "- {freq: 1500MHz, voltage: 820mV}",
                        "- {freq: 1500MHz, voltage: 820mV, upTo: 1400MHz, step: 100MHz,"
                                + " voltageUpTo: 900mV}"));
    }
}
