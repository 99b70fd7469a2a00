package io.vlag.engine.cli;

import io.vlag.engine.kernel.UtilSeen;
import io.vlag.engine.sim.Reading;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * Utilisations that schedutil made clocks of inside a window, over all frequency domains or in one.
 *
 * @param evaluations how many
 * @param utilSum their sum
 * @param utilMax the highest, to the lower end of its step of 16; exact when it is 1024
 * @param full how many were the whole capacity
 */
record GovernorFigures(long evaluations, long utilSum, int utilMax, long full) {
    private static final int LAST = UtilSeen.STEPS - 1;

    /** Of all domains. */
    static GovernorFigures of(Window window) {
        return IntStream.range(0, window.run().after().domains().size())
                .mapToObj(domain -> of(window, domain))
                .reduce(new GovernorFigures(0, 0, 0, 0), GovernorFigures::plus);
    }

    /** Of one domain. */
    static GovernorFigures of(Window window, int domain) {
        final Reading.UtilReading before = window.run().before().domains().get(domain).utils();
        final Reading.UtilReading after = window.run().after().domains().get(domain).utils();
        long evaluations = 0;
        int max = 0;
        for (int step = 0; step < UtilSeen.STEPS; step++) {
            final long count = after.counts().get(step) - before.counts().get(step);
            evaluations += count;
            max = count > 0 ? step * UtilSeen.STEP : max;
        }
        return new GovernorFigures(
                evaluations,
                after.sum() - before.sum(),
                max,
                after.counts().get(LAST) - before.counts().get(LAST));
    }

    private GovernorFigures plus(GovernorFigures other) {
        return new GovernorFigures(
                evaluations + other.evaluations,
                utilSum + other.utilSum,
                Math.max(utilMax, other.utilMax),
                full + other.full);
    }

    /** NaN without evaluations. */
    double utilMean() {
        return Window.ratio(utilSum, evaluations);
    }

    /** Share of the evaluations that saw the whole capacity; NaN without evaluations. */
    double fullShare() {
        return Window.ratio(full, evaluations);
    }

    /** The properties of the object that is open. */
    void write(JsonGenerator json) {
        json.writeNumberProperty("governorEvaluations", evaluations);
        json.writeNumberProperty("governorUtilSum", utilSum);
        json.writeNumberProperty("governorUtilMax", utilMax);
        json.writeNumberProperty("governorUtilFull", full);
    }
}
