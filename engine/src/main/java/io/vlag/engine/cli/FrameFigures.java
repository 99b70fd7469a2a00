package io.vlag.engine.cli;

import io.vlag.engine.sim.Reading;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Frames of one stream that were complete inside a window.
 *
 * @param periodNs time a frame may take
 * @param janky frames that took longer
 * @param missed frames that took longer than two periods
 * @param sortedNs durations, rising; of the frames that were kept
 */
record FrameFigures(
        String name, long periodNs, long frames, long janky, long missed, List<Long> sortedNs) {

    /** By stream, in the order of the workload. */
    static List<FrameFigures> of(Window window) {
        final List<FrameFigures> figures = new ArrayList<>();
        for (int stream = 0; stream < window.run().after().frames().size(); stream++) {
            final Reading.FrameReading before = window.run().before().frames().get(stream);
            final Reading.FrameReading after = window.run().after().frames().get(stream);
            figures.add(
                    new FrameFigures(
                            after.name(),
                            after.periodNs(),
                            after.ended() - before.ended(),
                            after.janky() - before.janky(),
                            after.missed() - before.missed(),
                            after.durationsNs().stream()
                                    .skip(before.durationsNs().size())
                                    .sorted()
                                    .toList()));
        }
        return figures;
    }

    /** Mean duration; NaN without frames. */
    double meanNs() {
        return sortedNs.stream().mapToLong(Long::longValue).average().orElse(Double.NaN);
    }

    /** The duration that a share of the frames does not exceed; NaN without frames. */
    double percentileNs(double share) {
        if (sortedNs.isEmpty()) {
            return Double.NaN;
        }
        final int rank = (int) Math.ceil(share * sortedNs.size());
        return sortedNs.get(Math.clamp(rank - 1, 0, sortedNs.size() - 1));
    }

    /** Share of the frames that took longer than a period; NaN without frames. */
    double jankShare() {
        return Window.ratio(janky, frames);
    }

    /** One JSON object. */
    void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeNumberProperty("periodNs", periodNs);
        json.writeNumberProperty("frames", frames);
        json.writeNumberProperty("jank", janky);
        json.writeNumberProperty("missedDeadlines", missed);
        number(json, "durationNsMean", meanNs());
        number(json, "durationNsP50", percentileNs(0.50));
        number(json, "durationNsP90", percentileNs(0.90));
        number(json, "durationNsP95", percentileNs(0.95));
        number(json, "durationNsP99", percentileNs(0.99));
        number(json, "durationNsMax", percentileNs(1));
        json.writeEndObject();
    }

    private static void number(JsonGenerator json, String key, double ns) {
        json.writeName(key);
        if (Double.isNaN(ns)) {
            json.writeNull();
        } else {
            json.writeNumber(Math.round(ns));
        }
    }
}
