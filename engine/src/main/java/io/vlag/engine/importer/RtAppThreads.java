package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the tasks section: threads, their phases and properties. */
final class RtAppThreads {
    /** Threads of one file, instances counted. */
    static final int THREADS_MAX = 100_000;

    private static final JsonValues.Range INSTANCES =
            new JsonValues.Range(0, THREADS_MAX, "a whole number of threads");

    /** Keys that only the dialect before phases had. */
    private static final Set<String> OLD_KEYS = Set.of("exec", "lock_order", "resources", "access");

    /** Deadline parameters under their old names, which a thread object may still carry. */
    private static final Set<String> OLD_DEADLINE_KEYS = Set.of("period", "deadline");

    private static final List<String> PHASE_KEYS =
            Stream.concat(RtAppAttributes.KEYS.stream(), RtAppEvents.NAMES.stream()).toList();
    private static final List<String> THREAD_KEYS =
            Stream.concat(PHASE_KEYS.stream(), Stream.of("instance", "delay", "phases")).toList();

    private static final long NS_PER_US = 1_000;

    private final JsonTokens in;
    private final JsonValues values;
    private final ImportLog log;
    private final RtAppEvents events;
    private final Set<String> names = new HashSet<>();

    /** Numbers already appended to names that repeat. */
    private final Map<String, Integer> lastNumbers = new HashMap<>();

    private final List<RtAppThread> threads = new ArrayList<>();

    RtAppThreads(JsonTokens in, JsonValues values, ImportLog log) {
        this.in = in;
        this.values = values;
        this.log = log;
        this.events = new RtAppEvents(in, values, log);
    }

    List<RtAppThread> threads() {
        return threads;
    }

    /** Reads the object of thread objects the tokens stand on. */
    void readSection(String section) {
        while (in.advanceToKey()) {
            final String name = in.key();
            final String key = Shown.path(section, name);
            final SourcePosition at = in.at();
            in.advanceToValue();
            if (RtAppReader.isComment(name) && !in.isObject()) {
                in.skip();
                continue;
            }
            if (threads.size() == THREADS_MAX) {
                throw log.fatal(
                        at,
                        key,
                        "the file has more than 100000 threads; use instance for equal ones");
            }
            if (name.isEmpty() || name.length() > JsonValues.NAME_CHARS_MAX) {
                log.problem(
                        at,
                        key,
                        "a thread name of "
                                + name.length()
                                + " characters is not allowed; give 1 to 256");
            }
            if (values.expectObject(key, "an object that describes the thread")) {
                threads.add(new Reading(uniqueName(name), at, key).read());
            }
        }
    }

    /** Two threads of one name are two threads; the second gets a number. */
    private String uniqueName(String name) {
        String unique = name;
        int number = lastNumbers.getOrDefault(name, 1);
        while (!names.add(unique)) {
            number++;
            final String suffix = "_" + number;
            unique =
                    name.substring(
                                    0,
                                    Math.min(
                                            name.length(),
                                            JsonValues.NAME_CHARS_MAX - suffix.length()))
                            + suffix;
        }
        lastNumbers.put(name, number);
        if (!unique.equals(name)) {
            log.note(
                    "repeated thread name",
                    "a second thread " + Shown.quoted(name) + " is named " + Shown.quoted(unique));
        }
        return unique;
    }

    /** The state of reading one thread object. */
    private final class Reading {
        private final String name;
        private final SourcePosition at;
        private final String key;
        private final long problemsBefore = log.problemCount();
        private final RtAppAttributes attributes = new RtAppAttributes();
        private final List<RtAppPhase> phases = new ArrayList<>();
        private final List<RtAppEvent> ownEvents = new ArrayList<>();
        private final List<Located<String>> oldKeys = new ArrayList<>();
        private final List<Located<String>> oldDeadlineKeys = new ArrayList<>();
        private Optional<RtAppEvent> oldBudget = Optional.empty();
        private boolean phased;
        private int instanceCount = 1;
        private long startDelayNs;

        Reading(String name, SourcePosition at, String key) {
            this.name = name;
            this.at = at;
            this.key = key;
        }

        RtAppThread read() {
            while (in.advanceToKey()) {
                readThreadKey(in.key());
            }
            refuseOldDialect();
            acceptOldDeadline();
            if (phased && !ownEvents.isEmpty()) {
                log.problem(
                        ownEvents.getFirst().at(),
                        ownEvents.getFirst().key(),
                        "an event beside \"phases\" never runs; move it into a phase");
            }
            if (!phased) {
                phases.add(new RtAppPhase("", at, key, new RtAppAttributes(), ownEvents));
            }
            noteIgnored(attributes);
            return new RtAppThread(
                    name,
                    at,
                    key,
                    attributes,
                    instanceCount,
                    startDelayNs,
                    phases,
                    log.problemCount() == problemsBefore);
        }

