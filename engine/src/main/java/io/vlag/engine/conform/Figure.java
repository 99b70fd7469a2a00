package io.vlag.engine.conform;

import java.util.Optional;

/**
 * One figure of the scorecard.
 *
 * @param kernel release of the recorded kernel
 * @param cpuCount CPUs of the recording
 * @param figure task and figure, such as {@code hog share}
 * @param recorded over the repetitions
 * @param simulated over the phases; empty when not measured
 * @param tolerance as the tolerance file puts it, such as {@code 0.005} or {@code 20 or 5 %}
 * @param reason why it is not measured; else empty
 */
public record Figure(
        String kernel,
        String scenario,
        int cpuCount,
        String figure,
        Range recorded,
        Optional<Range> simulated,
        String tolerance,
        Verdict verdict,
        String reason) {}
