package io.vlag.engine.importer;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * How one thread is scheduled at its start, and the steps that change it at the start of phases. A
 * property given in a phase holds until another phase gives it again; the CPUs alone fall back to
 * the thread's in a phase that gives none. Nice value and CPUs can change; a policy, a slice, a
 * real-time priority or a task group that changes is a problem.
 */
final class RtAppScheduling {
    private static final long NS_PER_US = 1_000;
    private static final long SLICE_NS_MIN = 100_000;
    private static final long SLICE_NS_MAX = 100_000_000;

    private final RtAppThread thread;
    private final List<RtAppPhase> phases;
    private final ImportLog log;
    private final RtAppPolicy policy;

    /** Real-time priority or nice value at the start, as the policy has it. */
    private final long priority;

    private final List<List<Step>> changes = new ArrayList<>();

    RtAppScheduling(RtAppThread thread, RtAppPolicy defaultPolicy, ImportLog log) {
        this.thread = thread;
        this.phases = thread.executedPhases();
        this.log = log;
        this.policy = constant("policy", attributes -> attributes.policy).orElse(defaultPolicy);
        phases.forEach(_ -> changes.add(new ArrayList<>()));
        changeCpus();
        if (policy.isFair()) {
            this.priority = changeNice();
        } else {
            this.priority = rtPriority();
        }
    }

    SchedPolicy policy() {
        return policy.simulatedAs();
    }

    int nice() {
        return policy.isFair() ? (int) priority : 0;
    }

    int realTimePriority() {
        return policy.isFair() ? 0 : (int) priority;
    }

    /** Steps to put before a phase, by its index among the executed ones. */
    List<Step> changesBefore(int phaseIndex) {
        return changes.get(phaseIndex);
    }

    /** CPUs at the start. */
    CpuSet cpus() {
        return phases.isEmpty() ? cpusOfThread() : cpusOf(phases.getFirst());
    }

    /** Custom slice, ns; 0 for none. */
    long sliceNs() {
        final Optional<Long> us = constant("dl-runtime", attributes -> attributes.dlRuntimeUs);
        if (policy == RtAppPolicy.SCHED_DEADLINE) {
            log.note(
                    "SCHED_DEADLINE",
                    thread.shownName()
                            + ": SCHED_DEADLINE is simulated as SCHED_FIFO "
                            + RtAppPolicy.DEADLINE_RT_PRIORITY
                            + "; its budget and deadline are not kept");
            return 0;
        }
        if (us.isEmpty() || us.get() == 0) {
            return 0;
        }
        if (!policy.isFair()) {
            log.note(
                    "slice of a real-time thread",
                    thread.shownName() + ": dl-runtime is ignored; " + policy + " has no slice");
            return 0;
        }
        final long askedNs = us.get() * NS_PER_US;
        final long sliceNs = Math.clamp(askedNs, SLICE_NS_MIN, SLICE_NS_MAX);
        if (sliceNs != askedNs) {
            log.note(
                    "slice out of range",
                    thread.shownName()
                            + ": the slice "
                            + us.get()
                            + " us becomes "
                            + sliceNs / NS_PER_US
                            + " us, as the kernel allows 100 to 100000");
        }
        return sliceNs;
    }

    /** Path of the task group; empty for the root group. */
    String taskGroup() {
        final Optional<Located<String>> own = thread.attributes().taskGroup;
        final String first =
                phases.isEmpty()
                        ? ""
                        : phases.getFirst()
                                .attributes()
                                .taskGroup
                                .or(() -> own)
                                .map(Located::value)
                                .orElse("");
        for (RtAppPhase phase : phases) {
            final String here =
                    phase.attributes().taskGroup.or(() -> own).map(Located::value).orElse("");
            if (!here.equals(first)) {
                final Optional<Located<String>> given = phase.attributes().taskGroup;
                log.problem(
                        given.map(Located::at).orElse(phase.at()),
                        given.map(Located::key).orElse(phase.key()),
                        "the task group changes from "
                                + Shown.quoted(first)
                                + " to "
                                + Shown.quoted(here)
                                + ", which is not simulated; give all phases of the thread the"
                                + " same");
                return first;
            }
        }
        if (!first.isEmpty() && !policy.isFair()) {
            final Optional<Located<String>> given =
                    own.or(() -> phases.getFirst().attributes().taskGroup);
            log.problem(
                    given.map(Located::at).orElse(thread.at()),
                    given.map(Located::key).orElse(thread.key()),
                    "a task group is not allowed for "
                            + policy
                            + "; remove it, or use SCHED_OTHER");
        }
        return first;
    }

