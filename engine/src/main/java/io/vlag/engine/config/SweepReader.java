package io.vlag.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sweep files. What a scenario key means is checked when the scenario is read with it. */
final class SweepReader {
    static final KeySet FILE =
            KeySet.of(
                    "sweep",
                    "",
                    "name",
                    "title",
                    "note",
                    "scenario",
                    "set",
                    "axes",
                    "design",
                    "points",
                    "forbid",
                    "seeds",
                    "warmup",
                    "metrics",
                    "objectives");
    static final KeySet OBJECTIVE = KeySet.of("sweep", "objective", "metric", "direction");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern KEY =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\[\\d{1,6}]|\\.[A-Za-z_][A-Za-z0-9_-]*)*");
    private static final Pattern ORDER = Pattern.compile("(<=|>=|<|>)\\s*(\\S+)");
    private static final Set<String> OWN_KEYS = Set.of("seeds", "kernels", "name", "published");
    private static final Map<String, Boolean> DIRECTIONS = directions();
    private static final Pattern RUNTIME_CHANGE =
            Pattern.compile("changes\\[\\d+]\\.(features|tunables)\\.(\\w+)");
    private static final int SEEDS_MAX = 1_000_000;
    private static final int AXES_MAX = 64;

    private final Fields file;
    private final List<String> knownMetrics;

    private SweepReader(Value root, List<String> knownMetrics) {
        this.file = root.fields(FILE);
        this.knownMetrics = knownMetrics;
    }

    private static Map<String, Boolean> directions() {
        final Map<String, Boolean> minimised = new LinkedHashMap<>(); // in the order of messages
        minimised.put("min", true);
        minimised.put("max", false);
        return minimised;
    }

    static SweepSpec read(Value root, List<String> knownMetrics) {
        return new SweepReader(root, knownMetrics).read();
    }

    private SweepSpec read() {
        final String name = file.text("name", "million");
        if (!name.isEmpty() && !NAME.matcher(name).matches()) {
            file.optional("name")
                    .ifPresent(
                            value ->
                                    value.reject(
                                            Texts.quote(name)
                                                    + " is not a file-safe name; use letters,"
                                                    + " digits, dot, dash, underscore"));
        }
        file.textOr("note", "");
        final List<SweepSpec.Axis> axes = axes();
        final SweepSpec.Design design = new DesignReader(file, axes).read();
        final int seedCount = (int) file.integerOr("seeds", 1, SEEDS_MAX, 1);
        final List<SweepSpec.Objective> objectives = objectives();
        final SweepSpec spec =
                new SweepSpec(
                        name,
                        file.textOr("title", ""),
                        file.text("scenario", "pi5-pipe"),
                        sets(),
                        axes,
                        design,
                        forbidden(axes),
                        seedCount,
                        new WarmupReader(file, axes).isShared(design),
                        metrics(objectives),
                        objectives,
                        file.position());
        if (file.problems().count() == 0) {
            checkSize(spec);
        }
        return spec;
    }

    private void checkSize(SweepSpec spec) {
        double size = spec.seedCount();
        switch (spec.design()) {
            case SweepSpec.Design.Grid _ -> {
                for (final SweepSpec.Axis axis : spec.axes()) {
                    size *= levelCount(axis);
                }
            }
            case SweepSpec.Design.TwoLevel _ -> size *= Math.pow(2, spec.axes().size());
            case SweepSpec.Design.Drawn drawn -> size *= drawn.count();
            case SweepSpec.Design.Morris morris ->
                    size *= (double) morris.trajectories() * (spec.axes().size() + 1);
            case SweepSpec.Design.SobolPairs pairs ->
                    size *= (double) pairs.rows() * (spec.axes().size() + 2);
            case SweepSpec.Design.OneAtATime _ -> size *= LevelsReader.LEVELS_MAX;
            case SweepSpec.Design.Points points -> size *= points.points().size();
        }
        if (size > SweepSpec.CONFIGURATIONS_MAX) {
            file.reject(
                    "describes %.3g configurations; at most %d are possible"
                            .formatted(size, SweepSpec.CONFIGURATIONS_MAX));
        }
    }

    static int levelCount(SweepSpec.Axis axis) {
        return switch (axis.levels()) {
            case SweepSpec.Levels.Listed listed -> listed.values().size();
            case SweepSpec.Levels.Between between -> between.count();
        };
    }

    /** Entries of a mapping whose keys are dotted paths. */
    static Map<String, Value> entries(Value value, String example) {
        final Map<String, Value> entries = new LinkedHashMap<>();
        if (value.node() instanceof YamlNode.Mapping mapping) {
            mapping.entries()
                    .forEach(
                            (key, entry) ->
                                    entries.put(
                                            key,
                                            new Value(
                                                    entry.value(),
                                                    Texts.join(value.path(), key),
                                                    value.problems())));
        } else {
            value.reject("is no mapping; write for instance " + example);
        }
        return entries;
    }

    private List<SweepSpec.Axis> axes() {
        final List<SweepSpec.Axis> axes = new ArrayList<>();
        file.required("axes", "{kernel: [\"6.6\", \"7.0\"]}")
                .ifPresent(
                        value ->
                                entries(value, "{kernel: [\"6.6\", \"7.0\"]}")
                                        .forEach((key, levels) -> axis(key, levels, axes)));
        if (axes.size() > AXES_MAX) {
            file.reject("has " + axes.size() + " axes; at most " + AXES_MAX + " are possible");
        }
        return axes;
    }

    private void axis(String key, Value value, List<SweepSpec.Axis> axes) {
        if (!KEY.matcher(key).matches()) {
            value.reject(
                    Texts.quote(key)
                            + " is not a dotted key; write for instance workload.tasks[0].slice");
        } else if (OWN_KEYS.contains(key)) {
            value.reject(
                    key.equals("kernels")
                            ? "is no axis; write kernel: and its values"
                            : "is no axis; "
                                    + (key.equals("seeds")
                                            ? "write seeds: beside axes:"
                                            : "a configuration has no " + key));
        } else {
            checkChange(key, value);
            LevelsReader.read(value, key)
                    .ifPresent(
                            levels -> axes.add(new SweepSpec.Axis(key, levels, value.position())));
        }
    }

    private static void checkChange(String key, Value value) {
        final Matcher late = RUNTIME_CHANGE.matcher(key);
        if (late.matches()) {
            checkRuntimeChange(late.group(1).equals("features"), late.group(2), value);
            return;
        }
        final boolean change = key.startsWith("kernel.changes.");
        if (!change && !key.startsWith("tunables.")) {
            return;
        }
        final String name = key.substring(key.lastIndexOf('.') + 1);
        final Optional<KernelChange> known = KernelChange.byKey(name);
        if (known.isEmpty() || change != (known.get().kind() != KernelChange.Kind.TUNABLE)) {
            final List<String> names = new ArrayList<>();
            for (final KernelChange candidate : KernelChange.values()) {
                if (change == (candidate.kind() != KernelChange.Kind.TUNABLE)) {
                    names.add(candidate.key());
                }
            }
            value.reject(
                    Texts.quote(name)
                            + " is no "
                            + (change ? "feature or rule" : "tunable")
                            + " of a kernel"
                            + Texts.nearest(name, names)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse("; docs/formats/kernel.md lists them"));
        }
    }

    private static void checkRuntimeChange(boolean feature, String name, Value value) {
        final List<String> names =
                RuntimeChangesReader.keys(
                        feature ? KernelChange.Kind.FEATURE : KernelChange.Kind.TUNABLE);
        if (!names.contains(name)) {
            value.reject(
                    Texts.quote(name)
                            + " is no "
                            + (feature ? "feature" : "tunable")
                            + " that a running kernel lets be changed"
                            + Texts.nearest(name, names)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse("; choose one of " + String.join(", ", names)));
        }
    }

    private List<String> sets() {
        final List<String> sets = new ArrayList<>();
        file.optional("set")
                .ifPresent(
                        value ->
                                entries(value, "{duration: 20ms}")
                                        .forEach(
                                                (key, item) ->
                                                        item.text(1_000)
                                                                .ifPresent(
                                                                        text ->
                                                                                sets.add(
                                                                                        key + "="
                                                                                                + text))));
        return sets;
    }

    private List<SweepSpec.Forbidden> forbidden(List<SweepSpec.Axis> axes) {
        final List<SweepSpec.Forbidden> forbidden = new ArrayList<>();
        for (final Value item :
                file.optional("forbid").map(value -> value.list(1)).orElse(List.of())) {
            final List<SweepSpec.Condition> conditions = new ArrayList<>();
            final Map<String, Value> entries =
                    entries(item, "{kernel: \"6.6\", kernel.changes.DELAY_DEQUEUE: on}");
            entries.forEach((key, value) -> condition(key, value, axes).ifPresent(conditions::add));
            if (entries.isEmpty()) {
                item.reject("forbids nothing; name the values that do not go together");
            }
            forbidden.add(new SweepSpec.Forbidden(conditions));
        }
        return forbidden;
    }

    private static Optional<SweepSpec.Condition> condition(
            String key, Value value, List<SweepSpec.Axis> axes) {
        final List<String> keys = axes.stream().map(SweepSpec.Axis::key).toList();
        final int axis = keys.indexOf(key);
        if (axis < 0) {
            value.reject(
                    "is no axis; "
                            + Texts.nearest(key, keys)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse("choose one of " + String.join(", ", keys)));
            return Optional.empty();
        }
        if (value.isSequence()) {
            final List<String> values =
                    value.someItems().stream().flatMap(item -> item.text(1_000).stream()).toList();
            return Optional.of(
                    new SweepSpec.Condition(axis, SweepSpec.Condition.Test.IS_ONE_OF, values));
        }
        return value.text(1_000).flatMap(text -> condition(axis, value, text));
    }

    private static Optional<SweepSpec.Condition> condition(int axis, Value value, String text) {
        final Matcher order = ORDER.matcher(text);
        if (!order.matches()) {
            return Optional.of(
                    new SweepSpec.Condition(
                            axis, SweepSpec.Condition.Test.IS_ONE_OF, List.of(text)));
        }
        if (SweepValues.amount(order.group(2)).isEmpty()) {
            value.reject(
                    Texts.quote(order.group(2)) + " is not a number; write for instance > 3ms");
            return Optional.empty();
        }
        final SweepSpec.Condition.Test test =
                switch (order.group(1)) {
                    case "<" -> SweepSpec.Condition.Test.BELOW;
                    case "<=" -> SweepSpec.Condition.Test.AT_MOST;
                    case ">" -> SweepSpec.Condition.Test.ABOVE;
                    default -> SweepSpec.Condition.Test.AT_LEAST;
                };
        return Optional.of(new SweepSpec.Condition(axis, test, List.of(order.group(2))));
    }

    private List<SweepSpec.Objective> objectives() {
        final List<SweepSpec.Objective> objectives = new ArrayList<>();
        for (final Value item :
                file.optional("objectives").map(value -> value.list(1)).orElse(List.of())) {
            final Fields fields = item.fields(OBJECTIVE);
            final String metric = fields.text("metric", "contextSwitches");
            fields.optional("metric").ifPresent(value -> checkMetric(value, metric));
            objectives.add(
                    new SweepSpec.Objective(metric, fields.choice("direction", DIRECTIONS, "min")));
        }
        return objectives;
    }

    private List<String> metrics(List<SweepSpec.Objective> objectives) {
        final Set<String> metrics = new java.util.LinkedHashSet<>();
        objectives.forEach(objective -> metrics.add(objective.metric()));
        final Set<String> listed = new HashSet<>();
        for (final Value item : file.optional("metrics").map(Value::someItems).orElse(List.of())) {
            item.text(100)
                    .ifPresent(
                            metric -> {
                                checkMetric(item, metric);
                                if (!listed.add(metric)) {
                                    item.reject(
                                            Texts.quote(metric) + " is listed twice; remove one");
                                }
                                metrics.add(metric);
                            });
        }
        if (metrics.isEmpty() && !file.has("metrics")) {
            metrics.addAll(List.of("contextSwitches", "energyUj", "busyShare"));
        }
        return List.copyOf(metrics);
    }

    private void checkMetric(Value value, String metric) {
        if (!metric.isEmpty() && !knownMetrics.contains(metric)) {
            value.reject(
                    Texts.quote(metric)
                            + " is no metric; "
                            + Texts.nearest(metric, knownMetrics)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse("choose one of " + String.join(", ", knownMetrics)));
        }
    }
}
