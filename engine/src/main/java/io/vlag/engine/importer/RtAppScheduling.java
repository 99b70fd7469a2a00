package io.vlag.engine.importer;

import io.vlag.engine.config.CpuSet;
import io.vlag.engine.config.SchedPolicy;
import io.vlag.engine.config.Step;
import io.vlag.engine.config.UtilClamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How one thread is scheduled at its start, and the steps that change it at the start of phases. A
 * property given in a phase holds until another phase gives it again; the CPUs alone fall back to
 * the thread's in a phase that gives none. A task group that changes is a problem.
 */
final class RtAppScheduling {
    private static final long NS_PER_US = 1_000;
    private static final long SLICE_NS_MIN = 100_000;
    private static final long SLICE_NS_MAX = 100_000_000;

    private final RtAppThread thread;
    private final List<RtAppPhase> phases;
    private final ImportLog log;
    private final Sched start;
    private final long startSliceNs;

    /** The first policy that is none of the fair class, if any phase has one. */
    private Optional<RtAppPolicy> realTime = Optional.empty();

    private final List<List<Step>> changes = new ArrayList<>();

    /**
     * A policy with its level.
     *
     * @param level nice value, or real-time priority
     */
    private record Sched(RtAppPolicy policy, long level) {
        Step step() {
            return new Step.SetPolicy(policy.simulatedAs(), (int) level, false, Step.ITSELF);
        }
    }

    RtAppScheduling(RtAppThread thread, RtAppPolicy defaultPolicy, ImportLog log) {
        this.thread = thread;
        this.phases = thread.executedPhases();
        this.log = log;
        this.start = startsAs(defaultPolicy);
        phases.forEach(_ -> changes.add(new ArrayList<>()));
        changeCpus();
        final List<RtAppPolicy> policyOf = changePolicies();
        this.startSliceNs = changeSlices(policyOf);
        changeClamps();
    }

    SchedPolicy policy() {
        return start.policy().simulatedAs();
    }

    int nice() {
        return start.policy().isFair() ? (int) start.level() : 0;
    }

    int realTimePriority() {
        return start.policy().isFair() ? 0 : (int) start.level();
    }

    /** Steps to put before a phase, by its index among the executed ones. */
    List<Step> changesBefore(int phaseIndex) {
        return changes.get(phaseIndex);
    }

    /** CPUs at the start. */
    CpuSet cpus() {
        return phases.isEmpty() ? cpusOfThread() : cpusOf(phases.getFirst());
    }

    /** Custom slice at the start, ns; 0 for none. */
    long sliceNs() {
        return startSliceNs;
    }

    /** The thread's properties, overlaid by those of its first phase. */
    private Sched startsAs(RtAppPolicy defaultPolicy) {
        final RtAppAttributes own = thread.attributes();
        final Optional<RtAppAttributes> first =
                phases.stream().findFirst().map(RtAppPhase::attributes);
        final RtAppPolicy policy =
                first.flatMap(attributes -> attributes.policy)
                        .or(() -> own.policy)
                        .map(Located::value)
                        .orElse(defaultPolicy);
        final Optional<Long> ownLevel = levelOf(own, policy);
        return new Sched(
                policy,
                first.flatMap(attributes -> levelOf(attributes, policy))
                        .or(() -> ownLevel)
                        .orElse(levelWhenAbsent(policy)));
    }

