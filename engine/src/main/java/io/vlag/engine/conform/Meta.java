package io.vlag.engine.conform;

import io.vlag.engine.config.KernelVersion;
import java.util.List;
import java.util.Map;

/**
 * What {@code meta.json} says.
 *
 * @param scenario name; its first letter is the family
 * @param kernel release of the recorded kernel
 * @param cpuCount CPUs that were online
 * @param hz ticks a second
 * @param rtAppLoopNs how long rt-app takes a pass of its loop for, ns; 0: not said
 * @param preemption word of the scenario format
 * @param knobs scheduler settings, texts
 * @param runs one for each repetition
 */
record Meta(
        String scenario,
        KernelVersion kernel,
        int cpuCount,
        int hz,
        long rtAppLoopNs,
        String preemption,
        Map<String, String> knobs,
        List<Run> runs) {
    Meta {
        knobs = Map.copyOf(knobs);
        runs = List.copyOf(runs);
    }

    /** Whether events were traced, which makes every path longer. */
    boolean isTraced() {
        return runs.stream().anyMatch(run -> run.windowNs() > 0);
    }

    /**
     * One repetition; 0 where nothing is said.
     *
     * @param rep number, from 1
     * @param switches every switch in the window
     * @param contextSwitches those of the whole run
     */
    record Run(
            long rep,
            long elapsedNs,
            long contextSwitches,
            long windowNs,
            long switches,
            String stdout) {}
}
