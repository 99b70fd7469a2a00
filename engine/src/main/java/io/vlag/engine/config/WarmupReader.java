package io.vlag.engine.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code warmup} of a sweep file. */
final class WarmupReader {
    private static final Map<String, Boolean> WARMUPS = warmups();

    private final Fields file;
    private final List<SweepSpec.Axis> axes;

    WarmupReader(Fields file, List<SweepSpec.Axis> axes) {
        this.file = file;
        this.axes = axes;
    }

    private static Map<String, Boolean> warmups() {
        final Map<String, Boolean> shared = new LinkedHashMap<>();
        shared.put("alone", false);
        shared.put("share", true);
        return shared;
    }

    /**
     * Sharing wants something to share, and late axes where their configurations are neighbours.
     */
    boolean isShared(SweepSpec.Design design) {
        final Optional<Value> value = file.optional("warmup");
        final boolean shared = value.flatMap(found -> found.choice(WARMUPS)).orElse(false);
        if (!shared || value.isEmpty()) {
            return false;
        }
        if (axes.stream().noneMatch(SweepSpec.Axis::isLate)) {
            value.get()
                    .reject(
                            "share: no axis applies later than the start; add one such as"
                                    + " changes[0].features.DELAY_DEQUEUE: [on, off], or remove"
                                    + " share");
        } else if (design.isDrawn() && !axes.stream().allMatch(SweepSpec.Axis::isLate)) {
            value.get()
                    .reject(
                            "share: a drawn design has other values of "
                                    + axes.stream()
                                            .filter(axis -> !axis.isLate())
                                            .findFirst()
                                            .map(SweepSpec.Axis::key)
                                            .orElse("")
                                    + " in every configuration, so that nothing is common; draw"
                                    + " over changes[...] alone, or use a grid");
        } else if (!design.isDrawn()) {
            checkOrder();
        }
        return true;
    }

    private void checkOrder() {
        boolean late = false;
        for (final SweepSpec.Axis axis : axes) {
            if (late && !axis.isLate()) {
                file.problems()
                        .add(
                                axis.position(),
                                "axes." + axis.key(),
                                "stands behind axes that apply later; with warmup: share put it"
                                        + " before them, so that what shares a warm-up is neighbours");
            }
            late |= axis.isLate();
        }
    }
}
