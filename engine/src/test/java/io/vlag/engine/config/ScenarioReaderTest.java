package io.vlag.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {
    private static final String HEAD =
            """
            name: s
            machine: pi5
            kernels: ["7.0"]
            duration: 1s
            """;

    @TempDir private Path directory;

    private List<String> problems(String yaml) {
        return ConfigFixture.scenarioProblems(directory, yaml);
    }

    private List<String> taskProblems(String task) {
        return problems(HEAD + "workload:\n  tasks:\n    - " + task + "\n");
    }

    private List<Step> program(String task) {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory, HEAD + "workload:\n  tasks:\n    - " + task + "\n");
        return assertInstanceOf(Scenario.WorkloadSource.Inline.class, scenario.workload())
                .workload()
                .tasks()
                .getFirst()
                .steps();
    }

    @Test
    void changesOfARunningSystemAreRead() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory,
                        HEAD
                                + """
                                warmup: 300ms
                                workload: {stressNgPipe: {instances: 4}}
                                changes:
                                  - features: {DELAY_DEQUEUE: off}
                                    tunables: {base_slice_ns: 3000000}
                                  - {at: 1s, governor: performance, rateLimit: 2ms}
                                """);
        assertEquals(
                List.of(
                        new RuntimeChange(
                                300_000_000,
                                Map.of(
                                        KernelChange.DELAY_DEQUEUE,
                                        "off",
                                        KernelChange.BASE_SLICE_NS,
                                        "3000000"),
                                Optional.empty(),
                                OptionalLong.empty()),
                        new RuntimeChange(
                                1_000_000_000,
                                Map.of(),
                                Optional.of(Governor.PERFORMANCE),
                                OptionalLong.of(2_000_000))),
                scenario.changes());
    }

    @Test
    void wrongChangesAreLocated() {
        assertEquals(
                List.of(
                        "s.yaml:7:10 changes[0].at: the run is over at 1s; choose an earlier time, or"
                                + " leave it out for the end of the warm-up",
                        "s.yaml:8:5 changes[1]: comes at 0ns, before the one above it; list changes in"
                                + " the order of time",
                        "s.yaml:8:17 changes[1].features.lag_limit: is not known",
                        "s.yaml:8:59 changes[1].tunables.base_slice_ns: 5 is outside 100000 to 100000000",
                        "s.yaml:9:25 changes[2].governor: \"fast\" is not known; choose one of ondemand,"
                                + " performance, powersave, schedutil, conservative"),
                problems(
                                HEAD
                                        + """
                                        workload: {stressNgPipe: {instances: 4}}
                                        changes:
                                          - {at: 1s}
                                          - {features: {lag_limit: on}, tunables: {base_slice_ns: 5}}
                                          - {at: 2ms, governor: fast}
                                        """)
                        .stream()
                        .map(
                                problem ->
                                        problem.replaceAll(
                                                "known; choose one of GENTLE.*", "known"))
                        .toList());
    }

    @Test
    void defaultsAreFilledIn() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory, HEAD + "workload: {stressNgPipe: {instances: 4}}\n");
        assertEquals("s", scenario.title());
        assertEquals(
                List.of("stock_2400"),
                scenario.machines().stream().map(MachineSpec::variant).toList());
        assertEquals(List.of(1L), scenario.seeds());
        assertEquals(1_000_000_000, scenario.durationNs());
        assertEquals(0, scenario.warmupNs());
        assertEquals(250, scenario.hz());
        assertEquals(Preemption.FULL, scenario.preemption());
        assertEquals(Governor.ONDEMAND, scenario.governor());
        assertEquals(4, scenario.cpuCount());
        assertEquals(OptionalLong.empty(), scenario.tickPhaseNs());
        assertEquals(new Scenario.WorkloadSource.StressNgPipe(4, 16), scenario.workload());
        assertTrue(scenario.kernels().getFirst().schedMc());
    }

    @Test
    void everythingCanBeSaid() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory,
                        """
                        name: s
                        title: All keys
                        note: nothing
                        machine: pi5
                        variants: [oc_2800, stock_2400]
                        kernels:
                          - "6.6"
                          - 7.0
                          - {kernel: "7.0+ttwu", label: patched, schedMc: off}
                        seeds: [7, 11]
                        duration: 2.5s
                        warmup: 500ms
                        hz: 1000
                        preemption: lazy
                        governor: performance
                        cpus: 2
                        tickPhase: 250us
                        workload:
                          rtApp: ../rt/a.json
                        published:
                          - {kernel: patched, variant: oc_2800, metric: opsPerSecond, value: 1934076, role: prediction, source: me}
                          - {kernel: "6.6", variant: stock_2400, metric: opsChangePercent, value: -20.5, role: calibration, source: me}
                        """);
        assertEquals(
                List.of("6.6", "7.0", "patched"),
                scenario.kernels().stream().map(Scenario.KernelRun::label).toList());
        assertEquals(
                List.of(false, true, false),
                scenario.kernels().stream().map(Scenario.KernelRun::schedMc).toList());
        assertEquals(List.of(7L, 11L), scenario.seeds());
        assertEquals(2_500_000_000L, scenario.durationNs());
        assertEquals(1_000, scenario.hz());
        assertEquals(2, scenario.cpuCount());
        assertEquals(2, scenario.machines().getFirst().cpus().size());
        assertEquals(
                List.of(0, 1),
                scenario.machines().getFirst().frequencyDomains().getFirst().cpus().cpus());
        assertEquals(OptionalLong.of(250_000), scenario.tickPhaseNs());
        assertEquals(
                directory.resolve("../rt/a.json").normalize(),
                assertInstanceOf(Scenario.WorkloadSource.RtApp.class, scenario.workload()).file());
        assertEquals(-20.5, scenario.published().get(1).value());
        assertEquals(PublishedMetric.OPS_CHANGE_PERCENT, scenario.published().get(1).metric());
        assertEquals(Scenario.Role.CALIBRATION, scenario.published().get(1).role());
    }

    @Test
    void aWorkloadMayHaveCases() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory,
                        HEAD
                                + """
                                workload:
                                  cases:
                                    - {name: "10 %", stressNgCpu: {load: 10}}
                                    - {name: sliced, stressNgCpu: {load: 30, slice: 10ms, callTime: 1ms, instances: 2}}
                                    - name: one
                                      tasks:
                                        - {name: t, loop: [{cpuLoad: {load: 5, slice: 1ms}}]}
                                published:
                                  - {kernel: "7.0", case: sliced, metric: meanClockMhz, value: 2800, role: prediction, source: me}
                                """);
        assertEquals(
                List.of("10 %", "sliced", "one"),
                scenario.cases().stream().map(Scenario.WorkloadCase::name).toList());
        assertEquals(
                new Scenario.WorkloadSource.StressNgCpu(4, new Step.CpuLoad(10, 0, 640_000)),
                scenario.cases().get(0).source());
        assertEquals(
                new Scenario.WorkloadSource.StressNgCpu(
                        2, new Step.CpuLoad(30, 10_000_000, 1_000_000)),
                scenario.cases().get(1).source());
        assertEquals(
                List.of(
                        new Step.Loop(
                                Step.FOREVER, List.of(new Step.CpuLoad(5, 1_000_000, 640_000)))),
                assertInstanceOf(
                                Scenario.WorkloadSource.Inline.class,
                                scenario.cases().get(2).source())
                        .workload()
                        .tasks()
                        .getFirst()
                        .steps());
        assertEquals("sliced", scenario.published().getFirst().workloadCase());
    }

    @Test
    void casesHaveNamesAndNothingBesideThem() {
        final List<String> found =
                problems(
                        HEAD
                                + """
                                workload:
                                  stressNgPipe: {instances: 4}
                                  cases:
                                    - {name: a, stressNgCpu: {load: 10}}
                                """);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.getFirst().contains("cases and stressNgPipe"), found.toString());
        final List<String> more =
                problems(
                        HEAD
                                + """
                                workload:
                                  cases:
                                    - {name: a, stressNgCpu: {load: 0}}
                                    - {name: a, stressNgCpu: {load: 10, slice: 10us}}
                                    - {stressNgCpu: {load: 10, instances: 5000}}
                                    - {name: b}
                                published:
                                  - {kernel: "7.0", case: c, metric: meanClockMhz, value: 2800, role: prediction, source: me}
                                  - {kernel: "7.0", metric: meanClockMhz, value: 2800, role: prediction, source: me}
                                """);
        for (final String part :
                List.of(
                        "workload.cases[0].stressNgCpu.load",
                        "repeats the name \"a\"",
                        "workload.cases[1].stressNgCpu.slice",
                        "workload.cases[2].name: is missing",
                        "workload.cases[2].stressNgCpu.instances",
                        "needs one of the keys",
                        "\"c\" is no case of the workload",
                        "published[1].case: is missing")) {
            assertTrue(
                    more.stream().anyMatch(problem -> problem.contains(part)),
                    () -> part + " in " + String.join("\n", more));
        }
        assertEquals(8, more.size(), String.join("\n", more));
    }

    @Test
    void aFigureOfACaseNeedsCases() {
        final List<String> found =
                problems(
                        HEAD
                                + """
                                workload: {stressNgPipe: {instances: 4}}
                                published:
                                  - {kernel: "7.0", case: c, metric: meanClockMhz, value: 2800, role: prediction, source: me}
                                """);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.getFirst().contains("the workload has no cases"), found.toString());
    }

    @Test
    void governorsHaveSettings() {
        final String workload = "workload: {stressNgPipe: {instances: 1}}\n";
        final GovernorSettings silent =
                ConfigFixture.scenario(directory, HEAD + workload).governorSettings();
        assertEquals(OptionalLong.empty(), silent.setSpeedKhz());
        assertEquals(
                new GovernorSettings.Conservative(80, 20, 5, 1, OptionalLong.empty()),
                silent.conservative());
        final GovernorSettings set =
                ConfigFixture.scenario(
                                directory,
                                HEAD
                                        + workload
                                        + """
                                        governor: conservative
                                        conservative: {upThresholdPercent: 70, downThresholdPercent: 30, freqStepPercent: 10, samplingRate: 40ms, samplingDownFactor: 3}
                                        """)
                        .governorSettings();
        assertEquals(
                new GovernorSettings.Conservative(70, 30, 10, 3, OptionalLong.of(40_000_000)),
                set.conservative());
        assertEquals(
                OptionalLong.of(1_850_000),
                ConfigFixture.scenario(
                                directory,
                                HEAD + workload + "governor: userspace\nsetSpeed: 1.85GHz\n")
                        .governorSettings()
                        .setSpeedKhz());
    }

    @Test
    void settingsThatDoNotBelongTogetherAreRefused() {
        final String workload = "workload: {stressNgPipe: {instances: 1}}\n";
        final List<String> found =
                problems(
                        HEAD
                                + workload
                                + """
                                governor: conservative
                                setSpeed: 1.8GHz
                                conservative: {upThresholdPercent: 20, downThresholdPercent: 30, samplingRate: 1us}
                                """);
        assertEquals(3, found.size(), found.toString());
        assertTrue(
                found.stream().anyMatch(p -> p.contains("setSpeed: is for governor: userspace")));
        assertTrue(found.stream().anyMatch(p -> p.contains("30 not below upThresholdPercent 20")));
        assertTrue(found.stream().anyMatch(p -> p.contains("conservative.samplingRate")));
        final List<String> without = problems(HEAD + workload + "governor: userspace\n");
        assertEquals(1, without.size(), without.toString());
        assertTrue(without.getFirst().contains("setSpeed: is missing"), without.toString());
    }

    @Test
    void seedsMayBeCounted() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory, HEAD + "seeds: 3\nworkload: {stressNgPipe: {instances: 1}}\n");
        assertEquals(List.of(1L, 2L, 3L), scenario.seeds());
    }

    @Test
    void everyMistakeIsReportedAtOnce() {
        assertEquals(
                List.of(
                        "s.yaml:1:1 duration: is missing; write for instance duration: 20s",
                        "s.yaml:1:7 name: \"a b\" is not a file-safe name; use letters, digits,"
                                + " dot, dash, underscore",
                        "s.yaml:2:1 mashine: is not known; did you mean machine?",
                        "s.yaml:3:11 kernels[0]: \"6.13\" is not known; choose one of 5.18, 6.1,"
                                + " 6.6, 6.12, 6.12.0, 6.18, 6.19, 7.0, 7.0.13, 7.2, 7.3, 6.10-rc1,"
                                + " 6.6-android, rpi5-6.6.78,"
                                + " rpi5-7.0.0-stock,"
                                + " rpi5-7.0.0-ttwu, rpi5-7.0.0-ttwu-12, rpi5-7.0.0-ttwu-12-13,"
                                + " rpi5-7.0.0-ttwu-vincent",
                        "s.yaml:3:42 kernels[1].label: is a list; write text",
                        "s.yaml:4:9 warmup: 500 has no unit; write 500s, 500ms, 500us or 500ns",
                        "s.yaml:5:5 hz: \"240\" is not known; choose one of 100, 250, 300, 1000",
                        "s.yaml:6:13 preemption: \"ful\" is not known; choose one of none,"
                                + " voluntary, full, lazy",
                        "s.yaml:7:11 governor: is a list; write one of ondemand, performance,"
                                + " powersave, schedutil, conservative, userspace",
                        "s.yaml:9:7 cpus: 0 is outside 1 to 4",
                        "s.yaml:10:1 cpus: is written twice, first in line 9; remove one",
                        "s.yaml:11:11 workload: needs one of the keys stressNgPipe, stressNgCpu,"
                                + " rtApp or"
                                + " tasks"),
                problems(
                        """
                        name: a b
                        mashine: pi5
                        kernels: ["6.13", {kernel: "7.0", label: [x]}]
                        warmup: 500
                        hz: 240
                        preemption: ful
                        governor: [ondemand]
                        machine: pi5
                        cpus: 0
                        cpus: 1
                        workload: {}
                        """));
    }

    @Test
    void aWrongMachineOrVariantNamesTheRightOnes() {
        assertEquals(
                List.of(
                        "s.yaml:2:10 machine: \"pi4\" is not known; choose one of icount-1ns, icount-1ns-traced, pi5,"
                                + " pixel6, power9, rk3588, x86-2, x86-64, x86-8, or write a"
                                + " path that ends in .yaml"),
                problems(
                        HEAD.replace("pi5", "pi4") + "workload: {stressNgPipe: {instances: 4}}\n"));
        assertEquals(
                List.of(
                        "s.yaml:5:12 variants[0]: \"fast\" is not a variant of pi5; choose one of"
                                + " stock_2400, oc_2800"),
                problems(HEAD + "variants: [fast]\nworkload: {stressNgPipe: {instances: 4}}\n"));
    }

    @Test
    void emptyListsSaySo() {
        assertEquals(
                List.of(
                        "s.yaml:3:10 kernels: is an empty list; write at least one",
                        "s.yaml:5:11 variants: is an empty list; write at least one",
                        "s.yaml:6:8 seeds: is an empty list; write at least one"),
                problems(
                        HEAD.replace("[\"7.0\"]", "[]")
                                + "variants: []\n"
                                + "seeds: []\n"
                                + "workload: {stressNgPipe: {instances: 4}}\n"));
    }

    @Test
    void labelsMustDiffer() {
        assertEquals(
                List.of(
                        "s.yaml:5:18 kernels[1]: repeats the label \"7.0\"; give one of them"
                                + " another label:"),
                problems(
                        HEAD.replace("kernels: [\"7.0\"]\n", "")
                                + "workload: {stressNgPipe: {instances: 4}}\n"
                                + "kernels: [\"7.0\", {kernel: \"7.0\", schedMc: off}]\n"));
    }

    @Test
    void publishedFiguresMustBeOfTheScenario() {
        assertEquals(
                List.of(
                        "s.yaml:7:14 published[0].kernel: \"6.6\" is not in kernels; choose one of"
                                + " 7.0",
                        "s.yaml:7:29 published[0].metric: \"ops\" is not known; choose one of"
                                + " opsPerSecond, opsChangePercent, switchesPerOp, switchesPerSecond,"
                                + " switchesChangePercent, ipc, instructionsPerOp, branchMissesPerOp,"
                                + " branchMissesPerSecond, branchMissesChangePercent,"
                                + " migrationsPerSecond, userSharePercent, meanClockMhz, governorUtilMean, yieldSwitchNs"),
                problems(
                        HEAD
                                + """
                                workload: {stressNgPipe: {instances: 4}}
                                published:
                                  - {kernel: "6.6", metric: ops, value: 1, role: prediction, source: me}
                                """));
    }

    @Test
    void aTickPhaseLiesInsideOneTick() {
        assertEquals(
                List.of("s.yaml:5:12 tickPhase: 4ms is outside 0ns to 3999999ns"),
                problems(HEAD + "tickPhase: 4ms\nworkload: {stressNgPipe: {instances: 4}}\n"));
    }

    @Test
    void everyStepHasItsForm() {
        assertEquals(
                List.of(
                        new Step.Run(2_000_000),
                        new Step.RunFor(1_000),
                        new Step.Sleep(0),
                        new Step.Timer("timer", 10_000_000, false, true),
                        new Step.Timer("t", 10_000_000, true, false),
                        new Step.Suspend("e"),
                        new Step.Resume("e"),
                        new Step.Lock("m"),
                        new Step.Unlock("m"),
                        new Step.Wait("c", "m"),
                        new Step.Signal("c"),
                        new Step.Broadcast("c"),
                        new Step.SignalAndWait("c", "m"),
                        new Step.Barrier("b"),
                        new Step.Yield(),
                        new Step.Fork("a"),
                        new Step.SetNice(-5),
                        new Step.SetAffinity(new CpuSet(List.of(0, 2, 3))),
                        new Step.SetNice(5, "a"),
                        new Step.SetAffinity(new CpuSet(List.of(1)), "a"),
                        new Step.SetPolicy(SchedPolicy.BATCH, 0, false, ""),
                        new Step.SetPolicy(SchedPolicy.FIFO, 7, true, "a"),
                        new Step.SetSlice(3_000_000, ""),
                        new Step.SetSlice(0, "a"),
                        new Step.YieldTo("a"),
                        new Step.Exec(),
                        new Step.Exit(),
                        new Step.Loop(3, List.of(new Step.Run(1))),
                        new Step.Loop(Step.FOREVER, List.of(new Step.Run(5), new Step.Sleep(5)))),
                program(
                        """
                        name: a
                              steps:
                                - run: 2ms
                                - runFor: 1us
                                - sleep: 0s
                                - timer: {period: 10ms}
                                - timer: {name: t, period: 10ms, shared: on, keepsGrid: off}
                                - suspend: e
                                - resume: e
                                - lock: m
                                - unlock: m
                                - wait: {condition: c, mutex: m}
                                - signal: c
                                - broadcast: c
                                - signalAndWait: {condition: c, mutex: m}
                                - barrier: b
                                - yield
                                - fork: a
                                - setNice: -5
                                - setCpus: 0,2-3
                                - setNice: {task: a, nice: 5}
                                - setCpus: {task: a, cpus: 1}
                                - setPolicy: batch
                                - setPolicy: {task: a, policy: fifo, rtPriority: 7, resetOnFork: on}
                                - setSlice: 3ms
                                - setSlice: {task: a, slice: 0ns}
                                - yieldTo: a
                                - exec
                                - exit
                                - repeat: {times: 3, steps: [{run: 1ns}]}
                              loop: [{run: 5ns}, {sleep: 5ns}]
                        """));
    }

    @Test
    void shorthandsStandForPrograms() {
        assertEquals(
                List.of(new Step.Loop(Step.FOREVER, List.of(new Step.Run(1_000_000_000)))),
                program("{name: a, hog: on}"));
        assertEquals(
                List.of(
                        new Step.Loop(
                                Step.FOREVER,
                                List.of(
                                        new Step.Run(2_000_000),
                                        new Step.Timer("timer", 10_000_000, false, true)))),
                program("{name: a, periodic: {run: 2ms, period: 10ms}}"));
    }

    @Test
    void pipesConnectTasks() {
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory,
                        HEAD
                                + """
                                workload:
                                  pipes: [{name: p}, {name: q, slots: 1}]
                                  tasks:
                                    - {name: w, loop: [{pipeWrite: {pipe: p, userInstructions: 900}}]}
                                    - {name: r, loop: [{pipeRead: {pipe: p}}]}
                                """);
        final Workload workload =
                assertInstanceOf(Scenario.WorkloadSource.Inline.class, scenario.workload())
                        .workload();
        assertEquals(List.of(new PipeSpec("p", 16), new PipeSpec("q", 1)), workload.pipes());
        assertEquals(
                List.of(new Step.Loop(Step.FOREVER, List.of(new Step.PipeWrite("p", 900)))),
                workload.tasks().getFirst().steps());
        assertEquals(8, workload.tasks().getFirst().position().line());
    }

    @Test
    void stepsThatAreNoneSaySo() {
        assertEquals(
                List.of(
                        "s.yaml:7:24 workload.tasks[0].loop[0]: has run and sleep; keep one of"
                                + " them"),
                taskProblems("{name: a, loop: [{run: 1ms, sleep: 1ms}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:24 workload.tasks[0].loop[0]: \"rest\" is not a step; write for"
                                + " instance run: 2ms, or yield"),
                taskProblems("{name: a, loop: [rest]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:30 workload.tasks[0].loop[0].run: 2 has no unit; write 2s, 2ms,"
                                + " 2us or 2ns"),
                taskProblems("{name: a, loop: [{run: 2}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:24 workload.tasks[0].loop[0]: needs one of the keys run, runFor,"
                                + " sleep, timer, suspend, resume, lock, unlock, wait, signal,"
                                + " broadcast, signalAndWait, barrier, fork, pipeWrite, pipeRead,"
                                + " yieldTo, setNice, setCpus, setPolicy, setSlice, setUclamp,"
                                + " frameStart, frameEnd, cpuLoad or repeat",
                        "s.yaml:7:25 workload.tasks[0].loop[0].slep: is not known; did you mean"
                                + " sleep?"),
                taskProblems("{name: a, loop: [{slep: 1ms}]}"));
        assertEquals(
                List.of("s.yaml:7:23 workload.tasks[0].loop: has 0 items; write at least 1"),
                taskProblems("{name: a, loop: []}"));
    }

    @Test
    void changesOfAttributesAreCheckedWhereTheyStand() {
        assertEquals(
                List.of(
                        "s.yaml:7:36 workload.tasks[0].loop[0].setPolicy: needs a priority; write"
                                + " setPolicy: {policy: fifo, rtPriority: 50}"),
                taskProblems("{name: a, loop: [{setPolicy: fifo}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:36 workload.tasks[0].loop[0].setPolicy: has nice but a real-time"
                                + " policy; use rtPriority"),
                taskProblems(
                        "{name: a, loop: [{setPolicy: {policy: rr, nice: 3, rtPriority: 1}}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:35 workload.tasks[0].loop[0].setSlice: is below 100us, the"
                                + " shortest slice; 0ns is the base slice"),
                taskProblems("{name: a, loop: [{setSlice: 99us}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:50 workload.tasks[0].loop[0].setNice.nice: 20 is outside -20 to 19"),
                taskProblems("{name: a, loop: [{setNice: {task: a, nice: 20}}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: uses the task \"b\", which is not declared;"
                                + " declared are a"),
                taskProblems("{name: a, loop: [{run: 1ms}, {setCpus: {task: b, cpus: 0}}]}"));
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: inherits from its parent and has nice; keep"
                                + " one",
                        "s.yaml:7:7 workload.tasks[0]: inherits, which only forked tasks can; write"
                                + " instances: 0"),
                taskProblems("{name: a, inherits: on, nice: 3, hog: on}"));
    }

    @Test
    void aTaskHasOneProgram() {
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: needs one of the keys steps, loop, hog or"
                                + " periodic"),
                taskProblems("{name: a}"));
        assertEquals(
                List.of("s.yaml:7:7 workload.tasks[0]: has loop and hog; keep one of them"),
                taskProblems("{name: a, hog: on, loop: [{run: 1ms}]}"));
    }

    @Test
    void priorityMustFitThePolicy() {
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: has an rtPriority but no real-time policy;"
                                + " write policy: fifo or rr, or use nice"),
                taskProblems("{name: a, rtPriority: 5, hog: on}"));
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: has nice but a real-time policy; use"
                                + " rtPriority",
                        "s.yaml:7:7 workload.tasks[0].rtPriority: is missing; write for instance"
                                + " rtPriority: 50"),
                taskProblems("{name: a, policy: fifo, nice: 1, hog: on}"));
    }

    @Test
    void limitsAreNamed() {
        assertEquals(
                List.of(
                        "s.yaml:7:23 workload.tasks[0].nice: 20 is outside -20 to 19",
                        "s.yaml:7:34 workload.tasks[0].slice: 50us is outside 100us to 100ms",
                        "s.yaml:7:46 workload.tasks[0].cpus: \"0-4\" is outside the machine's CPUs,"
                                + " 0 to 3"),
                taskProblems("{name: a, nice: 20, slice: 50us, cpus: 0-4, hog: on}"));
        assertEquals(
                List.of("s.yaml:7:5 workload.tasks: start 100001 tasks; 100000 are allowed"),
                taskProblems("{name: a, instances: 100000, hog: on}\n    - {name: b, hog: on}"));
    }

    @Test
    void namesMustBeDeclaredOnce() {
        assertEquals(
                List.of(
                        "s.yaml:7:7 workload.tasks[0]: uses the pipe \"p\", which is not declared;"
                                + " there is none",
                        "s.yaml:8:7 workload.tasks[1]: repeats the name \"a\"",
                        "s.yaml:8:7 workload.tasks[1]: uses the task \"child\", which is not"
                                + " declared; declared are a, a"),
                taskProblems(
                        "{name: a, loop: [{pipeRead: {pipe: p}}]}\n"
                                + "    - {name: a, steps: [{fork: child}]}"));
    }

    @Test
    void onlyOneWorkloadRuns() {
        assertEquals(
                List.of("s.yaml:5:11 workload: has stressNgPipe and rtApp; keep one of them"),
                problems(HEAD + "workload: {stressNgPipe: {instances: 4}, rtApp: a.json}\n"));
    }

    @Test
    void groupsHaveOneWeightAndAPathOfTheirOwn() {
        final String tasks = HEAD + "workload: {tasks: [{name: a, hog: on}]}\n";
        assertEquals(
                List.of(
                        "s.yaml:7:5 groups[0]: has weight and shares; keep one of them",
                        "s.yaml:8:5 groups[1]: repeats the path \"/a/b\"",
                        "s.yaml:9:5 groups[2]: is idle and has a weight; keep one of them",
                        "s.yaml:10:12 groups[3].path: \"/c/..\" is not allowed; give a path"
                                + " without . and ..",
                        "s.yaml:11:5 groups[4]: is the root group, which has no properties; give"
                                + " another path",
                        "s.yaml:12:23 groups[5].weight: 10001 is outside 1 to 10000",
                        "s.yaml:13:12 groups[6].path: \"autogroup\" is kept for autogroup; choose"
                                + " another path",
                        "s.yaml:14:5 groups[7]: has a period but no quota; add one",
                        "s.yaml:15:22 groups[8].quota: 10us is outside 1ms to 86400s"),
                problems(
                        tasks
                                + "groups:\n"
                                + "  - {path: a/b, weight: 1, shares: 5}\n"
                                + "  - {path: /a//b/}\n"
                                + "  - {path: c, idle: on, weight: 7}\n"
                                + "  - {path: /c/..}\n"
                                + "  - {path: /}\n"
                                + "  - {path: d, weight: 10001}\n"
                                + "  - {path: autogroup}\n"
                                + "  - {path: e, period: 50ms}\n"
                                + "  - {path: f, quota: 10us}\n"));
    }

    @Test
    void weightsBecomeShares() {
        assertEquals(1_024, TaskGroup.sharesOfWeight(100));
        assertEquals(10, TaskGroup.sharesOfWeight(1));
        assertEquals(31, TaskGroup.sharesOfWeight(3)); // 30.72
        assertEquals(102_400, TaskGroup.sharesOfWeight(10_000));
    }

    @Test
    void aListIsNoScenario() {
        assertEquals(
                List.of(
                        "s.yaml:1:1: is a list; write a mapping with the keys name, title, note,"
                                + " machine, variants, kernels, seeds, duration, warmup, hz,"
                                + " preemption, governor, rateLimit, setSpeed, conservative, changes, cpus, tickPhase, workload,"
                                + " groups, autogroup, published"),
                problems("- a\n- b\n"));
    }

    @Test
    void valuesFromFilesAreMadePrintable() {
        assertEquals(
                List.of(
                        "s.yaml:5:11 governor: \"?[31mred\" is not known; choose one of ondemand,"
                                + " performance, powersave, schedutil, conservative, userspace"),
                problems(
                        HEAD
                                + "governor: \"\\e[31mred\"\n"
                                + "workload: {stressNgPipe: {instances: 4}}\n"));
    }

    @Test
    void thousandsOfMistakesAreCut() {
        final String yaml =
                HEAD
                        + "workload:\n  tasks:\n"
                        + String.join("", Collections.nCopies(2_000, "    - {}\n"));
        final List<String> problems = problems(yaml);
        assertEquals(1_001, problems.size());
        assertEquals("s.yaml: has 4999 more problems", problems.getLast());
    }

    @Test
    void aScenarioMayBringItsOwnKernelsAndMachines() {
        ConfigFixture.write(
                directory,
                "kernels/mine.yaml",
                """
                name: mine
                version: "7.0.1"
                follows: "7.0+ttwu"
                source: me
                confidence: low
                changes: {util_est_order: after}
                """);
        ConfigFixture.write(
                directory, "boards/b.yaml", piFile().replace("name: pi5\n", "name: b\n"));
        final Scenario scenario =
                ConfigFixture.scenario(
                        directory,
                        """
                        name: s
                        machine: boards/b.yaml
                        kernels: [mine, "mine+vincent"]
                        duration: 1s
                        workload: {stressNgPipe: {instances: 4}}
                        """);
        assertEquals("b", scenario.machines().getFirst().name());
        assertEquals(
                "after", scenario.kernels().getFirst().kernel().form(KernelChange.UTIL_EST_ORDER));
        assertEquals(
                "ttwu",
                scenario.kernels()
                        .getFirst()
                        .kernel()
                        .values()
                        .get(KernelChange.TTWU_DELAYED)
                        .setBy());
    }

    static String piFile() {
        try {
            return java.nio.file.Files.readString(
                    ConfigFixture.SHIPPED.resolve("machines/pi5.yaml"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
