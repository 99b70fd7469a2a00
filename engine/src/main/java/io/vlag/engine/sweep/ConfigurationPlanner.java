package io.vlag.engine.sweep;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.KernelSpec;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.ScenarioTemplate;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.config.Workload;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.RuntimeSettings;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Values of a configuration to the plan of its simulation. Owned by one thread. */
public final class ConfigurationPlanner {
    private static final String CHANGES = "kernel.changes.";
    private static final String TUNABLES = "tunables.";
    private static final String KERNEL = "kernel";
    private static final String SCENARIO = "scenario";
    private static final String RATE_LIMIT_US = "governor.rateLimitUs";
    private static final int BOUNDS_MAX = 512;

    private final SweepSpec spec;
    private final ConfigLibrary library;
    private final BiFunction<Scenario, MachineSpec, Workload> workloads;
    private final Map<String, Source> sources = new HashMap<>();
    private @Nullable Past lastPast;

    /** A scenario file, the kernel it would run first, and what it was bound to. */
    private record Source(
            ScenarioTemplate template, String kernel, Map<List<String>, Bound> bounds) {}

    /** A scenario with its values, the kernel left open. */
    private record Bound(Source source, Scenario scenario, Planner planner, Workload workload) {
        MachineSpec machine() {
            return scenario.machines().getFirst();
        }
    }

    /**
     * @param workloads workload of a scenario on a machine, complete
     */
    public ConfigurationPlanner(
            SweepSpec spec,
            ConfigLibrary library,
            BiFunction<Scenario, MachineSpec, Workload> workloads) {
        this.spec = spec;
        this.library = library;
        this.workloads = workloads;
    }

    /**
     * A run: its plan and its times.
     *
     * @param warmupNs simulated before counting begins
     * @param totalNs with the warm-up
     */
    public record Run(SimPlan plan, long warmupNs, long totalNs) {}

    /** In place of a time: nothing is shared. */
    public static final long NOT_SHARED = -1;

    /**
     * What neighbouring combinations have in common.
     *
     * @param early values of the axes that hold from the start, the others left out
     * @param scenario one of them, without its changes
     * @param point one of them
     */
    private record Past(List<String> early, Scenario scenario, Point point) {}

    /** A combination of values, planned: a configuration without its seed. */
    public static final class Point {
        private final Planner planner;
        private final SimPlan plan; // for some seed
        private final long warmupNs;
        private final long totalNs;
        private final long sharedNs;
        private final Point first; // of those with the same past

        private Point(
                Planner planner,
                SimPlan plan,
                Scenario scenario,
                int sharedChanges,
                @Nullable Point first) {
            this.first = first == null ? this : first;
            this.planner = planner;
            this.plan = plan;
            this.warmupNs = scenario.warmupNs();
            this.totalNs = scenario.warmupNs() + scenario.durationNs();
            this.sharedNs =
                    sharedChanges < 0 || sharedChanges >= scenario.changes().size()
                            ? NOT_SHARED
                            : scenario.changes().get(sharedChanges).atNs();
        }

        /**
         * Until when a run of this combination is one of every other that {@link #sharesWith} it,
         * ns; {@link #NOT_SHARED}.
         */
        long sharedNs() {
            return sharedNs;
        }

        /** Whether runs of the same seed are the same until {@link #sharedNs}. */
        @SuppressWarnings("ReferenceEquality") // points have no other identity
        boolean sharesWith(Point other) {
            return first == other.first && sharedNs == other.sharedNs && sharedNs > 0;
        }

        /** A plan, for some seed. */
        SimPlan plan() {
            return plan;
        }

        /** The run with a seed. */
        Run run(long seed) {
            return new Run(planner.reseeded(plan, seed), warmupNs, totalNs);
        }
    }

    /**
     * Plans a combination.
     *
     * @param values in the order of the axes
     * @throws ConfigException when the values do not make a scenario
     */
    public Point point(List<String> values) {
        return spec.warmupShared() ? sharing(values) : alone(values, bound(values));
    }

    private Point alone(List<String> values, Bound bound) {
        return new Point(
                bound.planner,
                bound.planner.plan(bound.machine(), kernel(values, bound), bound.workload, 1),
                bound.scenario,
                spec.warmupShared() ? sharedChanges() : -1,
                null);
    }

    /** Changes before the first that an axis belongs to. */
    private int sharedChanges() {
        return spec.axes().stream().flatMapToInt(axis -> axis.change().stream()).min().orElse(-1);
    }

