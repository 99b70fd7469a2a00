package io.vlag.engine.sim;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.workload.StressNgCpu;
import io.vlag.engine.workload.StressNgPipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Small runs of the shipped scenarios, for tests. */
final class Scenarios {
    private static final ConfigLibrary LIBRARY = new ConfigLibrary(Path.of("..", "batch-configs"));

    private Scenarios() {}

    /**
     * Plan of the first machine of a shipped scenario under one kernel, with overrides such as
     * {@code cpus=1}.
     */
    static SimPlan plan(String scenarioName, String kernel, long seed, String... overrides) {
        final List<String> all = new ArrayList<>(List.of(overrides));
        all.add("kernels=" + kernel);
        all.add("seeds=1");
        final Scenario scenario =
                LIBRARY.scenario(LIBRARY.findScenario(scenarioName), Overrides.parse(all));
        final MachineSpec machine = scenario.machines().getFirst();
        final Workload workload =
                switch (scenario.workload()) {
                    case Scenario.WorkloadSource.Inline(Workload inline) -> inline;
                    case Scenario.WorkloadSource.StressNgPipe(int instances, int slots) ->
                            StressNgPipe.of(
                                    instances,
                                    slots,
                                    machine.stressNgPipe().writerInstructions().value(),
                                    machine.stressNgPipe().readerInstructions().value());
                    case Scenario.WorkloadSource.StressNgCpu(int instances, Step.CpuLoad load) ->
                            StressNgCpu.of(instances, load);
                    case Scenario.WorkloadSource.RtApp rtApp ->
                            throw new AssertionError("no test runs " + rtApp.file());
                    case Scenario.WorkloadSource.Cases cases ->
                            throw new AssertionError("a test names its workload: " + cases);
                };
        return new Planner(scenario).plan(machine, scenario.kernels().getFirst(), workload, seed);
    }

    /** Plan of tasks written in a test, on one CPU of the Pi 5 unless overridden. */
    static SimPlan planOf(List<TaskTemplate> tasks, String kernel, String... overrides) {
        final List<String> all = new ArrayList<>(List.of(overrides));
        all.add("kernels=" + kernel);
        final Scenario scenario =
                LIBRARY.scenario(LIBRARY.findScenario("hog"), Overrides.parse(all));
        return new Planner(scenario)
                .plan(
                        scenario.machines().getFirst(),
                        scenario.kernels().getFirst(),
                        new Workload("test", tasks, List.of(), true, 0, List.of()),
                        1);
    }

    /** Plan of a workload on one CPU on which an instruction takes 1 ns. */
    static SimPlan planOf(Workload workload, String kernel, long seed, String... overrides) {
        final List<String> all = new ArrayList<>(List.of(overrides));
        all.add("kernels=" + kernel);
        final Scenario scenario =
                LIBRARY.scenario(LIBRARY.findScenario("icount-pipe-one-cpu"), Overrides.parse(all));
        return new Planner(scenario)
                .plan(
                        scenario.machines().getFirst(),
                        scenario.kernels().getFirst(),
                        workload,
                        seed);
    }

    /** A nice-0 task that repeats its steps for ever. */
    static TaskTemplate endless(String name, Step... steps) {
        return task(name, SchedPolicy.OTHER, 0, new Step.Loop(Step.FOREVER, List.of(steps)));
    }

    static TaskTemplate task(String name, SchedPolicy policy, int rtPriority, Step... steps) {
        return new TaskTemplate(
                name,
                1,
                policy,
                0,
                rtPriority,
                0,
                CpuSet.ALL,
                "",
                0,
                List.of(steps),
                SourcePosition.of("test"));
    }

    /** What happened between two instants of one simulation. */
    record Window(Reading from, Reading to, long digest) {
        long ofTasks(ToLongFunction<Reading.TaskReading> field) {
            return sumTasks(to, field) - sumTasks(from, field);
        }

        long ofCpus(ToLongFunction<Reading.CpuReading> field) {
            return sumCpus(to, field) - sumCpus(from, field);
        }

        double switchesPerOp() {
            return (double) ofCpus(Reading.CpuReading::switches)
                    / ofTasks(Reading.TaskReading::bogoOps);
        }

        private static long sumTasks(Reading reading, ToLongFunction<Reading.TaskReading> field) {
            return reading.tasks().stream().mapToLong(field).sum();
        }

        private static long sumCpus(Reading reading, ToLongFunction<Reading.CpuReading> field) {
            return reading.cpus().stream().mapToLong(field).sum();
        }
    }

    static Window run(SimPlan plan, long warmupNs, long durationNs) {
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(warmupNs);
            final Reading from = simulation.read();
            simulation.runUntil(warmupNs + durationNs);
            return new Window(from, simulation.read(), simulation.digest());
        }
    }
}
