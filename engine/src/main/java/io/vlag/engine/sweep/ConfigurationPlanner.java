package io.vlag.engine.sweep;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.ConfigLibrary;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.ScenarioTemplate;
import io.vlag.engine.config.SourcePosition;
import io.vlag.engine.config.SweepSpec;
import io.vlag.engine.config.Workload;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Values of a configuration to the plan of its simulation. Remembers the last combination, since
 * its seeds follow each other. Owned by one thread.
 */
public final class ConfigurationPlanner {
    private static final String CHANGES = "kernel.changes.";
    private static final String TUNABLES = "tunables.";
    private static final String KERNEL = "kernel";
    private static final String SCENARIO = "scenario";
    private static final String RATE_LIMIT_US = "governor.rateLimitUs";

    private final SweepSpec spec;
    private final ConfigLibrary library;
    private final BiFunction<Scenario, MachineSpec, Workload> workloads;
    private final Map<String, Source> sources = new HashMap<>();
    private List<String> lastValues = List.of();
    private @Nullable Planned last;

    /** A scenario file, and the kernel it would run first. */
    private record Source(ScenarioTemplate template, String kernel) {}

    /**
     * A configuration without its seed.
     *
     * @param plan for some seed
     */
    private record Planned(Scenario scenario, Planner planner, SimPlan plan) {}

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

    /**
     * The run of a configuration.
     *
     * @param values in the order of the axes
     * @throws ConfigException when the values do not make a scenario
     */
    public Run run(List<String> values, long seed) {
        Planned planned = last;
        if (planned == null || !values.equals(lastValues)) {
            last = null;
            planned = planned(values);
            last = planned;
            lastValues = List.copyOf(values);
        }
        final Scenario scenario = planned.scenario;
        return new Run(
                planned.planner.reseeded(planned.plan, seed),
                scenario.warmupNs(),
                scenario.warmupNs() + scenario.durationNs());
    }

    /** The scenario of a combination with one kernel and one seed. */
    public Scenario scenario(List<String> values, long seed) {
        return source(values).template.bind(sets(values, seed));
    }

    private Planned planned(List<String> values) {
        final Scenario scenario = scenario(values, 1);
        final MachineSpec machine = scenario.machines().getFirst();
        final Planner planner = new Planner(scenario);
        return new Planned(
                scenario,
                planner,
                planner.plan(
                        machine,
                        scenario.kernels().getFirst(),
                        workloads.apply(scenario, machine),
                        1));
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
        return new Source(template, plain.kernels().getFirst().kernel().label());
    }

    /** What is replaced in the scenario: the sweep's own values, then those of the axes. */
    private List<String> sets(List<String> values, long seed) {
        final List<String> sets = new ArrayList<>(spec.sets());
        String kernel = source(values).kernel;
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
            } else if (key.equals(RATE_LIMIT_US)) {
                sets.add("rateLimit=" + value + "us");
            } else if (!key.equals(SCENARIO)) {
                sets.add(key + "=" + value);
            }
        }
        sets.add("kernels=" + kernel + changes);
        sets.add("seeds=[" + seed + "]");
        return sets;
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
