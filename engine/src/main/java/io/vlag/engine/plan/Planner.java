package io.vlag.engine.plan;

import io.vlag.engine.config.Governor;
import io.vlag.engine.config.GovernorSettings;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.KernelSpec;
import io.vlag.engine.config.KernelVersion;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Preemption;
import io.vlag.engine.config.RuntimeChange;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.kernel.CfsTunables;
import io.vlag.engine.kernel.CpufreqRules;
import io.vlag.engine.kernel.EnergyDomains;
import io.vlag.engine.kernel.EnergyRules;
import io.vlag.engine.kernel.FairRules;
import io.vlag.engine.kernel.RandomStream;
import io.vlag.engine.kernel.Topology;
import io.vlag.engine.kernel.WakeRules;
import io.vlag.engine.workload.CompiledWorkload;
import io.vlag.engine.workload.ProgramCompiler;
import io.vlag.hw.ConservativePlan;
import io.vlag.hw.HwModel;
import io.vlag.hw.IdleGovernors;
import io.vlag.hw.MachinePlan;
import io.vlag.hw.MachineTables;
import io.vlag.hw.OndemandPlan;
import io.vlag.hw.PathCosts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes plans of one scenario: one for each machine variant, kernel and seed. */
public final class Planner {
    private static final long NS_PER_S = 1_000_000_000;
    private static final int FORKED_TASKS_MAX = 1_024;
    private static final Set<KernelChange> LEAVE_MARKS =
            Set.of(
                    KernelChange.DELAY_DEQUEUE,
                    KernelChange.NEXT_BUDDY,
                    KernelChange.PICK_BUDDY,
                    KernelChange.HRTICK);

    private final Scenario scenario;
    private volatile @Nullable Machine lastMachine; // any thread: whatever it sees is complete
    private volatile @Nullable Compiled lastWorkload;

    /** A machine file's records, and what they became. */
    private record Machine(
            MachineSpec spec,
            MachinePlanner planner,
            MachinePlan plan,
            MachineTables tables,
            Map<KernelVersion, PathCosts> costs) {
        PathCosts costs(KernelVersion version) {
            return costs.computeIfAbsent(version, key -> planner.costs(plan, key));
        }
    }

    /** A workload, and what it became. */
    private record Compiled(Workload source, CompiledWorkload workload) {}

    public Planner(Scenario scenario) {
        this.scenario = scenario;
    }

    /**
     * The plan of one run.
     *
     * @param workload the scenario's workload with everything resolved
     */
    public SimPlan plan(
            MachineSpec machineSpec, Scenario.KernelRun run, Workload workload, long seed) {
        final Machine planned = machine(machineSpec);
        final MachinePlanner machinePlanner = planned.planner;
        final MachinePlan machine = planned.plan;
        final KernelSpec kernel = run.kernel();
        final CompiledWorkload compiled = compiled(workload);
        final EnergyRules energyRules = EnergyRules.of(new Values(kernel).changes());
        final long tickNs = NS_PER_S / scenario.hz();
        final RuntimeSettings settings =
                settings(
                        planned,
                        new Values(kernel),
                        scenario.governor(),
                        scenario.governorSettings().rateLimitNs());
        return new SimPlan(
                machine,
                planned.tables,
                planned.costs(kernel.version()),
                new HwModel.IdlePolicy(
                        switch (machineSpec.hardware().idleGovernor()) {
                            case MENU -> IdleGovernors.MENU;
                            case TEO -> IdleGovernors.TEO;
                        },
                        tickNs),
                settings.fairRules(),
                settings.cfsTunables(),
                settings.wakeRules(),
                settings.cpufreqRules(),
                energyRules,
                settings.energyDomains(),
                scenario.preemption(),
                machineSpec.hardware().irqTimeAccounting(),
                new Topology(machinePlanner.llcs(machine), run.schedMc()),
                settings.governor(),
                ondemand(machineSpec),
                conservative(machinePlanner, settings.cpufreqRules(), tickNs),
                scenario.governorSettings().setSpeedKhz(),
                settings.rateLimitsNs(),
                tickNs,
                settings.baseSliceNs(),
                settings.baseSliceNormalizedNs(),
                kernel.is(KernelChange.PIPE_SPARE_PAGES, "one") ? 1 : 2,
                compiled,
                new GroupPlanner(scenario.groups(), scenario.position()).plan(compiled.templates()),
                budget(compiled),
                tickPhaseNs(tickNs, seed),
                seed,
                changes(planned, kernel, scenario.changes()),
                checkedRules(kernel, scenario.changes(), settings.fairRules()));
    }

    /** The changes of another scenario that differs in nothing else, for a plan of this one. */
    public List<RuntimeSettings.Change> changes(
            MachineSpec machine, Scenario.KernelRun run, List<RuntimeChange> changes) {
        return changes(machine(machine), run.kernel(), changes);
    }

    private List<RuntimeSettings.Change> changes(
            Machine machine, KernelSpec kernel, List<RuntimeChange> changes) {
        final List<RuntimeSettings.Change> planned = new ArrayList<>();
        final Values values = new Values(kernel);
        Governor governor = scenario.governor();
        OptionalLong rateLimitNs = scenario.governorSettings().rateLimitNs();
        for (final RuntimeChange change : changes) {
            change.values().forEach(values::set);
            governor = change.governor().orElse(governor);
            rateLimitNs = change.rateLimitNs().isPresent() ? change.rateLimitNs() : rateLimitNs;
            planned.add(
                    new RuntimeSettings.Change(
                            change.atNs(), settings(machine, values, governor, rateLimitNs)));
        }
        return planned;
    }

