package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code design} and {@code points} of a sweep file. */
final class DesignReader {
    private static final String MORRIS = "morris";
    private static final String SOBOL_INDICES = "sobol_indices";
    private static final int TRAJECTORIES_MAX = 1_000_000;
    private static final int LEVELS_MAX = 1_000;
    private static final int LEVELS_DEFAULT = 4;

    static final KeySet DRAWN =
            KeySet.of(
                    "sweep",
                    "drawn",
                    "latin",
                    "random",
                    "sobol",
                    MORRIS,
                    SOBOL_INDICES,
                    "levels",
                    "seed");

    private final Fields file;
    private final List<SweepSpec.Axis> axes;

    DesignReader(Fields file, List<SweepSpec.Axis> axes) {
        this.file = file;
        this.axes = axes;
    }

    SweepSpec.Design read() {
        final Optional<Value> value = file.optional("design");
        final boolean drawn = value.isPresent() && value.get().isMapping();
        final SweepSpec.Design design =
                value.<SweepSpec.Design>map(found -> drawn ? drawn(found) : named(found))
                        .orElse(new SweepSpec.Design.Grid());
        if (file.has("points") && !(design instanceof SweepSpec.Design.Points)) {
            file.optional("points")
                    .ifPresent(points -> points.reject("are for design: list; remove them"));
        }
        if (!drawn) {
            for (final SweepSpec.Axis axis : axes) {
                if (SweepReader.levelCount(axis) == 0) {
                    file.problems()
                            .add(
                                    axis.position(),
                                    "axes." + axis.key(),
                                    "says no number of values; add x N, or choose a design that"
                                            + " draws");
                }
            }
        }
        return design;
    }

    private SweepSpec.Design named(Value value) {
        final Map<String, String> words = new LinkedHashMap<>();
        for (final String word : List.of("grid", "one_at_a_time", "factorial", "list")) {
            words.put(word, word);
        }
        return switch (value.choice(words).orElse("grid")) {
            case "one_at_a_time" -> new SweepSpec.Design.OneAtATime();
            case "factorial" -> new SweepSpec.Design.TwoLevel();
            case "list" -> points();
            default -> new SweepSpec.Design.Grid();
        };
    }

    private SweepSpec.Design drawn(Value value) {
        final Fields fields = value.fields(DRAWN);
        final long seed = fields.integerOr("seed", 0, Long.MAX_VALUE, 1);
        final String kind =
                fields.exactlyOneOf("latin", "random", "sobol", MORRIS, SOBOL_INDICES).orElse("");
        if (!kind.equals(MORRIS)) {
            fields.optional("levels")
                    .ifPresent(levels -> levels.reject("are for morris; remove them"));
        }
        return switch (kind) {
            case "" -> new SweepSpec.Design.Grid();
            case MORRIS ->
                    new SweepSpec.Design.Morris(
                            fields.integer(MORRIS, 1, TRAJECTORIES_MAX, "20"),
                            levels(fields),
                            seed);
            case SOBOL_INDICES ->
                    new SweepSpec.Design.SobolPairs(
                            fields.integer(SOBOL_INDICES, 2, TRAJECTORIES_MAX, "256"), seed);
            default ->
                    new SweepSpec.Design.Drawn(
                            SweepSpec.Design.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                            fields.integer(kind, 1, SweepSpec.CONFIGURATIONS_MAX, "1000"),
                            seed);
        };
    }

    private static int levels(Fields fields) {
        final int levels = (int) fields.integerOr("levels", 2, LEVELS_MAX, LEVELS_DEFAULT);
        if (levels % 2 != 0) {
            fields.optional("levels")
                    .ifPresent(value -> value.reject(levels + " is odd; write an even number"));
            return LEVELS_DEFAULT;
        }
        return levels;
    }

    private SweepSpec.Design points() {
        final List<int[]> points = new ArrayList<>();
        for (final Value item :
                file.required("points", "[{kernel: \"6.6\"}]")
                        .map(value -> value.list(1))
                        .orElse(List.of())) {
            final Map<String, Value> entries = SweepReader.entries(item, "{kernel: \"6.6\"}");
            final int[] point = new int[axes.size()];
            for (int axis = 0; axis < axes.size(); axis++) {
                final Value value = entries.remove(axes.get(axis).key());
                if (value == null) {
                    item.reject("has no " + axes.get(axis).key() + "; a point names every axis");
                } else {
                    point[axis] = level(value, axes.get(axis));
                }
            }
            entries.forEach((key, value) -> value.reject("is no axis; add it to axes:"));
            points.add(point);
        }
        return new SweepSpec.Design.Points(points);
    }

    private static int level(Value value, SweepSpec.Axis axis) {
        final Optional<String> text = value.text(1_000);
        if (axis.levels() instanceof SweepSpec.Levels.Listed(List<String> values)) {
            final int level = text.map(values::indexOf).orElse(-1);
            if (text.isPresent() && level < 0) {
                value.reject(
                        Texts.quote(text.get())
                                + " is no value of "
                                + axis.key()
                                + "; choose one of "
                                + Texts.printable(String.join(", ", values), 300));
            }
            return Math.max(0, level);
        }
        value.reject("belongs to a range; points need axes with a list of values");
        return 0;
    }
}
