package io.vlag.engine.sweep;

import io.vlag.engine.analysis.TwoLevelFunction;
import io.vlag.engine.config.Confidence;
import io.vlag.engine.config.KernelChange;
import io.vlag.engine.config.KernelSpec;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.ArenaExhaustedException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A metric of a scenario, as a function of which of the changes between two kernels are made.
 * Beside the named changes two things may differ: whether the kernels' builds know the shared
 * cache, and what the machine file says their paths cost. Used by several threads at once.
 */
public final class KernelMix implements TwoLevelFunction {
    private final Scenario scenario;
    private final MachineSpec machine;
    private final Workload workload;
    private final Scenario.KernelRun from;
    private final Scenario.KernelRun to;
    private final List<Change> changes;
    private final Planner planner;
    private final ToDoubleFunction<WindowTotals> metric;

    /**
     * One thing in which the kernels differ.
     *
     * @param name as in data files
     * @param before form under the first kernel
     * @param after form under the second
     */
    public record Change(String name, String before, String after, Kind kind) {
        /** Where it is. */
        public enum Kind {
            KERNEL_CHANGE,
            SCHED_MC,
            PATH_COSTS
        }
    }

    /**
     * @param scenario its first machine is simulated
     * @param metric NaN where it makes no sense
     */
    public KernelMix(
            Scenario scenario,
            Workload workload,
            Scenario.KernelRun from,
            Scenario.KernelRun to,
            ToDoubleFunction<WindowTotals> metric) {
        this.scenario = scenario;
        this.machine = scenario.machines().getFirst();
        this.workload = workload;
        this.from = from;
        this.to = to;
        this.changes = changes(machine, from, to);
        this.planner = new Planner(scenario);
        this.metric = metric;
    }

    private static List<Change> changes(
            MachineSpec machine, Scenario.KernelRun from, Scenario.KernelRun to) {
        final List<Change> changes = new ArrayList<>();
        for (final Map.Entry<KernelChange, List<KernelSpec.ChangeValue>> difference :
                from.kernel().differencesTo(to.kernel()).entrySet()) {
            changes.add(
                    new Change(
                            difference.getKey().key(),
                            difference.getValue().getFirst().form(),
                            difference.getValue().getLast().form(),
                            Change.Kind.KERNEL_CHANGE));
        }
        if (from.schedMc() != to.schedMc()) {
            changes.add(
                    new Change(
                            "schedMc",
                            onOff(from.schedMc()),
                            onOff(to.schedMc()),
                            Change.Kind.SCHED_MC));
        }
        if (!machine.costs()
                .forKernel(from.kernel().version())
                .equals(machine.costs().forKernel(to.kernel().version()))) {
            changes.add(
                    new Change(
                            "path costs",
                            from.kernel().version().toString(),
                            to.kernel().version().toString(),
                            Change.Kind.PATH_COSTS));
        }
        return List.copyOf(changes);
    }

    private static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    /** What differs, in the order of the bits. */
    public List<Change> changes() {
        return changes;
    }

    @Override
    public Response at(BitSet made, long seed) {
        try {
            return measure(planner.plan(machine, kernel(made), workload, seed));
        } catch (ArenaExhaustedException e) {
            throw e;
        } catch (RuntimeException e) { // kernels that nobody built may fail: a result without value
            return new Response(Double.NaN, made.hashCode());
        }
    }

    private Response measure(SimPlan plan) {
        final WindowTotals window = WindowTotals.empty(plan.machine());
        try (Simulation simulation = new Simulation(plan, Journal::none)) {
            simulation.runUntil(scenario.warmupNs());
            simulation.readTotals(window.before());
            simulation.runUntil(scenario.warmupNs() + scenario.durationNs());
            simulation.readTotals(window.after());
            simulation.end();
            return new Response(metric.applyAsDouble(window), simulation.digest());
        }
    }

    private Scenario.KernelRun kernel(BitSet made) {
        KernelSpec kernel = from.kernel();
        boolean schedMc = from.schedMc();
        for (int index = made.nextSetBit(0); index >= 0; index = made.nextSetBit(index + 1)) {
            final Change change = changes.get(index);
            switch (change.kind()) {
                case KERNEL_CHANGE -> kernel = with(kernel, change);
                case SCHED_MC -> schedMc = to.schedMc();
                case PATH_COSTS ->
                        kernel =
                                new KernelSpec(
                                        kernel.label(),
                                        to.kernel().version(),
                                        kernel.values(),
                                        kernel.sources(),
                                        kernel.confidence());
            }
        }
        return new Scenario.KernelRun(from.label(), kernel, schedMc);
    }

    private KernelSpec with(KernelSpec kernel, Change change) {
        final KernelChange flipped = KernelChange.byKey(change.name()).orElseThrow();
        return kernel.with(
                flipped,
                new KernelSpec.ChangeValue(
                        change.after(), to.label(), "attribution", Confidence.CONFIRMED),
                kernel.label());
    }
}
