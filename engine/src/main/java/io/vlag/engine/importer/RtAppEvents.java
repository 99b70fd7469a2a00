package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Reads the events of a program. A key is an event when it begins with an event's name, so that
 * numbered keys ({@code run0}, {@code sleep1}) work; the longest name decides ({@code runtime1} is
 * no {@code run}).
 */
final class RtAppEvents {
    /** Events that become steps, and the two that cannot. */
    static final List<String> NAMES =
            List.of(
                    "run", "runtime", "sleep", "timer", "suspend", "resume", "lock", "unlock",
                    "wait", "signal", "broad", "sync", "barrier", "fork", "yield", "mem", "iorun");

    /** Steps of one file. */
    static final int STEPS_MAX = 1_000_000;

    /** Every duration but the workload's; the end is 11.5 days. */
    static final JsonValues.Range MICROSECONDS =
            new JsonValues.Range(0, 1_000_000_000_000L, "a whole number of microseconds");

    /** A timer whose name begins so belongs to one thread alone. */
    private static final String UNIQUE = "unique";

    private static final List<String> TIMER_KEYS = List.of("ref", "period", "mode");
    private static final List<String> WAIT_KEYS = List.of("ref", "mutex");
    private static final List<String> REF_KEYS = List.of("ref");

    private static final long NS_PER_US = 1_000;

    private final JsonTokens in;
    private final JsonValues values;
    private final ImportLog log;
    private int stepCount;

    RtAppEvents(JsonTokens in, JsonValues values, ImportLog log) {
        this.in = in;
        this.values = values;
        this.log = log;
    }

    /** The event that a key names. */
    static Optional<String> nameOf(String key) {
        String longest = "";
        for (String name : NAMES) {
            if (key.startsWith(name) && name.length() > longest.length()) {
                longest = name;
            }
        }
        return longest.isEmpty() ? Optional.empty() : Optional.of(longest);
    }

    /**
     * Reads the value of the event key the tokens stand on.
     *
     * @param thread name of the thread, which an empty {@code suspend} means
     * @return absent after a problem and for an event that does nothing (work or a period of 0)
     */
    Optional<RtAppEvent> read(String name, String key, String thread) {
        final SourcePosition at = in.at();
        if (stepCount == STEPS_MAX) {
            throw log.fatal(
                    at,
                    key,
                    "the file has more than 1000000 events; use loop instead of repeating");
        }
        stepCount++;
        in.advanceToValue();
        return step(name, key, thread, at).map(step -> new RtAppEvent(step, at, key));
    }

    private Optional<Step> step(String name, String key, String thread, SourcePosition at) {
        return switch (name) {
            case "run" -> duration(key).filter(ns -> ns > 0).map(Step.Run::new);
            case "runtime" -> duration(key).filter(ns -> ns > 0).map(Step.RunFor::new);
            case "sleep" -> duration(key).map(Step.Sleep::new);
            case "timer" -> timer(key, at);
            case "suspend" -> suspend(key, thread);
            case "resume" -> named(key, "the name that a suspend uses").map(Step.Resume::new);
            case "lock" -> named(key, "the name of a mutex").map(Step.Lock::new);
            case "unlock" -> named(key, "the name of a mutex").map(Step.Unlock::new);
            case "wait" -> waiting(key, at, Step.Wait::new);
            case "sync" -> waiting(key, at, Step.SignalAndWait::new);
            case "signal" -> named(key, "the name that a wait uses").map(Step.Signal::new);
            case "broad" -> named(key, "the name that a wait uses").map(Step.Broadcast::new);
            case "barrier" -> named(key, "the name of the barrier").map(Step.Barrier::new);
            case "fork" -> named(key, "the name of a thread of this file").map(Step.Fork::new);
            case "yield" -> {
                in.skip();
                yield Optional.of(new Step.Yield());
            }
            default -> unsupported(name, key, at);
        };
    }

    private Optional<Step> unsupported(String name, String key, SourcePosition at) {
        log.problem(
                at,
                key,
                "the event \""
                        + name
                        + "\" is not supported: memory and device writes are not simulated; replace"
                        + " it by \"run\" with the microseconds it takes");
        in.skip();
        return Optional.empty();
    }