        private void readThreadKey(String property) {
            final String path = Shown.path(key, property);
            final SourcePosition propertyAt = in.at();
            if (RtAppReader.isComment(property)) {
                in.advanceToValue();
                in.skip();
            } else if (OLD_KEYS.contains(property)) {
                oldKeys.add(new Located<>(property, propertyAt, path));
                in.advanceToValue();
                in.skip();
            } else if (OLD_DEADLINE_KEYS.contains(property)) {
                oldDeadlineKeys.add(new Located<>(property, propertyAt, path));
                in.advanceToValue();
                in.skip();
            } else if (property.equals("phases")) {
                attributes.given.giveOnce(property, path, propertyAt, log);
                phased = true;
                in.advanceToValue();
                readPhases(path);
            } else if (property.equals("instance")) {
                attributes.given.giveOnce(property, path, propertyAt, log);
                in.advanceToValue();
                instanceCount = (int) values.wholeNumber(path, INSTANCES).orElse(1);
            } else if (property.equals("delay")) {
                attributes.given.giveOnce(property, path, propertyAt, log);
                in.advanceToValue();
                startDelayNs = readDelayNs(path);
            } else if (!attributes.read(property, path, in, values, log)) {
                final Optional<RtAppEvent> event =
                        readEvent(property, path, ownEvents, "a thread", THREAD_KEYS);
                if (property.equals("runtime")) {
                    oldBudget = event;
                }
            }
        }

        private long readDelayNs(String path) {
            final OptionalLong us = values.wholeNumber(path, RtAppEvents.MICROSECONDS);
            return us.orElse(0) * NS_PER_US;
        }

        private void readPhases(String path) {
            if (!values.expectObject(path, "an object of phases")) {
                return;
            }
            while (in.advanceToKey()) {
                final String phase = in.key();
                final String phaseKey = Shown.path(path, phase);
                final SourcePosition phaseAt = in.at();
                in.advanceToValue();
                if (RtAppReader.isComment(phase) && !in.isObject()) {
                    in.skip();
                } else if (values.expectObject(phaseKey, "an object that describes the phase")) {
                    phases.add(readPhase(phase, phaseAt, phaseKey));
                }
            }
        }

        private RtAppPhase readPhase(String phase, SourcePosition phaseAt, String phaseKey) {
            final RtAppAttributes own = new RtAppAttributes();
            final List<RtAppEvent> phaseEvents = new ArrayList<>();
            while (in.advanceToKey()) {
                final String property = in.key();
                final String path = Shown.path(phaseKey, property);
                if (RtAppReader.isComment(property)) {
                    in.advanceToValue();
                    in.skip();
                } else if (property.equals("instance") || property.equals("delay")) {
                    log.problem(
                            in.at(),
                            path,
                            Shown.quoted(property)
                                    + " belongs to the thread, not to a phase; move it there");
                    in.advanceToValue();
                    in.skip();
                } else if (!own.read(property, path, in, values, log)) {
                    readEvent(property, path, phaseEvents, "a phase", PHASE_KEYS);
                }
            }
            noteIgnored(own);
            return new RtAppPhase(phase, phaseAt, phaseKey, own, phaseEvents);
        }

        private Optional<RtAppEvent> readEvent(
                String property,
                String path,
                List<RtAppEvent> into,
                String where,
                List<String> known) {
            final Optional<String> event = RtAppEvents.nameOf(property);
            if (event.isEmpty()) {
                values.refuseUnknownKey(path, property, where, known);
                return Optional.empty();
            }
            final Optional<RtAppEvent> read = events.read(event.get(), path, name);
            read.ifPresent(into::add);
            return read;
        }

        private void refuseOldDialect() {
            if (!oldKeys.isEmpty()) {
                final Located<String> first = oldKeys.getFirst();
                log.problem(
                        first.at(),
                        first.key(),
                        "\""
                                + first.value()
                                + "\" belongs to the old rt-app dialect (exec, period, deadline,"
                                + " lock_order, resources), which is not read; write the thread as"
                                + " events, such as \"run\": 5000, \"timer\": {\"ref\": \"unique\","
                                + " \"period\": 10000}");
            }
        }

        /**
         * The deadline parameters under their old names; a deadline thread's runtime is then its
         * budget, no event.
         */
        private void acceptOldDeadline() {
            if (oldDeadlineKeys.isEmpty() || !oldKeys.isEmpty()) {
                return;
            }
            final boolean deadline =
                    attributes
                            .policy
                            .filter(policy -> policy.value() == RtAppPolicy.SCHED_DEADLINE)
                            .isPresent();
            if (deadline) {
                oldBudget.ifPresent(ownEvents::remove);
            }
            log.note(
                    "old deadline keys",
                    Shown.plain(name)
                            + (deadline
                                    ? ": runtime, period and deadline of the thread are the old"
                                            + " names of dl-runtime, dl-period and dl-deadline and"
                                            + " are ignored"
                                    : ": period and deadline of the thread are ignored; only"
                                            + " SCHED_DEADLINE has them"));
        }

        private void noteIgnored(RtAppAttributes own) {
            if (own.given.contains("membind_nodes")) {
                log.note(
                        "memory binding",
                        Shown.plain(name)
                                + ": membind_nodes is ignored; memory placement is not simulated");
            }
        }
    }
}
