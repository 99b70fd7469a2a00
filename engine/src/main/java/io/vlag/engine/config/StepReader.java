package io.vlag.engine.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the steps of a task's program. */
final class StepReader {
    static final KeySet STEP =
            KeySet.of(
                    "scenario",
                    "step",
                    "run",
                    "runFor",
                    "sleep",
                    "timer",
                    "suspend",
                    "resume",
                    "lock",
                    "unlock",
                    "wait",
                    "signal",
                    "broadcast",
                    "signalAndWait",
                    "barrier",
                    "fork",
                    "pipeWrite",
                    "pipeRead",
                    "yieldTo",
                    "setNice",
                    "setCpus",
                    "setPolicy",
                    "setSlice",
                    "setUclamp",
                    "frameStart",
                    "frameEnd",
                    "cpuLoad",
                    "repeat");
    static final KeySet SLEEP = KeySet.of("scenario", "sleep", "time", "ioWait");
    static final KeySet SET_UCLAMP = KeySet.of("scenario", "setUclamp", "task", "min", "max");
    static final KeySet RUN = KeySet.of("scenario", "run", "work", "memoryBoundPercent");
    static final KeySet TIMER =
            KeySet.of("scenario", "timer", "period", "name", "shared", "keepsGrid");
    static final KeySet CONDITION = KeySet.of("scenario", "condition", "condition", "mutex");
    static final KeySet PIPE_STEP = KeySet.of("scenario", "pipeStep", "pipe", "userInstructions");
    static final KeySet SET_NICE = KeySet.of("scenario", "setNice", "task", "nice");
    static final KeySet SET_CPUS = KeySet.of("scenario", "setCpus", "task", "cpus");
    static final KeySet SET_POLICY =
            KeySet.of(
                    "scenario", "setPolicy", "task", "policy", "nice", "rtPriority", "resetOnFork");
    static final KeySet SET_SLICE = KeySet.of("scenario", "setSlice", "task", "slice");
    static final KeySet CPU_LOAD = KeySet.of("scenario", "cpuLoad", "load", "slice", "callTime");
    static final KeySet REPEAT = KeySet.of("scenario", "repeat", "times", "steps");

    /** Longest single duration: a day. */
    static final long DURATION_NS_MAX = 86_400_000_000_000L;

    /** Mean time of a call of stress-ng's CPU methods at the rates stress-ng itself states. */
    static final long CALL_NS_REFERENCE = 640_000;

    private static final long CALL_NS_MIN = 1_000;
    private static final long CALL_NS_MAX = 100_000_000;
    private static final long LOAD_SLICE_NS_MIN = 1_000_000;
    private static final long LOAD_SLICE_NS_MAX = 5_000_000_000L;
    private static final Map<String, Step> BARE_STEPS =
            Map.of("yield", new Step.Yield(), "exec", new Step.Exec(), "exit", new Step.Exit());
    private static final long REPEAT_MAX = 1_000_000_000_000L;
    private static final int NAME_MAX = 100;
    private static final int NICE_MIN = -20;
    private static final int NICE_MAX = 19;

    private final int cpuCount;

    StepReader(int cpuCount) {
        this.cpuCount = cpuCount;
    }

    /** A list of at least one step. */
    List<Step> steps(Value value) {
        return value.list(1).stream().flatMap(item -> step(item).stream()).toList();
    }

    private Optional<Step> step(Value value) {
        if (value.scalar().isPresent()) {
            final Optional<Step> bare = Optional.ofNullable(BARE_STEPS.get(value.scalar().get()));
            if (bare.isEmpty()) {
                value.reject(
                        Texts.quote(value.scalar().get())
                                + " is not a step; write for instance run: 2ms, or yield");
            }
            return bare;
        }
        final Fields fields = value.fields(STEP);
        return fields.exactlyOneOf(STEP.keys().toArray(String[]::new))
                .flatMap(kind -> step(kind, fields.optional(kind).orElseThrow()));
    }