    /** Adds the changes of policies and their levels; returns the policy of each phase. */
    private List<RtAppPolicy> changePolicies() {
        noteRealTime(start.policy());
        final List<Optional<Sched>> wanted = new ArrayList<>();
        final List<Sched> before = new ArrayList<>();
        final List<RtAppPolicy> policyOf = new ArrayList<>();
        Sched now = start;
        for (int i = 0; i < phases.size(); i++) {
            before.add(now);
            wanted.add(i == 0 ? firstWanted() : wantedBy(phases.get(i), now));
            now = wanted.get(i).orElse(now);
            noteRealTime(now.policy());
            policyOf.add(now.policy());
        }
        final boolean[] changed = changed(wanted, start);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                final Sched sched = wanted.get(i).orElseThrow();
                final boolean levelOnly =
                        sched.policy().isFair()
                                && before.get(i).policy() == sched.policy()
                                && (thread.loopCount() == 1
                                        || policyOf.stream().distinct().count() == 1);
                changes.get(i)
                        .add(levelOnly ? new Step.SetNice((int) sched.level()) : sched.step());
            }
        }
        refuseWhatDependsOnTheTurn(wanted, now);
        return policyOf;
    }

    /** What the first phase gives; the start has it already. */
    private Optional<Sched> firstWanted() {
        final RtAppAttributes first = phases.getFirst().attributes();
        final boolean given =
                first.policy.isPresent() && policyVaries()
                        || levelOf(first, start.policy()).isPresent();
        return given ? Optional.of(start) : Optional.empty();
    }

    private boolean policyVaries() {
        return phases.stream()
                .flatMap(phase -> phase.attributes().policy.stream())
                .anyMatch(policy -> policy.value() != start.policy());
    }

    private Optional<Sched> wantedBy(RtAppPhase phase, Sched now) {
        final RtAppAttributes given = phase.attributes();
        final RtAppPolicy policy = given.policy.map(Located::value).orElse(now.policy());
        final Optional<Long> level = levelOf(given, policy);
        if (level.isEmpty() && (given.policy.isEmpty() || !policyVaries())) {
            return Optional.empty();
        }
        final boolean keeps =
                policy.isFair() == now.policy().isFair() && policy != RtAppPolicy.SCHED_DEADLINE;
        return Optional.of(
                new Sched(policy, level.orElse(keeps ? now.level() : levelWhenAbsent(policy))));
    }

    /** From its second turn on a thread enters its first phases as its last one left it. */
    private void refuseWhatDependsOnTheTurn(List<Optional<Sched>> wanted, Sched end) {
        if (thread.loopCount() == 1 || !policyVaries()) {
            return;
        }
        Sched now = end;
        for (int i = 0; i < phases.size(); i++) {
            final Optional<Sched> again = wantedBy(phases.get(i), now);
            if (!again.equals(wanted.get(i))) {
                log.problem(
                        phases.get(i).at(),
                        phases.get(i).key(),
                        "the policy or priority that this phase leaves open differs from turn to"
                                + " turn of the thread's loop; give both");
                return;
            }
            now = again.orElse(now);
        }
    }

    private void noteRealTime(RtAppPolicy policy) {
        if (!policy.isFair() && realTime.isEmpty()) {
            realTime = Optional.of(policy);
        }
        if (policy == RtAppPolicy.SCHED_DEADLINE) {
            log.note(
                    "SCHED_DEADLINE",
                    thread.shownName()
                            + ": SCHED_DEADLINE is simulated as SCHED_FIFO "
                            + RtAppPolicy.DEADLINE_RT_PRIORITY
                            + "; its budget and deadline are not kept");
        }
    }

    private static long levelWhenAbsent(RtAppPolicy policy) {
        if (policy == RtAppPolicy.SCHED_DEADLINE) {
            return RtAppPolicy.DEADLINE_RT_PRIORITY;
        }
        return policy.isFair() ? 0 : RtAppPolicy.RT_PRIORITY_DEFAULT;
    }

    private Optional<Long> levelOf(RtAppAttributes attributes, RtAppPolicy policy) {
        return policy.isFair() ? niceOf(attributes, policy) : rtPriorityOf(attributes, policy);
    }

    /** Adds the changes of the slice; returns the one at the start. */
    private long changeSlices(List<RtAppPolicy> policyOf) {
        final Optional<Long> own = sliceNsOf(thread.attributes(), start.policy());
        final List<Optional<Long>> wanted = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            wanted.add(sliceNsOf(phases.get(i).attributes(), policyOf.get(i)));
        }
        final long first = (wanted.isEmpty() ? own : wanted.getFirst().or(() -> own)).orElse(0L);
        final boolean[] changed = changed(wanted, first);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                changes.get(i).add(new Step.SetSlice(wanted.get(i).orElseThrow(), Step.ITSELF));
            }
        }
        return first;
    }

    private Optional<Long> sliceNsOf(RtAppAttributes attributes, RtAppPolicy policy) {
        if (attributes.dlRuntimeUs.isEmpty() || policy == RtAppPolicy.SCHED_DEADLINE) {
            return Optional.empty();
        }
        final long us = attributes.dlRuntimeUs.get().value();
        if (us == 0) {
            return policy.isFair() ? Optional.of(0L) : Optional.empty();
        }
        if (!policy.isFair()) {
            log.note(
                    "slice of a real-time thread",
                    thread.shownName() + ": dl-runtime is ignored; " + policy + " has no slice");
            return Optional.empty();
        }
        final long askedNs = us * NS_PER_US;
        final long sliceNs = Math.clamp(askedNs, SLICE_NS_MIN, SLICE_NS_MAX);
        if (sliceNs != askedNs) {
            log.note(
                    "slice out of range",
                    thread.shownName()
                            + ": the slice "
                            + us
                            + " us becomes "
                            + sliceNs / NS_PER_US
                            + " us, as the kernel allows 100 to 100000");
        }
        return Optional.of(sliceNs);
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
        if (!first.isEmpty() && realTime.isPresent()) {
            final Optional<Located<String>> given =
                    own.or(() -> phases.getFirst().attributes().taskGroup);
            log.problem(
                    given.map(Located::at).orElse(thread.at()),
                    given.map(Located::key).orElse(thread.key()),
                    "a task group is not allowed for "
                            + realTime.get()
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

    /** Clamps at the start: the thread's, overlaid by those of its first phase. */
    UtilClamp clamp() {
        final UtilClamp own = thread.attributes().clamp();
        return phases.isEmpty() ? own : over(own, phases.getFirst().attributes().clamp());
    }

    private static UtilClamp over(UtilClamp below, UtilClamp above) {
        return new UtilClamp(
                above.min() == UtilClamp.UNSET ? below.min() : above.min(),
                above.max() == UtilClamp.UNSET ? below.max() : above.max());
    }

    /** A phase that gives clamps sets them; one that gives none keeps what was set last. */
    private void changeClamps() {
        final UtilClamp start = clamp();
        checkClamp(start, phases.isEmpty() ? thread.attributes() : phases.getFirst().attributes());
        final List<Optional<UtilClamp>> wanted = new ArrayList<>();
        UtilClamp now = start;
        for (int i = 0; i < phases.size(); i++) {
            final UtilClamp given = phases.get(i).attributes().clamp();
            now = i == 0 ? start : over(now, given);
            checkClamp(now, phases.get(i).attributes());
            wanted.add(given.isSet() ? Optional.of(now) : Optional.empty());
        }
        final boolean[] changed = changed(wanted, start);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                changes.get(i).add(new Step.SetUclamp(wanted.get(i).orElseThrow(), Step.ITSELF));
            }
        }
    }

    private void checkClamp(UtilClamp clamp, RtAppAttributes given) {
        if (clamp.max() != UtilClamp.UNSET && clamp.min() > clamp.max()) {
            final Optional<Located<Long>> at = given.utilMin.or(() -> given.utilMax);
            log.problem(
                    at.map(Located::at).orElse(thread.at()),
                    at.map(Located::key).orElse(thread.key()),
                    "util_min "
                            + clamp.min()
                            + " is above util_max "
                            + clamp.max()
                            + ", which the kernel refuses; give a util_max of at least util_min");
        }
    }

    private Optional<Long> niceOf(RtAppAttributes attributes, RtAppPolicy policy) {
        final Optional<Located<Long>> given = attributes.priority;
        if (given.isPresent() && given.get().value() > 19) {
            refusePriority(given.get(), policy, "a nice value from -20 to 19");
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

    private Optional<Long> rtPriorityOf(RtAppAttributes attributes, RtAppPolicy policy) {
        if (attributes.nice.isPresent()) {
            log.note(
                    "nice of a real-time thread",
                    thread.shownName() + ": nice is ignored; " + policy + " has none");
        }
        if (policy == RtAppPolicy.SCHED_DEADLINE || attributes.priority.isEmpty()) {
            return Optional.empty();
        }
        if (attributes.priority.get().value() < 1) {
            refusePriority(attributes.priority.get(), policy, "a real-time priority from 1 to 99");
        }
        return attributes.priority.map(Located::value);
    }

    private void refusePriority(Located<Long> given, RtAppPolicy policy, String allowed) {
        log.problem(
                given.at(),
                given.key(),
                given.value() + " is not allowed for " + policy + "; give " + allowed);
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
