package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.Overrides;
import io.vlag.engine.config.PipeSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import io.vlag.engine.config.Workload;
import io.vlag.engine.importer.RtAppImporter;
import io.vlag.engine.workload.StressNgPipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a recording ran, for the simulator. */
sealed interface Replica {
    /**
     * @param kernel expression
     * @param workload what runs
     * @param names of the tasks that have figures
     * @param settleNs from the latest start to the window; negative: the window is the activity
     * @param endNs how long to simulate
     */
    record Simulated(String kernel, Workload workload, Set<String> names, long settleNs, long endNs)
            implements Replica {
        public Simulated {
            names = Set.copyOf(names);
        }

        /** Whether the window is the activity. */
        boolean isActivity() {
            return settleNs < 0;
        }

        /** The window of a trace of this workload. */
        Trace.Window windowOf(Trace trace) {
            return isActivity() ? trace.windowOfActivity() : trace.windowOfThreads(settleNs, endNs);
        }
    }

    /** It cannot be simulated. */
    record NotMeasured(String reason) implements Replica {}

    /** Builds it from a recording. */
    final class Builder {
        private static final String MACHINE = "icount-1ns";
        private static final String TRACED_MACHINE = "icount-1ns-traced";
        private static final List<Integer> MACHINE_CPUS = List.of(1, 2, 4);
        private static final List<Integer> HZ = List.of(100, 250, 300, 1_000);
        private static final long SETTLE_NS = 50_000_000;
        private static final long SETTLE_OWN_SLICE_NS = 350_000_000;
        private static final int PIPE_SLOTS = 16;

        /** User code of a system call: the C library's wrapper and a loop. */
        private static final long PIPE_USER_INSTRUCTIONS = 30;

        /** Time allowed for a round trip of a pipe. */
        private static final long ROUND_TRIP_NS_MAX = 60_000;

        private static final SourcePosition HERE = SourcePosition.of("recording");

        private final ConfigLibrary library;
        private final @Nullable String asked;

        /**
         * @param asked kernel expression to simulate instead of the recorded one, or null
         */
        Builder(ConfigLibrary library, @Nullable String asked) {
            this.library = library;
            this.asked = asked;
        }

        Replica build(Recording recording) {
            final Meta meta = recording.meta();
            final var kernel = new RecordedKernel(library).expression(meta, asked);
            if (kernel.isEmpty()) {
                return new NotMeasured("kernel " + meta.kernel() + " is not modelled");
            }
            if (!MACHINE_CPUS.contains(meta.cpuCount())) {
                return new NotMeasured("no machine with " + meta.cpuCount() + " CPUs");
            }
            if (!HZ.contains(meta.hz())) {
                return new NotMeasured("HZ=" + meta.hz() + " is not modelled");
            }
            final Path text = recording.directory().resolve("workload.txt");
            if (!Files.exists(text)) {
                return new NotMeasured("there is no workload.txt that says what ran");
            }
            final Commands commands = Commands.read(text);
            if (!commands.notUnderstood().isEmpty()) {
                return new NotMeasured(
                        "nothing is simulated for \"" + commands.notUnderstood() + "\"");
            }
            if (commands.pipes().length > 0) {
                return pipes(kernel.get(), commands.pipes());
            }
            if (commands.stressNg().length > 0) {
                return stressNg(kernel.get(), commands.stressNg());
            }
            if (commands.rtAppFiles().isEmpty()) {
                return new NotMeasured("workload.txt names no rt-app file");
            }
            return rtApp(recording, kernel.get(), commands);
        }

        private Replica rtApp(Recording recording, String kernel, Commands commands) {
            final List<TaskTemplate> tasks = new ArrayList<>();
            final Set<String> names = new LinkedHashSet<>();
            final RtAppCode executed =
                    RtAppCode.of(library.machine(machine(recording.meta())), recording.meta());
            long durationNs = 0;
            for (final Map.Entry<String, String> file : commands.rtAppFiles().entrySet()) {
                final Workload workload =
                        RtAppImporter.read(recording.directory().resolve(file.getKey()));
                durationNs = Math.max(durationNs, workload.durationNs());
                for (final TaskTemplate task : workload.tasks()) {
                    if (!names.add(task.name())) {
                        return new NotMeasured("two rt-app files have a task " + task.name());
                    }
                    final TaskTemplate run = executed.of(task, file.getKey());
                    tasks.add(file.getValue().isEmpty() ? run : run.inGroup(file.getValue()));
                }
                if (!workload.pipes().isEmpty()) {
                    return new NotMeasured("rt-app files with pipes are not joined");
                }
            }
            if (durationNs == 0) {
                return new NotMeasured("the rt-app file does not say how long it runs");
            }
            if (!commands.slicesNs().isEmpty()) {
                final List<Step> steps = new ArrayList<>();
                steps.add(new Step.Sleep(commands.sleepNs()));
                for (final Map.Entry<String, Long> slice : commands.slicesNs().entrySet()) {
                    if (!names.contains(slice.getKey())) {
                        return new NotMeasured(
                                "a slice is set for " + slice.getKey() + ", which is no task");
                    }
                    steps.add(new Step.SetSlice(slice.getValue(), slice.getKey()));
                }
                tasks.add(task("labtools", steps));
            }
            return new Simulated(
                    kernel,
                    new Workload("recording", tasks, List.of(), true, durationNs, List.of()),
                    names,
                    recording.meta().scenario().startsWith("d") ? SETTLE_OWN_SLICE_NS : SETTLE_NS,
                    durationNs);
        }

