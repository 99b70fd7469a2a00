package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads {@code workload} of a scenario: one of the known stressors, an rt-app file, or tasks
 * written out.
 */
final class WorkloadReader {
    static final KeySet WORKLOAD =
            KeySet.of(
                    "scenario",
                    "workload",
                    "stressNgPipe",
                    "stressNgCpu",
                    "rtApp",
                    "tasks",
                    "pipes",
                    "frames",
                    "processes",
                    "cases");
    static final KeySet CASE =
            KeySet.of(
                    "scenario",
                    "case",
                    "name",
                    "stressNgPipe",
                    "stressNgCpu",
                    "rtApp",
                    "tasks",
                    "pipes",
                    "frames",
                    "processes");
    static final KeySet STRESS_NG_CPU =
            KeySet.of("scenario", "stressNgCpu", "instances", "load", "slice", "callTime");
    static final KeySet STRESS_NG_PIPE =
            KeySet.of("scenario", "stressNgPipe", "instances", "slots");
    static final KeySet PIPE = KeySet.of("scenario", "pipe", "name", "slots");
    static final KeySet FRAMES = KeySet.of("scenario", "frames", "name", "period");
    static final KeySet TASK =
            KeySet.of(
                    "scenario",
                    "task",
                    "name",
                    "instances",
                    "policy",
                    "nice",
                    "rtPriority",
                    "slice",
                    "cpus",
                    "group",
                    "start",
                    "inherits",
                    "utilMin",
                    "utilMax",
                    "steps",
                    "loop",
                    "hog",
                    "periodic");
    static final KeySet PERIODIC = KeySet.of("scenario", "periodic", "run", "period");

    /** Most tasks of a scenario. */
    static final int TASKS_MAX = 100_000;

    /** Slots of a pipe, at most. */
    static final int SLOTS_MAX = 256;

    /** Most cases of a scenario. */
    private static final int CASES_MAX = 1_000;

    /** Most instances of the CPU stressor: all are forked by one task. */
    private static final int STRESS_NG_CPU_MAX = 1_024;

    private static final int SLOTS = 16;
    private static final long FRAME_PERIOD_NS_MAX = 10_000_000_000L;

    /** Least custom slice, ns. */
    static final long SLICE_NS_MIN = 100_000;

    /** Largest custom slice, ns. */
    static final long SLICE_NS_MAX = 100_000_000;

    private static final long HOG_BURST_NS = 1_000_000_000;
    private static final int NAME_MAX = 100;

    private final String name;
    private final Path directory;
    private final int cpuCount;

    /**
     * @param directory files are relative to it
     */
    WorkloadReader(String name, Path directory, int cpuCount) {
        this.name = name;
        this.directory = directory;
        this.cpuCount = cpuCount;
    }

    Optional<Scenario.WorkloadSource> read(Value value) {
        final Fields fields = value.fields(WORKLOAD);
        if (!fields.has("cases")) {
            return source(fields);
        }
        return fields.exactlyOneOf("cases", "stressNgPipe", "stressNgCpu", "rtApp", "tasks")
                .flatMap(fields::optional)
                .map(this::cases);
    }

    /** Several workloads of one scenario, each with a name. */
    private Scenario.WorkloadSource cases(Value value) {
        final List<Scenario.WorkloadCase> cases = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        final List<Value> items = value.list(1);
        if (items.size() > CASES_MAX) {
            value.reject("has " + items.size() + " cases; " + CASES_MAX + " are allowed");
        }
        for (final Value item : items) {
            final Fields fields = item.fields(CASE);
            final String caseName =
                    fields.required("name", "\"10 %\"")
                            .flatMap(found -> found.text(NAME_MAX))
                            .orElse("");
            if (!names.add(caseName)) {
                item.reject("repeats the name " + Texts.quote(caseName));
            }
            source(fields)
                    .ifPresent(source -> cases.add(new Scenario.WorkloadCase(caseName, source)));
        }
        return new Scenario.WorkloadSource.Cases(cases);
    }

    private Optional<Scenario.WorkloadSource> source(Fields fields) {
        for (final String key : List.of("pipes", "frames", "processes")) {
            if (fields.has(key) && !fields.has("tasks")) {
                fields.reject("has " + key + " but no tasks they belong to");
            }
        }
        return fields.exactlyOneOf("stressNgPipe", "stressNgCpu", "rtApp", "tasks")
                .map(
                        kind ->
                                switch (kind) {
                                    case "stressNgPipe" ->
                                            stressNgPipe(
                                                    fields.optional(kind)
                                                            .orElseThrow()
                                                            .fields(STRESS_NG_PIPE));
                                    case "stressNgCpu" ->
                                            stressNgCpu(
                                                    fields.optional(kind)
                                                            .orElseThrow()
                                                            .fields(STRESS_NG_CPU));
                                    case "rtApp" -> rtApp(fields.optional(kind).orElseThrow());
                                    default -> inline(fields);
                                });
    }

