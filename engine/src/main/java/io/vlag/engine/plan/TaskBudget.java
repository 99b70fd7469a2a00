package io.vlag.engine.plan;

/**
 * How many task records a simulation has, and what each may use.
 *
 * @param taskCount records: the tasks that start by themselves and those that may be forked at one
 *     time
 * @param ownTimersPerTask timers of its own
 * @param loopsPerTask loop counters
 */
public record TaskBudget(int taskCount, int ownTimersPerTask, int loopsPerTask) {}