    private RuntimeSettings settings(
            Machine machine, Values values, Governor governor, OptionalLong rateLimitNs) {
        final Map<String, String> changes = values.changes();
        final int factor = scalingFactor(scenario.cpuCount());
        final CpufreqRules cpufreqRules = CpufreqRules.of(changes);
        final long baseSliceNs = values.tunable(KernelChange.BASE_SLICE_NS);
        return new RuntimeSettings(
                FairRules.of(changes),
                CfsTunables.of(values.tunables, factor),
                WakeRules.of(changes, values.tunables),
                cpufreqRules,
                EnergyDomains.of(
                        machine.plan,
                        EnergyRules.of(changes).energyForm(),
                        governor == Governor.SCHEDUTIL),
                governor,
                machine.planner.rateLimitsNs(cpufreqRules, rateLimitNs),
                baseSliceNs * factor,
                baseSliceNs);
    }

    /**
     * Rules that the state agrees with at any time: a feature that was on leaves its marks, and one
     * that was off has left out its own.
     */
    private FairRules checkedRules(
            KernelSpec kernel, List<RuntimeChange> changes, FairRules unchanged) {
        if (changes.isEmpty()) {
            return unchanged;
        }
        final Values values = new Values(kernel);
        for (final RuntimeChange change : changes) {
            change.values()
                    .forEach(
                            (name, form) -> {
                                if (LEAVE_MARKS.contains(name) && form.equals("on")) {
                                    values.set(name, form);
                                }
                            });
            if (change.values().containsKey(KernelChange.UTIL_EST)) {
                values.set(KernelChange.UTIL_EST, "off"); // the queue's sum drifts
            }
            if (change.values().containsKey(KernelChange.PLACE_REL_DEADLINE)) {
                values.set(KernelChange.PLACE_REL_DEADLINE, "off");
            }
        }
        return FairRules.of(values.changes());
    }

    /** A kernel's forms and numbers, some of them replaced. */
    private final class Values {
        private final Map<String, String> forms = new HashMap<>();
        private final Map<String, Long> tunables = new HashMap<>();

        Values(KernelSpec kernel) {
            for (final KernelChange change : KernelChange.values()) {
                set(change, kernel.form(change));
            }
        }

        void set(KernelChange change, String value) {
            if (change.kind() == KernelChange.Kind.TUNABLE) {
                tunables.put(change.key(), Long.valueOf(value));
            } else {
                forms.put(change.key(), value);
            }
        }

        long tunable(KernelChange change) {
            return Objects.requireNonNull(tunables.get(change.key()), change.key());
        }

        /** Forms of features and rules. */
        Map<String, String> changes() {
            final Map<String, String> changes = new HashMap<>(forms);
            if (scenario.preemption() != Preemption.LAZY) {
                changes.put(
                        KernelChange.LAZY_RESCHED.key(),
                        "off"); // other models take lazy requests as immediate
            }
            changes.put(
                    KernelChange.DELAY_DEQUEUE_OFF_AT_NS.key(),
                    Long.toString(tunable(KernelChange.DELAY_DEQUEUE_OFF_AT_NS)));
            return changes;
        }
    }

    /** Kernels and seeds follow each other on the same machine: it is planned once. */
    private Machine machine(MachineSpec spec) {
        final Machine last = lastMachine;
        if (last != null && last.spec.equals(spec)) {
            return last;
        }
        final MachinePlanner planner = new MachinePlanner(spec, scenario.cpuCount());
        final MachinePlan plan = planner.machine();
        final Machine machine =
                new Machine(
                        spec, planner, plan, new MachineTables(plan), new ConcurrentHashMap<>());
        lastMachine = machine;
        return machine;
    }

    private CompiledWorkload compiled(Workload source) {
        final Compiled last = lastWorkload;
        if (last != null && last.source.equals(source)) {
            return last.workload;
        }
        final CompiledWorkload compiled = ProgramCompiler.compile(source);
        lastWorkload = new Compiled(source, compiled);
        return compiled;
    }

    /** The same plan for another seed. */
    public SimPlan reseeded(SimPlan plan, long seed) {
        return plan.withSeed(seed, tickPhaseNs(plan.tickNs(), seed));
    }

    private static OndemandPlan ondemand(MachineSpec machine) {
        final MachineSpec.OndemandSpec spec = machine.ondemand();
        return new OndemandPlan(
                Math.toIntExact(spec.upThresholdPercent().value()),
                spec.samplingRateNs().value(),
                Math.toIntExact(spec.samplingDownFactor().value()),
                spec.ioIsBusy());
    }

    private ConservativePlan conservative(MachinePlanner machine, CpufreqRules rules, long tickNs) {
        final GovernorSettings.Conservative settings = scenario.governorSettings().conservative();
        return new ConservativePlan(
                settings.upThresholdPercent(),
                settings.downThresholdPercent(),
                settings.freqStepPercent(),
                settings.samplingDownFactor(),
                machine.samplingRatesNs(rules, tickNs, settings.samplingRateNs()));
    }

    /** Factor of the default ("log") scaling of the base slice: 1 + floor(log2(min(CPUs, 8))). */
    static int scalingFactor(int cpuCount) {
        return 1 + (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.min(cpuCount, 8)));
    }

    private static TaskBudget budget(CompiledWorkload workload) {
        return new TaskBudget(
                workload.startingTaskCount() + (workload.forks() ? FORKED_TASKS_MAX : 0),
                Arrays.stream(workload.ownTimerCountOf()).max().orElse(0),
                Arrays.stream(workload.loopCountOf()).max().orElse(0));
    }

    private long tickPhaseNs(long tickNs, long seed) {
        return scenario.tickPhaseNs()
                .orElseGet(
                        () ->
                                1
                                        + Long.remainderUnsigned(
                                                RandomStream.seed(
                                                        seed, RandomStream.PURPOSE_TICK_PHASE, 0),
                                                tickNs));
    }
}