    private void changeCpus() {
        final List<Optional<CpuSet>> wanted =
                phases.stream().map(phase -> Optional.of(cpusOf(phase))).toList();
        final boolean[] changed = changed(wanted, cpus());
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                changes.get(i).add(new Step.SetAffinity(cpusOf(phases.get(i))));
            }
        }
    }

    private CpuSet cpusOf(RtAppPhase phase) {
        return phase.attributes().cpus.map(Located::value).orElseGet(this::cpusOfThread);
    }

    private CpuSet cpusOfThread() {
        return thread.attributes().cpus.map(Located::value).orElse(CpuSet.ALL);
    }

    /** Adds the changes of the nice value and returns the one at the start. */
    private long changeNice() {
        final Optional<Long> own = niceOf(thread.attributes());
        final List<Optional<Long>> wanted =
                phases.stream().map(phase -> niceOf(phase.attributes())).toList();
        final long start = (wanted.isEmpty() ? own : wanted.getFirst().or(() -> own)).orElse(0L);
        final boolean[] changed = changed(wanted, start);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                changes.get(i).add(new Step.SetNice(wanted.get(i).orElseThrow().intValue()));
            }
        }
        return start;
    }

    private Optional<Long> niceOf(RtAppAttributes attributes) {
        final Optional<Located<Long>> given = attributes.priority;
        if (given.isPresent() && given.get().value() > 19) {
            refusePriority(given.get(), "a nice value from -20 to 19");
            return Optional.empty();
        }
        if (attributes.nice.isPresent()
                && given.isPresent()
                && !given.get().value().equals(attributes.nice.get().value())) {
            final Located<Long> nice = attributes.nice.get();
            log.problem(
                    nice.at(),
                    nice.key(),
                    nice.value()
                            + " contradicts priority "
                            + given.get().value()
                            + ", which is the nice value of "
                            + policy
                            + "; keep one");
        }
        return given.or(() -> attributes.nice).map(Located::value);
    }

    private long rtPriority() {
        final List<RtAppAttributes> all = new ArrayList<>();
        all.add(thread.attributes());
        phases.forEach(phase -> all.add(phase.attributes()));
        if (all.stream().anyMatch(attributes -> attributes.nice.isPresent())) {
            log.note(
                    "nice of a real-time thread",
                    thread.shownName() + ": nice is ignored; " + policy + " has none");
        }
        if (policy == RtAppPolicy.SCHED_DEADLINE) {
            return RtAppPolicy.DEADLINE_RT_PRIORITY;
        }
        for (RtAppAttributes attributes : all) {
            if (attributes.priority.isPresent() && attributes.priority.get().value() < 1) {
                refusePriority(attributes.priority.get(), "a real-time priority from 1 to 99");
            }
        }
        return constant("priority", attributes -> attributes.priority)
                .orElse((long) RtAppPolicy.RT_PRIORITY_DEFAULT);
    }

    private void refusePriority(Located<Long> given, String allowed) {
        log.problem(
                given.at(),
                given.key(),
                given.value() + " is not allowed for " + policy + "; give " + allowed);
    }

    /** The value of a property that may not change while the thread runs. */
    private <T> Optional<T> constant(
            String name, Function<RtAppAttributes, Optional<Located<T>>> property) {
        Optional<T> value = property.apply(thread.attributes()).map(Located::value);
        for (int i = 0; i < phases.size(); i++) {
            final Optional<Located<T>> given = property.apply(phases.get(i).attributes());
            if (given.isEmpty()) {
                continue;
            }
            final T wanted = given.get().value();
            if (i > 0 && !value.equals(Optional.of(wanted))) {
                log.problem(
                        given.get().at(),
                        given.get().key(),
                        Shown.plain(String.valueOf(wanted))
                                + " changes the "
                                + name
                                + " between phases, which is not simulated; give it once, for the"
                                + " thread");
                return value;
            }
            value = Optional.of(wanted);
        }
        return value;
    }

    /**
     * Which phases have to set a property: those that want a value another than the one it has on
     * some turn.
     */
    private <T> boolean[] changed(List<Optional<T>> wanted, T start) {
        final boolean[] changed = new boolean[wanted.size()];
        T now = start;
        int firstWanted = -1;
        for (int i = 0; i < changed.length; i++) {
            if (wanted.get(i).isPresent()) {
                firstWanted = firstWanted < 0 ? i : firstWanted;
                changed[i] = !Objects.equals(wanted.get(i).get(), now);
                now = wanted.get(i).get();
            }
        }
        if (firstWanted >= 0 && thread.loopCount() != 1) {
            changed[firstWanted] |= !Objects.equals(wanted.get(firstWanted).orElse(start), now);
        }
        return changed;
    }
}
