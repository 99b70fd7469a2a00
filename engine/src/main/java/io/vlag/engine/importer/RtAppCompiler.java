package io.vlag.engine.importer;

import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.TaskTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes templates of the threads of a file once all of it is known, and checks what needs more than
 * one thread.
 */
final class RtAppCompiler {
    private final List<RtAppThread> threads;
    private final RtAppPolicy defaultPolicy;
    private final ImportLog log;
    private final Map<String, RtAppThread> byName = new LinkedHashMap<>();
    private final Untimed untimed;

    /** Threads that arrive at any barrier. */
    private final Set<String> barrierUsers = new HashSet<>();

    RtAppCompiler(List<RtAppThread> threads, RtAppPolicy defaultPolicy, ImportLog log) {
        this.threads = List.copyOf(threads);
        this.defaultPolicy = defaultPolicy;
        this.log = log;
        threads.forEach(thread -> byName.put(thread.name(), thread));
        this.untimed = new Untimed(barriersOfOne());
    }

    List<TaskTemplate> templates() {
        checkThreadCount();
        checkForks();
        noteSuspendsWithoutResume();
        return threads.stream().map(this::template).toList();
    }

    private TaskTemplate template(RtAppThread thread) {
        final RtAppScheduling scheduling = new RtAppScheduling(thread, defaultPolicy, log);
        final List<Step> program = program(thread, scheduling);
        return new TaskTemplate(
                thread.name(),
                thread.instanceCount(),
                scheduling.policy(),
                scheduling.nice(),
                scheduling.realTimePriority(),
                scheduling.sliceNs(),
                scheduling.cpus(),
                scheduling.taskGroup(),
                thread.startDelayNs(),
                program,
                false,
                scheduling.clamp(),
                thread.at());
    }

    private List<Step> program(RtAppThread thread, RtAppScheduling scheduling) {
        final List<RtAppPhase> phases = thread.executedPhases();
        final Mutexes mutexes = new Mutexes(thread);
        final List<Step> turn = new ArrayList<>();
        boolean ranAway = false;
        for (int i = 0; i < phases.size(); i++) {
            final RtAppPhase phase = phases.get(i);
            turn.addAll(scheduling.changesBefore(i));
            final List<Step> steps = new ArrayList<>();
            phase.events().forEach(event -> mutexes.add(event, steps));
            final List<Step> repeated = repeat(phase.loopCount(), steps);
            if (thread.sound() && untimed.runsAway(repeated)) {
                ranAway = true;
                refuseRunaway(phase.at(), phase.key(), "phase");
            }
            turn.addAll(repeated);
            if (phase.loopCount() == Step.FOREVER && i + 1 < phases.size()) {
                log.note(
                        "endless phase",
                        thread.shownName()
                                + ": the phase "
                                + Shown.quoted(phase.name())
                                + " loops for ever, so the phases after it never run");
            }
        }
        mutexes.finish();
        final List<Step> program = repeat(thread.loopCount(), turn);
        if (thread.sound() && phases.stream().allMatch(phase -> phase.events().isEmpty())) {
            log.problem(
                    thread.at(),
                    thread.key(),
                    "no event does anything; add one, such as \"run\": 1000, or remove the thread");
        } else if (thread.sound() && !ranAway && untimed.runsAway(program)) {
            refuseRunaway(thread.at(), thread.key(), "thread");
        }
        return program;
    }

    private void refuseRunaway(SourcePosition at, String key, String what) {
        log.problem(
                at,
                key,
                "the "
                        + what
                        + " repeats more than 1000000 events of which none takes time; add a run,"
                        + " sleep, timer or suspend, or a smaller loop");
    }

    private static List<Step> repeat(long count, List<Step> body) {
        if (count == 0 || body.isEmpty()) {
            return List.of();
        }
        return count == 1 ? body : List.of(new Step.Loop(count, body));
    }

    private void checkThreadCount() {
        long threadCount = 0;
        for (RtAppThread thread : threads) {
            threadCount += thread.instanceCount();
            if (threadCount > RtAppThreads.THREADS_MAX) {
                log.problem(
                        thread.at(),
                        thread.key(),
                        "more than 100000 threads start at once here; lower the instances");
                return;
            }
        }
    }