    private static Scenario.WorkloadSource stressNgPipe(Fields fields) {
        return new Scenario.WorkloadSource.StressNgPipe(
                (int) fields.integer("instances", 1, TASKS_MAX / 2, "4"),
                (int) fields.integerOr("slots", 1, SLOTS_MAX, SLOTS));
    }

    /** As many instances as CPUs, as the tool starts them, unless the file says otherwise. */
    private Scenario.WorkloadSource stressNgCpu(Fields fields) {
        return new Scenario.WorkloadSource.StressNgCpu(
                (int) fields.integerOr("instances", 1, STRESS_NG_CPU_MAX, cpuCount),
                StepReader.cpuLoad(fields));
    }

    private Scenario.WorkloadSource rtApp(Value value) {
        return new Scenario.WorkloadSource.RtApp(
                value.path(directory).orElse(directory), value.position());
    }

    private Scenario.WorkloadSource inline(Fields fields) {
        final List<PipeSpec> pipes =
                fields.optional("pipes").map(WorkloadReader::pipes).orElse(List.of());
        final List<TaskTemplate> tasks =
                fields.optional("tasks").map(this::tasks).orElse(List.of());
        final List<FrameSpec> frames =
                fields.optional("frames").map(WorkloadReader::frames).orElse(List.of());
        final boolean threads = !fields.flagOr("processes", false);
        fields.optional("tasks").ifPresent(value -> checkNames(value, tasks, pipes, frames));
        return new Scenario.WorkloadSource.Inline(
                new Workload(name, tasks, pipes, threads, 0, frames, List.of()));
    }

