package io.vlag.engine.importer;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.UtilClamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The properties that a thread and each of its phases can have: loop, scheduling, CPUs, task group.
 * Absent = not given.
 */
final class RtAppAttributes {
    /** Keys of the properties, for suggestions. */
    static final List<String> KEYS =
            List.of(
                    "loop",
                    "policy",
                    "priority",
                    "nice",
                    "cpus",
                    "taskgroup",
                    "dl-runtime",
                    "dl-period",
                    "dl-deadline",
                    "util_min",
                    "util_max",
                    "membind_nodes");

    /** Highest CPU number a file may name. */
    static final int CPU_MAX = 8_191;

    private static final JsonValues.Range LOOP =
            new JsonValues.Range(
                    -1, Integer.MAX_VALUE, "a whole number of repetitions, -1 for ever,");
    private static final JsonValues.Range PRIORITY =
            new JsonValues.Range(
                    -20,
                    99,
                    "a nice value (SCHED_OTHER, SCHED_BATCH, SCHED_IDLE) or a real-time priority");
    private static final JsonValues.Range CLAMP =
            new JsonValues.Range(0, 1_024, "a utilisation clamp");
    private static final JsonValues.Range NICE = new JsonValues.Range(-20, 19, "a nice value");
    private static final JsonValues.Range CPU = new JsonValues.Range(0, CPU_MAX, "a CPU number");

    final GivenKeys given = new GivenKeys();

    Optional<Located<Long>> loop = Optional.empty();
    Optional<Located<RtAppPolicy>> policy = Optional.empty();

    /** Nice value or real-time priority, as the policy will have it. */
    Optional<Located<Long>> priority = Optional.empty();

    Optional<Located<Long>> nice = Optional.empty();
    Optional<Located<CpuSet>> cpus = Optional.empty();
    Optional<Located<Long>> utilMin = Optional.empty();
    Optional<Located<Long>> utilMax = Optional.empty();

    /** Normalised: {@code /a/b}, empty for the root group. */
    Optional<Located<String>> taskGroup = Optional.empty();

    /** Deadline budget, or the slice of a fair thread; us. */
    Optional<Located<Long>> dlRuntimeUs = Optional.empty();

    /**
     * Reads the value of the key the tokens stand on when it is a property.
     *
     * @return false when the key is none; nothing was read then
     */
    boolean read(String name, String key, JsonTokens in, JsonValues values, ImportLog log) {
        if (!KEYS.contains(name)) {
            return false;
        }
        given.giveOnce(name, key, in.at(), log);
        in.advanceToValue();
        switch (name) {
            case "loop" -> loop = number(key, LOOP, in, values);
            case "priority" -> priority = number(key, PRIORITY, in, values);
            case "nice" -> nice = number(key, NICE, in, values);
            case "util_min" -> utilMin = number(key, CLAMP, in, values);
            case "util_max" -> utilMax = number(key, CLAMP, in, values);
            case "policy" -> policy = readPolicy(key, in, values);
            case "cpus" -> cpus = readCpus(key, in, values, log);
            case "taskgroup" -> taskGroup = readTaskGroup(key, in, values, log);
            case "dl-runtime" -> dlRuntimeUs = number(key, RtAppEvents.MICROSECONDS, in, values);
            default -> in.skip();
        }
        return true;
    }

    static Optional<Located<RtAppPolicy>> readPolicy(String key, JsonTokens in, JsonValues values) {
        final SourcePosition at = in.at();
        return values.oneOf(key, RtAppPolicy.NAMES)
                .map(word -> new Located<>(RtAppPolicy.valueOf(word), at, key));
    }

    /** The clamps given here. */
    UtilClamp clamp() {
        return new UtilClamp(clampOf(utilMin), clampOf(utilMax));
    }

    private static int clampOf(Optional<Located<Long>> given) {
        return given.map(value -> value.value().intValue()).orElse(UtilClamp.UNSET);
    }

    private static Optional<Located<Long>> number(
            String key, JsonValues.Range range, JsonTokens in, JsonValues values) {
        final SourcePosition at = in.at();
        final OptionalLong value = values.wholeNumber(key, range);
        return value.isPresent()
                ? Optional.of(new Located<>(value.getAsLong(), at, key))
                : Optional.empty();
    }

    private static Optional<Located<CpuSet>> readCpus(
            String key, JsonTokens in, JsonValues values, ImportLog log) {
        final SourcePosition at = in.at();
        final String allowed = "a list of CPU numbers from 0 to " + CPU_MAX + ", such as [0, 2]";
        if (!in.isList()) {
            log.problem(at, key, in.shown() + " is not allowed; give " + allowed);
            in.skip();
            return Optional.empty();
        }
        final List<Integer> numbers = new ArrayList<>();
        boolean sound = true;
        int index = 0;
        while (in.advanceToElement()) {
            final OptionalLong cpu = values.wholeNumber(key + "[" + index + "]", CPU);
            sound &= cpu.isPresent();
            if (cpu.isPresent() && numbers.size() <= CPU_MAX) {
                numbers.add((int) cpu.getAsLong());
            }
            index++;
        }
        if (index == 0) {
            log.problem(at, key, "an empty list is not allowed; give " + allowed);
            sound = false;
        }
        return sound ? Optional.of(new Located<>(new CpuSet(numbers), at, key)) : Optional.empty();
    }

    private static Optional<Located<String>> readTaskGroup(
            String key, JsonTokens in, JsonValues values, ImportLog log) {
        final SourcePosition at = in.at();
        final Optional<String> written = values.text(key, "the path of a task group, such as /tg1");
        if (written.isEmpty()) {
            return Optional.empty();
        }
        final StringBuilder path = new StringBuilder();
        for (String part : written.get().split("/")) {
            if (part.equals("..") || part.equals(".")) {
                log.problem(
                        at,
                        key,
                        Shown.quoted(written.get())
                                + " is not allowed; give a path without \".\" and \"..\"");
                return Optional.empty();
            }
            if (!part.isEmpty()) {
                path.append('/').append(part);
            }
        }
        return Optional.of(new Located<>(path.toString(), at, key));
    }
}