    private Optional<Step> step(String kind, Value value) {
        return switch (kind) {
            case "run" -> run(value);
            case "runFor" -> duration(value, 1).map(Step.RunFor::new);
            case "sleep" -> sleep(value);
            case "timer" -> Optional.of(timer(value.fields(TIMER)));
            case "suspend" -> name(value).map(Step.Suspend::new);
            case "resume" -> name(value).map(Step.Resume::new);
            case "lock" -> name(value).map(Step.Lock::new);
            case "unlock" -> name(value).map(Step.Unlock::new);
            case "wait" -> {
                final Fields fields = value.fields(CONDITION);
                yield Optional.of(
                        new Step.Wait(
                                fields.text("condition", "ready"), fields.text("mutex", "m")));
            }
            case "signal" -> name(value).map(Step.Signal::new);
            case "broadcast" -> name(value).map(Step.Broadcast::new);
            case "signalAndWait" -> {
                final Fields fields = value.fields(CONDITION);
                yield Optional.of(
                        new Step.SignalAndWait(
                                fields.text("condition", "ready"), fields.text("mutex", "m")));
            }
            case "barrier" -> name(value).map(Step.Barrier::new);
            case "fork" -> name(value).map(Step.Fork::new);
            case "pipeWrite" -> {
                final Fields fields = value.fields(PIPE_STEP);
                yield Optional.of(
                        new Step.PipeWrite(fields.text("pipe", "data"), userInstructions(fields)));
            }
            case "pipeRead" -> {
                final Fields fields = value.fields(PIPE_STEP);
                yield Optional.of(
                        new Step.PipeRead(fields.text("pipe", "data"), userInstructions(fields)));
            }
            case "yieldTo" -> name(value).map(Step.YieldTo::new);
            case "setNice" -> setNice(value);
            case "setCpus" -> setCpus(value);
            case "setPolicy" -> Optional.of(setPolicy(value));
            case "setSlice" -> setSlice(value);
            case "frameStart" -> name(value).map(Step.FrameStart::new);
            case "frameEnd" -> name(value).map(Step.FrameEnd::new);
            case "cpuLoad" -> Optional.of(cpuLoad(value.fields(CPU_LOAD)));
            case "setUclamp" -> Optional.of(setUclamp(value.fields(SET_UCLAMP)));
            case "repeat" -> {
                final Fields fields = value.fields(REPEAT);
                yield Optional.of(
                        new Step.Loop(
                                fields.integer("times", 1, REPEAT_MAX, "10"),
                                fields.required("steps", "[{run: 1ms}]")
                                        .map(this::steps)
                                        .orElse(List.of())));
            }
            default -> throw new AssertionError(kind);
        };
    }

    /** A duration, or {@code {time, ioWait}}. */
    private static Optional<Step> sleep(Value value) {
        if (value.isMapping()) {
            final Fields fields = value.fields(SLEEP);
            final boolean ioWait = fields.flagOr("ioWait", false);
            return fields.required("time", "5ms")
                    .flatMap(time -> duration(time, 0))
                    .map(timeNs -> new Step.Sleep(timeNs, ioWait));
        }
        return duration(value, 0).map(Step.Sleep::new);
    }

    /** Load, slice and time of a call of stress-ng's CPU stressor. */
    static Step.CpuLoad cpuLoad(Fields fields) {
        return new Step.CpuLoad(
                (int) fields.integer("load", 1, 100, "10"),
                fields.amountOr(
                        "slice",
                        Unit.DURATION,
                        LOAD_SLICE_NS_MIN,
                        LOAD_SLICE_NS_MAX,
                        Step.CpuLoad.NO_SLICE),
                fields.amountOr(
                        "callTime", Unit.DURATION, CALL_NS_MIN, CALL_NS_MAX, CALL_NS_REFERENCE));
    }

    private static Step setUclamp(Fields fields) {
        final UtilClamp clamp = clamp(fields, "min", "max");
        if (!clamp.isSet()) {
            fields.reject("has neither min nor max; give at least one, 0 to 1024");
        }
        return new Step.SetUclamp(clamp, other(fields));
    }

    /** Two clamps of a mapping, each of which may be missing. */
    static UtilClamp clamp(Fields fields, String minKey, String maxKey) {
        final UtilClamp clamp =
                new UtilClamp(
                        (int) fields.integerOr(minKey, 0, UtilClamp.SCALE, UtilClamp.UNSET),
                        (int) fields.integerOr(maxKey, 0, UtilClamp.SCALE, UtilClamp.UNSET));
        if (clamp.max() != UtilClamp.UNSET && clamp.min() > clamp.max()) {
            fields.reject(
                    "has "
                            + minKey
                            + " "
                            + clamp.min()
                            + " above "
                            + maxKey
                            + " "
                            + clamp.max()
                            + "; the kernel refuses that");
        }
        return clamp;
    }

    /** A nice level for the task itself, or {@code {task, nice}}. */
    private static Optional<Step> setNice(Value value) {
        if (value.isMapping()) {
            final Fields fields = value.fields(SET_NICE);
            return Optional.of(
                    new Step.SetNice(
                            (int) fields.integer("nice", NICE_MIN, NICE_MAX, "5"), other(fields)));
        }
        final OptionalLong nice = value.integer(NICE_MIN, NICE_MAX);
        return nice.isPresent()
                ? Optional.of(new Step.SetNice((int) nice.getAsLong()))
                : Optional.empty();
    }

