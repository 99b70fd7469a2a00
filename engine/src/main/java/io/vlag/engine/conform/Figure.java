package io.vlag.engine.conform;

import java.util.Optional;

/**
 * One figure of the scorecard.
 *
 * @param kernel release of the recorded kernel
 * @param cpuCount CPUs of the recording
 * @param task name, or {@code (all)}
 * @param kind name in the tolerance file, such as {@code share}
 * @param recorded over the repetitions
 * @param simulated over the phases; empty when not measured
 * @param allowed how far from the mean of the repetitions is still near, in the figure's unit; 0
 *     when not measured
 * @param tolerance as the tolerance file puts it, such as {@code 0.005} or {@code 20 or 5 %}
 * @param reason why it is not measured; else empty
 */
public record Figure(
        String kernel,
        String scenario,
        int cpuCount,
        String task,
        String kind,
        Range recorded,
        Optional<Range> simulated,
        double allowed,
        String tolerance,
        Verdict verdict,
        String reason) {
    /** Task and kind, such as {@code hog share}: unique in a scenario. */
    public String figure() {
        return task + " " + kind;
    }
}
