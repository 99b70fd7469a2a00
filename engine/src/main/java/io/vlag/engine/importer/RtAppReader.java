package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the sections of an rt-app file: tasks, global and resources, in any order. */
final class RtAppReader {
    private static final List<String> SECTIONS = List.of("tasks", "global", "resources");

    /** Keys of the global section that have a meaning here. */
    private static final String DURATION = "duration";

    private static final String DEFAULT_POLICY = "default_policy";
    private static final String CALIBRATION = "calibration";
    private static final String PI_ENABLED = "pi_enabled";

    /**
     * Keys about logs, memory and devices of the real program; nothing a simulation could follow.
     */
    private static final Set<String> IGNORED =
            Set.of(
                    "lock_pages",
                    "logdir",
                    "log_basename",
                    "log_size",
                    "gnuplot",
                    "ftrace",
                    "frag",
                    "io_device",
                    "mem_buffer_size",
                    "cumulative_slack");

    private static final List<String> GLOBAL_KEYS =
            Stream.concat(
                            IGNORED.stream().sorted(),
                            Stream.of(DURATION, DEFAULT_POLICY, CALIBRATION, PI_ENABLED))
                    .toList();

    /** Longest workload; 31 years. */
    private static final long DURATION_SECONDS_MAX = 1_000_000_000;

    private final JsonTokens in;
    private final JsonValues values;
    private final ImportLog log;
    private final RtAppThreads threads;
    private RtAppPolicy defaultPolicy = RtAppPolicy.SCHED_OTHER;
    private long durationNs;

    RtAppReader(JsonTokens in, ImportLog log) {
        this.in = in;
        this.log = log;
        this.values = new JsonValues(in, log);
        this.threads = new RtAppThreads(in, values, log);
    }

    /**
     * A key that begins with an underscore is somebody's comment where nothing else is known under
     * it.
     */
    static boolean isComment(String key) {
        return key.startsWith("_");
    }

    List<RtAppThread> threads() {
        return threads.threads();
    }

    /** Policy of threads that give none. */
    RtAppPolicy defaultPolicy() {
        return defaultPolicy;
    }

    /** ns; 0 when the file gives none or -1. */
    long durationNs() {
        return durationNs;
    }

    /** Reads the whole text. */
    void read() {
        if (!in.advance()) {
            throw log.fatal(
                    in.at(), "", "the file is empty; give an object with \"tasks\" and \"global\"");
        }
        final SourcePosition start = in.at();
        if (!in.isObject()) {
            throw log.fatal(
                    start,
                    "",
                    in.shown() + " is not allowed; give an object with \"tasks\" and \"global\"");
        }
        final long problemsBefore = log.problemCount();
        boolean hasTasks = false;
        while (in.advanceToKey()) {
            final String section = in.key();
            hasTasks |= section.equals("tasks");
            readSection(section);
        }
        if (in.advance()) {
            log.problem(in.at(), "", "text after the end of the file's object; remove it");
        }
        if (!hasTasks) {
            log.problem(
                    start,
                    "",
                    "no \"tasks\" here, so nothing would run; if this is one part of a workload"
                            + " that is merged, join the parts into one file and import that");
        } else if (threads().isEmpty() && log.problemCount() == problemsBefore) {
            log.problem(
                    start, "tasks", "no thread is given; add one, such as \"t\": {\"run\": 1000}");
        }
    }

    private void readSection(String section) {
        final String key = Shown.path("", section);
        final SourcePosition at = in.at();
        in.advanceToValue();
        switch (section) {
            case "tasks" -> {
                if (values.expectObject(key, "an object of threads")) {
                    threads.readSection(key);
                }
            }
            case "global" -> {
                if (values.expectObject(key, "an object such as {\"duration\": 1}")) {
                    readGlobal(key);
                }
            }
            case "resources" -> {
                if (values.expectObject(key, "an object of resources, or leave it out")) {
                    in.skip();
                }
            }
            default -> {
                if (!isComment(section)) {
                    log.note(
                            "unknown section",
                            "line "
                                    + at.line()
                                    + ": the section "
                                    + Shown.quoted(section)
                                    + " is not known and is ignored"
                                    + log.hint(section, SECTIONS));
                }
                in.skip();
            }
        }
    }

    private void readGlobal(String section) {
        final GivenKeys given = new GivenKeys();
        while (in.advanceToKey()) {
            final String name = in.key();
            final String key = Shown.path(section, name);
            final SourcePosition at = in.at();
            if (GLOBAL_KEYS.contains(name)) {
                given.giveOnce(name, key, at, log);
            }
            in.advanceToValue();
            readGlobalValue(name, key, at);
        }
    }

    private void readGlobalValue(String name, String key, SourcePosition at) {
        switch (name) {
            case DURATION -> {
                final OptionalLong ns = values.secondsNs(key, DURATION_SECONDS_MAX);
                durationNs = ns.orElse(0);
            }
            case DEFAULT_POLICY ->
                    RtAppAttributes.readPolicy(key, in, values)
                            .ifPresent(policy -> defaultPolicy = policy.value());
            case CALIBRATION -> {
                log.note(
                        name,
                        "global.calibration is ignored: run is microseconds on the fastest CPU at"
                                + " its highest frequency");
                in.skip();
            }
            case PI_ENABLED -> {
                if (in.isTrue()) {
                    log.note(
                            name,
                            "global.pi_enabled is ignored: mutexes do not inherit priorities");
                }
                in.skip();
            }
            default -> {
                if (!IGNORED.contains(name) && !isComment(name)) {
                    log.note(
                            "unknown global key",
                            "line "
                                    + at.line()
                                    + ": global "
                                    + Shown.quoted(name)
                                    + " is not known and is ignored"
                                    + log.hint(name, GLOBAL_KEYS));
                }
                in.skip();
            }
        }
    }
}