    /** A duration, or {@code {work, memoryBoundPercent}}. */
    private static Optional<Step> run(Value value) {
        if (!value.isMapping()) {
            return duration(value, 1).map(Step.Run::new);
        }
        final Fields fields = value.fields(RUN);
        final int memoryMilli = 10 * (int) fields.integer("memoryBoundPercent", 0, 100, "30");
        return fields.required("work", "5ms")
                .flatMap(work -> duration(work, 1))
                .map(workNs -> new Step.Run(workNs, memoryMilli));
    }

    private Optional<Step> setCpus(Value value) {
        if (value.isMapping()) {
            final Fields fields = value.fields(SET_CPUS);
            return fields.required("cpus", "0-1")
                    .map(
                            cpus ->
                                    new Step.SetAffinity(
                                            CpuSetReader.read(cpus, cpuCount), other(fields)));
        }
        return Optional.of(new Step.SetAffinity(CpuSetReader.read(value, cpuCount)));
    }

    /** A policy by its name for the task itself, or with its priority, or of another task. */
    private static Step setPolicy(Value value) {
        if (!value.isMapping()) {
            final SchedPolicy policy = value.choice(Words.POLICIES).orElse(SchedPolicy.OTHER);
            if (!policy.isFair()) {
                value.reject(
                        "needs a priority; write setPolicy: {policy: "
                                + policy.name().toLowerCase(Locale.ROOT)
                                + ", rtPriority: 50}");
            }
            return new Step.SetPolicy(policy, 0, false, Step.ITSELF);
        }
        final Fields fields = value.fields(SET_POLICY);
        final SchedPolicy policy = fields.choice("policy", Words.POLICIES, "batch");
        if (policy.isFair() && fields.has("rtPriority")) {
            fields.reject("has an rtPriority but no real-time policy; write policy: fifo or rr");
        }
        if (!policy.isFair() && fields.has("nice")) {
            fields.reject("has nice but a real-time policy; use rtPriority");
        }
        final long level =
                policy.isFair()
                        ? fields.integerOr("nice", NICE_MIN, NICE_MAX, 0)
                        : fields.integer("rtPriority", 1, 99, "50");
        return new Step.SetPolicy(
                policy, (int) level, fields.flagOr("resetOnFork", false), other(fields));
    }

    /** A slice for the task itself, or {@code {task, slice}}; 0ns is the base slice. */
    private static Optional<Step> setSlice(Value value) {
        if (value.isMapping()) {
            final Fields fields = value.fields(SET_SLICE);
            final Optional<Value> slice = fields.required("slice", "3ms");
            return slice.flatMap(StepReader::slice)
                    .map(sliceNs -> new Step.SetSlice(sliceNs, other(fields)));
        }
        return slice(value).map(sliceNs -> new Step.SetSlice(sliceNs, Step.ITSELF));
    }

    private static Optional<Long> slice(Value value) {
        final OptionalLong sliceNs = value.amount(Unit.DURATION, 0, WorkloadReader.SLICE_NS_MAX);
        if (sliceNs.isEmpty()) {
            return Optional.empty();
        }
        if (sliceNs.getAsLong() != 0 && sliceNs.getAsLong() < WorkloadReader.SLICE_NS_MIN) {
            value.reject("is below 100us, the shortest slice; 0ns is the base slice");
            return Optional.empty();
        }
        return Optional.of(sliceNs.getAsLong());
    }

    private static String other(Fields fields) {
        return fields.textOr("task", Step.ITSELF);
    }

    private static Step timer(Fields fields) {
        final boolean shared = fields.flagOr("shared", false);
        if (shared && !fields.has("name")) {
            fields.reject("is shared and needs a name");
        }
        return new Step.Timer(
                fields.textOr("name", "timer"),
                fields.amount("period", Unit.DURATION, 1_000, DURATION_NS_MAX, "10ms"),
                shared,
                fields.flagOr("keepsGrid", true));
    }

    private static long userInstructions(Fields fields) {
        return fields.integerOr("userInstructions", 0, 1_000_000_000, 0);
    }

    private static Optional<String> name(Value value) {
        return value.text(NAME_MAX);
    }

    private static Optional<Long> duration(Value value, long min) {
        final var amount = value.amount(Unit.DURATION, min, DURATION_NS_MAX);
        return amount.isPresent() ? Optional.of(amount.getAsLong()) : Optional.empty();
    }
}
