package io.vlag.engine.config;

import java.util.List;
import java.util.Optional;

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
                    "setNice",
                    "setCpus",
                    "repeat");
    static final KeySet TIMER =
            KeySet.of("scenario", "timer", "period", "name", "shared", "keepsGrid");
    static final KeySet CONDITION = KeySet.of("scenario", "condition", "condition", "mutex");
    static final KeySet PIPE_STEP = KeySet.of("scenario", "pipeStep", "pipe", "userInstructions");
    static final KeySet REPEAT = KeySet.of("scenario", "repeat", "times", "steps");

    /** Longest single duration: a day. */
    static final long DURATION_NS_MAX = 86_400_000_000_000L;

    private static final String YIELD = "yield";
    private static final long REPEAT_MAX = 1_000_000_000_000L;
    private static final int NAME_MAX = 100;

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
            if (value.scalar().get().equals(YIELD)) {
                return Optional.of(new Step.Yield());
            }
            value.reject(
                    Texts.quote(value.scalar().get())
                            + " is not a step; write for instance run: 2ms, or yield");
            return Optional.empty();
        }
        final Fields fields = value.fields(STEP);
        return fields.exactlyOneOf(STEP.keys().toArray(String[]::new))
                .flatMap(kind -> step(kind, fields.optional(kind).orElseThrow()));
    }

    private Optional<Step> step(String kind, Value value) {
        return switch (kind) {
            case "run" -> duration(value, 1).map(Step.Run::new);
            case "runFor" -> duration(value, 1).map(Step.RunFor::new);
            case "sleep" -> duration(value, 0).map(Step.Sleep::new);
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
            case "setNice" -> {
                final var nice = value.integer(-20, 19);
                yield nice.isPresent()
                        ? Optional.of(new Step.SetNice((int) nice.getAsLong()))
                        : Optional.empty();
            }
            case "setCpus" -> Optional.of(new Step.SetAffinity(CpuSetReader.read(value, cpuCount)));
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
