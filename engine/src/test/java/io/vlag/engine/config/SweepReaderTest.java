package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweep files: what they mean, and what is said about mistakes. */
class SweepReaderTest {
    private static final List<String> METRICS = List.of("contextSwitches", "energyUj", "busyShare");

    @TempDir private Path directory;

    private SweepSpec read(String yaml) {
        return ConfigFixture.library()
                .sweep(ConfigFixture.write(directory, "w.yaml", yaml), METRICS);
    }

    private List<String> problems(String yaml) {
        final Path file = ConfigFixture.write(directory, "w.yaml", yaml);
        return ConfigFixture.problems(
                directory, () -> ConfigFixture.library().sweep(file, METRICS));
    }

    @Test
    void everyPartHasItsMeaning() {
        final SweepSpec spec =
                read(
                        """
                        name: all
                        scenario: hog
                        set: {duration: 20ms}
                        axes:
                          kernel: ["6.6", "7.0"]
                          kernel.changes.DELAY_DEQUEUE: [on, off]
                          tunables.base_slice_ns: log 100us..10ms x 12
                          rateLimit: linear 1ms..10ms
                        design: {latin: 500, seed: 7}
                        forbid:
                          - {kernel: "6.6", kernel.changes.DELAY_DEQUEUE: [on]}
                          - {tunables.base_slice_ns: "> 3ms"}
                        seeds: 4
                        metrics: [busyShare]
                        objectives: [{metric: energyUj, direction: min}]
                        """);
        assertEquals(List.of("duration=20ms"), spec.sets());
        assertEquals(
                new SweepSpec.Levels.Between(100_000, 10_000_000, true, 12, ""),
                spec.axes().get(2).levels());
        assertEquals(
                new SweepSpec.Levels.Between(1_000_000, 10_000_000, false, 0, "ns"),
                spec.axes().get(3).levels());
        assertEquals(
                new SweepSpec.Design.Drawn(SweepSpec.Design.Kind.LATIN, 500, 7), spec.design());
        assertEquals(
                new SweepSpec.Condition(2, SweepSpec.Condition.Test.ABOVE, List.of("3ms")),
                spec.forbidden().get(1).conditions().getFirst());
        assertEquals(4, spec.seedCount());
        assertEquals(List.of("energyUj", "busyShare"), spec.metrics());
        assertTrue(spec.objectives().getFirst().minimised());
    }

    @Test
    void everyMistakeOfTwentyThreeHasItsMessage() {
        final List<String> problems =
                problems(
                        """
                        name: a b
                        titel: x
                        scenario: [hog]
                        axes:
                          kernels: ["6.6"]
                          kernel: ["6.6", "6.6"]
                          kernel.changes.DELAY_DEQEUE: [on]
                          tunables.DELAY_DEQUEUE: [1]
                          tunables.base_slice_ns: log 100us..10ms x 1
                          rateLimit: log 1ms..3kHz x 4
                          hz: from 100 to 1000
                          tickPhase: linear fast..slow x 2
                          "a b": [1]
                          changes[0].features.DELAY_ZER: [on]
                          changes[0].tunables.pelt_half_life: [8ms]
                        design: gird
                        points: [{kernel: "6.6"}]
                        forbid:
                          - {kernle: "6.6"}
                          - {}
                        seeds: 0
                        warmup: shared
                        metrics: [contextSwitchs, energyUj, energyUj]
                        objectives: [{metric: energyUj, direction: down}]
                        """);
        assertEquals(23, problems.size(), () -> String.join("\n", problems));
        for (final String problem : problems) {
            assertTrue(problem.matches("w\\.yaml:\\d+:\\d+ .+: .+"), problem);
        }
        assertEquals(
                "w.yaml:7:32 axes.kernel.changes.DELAY_DEQEUE: \"DELAY_DEQEUE\" is no feature or rule"
                        + " of a kernel; did you mean DELAY_DEQUEUE?",
                problems.get(5));
    }