    /** Barriers that one thread alone arrives at, and notes on them. */
    private Set<String> barriersOfOne() {
        final Map<String, Long> userCounts = new HashMap<>();
        for (RtAppThread thread : threads) {
            final Set<String> used = new HashSet<>();
            for (RtAppEvent event : eventsOf(thread)) {
                if (event.step() instanceof Step.Barrier(String barrier) && !used.add(barrier)) {
                    log.note(
                            "barrier used twice",
                            thread.shownName()
                                    + ": uses the barrier "
                                    + Shown.quoted(barrier)
                                    + " more than once and counts as one user of it");
                }
            }
            if (!used.isEmpty()) {
                barrierUsers.add(thread.name());
            }
            used.forEach(
                    barrier -> userCounts.merge(barrier, (long) thread.instanceCount(), Long::sum));
        }
        final Set<String> ofOne =
                userCounts.entrySet().stream()
                        .filter(users -> users.getValue() <= 1)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        ofOne.stream()
                .sorted()
                .forEach(
                        barrier ->
                                log.note(
                                        "barrier of one",
                                        "the barrier "
                                                + Shown.quoted(barrier)
                                                + " has one user, which never waits there"));
        return ofOne;
    }

    private void checkForks() {
        for (RtAppThread thread : threads) {
            for (RtAppEvent event : eventsOf(thread)) {
                if (event.step() instanceof Step.Fork(String name)) {
                    checkFork(event, name);
                }
            }
        }
    }

    private void checkFork(RtAppEvent fork, String name) {
        final RtAppThread forked = byName.get(name);
        if (forked == null) {
            log.problem(
                    fork.at(),
                    fork.key(),
                    "no thread "
                            + Shown.quoted(name)
                            + " is in this file"
                            + log.hint(name, byName.keySet())
                            + "; fork one that is, with \"instance\": 0 if it may not start by"
                            + " itself");
        } else if (barrierUsers.contains(name)) {
            log.problem(
                    fork.at(),
                    fork.key(),
                    "the thread "
                            + Shown.quoted(name)
                            + " uses a barrier, whose users have to be known at the start; start it"
                            + " with instance, or remove its barriers");
        }
    }

    private void noteSuspendsWithoutResume() {
        final Set<String> resumed = new HashSet<>();
        threads.stream()
                .flatMap(thread -> eventsOf(thread).stream())
                .forEach(
                        event -> {
                            if (event.step() instanceof Step.Resume(String name)) {
                                resumed.add(name);
                            }
                        });
        for (RtAppThread thread : threads) {
            for (RtAppEvent event : eventsOf(thread)) {
                if (event.step() instanceof Step.Suspend(String name) && !resumed.contains(name)) {
                    log.note(
                            "suspend without resume",
                            thread.shownName()
                                    + ": nothing resumes "
                                    + Shown.quoted(name)
                                    + ", so the thread stays suspended");
                }
            }
        }
    }

    private static List<RtAppEvent> eventsOf(RtAppThread thread) {
        return thread.executedPhases().stream().flatMap(phase -> phase.events().stream()).toList();
    }

    /** Follows which mutexes one thread holds along its program. */
    private final class Mutexes {
        private final RtAppThread thread;
        private final Set<String> held = new HashSet<>();

        Mutexes(RtAppThread thread) {
            this.thread = thread;
        }

        /**
         * Appends the event's step; a wait and a sync outside a lock take and release their mutex
         * themselves.
         */
        void add(RtAppEvent event, List<Step> steps) {
            switch (event.step()) {
                case Step.Lock(String mutex) -> held.add(mutex);
                case Step.Unlock(String mutex) when !held.remove(mutex) ->
                        log.problem(
                                event.at(),
                                event.key(),
                                "the thread does not hold the mutex "
                                        + Shown.quoted(mutex)
                                        + " here; lock it before");
                case Step.Wait(String _, String mutex) when !held.contains(mutex) -> {
                    log.note(
                            "wait without lock",
                            thread.shownName()
                                    + ": waits without holding the mutex "
                                    + Shown.quoted(mutex)
                                    + "; it is locked before and unlocked after the wait");
                    addLocked(mutex, event.step(), steps);
                    return;
                }
                case Step.SignalAndWait(String _, String mutex) when !held.contains(mutex) -> {
                    addLocked(mutex, event.step(), steps);
                    return;
                }
                default -> {
                    // Nothing to do with mutexes.
                }
            }
            steps.add(event.step());
        }

        void finish() {
            if (!held.isEmpty() && thread.loopCount() != 1) {
                held.stream()
                        .sorted()
                        .forEach(
                                mutex ->
                                        log.note(
                                                "mutex kept",
                                                thread.shownName()
                                                        + ": still holds the mutex "
                                                        + Shown.quoted(mutex)
                                                        + " after a turn of its loop; locking it"
                                                        + " again blocks for ever"));
            }
        }

        private static void addLocked(String mutex, Step step, List<Step> steps) {
            steps.add(new Step.Lock(mutex));
            steps.add(step);
            steps.add(new Step.Unlock(mutex));
        }
    }
}
