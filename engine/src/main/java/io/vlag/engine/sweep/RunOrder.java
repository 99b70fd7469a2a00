package io.vlag.engine.sweep;

import io.vlag.engine.journal.JournalTarget;
import io.vlag.engine.journal.RunHeader;
import io.vlag.engine.plan.SimPlan;
import io.vlag.engine.sim.Simulation;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One run that somebody wants. Plans and targets are made by the worker when it begins, so that a
 * list of many orders stays small.
 *
 * @param name which run of the command it is
 * @param warmupNs simulated time before measuring starts, ns
 * @param durationNs measured simulated time, ns
 * @param plan makes the plan; any worker thread may call it, also two at once
 * @param header makes the journal's header from the plan
 * @param target makes the journal's target; called once for every attempt
 * @param checkEvery events between two checks of the invariants; {@code Simulation.NO_CHECKS}: none
 */
public record RunOrder(
        RunName name,
        long warmupNs,
        long durationNs,
        Supplier<SimPlan> plan,
        Function<SimPlan, RunHeader> header,
        Supplier<JournalTarget> target,
        long checkEvery) {

    /** An order whose invariants are not checked. */
    public RunOrder(
            RunName name,
            long warmupNs,
            long durationNs,
            Supplier<SimPlan> plan,
            Function<SimPlan, RunHeader> header,
            Supplier<JournalTarget> target) {
        this(name, warmupNs, durationNs, plan, header, target, Simulation.NO_CHECKS);
    }

    /** Warm-up and measured time together, simulated ns. */
    public long totalNs() {
        return warmupNs + durationNs;
    }
}