        /** Tracing makes every path longer. */
        private static String machine(Meta meta) {
            return meta.isTraced() ? TRACED_MACHINE : MACHINE;
        }

        private static Replica pipes(String kernel, long[] numbers) {
            final int pairs = (int) numbers[0];
            final long roundTrips = numbers[2];
            final List<TaskTemplate> tasks = new ArrayList<>();
            final List<PipeSpec> pipes = new ArrayList<>();
            final Set<String> names = new LinkedHashSet<>();
            for (int pair = 0; pair < pairs; pair++) {
                final String there = "there" + pair;
                final String back = "back" + pair;
                pipes.add(new PipeSpec(there, PIPE_SLOTS));
                pipes.add(new PipeSpec(back, PIPE_SLOTS));
                tasks.add(
                        task(
                                "ppA" + pair,
                                List.of(
                                        new Step.Loop(
                                                roundTrips,
                                                List.of(
                                                        new Step.PipeWrite(
                                                                there, PIPE_USER_INSTRUCTIONS),
                                                        new Step.PipeRead(
                                                                back, PIPE_USER_INSTRUCTIONS))))));
                tasks.add(
                        task(
                                "ppB" + pair,
                                List.of(
                                        new Step.Loop(
                                                roundTrips,
                                                List.of(
                                                        new Step.PipeRead(
                                                                there, PIPE_USER_INSTRUCTIONS),
                                                        new Step.PipeWrite(
                                                                back, PIPE_USER_INSTRUCTIONS))))));
                names.add("ppA" + pair);
                names.add("ppB" + pair);
            }
            return new Simulated(
                    kernel,
                    new Workload("pipes", tasks, pipes, false, 0, List.of()),
                    names,
                    -1,
                    roundTrips * pairs * ROUND_TRIP_NS_MAX);
        }

        private Replica stressNg(String kernel, long[] numbers) {
            final var instructions = library.machine(MACHINE).variants().getFirst().stressNgPipe();
            return new Simulated(
                    kernel,
                    StressNgPipe.of(
                            (int) numbers[0],
                            PIPE_SLOTS,
                            instructions.writerInstructions().value(),
                            instructions.readerInstructions().value()),
                    Set.of(),
                    -1,
                    numbers[1] * 1_000_000_000);
        }

        private static TaskTemplate task(String name, List<Step> steps) {
            return new TaskTemplate(
                    name, 1, SchedPolicy.OTHER, 0, 0, 0, CpuSet.ALL, "", 0, steps, HERE);
        }

        /**
         * The workload with the threads of the recorded system beside it, whose timers follow the
         * ticks. With several CPUs there are none: only orders of magnitude are compared there.
         */
        Simulated beside(Recording recording, Simulated simulated, long phaseNs) {
            final Meta meta = recording.meta();
            if (simulated.isActivity() || meta.cpuCount() > 1) {
                return simulated;
            }
            final Workload alone = simulated.workload();
            final List<TaskTemplate> tasks = new ArrayList<>(alone.tasks());
            tasks.addAll(KernelThreads.of(library.machine(machine(meta)), meta, phaseNs));
            return new Simulated(
                    simulated.kernel(),
                    new Workload(
                            alone.name(),
                            tasks,
                            alone.pipes(),
                            alone.threadsShareMemory(),
                            alone.durationNs(),
                            alone.notes()),
                    simulated.names(),
                    simulated.settleNs(),
                    simulated.endNs());
        }

        /** The scenario around the workload; the first tick of CPU 0 comes at {@code phaseNs}. */
        Scenario scenario(Recording recording, Simulated simulated, long phaseNs) {
            final Meta meta = recording.meta();
            final StringBuilder yaml = new StringBuilder(500);
            yaml.append("name: recording\n")
                    .append("machine: " + machine(meta) + "\n")
                    .append("variants: [cpus_")
                    .append(meta.cpuCount())
                    .append("]\nkernels: [\"")
                    .append(simulated.kernel())
                    .append("\"]\nseeds: 1\nduration: ")
                    .append(simulated.endNs())
                    .append("ns\nhz: ")
                    .append(meta.hz())
                    .append("\npreemption: ")
                    .append(meta.preemption())
                    .append("\ngovernor: performance\ntickPhase: ")
                    .append(phaseNs)
                    .append("ns\nworkload: {tasks: [{name: replaced, hog: on}]}\n");
            final List<String> groups =
                    Commands.read(recording.directory().resolve("workload.txt")).groupLines();
            if (!groups.isEmpty()) {
                yaml.append("groups:\n");
                groups.forEach(yaml::append);
            }
            return library.scenario(
                    recording.directory().toString(),
                    yaml.toString(),
                    recording.directory(),
                    Overrides.NONE);
        }
    }
}