    /**
     * A combination that differs from the last only in what changes later gets the plan of that
     * one, with its own changes. Equality of the scenarios decides, not the names of the axes.
     */
    private Point sharing(List<String> values) {
        final List<String> early = early(values);
        final Bound bound = bound(values);
        final Scenario scenario = bound.scenario.withChanges(List.of());
        final Past past = lastPast;
        if (past != null && past.early.equals(early) && past.scenario.equals(scenario)) {
            final Planner planner = past.point.planner;
            final SimPlan plan = past.point.plan;
            final SimPlan other =
                    plan.withChanges(
                            shared(
                                    plan,
                                    planner.changes(
                                            bound.machine(),
                                            kernel(values, bound),
                                            bound.scenario.changes())));
            return new Point(planner, other, bound.scenario, sharedChanges(), past.point);
        }
        final Point first = alone(values, bound);
        lastPast = new Past(early, scenario, first);
        return first;
    }

    /** The changes of another combination, the common ones those of the plan. */
    private List<RuntimeSettings.Change> shared(
            SimPlan plan, List<RuntimeSettings.Change> changes) {
        final List<RuntimeSettings.Change> all = new ArrayList<>(changes);
        for (int i = 0; i < Math.min(sharedChanges(), changes.size()); i++) {
            all.set(i, plan.changes().get(i));
        }
        return all;
    }

    private List<String> early(List<String> values) {
        final List<String> early = new ArrayList<>();
        for (int axis = 0; axis < values.size(); axis++) {
            if (!spec.axes().get(axis).isLate()) {
                early.add(values.get(axis));
            }
        }
        return early;
    }

    /** The scenario of a combination with one kernel and one seed. */
    public Scenario scenario(List<String> values, long seed) {
        final Bound bound = bound(values);
        return bound.scenario.withRuns(List.of(kernel(values, bound)), List.of(seed));
    }

    /** Binding a scenario costs more than running a short one: what is the same is bound once. */
    private Bound bound(List<String> values) {
        final Source source = source(values);
        final List<String> sets = sets(values);
        Bound known = source.bounds.get(sets);
        if (known == null) {
            final Scenario scenario = source.template.bind(sets);
            known =
                    new Bound(
                            source,
                            scenario,
                            new Planner(scenario),
                            workloads.apply(scenario, scenario.machines().getFirst()));
            if (source.bounds.size() >= BOUNDS_MAX) {
                source.bounds.clear();
            }
            source.bounds.put(sets, known);
        }
        return known;
    }

    private Source source(List<String> values) {
        String name = spec.scenario();
        for (int axis = 0; axis < values.size(); axis++) {
            if (spec.axes().get(axis).key().equals(SCENARIO)) {
                name = values.get(axis);
            }
        }
        return sources.computeIfAbsent(name, this::read);
    }

    private Source read(String name) {
        final ScenarioTemplate template = library.scenarioTemplate(library.findScenario(name));
        final Scenario plain = template.bind(spec.sets());
        if (plain.kernels().isEmpty()) {
            throw new ConfigException(SourcePosition.of(name), "kernels", "names no kernel");
        }
        return new Source(template, plain.kernels().getFirst().kernel().label(), new HashMap<>());
    }

    /** What is replaced in the scenario: the sweep's own values, then those of the axes. */
    private List<String> sets(List<String> values) {
        final List<String> sets = new ArrayList<>(spec.sets());
        for (int axis = 0; axis < values.size(); axis++) {
            final String key = spec.axes().get(axis).key();
            if (key.equals(RATE_LIMIT_US)) {
                sets.add("rateLimit=" + values.get(axis) + "us");
            } else if (!isOfKernel(key) && !key.equals(SCENARIO)) {
                sets.add(key + "=" + values.get(axis));
            }
        }
        return sets;
    }

    private static boolean isOfKernel(String key) {
        return key.equals(KERNEL) || key.startsWith(CHANGES) || key.startsWith(TUNABLES);
    }

    /** The kernel of a combination: the expression of its axes. */
    private Scenario.KernelRun kernel(List<String> values, Bound bound) {
        String kernel = bound.source.kernel;
        final StringBuilder changes = new StringBuilder();
        for (int axis = 0; axis < values.size(); axis++) {
            final String key = spec.axes().get(axis).key();
            final String value = values.get(axis);
            if (key.equals(KERNEL)) {
                kernel = value;
            } else if (key.startsWith(CHANGES)) {
                changes.append('+').append(change(key.substring(CHANGES.length()), value));
            } else if (key.startsWith(TUNABLES)) {
                changes.append('+').append(key.substring(TUNABLES.length())).append('=');
                changes.append(value);
            }
        }
        final KernelSpec resolved = bound.source.template.kernel(kernel + changes);
        return new Scenario.KernelRun(
                resolved.label(), resolved, bound.machine().schedMcByDefault(resolved.version()));
    }

    private static String change(String name, String value) {
        final KernelChange change = KernelChange.byKey(name).orElse(null);
        if (change == null || change.kind() != KernelChange.Kind.FEATURE) {
            return name + "=" + value;
        }
        return switch (value) {
            case "on", "true" -> name;
            case "off", "false" -> "NO_" + name;
            default -> name + "=" + Objects.requireNonNull(value);
        };
    }
}
