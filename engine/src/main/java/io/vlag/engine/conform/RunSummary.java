package io.vlag.engine.conform;

import java.util.List;

/**
 * One repetition of a recording, or one simulation.
 *
 * @param windowNs length of the window, ns; 0 when nothing was traced
 * @param switches every switch in the window, idle tasks included
 * @param tasks the workload's tasks
 * @param ops bogo operations over the whole run; 0 when nothing counts them
 * @param wholeNs length of the whole run, ns
 * @param wholeSwitches switches of the whole run
 */
public record RunSummary(
        long windowNs,
        long switches,
        List<TaskSummary> tasks,
        double ops,
        long wholeNs,
        long wholeSwitches) {
    public RunSummary {
        tasks = List.copyOf(tasks);
    }
}