    /** Microseconds in the file, ns here. */
    private Optional<Long> duration(String key) {
        final OptionalLong us = values.wholeNumber(key, MICROSECONDS);
        return us.isPresent() ? Optional.of(us.getAsLong() * NS_PER_US) : Optional.empty();
    }

    private Optional<Step> suspend(String key, String thread) {
        if (in.isString() && in.text().isEmpty()) {
            return Optional.of(new Step.Suspend(thread));
        }
        return named(key, "a name for resume, or \"\" for the thread's own").map(Step.Suspend::new);
    }

    private Optional<Step> timer(String key, SourcePosition at) {
        if (!values.expectObject(
                key, "an object such as {\"ref\": \"unique\", \"period\": 10000}")) {
            return Optional.empty();
        }
        Optional<String> ref = Optional.empty();
        Optional<Long> periodNs = Optional.empty();
        Optional<String> mode = Optional.of("relative");
        final GivenKeys given = new GivenKeys();
        while (in.advanceToKey()) {
            final String name = in.key();
            final String path = Shown.path(key, name);
            if (ignored(name, path, "a timer", TIMER_KEYS, given)) {
                continue;
            }
            switch (name) {
                case "ref" -> ref = values.name(path, "the name of a timer");
                case "period" -> periodNs = duration(path);
                default -> mode = values.oneOf(path, List.of("relative", "absolute"));
            }
        }
        requireKeys(key, at, given, "ref", "period");
        if (ref.isEmpty() || periodNs.isEmpty() || mode.isEmpty()) {
            return Optional.empty();
        }
        if (periodNs.get() == 0) {
            log.note(
                    "timer with period 0",
                    "line " + at.line() + ": a timer with period 0 never waits and is left out");
            return Optional.empty();
        }
        final String timer = ref.get();
        final boolean keepsGrid = mode.get().equals("absolute");
        return Optional.of(
                new Step.Timer(timer, periodNs.get(), !timer.startsWith(UNIQUE), keepsGrid));
    }

    private Optional<Step> waiting(
            String key, SourcePosition at, BiFunction<String, String, Step> make) {
        if (!values.expectObject(key, "an object such as {\"ref\": \"queue\", \"mutex\": \"m\"}")) {
            return Optional.empty();
        }
        final Map<String, String> used = new HashMap<>();
        final GivenKeys given = new GivenKeys();
        while (in.advanceToKey()) {
            final String name = in.key();
            final String path = Shown.path(key, name);
            if (!ignored(name, path, "a wait or sync", WAIT_KEYS, given)) {
                values.name(path, "a name").ifPresent(value -> used.put(name, value));
            }
        }
        requireKeys(key, at, given, "ref", "mutex");
        final String ref = used.get("ref");
        final String mutex = used.get("mutex");
        return ref != null && mutex != null
                ? Optional.of(make.apply(ref, mutex))
                : Optional.empty();
    }

    /** A name, written as a string or as an object with {@code ref}. */
    private Optional<String> named(String key, String what) {
        if (!in.isObject()) {
            return values.name(key, what);
        }
        final SourcePosition at = in.at();
        Optional<String> ref = Optional.empty();
        final GivenKeys given = new GivenKeys();
        while (in.advanceToKey()) {
            final String name = in.key();
            final String path = Shown.path(key, name);
            if (!ignored(name, path, "this event", REF_KEYS, given)) {
                ref = values.name(path, what);
            }
        }
        requireKeys(key, at, given, "ref");
        return ref;
    }

    /**
     * Leaves comments and unknown keys; otherwise moves to the value of a known key and returns
     * false.
     */
    private boolean ignored(
            String name, String path, String where, List<String> known, GivenKeys given) {
        if (RtAppReader.isComment(name)) {
            in.advanceToValue();
            in.skip();
            return true;
        }
        if (!known.contains(name)) {
            values.refuseUnknownKey(path, name, where, known);
            return true;
        }
        given.giveOnce(name, path, in.at(), log);
        in.advanceToValue();
        return false;
    }

    private void requireKeys(String key, SourcePosition at, GivenKeys given, String... names) {
        for (String name : names) {
            if (!given.contains(name)) {
                log.problem(at, key, "\"" + name + "\" is missing; add it");
            }
        }
    }
}
