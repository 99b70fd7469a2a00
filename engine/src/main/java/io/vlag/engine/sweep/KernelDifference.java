package io.vlag.engine.sweep;

import io.vlag.engine.analysis.RangeSensitivity;
import io.vlag.engine.config.EstimatedNumbers;
import io.vlag.engine.config.MachineSpec;
import io.vlag.engine.config.Scenario;
import io.vlag.engine.config.Workload;
import io.vlag.engine.journal.Journal;
import io.vlag.engine.plan.Planner;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Simulation;
import io.vlag.offheap.ArenaExhaustedException;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * How a metric differs between two kernels on machines whose estimated numbers lie elsewhere in
 * their ranges. Seeds are common to both kernels and all machines. Used by several threads at once.
 *
 * @param scenario its first machine is meant
 * @param workloads workload of a scenario on a machine, complete
 * @param metric NaN where it makes no sense
 */
public record KernelDifference(
        Scenario scenario,
        EstimatedNumbers numbers,
        BiFunction<Scenario, MachineSpec, Workload> workloads,
        Scenario.KernelRun from,
        Scenario.KernelRun to,
        long[] seeds,
        ToDoubleFunction<WindowTotals> metric)
        implements RangeSensitivity.Difference {

    /** Values of both kernels on a machine, by seed; NaN where the numbers make no machine. */
    @Override
    public RangeSensitivity.Pair at(double[] places) {
        try {
            final MachineSpec machine = numbers.at(places);
            final Workload workload = workloads.apply(scenario, machine);
            final Planner planner = new Planner(scenario);
            return new RangeSensitivity.Pair(
                    values(planner, planner.plan(machine, from, workload, 1)),
                    values(planner, planner.plan(machine, to, workload, 1)));
        } catch (ArenaExhaustedException e) {
            throw e;
        } catch (RuntimeException e) { // numbers that do not go together: no machine
            final double[] none = new double[seeds.length];
            Arrays.fill(none, Double.NaN);
            return new RangeSensitivity.Pair(none, none);
        }
    }

    private double[] values(Planner planner, SimPlan plan) {
        final double[] values = new double[seeds.length];
        final WindowTotals window = WindowTotals.empty(plan.machine());
        try (Simulation simulation =
                new Simulation(planner.reseeded(plan, seeds[0]), Journal::none)) {
            for (int i = 0; i < seeds.length; i++) {
                if (i > 0) {
                    simulation.restart(planner.reseeded(plan, seeds[i]));
                }
                simulation.runUntil(scenario.warmupNs());
                simulation.readTotals(window.before());
                simulation.runUntil(scenario.warmupNs() + scenario.durationNs());
                simulation.readTotals(window.after());
                values[i] = metric.applyAsDouble(window);
            }
        }
        return values;
    }
}