    private static List<PipeSpec> pipes(Value value) {
        final List<PipeSpec> pipes = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final Value item : value.list(1)) {
            final Fields fields = item.fields(PIPE);
            final PipeSpec pipe =
                    new PipeSpec(
                            fields.text("name", "data"),
                            (int) fields.integerOr("slots", 1, SLOTS_MAX, SLOTS));
            if (!names.add(pipe.name())) {
                item.reject("repeats the name " + Texts.quote(pipe.name()));
            }
            pipes.add(pipe);
        }
        return pipes;
    }

    private static List<FrameSpec> frames(Value value) {
        final List<FrameSpec> frames = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final Value item : value.list(1)) {
            final Fields fields = item.fields(FRAMES);
            final FrameSpec spec =
                    new FrameSpec(
                            fields.text("name", "app"),
                            fields.amount(
                                    "period",
                                    Unit.DURATION,
                                    1_000,
                                    FRAME_PERIOD_NS_MAX,
                                    "16.667ms"));
            if (!names.add(spec.name())) {
                item.reject("repeats the name " + Texts.quote(spec.name()));
            }
            frames.add(spec);
        }
        return frames;
    }

    private List<TaskTemplate> tasks(Value value) {
        final List<TaskTemplate> tasks = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        long count = 0;
        for (final Value item : value.list(1)) {
            final TaskTemplate task = task(item);
            if (!names.add(task.name())) {
                item.reject("repeats the name " + Texts.quote(task.name()));
            }
            count += task.instanceCount();
            tasks.add(task);
        }
        if (count > TASKS_MAX) {
            value.reject("start " + count + " tasks; " + TASKS_MAX + " are allowed");
        }
        return tasks;
    }

    private TaskTemplate task(Value value) {
        final Fields fields = value.fields(TASK);
        final SchedPolicy policy = fields.choiceOr("policy", Words.POLICIES, SchedPolicy.OTHER);
        if (policy.isFair() && fields.has("rtPriority")) {
            fields.reject(
                    "has an rtPriority but no real-time policy; write policy: fifo or rr, or use"
                            + " nice");
        }
        if (!policy.isFair() && fields.has("nice")) {
            fields.reject("has nice but a real-time policy; use rtPriority");
        }
        return new TaskTemplate(
                fields.required("name", "worker").flatMap(found -> found.text(NAME_MAX)).orElse(""),
                (int) fields.integerOr("instances", 0, TASKS_MAX, 1),
                policy,
                (int) fields.integerOr("nice", -20, 19, 0),
                policy.isFair() ? 0 : (int) fields.integer("rtPriority", 1, 99, "50"),
                fields.amountOr("slice", Unit.DURATION, SLICE_NS_MIN, SLICE_NS_MAX, 0),
                fields.optional("cpus")
                        .map(found -> CpuSetReader.read(found, cpuCount))
                        .orElse(CpuSet.ALL),
                fields.optional("group").map(GroupsReader::path).orElse(""),
                fields.amountOr("start", Unit.DURATION, 0, StepReader.DURATION_NS_MAX, 0),
                program(fields),
                inherits(fields),
                StepReader.clamp(fields, "utilMin", "utilMax"),
                value.position());
    }

    private static boolean inherits(Fields fields) {
        final boolean inherits = fields.flagOr("inherits", false);
        if (!inherits) {
            return false;
        }
        for (final String key :
                List.of("policy", "nice", "rtPriority", "slice", "cpus", "utilMin", "utilMax")) {
            if (fields.has(key)) {
                fields.reject("inherits from its parent and has " + key + "; keep one");
            }
        }
        if (fields.integerOr("instances", 0, TASKS_MAX, 1) != 0) {
            fields.reject("inherits, which only forked tasks can; write instances: 0");
        }
        return true;
    }

    private List<Step> program(Fields fields) {
        if (fields.has("steps")
                && fields.has("loop")
                && !fields.has("hog")
                && !fields.has("periodic")) {
            return Stream.concat(steps(fields, "steps").stream(), loop(fields).stream()).toList();
        }
        return fields.exactlyOneOf("steps", "loop", "hog", "periodic")
                .map(
                        kind ->
                                switch (kind) {
                                    case "steps" -> steps(fields, kind);
                                    case "loop" -> loop(fields);
                                    case "hog" -> hog(fields.optional(kind).orElseThrow());
                                    default ->
                                            periodic(
                                                    fields.optional(kind)
                                                            .orElseThrow()
                                                            .fields(PERIODIC));
                                })
                .orElse(List.of());
    }

    private List<Step> steps(Fields fields, String key) {
        return fields.optional(key).map(new StepReader(cpuCount)::steps).orElse(List.of());
    }

    private List<Step> loop(Fields fields) {
        return List.of(new Step.Loop(Step.FOREVER, steps(fields, "loop")));
    }

    private static List<Step> hog(Value value) {
        if (!value.flag().orElse(true)) {
            value.reject("is off; leave the key out");
        }
        return List.of(new Step.Loop(Step.FOREVER, List.of(new Step.Run(HOG_BURST_NS))));
    }

    private static List<Step> periodic(Fields fields) {
        final long runNs =
                fields.amount("run", Unit.DURATION, 1, StepReader.DURATION_NS_MAX, "2ms");
        final long periodNs =
                fields.amount("period", Unit.DURATION, 1_000, StepReader.DURATION_NS_MAX, "10ms");
        return List.of(
                new Step.Loop(
                        Step.FOREVER,
                        List.of(
                                new Step.Run(runNs),
                                new Step.Timer("timer", periodNs, false, true))));
    }

    /** Pipes and forked tasks must be declared. */
    private static void checkNames(
            Value value, List<TaskTemplate> tasks, List<PipeSpec> pipes, List<FrameSpec> frames) {
        final List<String> frameNames = frames.stream().map(FrameSpec::name).toList();
        final List<String> pipeNames = pipes.stream().map(PipeSpec::name).toList();
        final List<String> taskNames = tasks.stream().map(TaskTemplate::name).toList();
        final List<Value> items = value.isSequence() ? value.items() : List.of();
        for (int i = 0; i < items.size(); i++) {
            checkNames(items.get(i), tasks.get(i).steps(), taskNames, pipeNames, frameNames);
        }
    }

    private static void checkNames(
            Value task,
            List<Step> steps,
            List<String> tasks,
            List<String> pipes,
            List<String> frames) {
        for (final Step step : steps) {
            switch (step) {
                case Step.Loop loop -> checkNames(task, loop.body(), tasks, pipes, frames);
                case Step.Fork(String forked) -> checkName(task, "task", forked, tasks);
                case Step.YieldTo(String other) -> checkName(task, "task", other, tasks);
                case Step.SetNice(int _, String other) -> checkName(task, "task", other, tasks);
                case Step.SetAffinity(CpuSet _, String other) ->
                        checkName(task, "task", other, tasks);
                case Step.SetPolicy(SchedPolicy _, int _, boolean _, String other) ->
                        checkName(task, "task", other, tasks);
                case Step.SetSlice(long _, String other) -> checkName(task, "task", other, tasks);
                case Step.SetUclamp(UtilClamp _, String other) ->
                        checkName(task, "task", other, tasks);
                case Step.FrameStart(String name) -> checkName(task, "frames", name, frames);
                case Step.FrameEnd(String name) -> checkName(task, "frames", name, frames);
                case Step.PipeWrite(String pipe, long ignored) ->
                        checkName(task, "pipe", pipe, pipes);
                case Step.PipeRead(String pipe, long ignored) ->
                        checkName(task, "pipe", pipe, pipes);
                default -> {}
            }
        }
    }

    private static void checkName(Value task, String what, String name, List<String> known) {
        if (!name.isEmpty() && !known.contains(name)) {
            task.reject(
                    "uses the "
                            + what
                            + " "
                            + Texts.quote(name)
                            + ", which is not declared; "
                            + (known.isEmpty()
                                    ? "there is none"
                                    : "declared are " + String.join(", ", known)));
        }
    }
}