    @Test
    void aSharedWarmupSaysWhatCannotBeShared() {
        final String head = "name: a\nscenario: hog\nwarmup: share\n";
        assertEquals(
                List.of(
                        "w.yaml:3:9 warmup: share: no axis applies later than the start; add one such as"
                                + " changes[0].features.DELAY_DEQUEUE: [on, off], or remove share"),
                problems(head + "axes: {hz: [100, 250], 'changes[0].at': [1s, 2s]}\n"));
        assertEquals(
                List.of(
                        "w.yaml:6:7 axes.hz: stands behind axes that apply later; with warmup: share put"
                                + " it before them, so that what shares a warm-up is neighbours"),
                problems(
                        head
                                + "axes:\n  changes[0].governor: [schedutil, performance]\n"
                                + "  hz: [100, 250]\n"));
        assertEquals(
                List.of(
                        "w.yaml:3:9 warmup: share: a drawn design has other values of hz in every"
                                + " configuration, so that nothing is common; draw over changes[...]"
                                + " alone, or use a grid"),
                problems(
                        head
                                + "design: {latin: 9}\naxes:\n  hz: [100, 250]\n"
                                + "  changes[0].rateLimit: linear 1ms..9ms\n"));
        assertTrue(
                read(head
                                + "axes:\n  hz: [100, 250]\n"
                                + "  changes[0].tunables.base_slice_ns: log 1ms..9ms x 3\n"
                                + "  changes[1].features.HRTICK: [on, off]\n")
                        .warmupShared());
    }

    @Test
    void onlyWhatARunningKernelAllowsCanChange() {
        assertEquals(
                List.of(
                        "w.yaml:4:34 axes.changes[0].features.lag_limit: \"lag_limit\" is no feature that"
                                + " a running kernel lets be changed",
                        "w.yaml:5:48 axes.changes[0].tunables.delay_dequeue_off_at_ns:"
                                + " \"delay_dequeue_off_at_ns\" is no tunable that a running kernel lets"
                                + " be changed"),
                problems(
                                """
                                name: a
                                scenario: hog
                                axes:
                                  changes[0].features.lag_limit: [1]
                                  changes[0].tunables.delay_dequeue_off_at_ns: [1]
                                """)
                        .stream()
                        .map(problem -> problem.replaceAll("; (choose|did).*", ""))
                        .toList());
    }

    @Test
    void designsOfSensitivityAreRead() {
        final String head =
                "name: a\nscenario: hog\naxes: {rateLimit: log 1ms..10ms, hz: [100, 250]}\n";
        assertEquals(
                new SweepSpec.Design.Morris(20, 6, 3),
                read(head + "design: {morris: 20, levels: 6, seed: 3}\n").design());
        assertEquals(
                new SweepSpec.Design.SobolPairs(256, 1),
                read(head + "design: {sobol_indices: 256}\n").design());
        assertEquals(
                List.of("w.yaml:4:30 design.levels: 5 is odd; write an even number"),
                problems(head + "design: {morris: 20, levels: 5}\n"));
        assertEquals(
                List.of("w.yaml:4:37 design.levels: are for morris; remove them"),
                problems(head + "design: {sobol_indices: 20, levels: 4}\n"));
    }

    @Test
    void aDesignThatTakesEveryLevelNeedsTheirNumber() {
        assertEquals(
                List.of(
                        "w.yaml:4:14 axes.rateLimit: says no number of values; add x N, or choose a"
                                + " design that draws"),
                problems(
                        """
                        name: a
                        scenario: hog
                        axes:
                          rateLimit: log 1ms..10ms
                        """));
    }

    @Test
    void aListOfPointsNamesEveryAxis() {
        assertEquals(
                List.of(
                        "w.yaml:8:9 points[1].hz: \"300\" is no value of hz; choose one of 100, 250",
                        "w.yaml:10:5 points[2]: has no hz; a point names every axis"),
                problems(
                        """
                        name: a
                        scenario: hog
                        axes: {kernel: ["6.6", "7.0"], hz: [100, 250]}
                        design: list
                        points:
                          - {kernel: "6.6", hz: 100}
                          -
                            hz: 300
                            kernel: "7.0"
                          - {kernel: "7.0"}
                        """));
    }

    @Test
    void aSweepBeyondAllBoundsIsRefused() {
        final StringBuilder yaml = new StringBuilder("name: a\nscenario: hog\naxes:\n");
        for (int i = 0; i < 10; i++) {
            yaml.append("  workload.tasks[").append(i).append("].slice: linear 1..1000 x 1000\n");
        }
        assertTrue(
                problems(yaml.toString()).getFirst().contains("describes 1.00e+30 configurations"));
    }
}
