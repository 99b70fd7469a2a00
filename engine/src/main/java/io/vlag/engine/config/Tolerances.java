package io.vlag.engine.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tolerance file of {@code vlag conform}.
 *
 * @param tickPhases phases of the tick that are simulated, 1..100
 * @param pathCostBelowNs a median wake-up latency below this is a path cost, ns
 * @param distanceSlackNs lengths this near are the same for a distance of distributions, ns
 * @param calibration recordings from which costs of the machine were taken; their figures prove
 *     nothing
 * @param rules the first that fits counts
 */
public record Tolerances(
        int tickPhases,
        long pathCostBelowNs,
        long distanceSlackNs,
        List<Calibration> calibration,
        List<ToleranceRule> rules) {
    private static final KeySet KEYS =
            KeySet.of(
                    "tolerances",
                    "",
                    "name",
                    "tickPhases",
                    "pathCostBelow",
                    "distanceSlack",
                    "calibration",
                    "rules");
    private static final KeySet RULE =
            KeySet.of(
                    "tolerances",
                    "rule",
                    "figure",
                    "scenarios",
                    "kernels",
                    "tasks",
                    "cpus",
                    "absolute",
                    "relative",
                    "factor",
                    "regimes",
                    "notMeasured",
                    "reason");
    private static final KeySet CALIBRATION =
            KeySet.of("tolerances", "calibration", "scenario", "kernel", "what");
    private static final int TEXT_MAX = 200;
    private static final Map<String, ToleranceRule.Cpus> CPUS = cpuWords();

    public Tolerances {
        calibration = List.copyOf(calibration);
        rules = List.copyOf(rules);
    }

    private static Map<String, ToleranceRule.Cpus> cpuWords() {
        final Map<String, ToleranceRule.Cpus> words = new LinkedHashMap<>();
        words.put("any", ToleranceRule.Cpus.ANY);
        words.put("one", ToleranceRule.Cpus.ONE);
        words.put("many", ToleranceRule.Cpus.MANY);
        return words;
    }

    /** Reads a file; throws {@link ConfigException} with every problem in it. */
    public static Tolerances read(Path file) {
        final Problems problems = new Problems(file.toString());
        final Fields fields =
                new Value(YamlParser.parse(file, problems), "", problems).fields(KEYS);
        fields.text("name", "tolerances");
        final Tolerances tolerances =
                new Tolerances(
                        (int) fields.integer("tickPhases", 1, 100, "6"),
                        fields.amount("pathCostBelow", Unit.DURATION, 0, 1_000_000_000, "10us"),
                        fields.amount("distanceSlack", Unit.DURATION, 0, 1_000_000_000, "20us"),
                        fields.optional("calibration").stream()
                                .flatMap(value -> value.list(1).stream())
                                .map(Tolerances::calibration)
                                .toList(),
                        fields.required("rules", "[]")
                                .map(value -> value.list(1).stream().map(Tolerances::rule).toList())
                                .orElse(List.of()));
        problems.throwIfAny();
        return tolerances;
    }

    private static Calibration calibration(Value value) {
        final Fields fields = value.fields(CALIBRATION);
        return new Calibration(
                fields.text("scenario", "b1"),
                fields.required("kernel", "6.1.176")
                        .flatMap(PatchFile::range)
                        .orElse(KernelRange.ALL),
                fields.text("what", "turns of rt-app"));
    }

    /**
     * A recording from which costs of the machine were taken.
     *
     * @param scenario beginning of its name
     * @param kernel its kernel
     * @param what was taken
     */
    public record Calibration(String scenario, KernelRange kernel, String what) {}

    /** What was taken from a recording; empty when it was not used. */
    public Optional<String> calibratedFrom(String scenario, KernelVersion kernel) {
        return calibration.stream()
                .filter(
                        source ->
                                scenario.startsWith(source.scenario())
                                        && source.kernel().contains(kernel))
                .map(Calibration::what)
                .findFirst();
    }

    private static ToleranceRule rule(Value value) {
        final Fields fields = value.fields(RULE);
        final List<KernelRange> kernels =
                fields.optional("kernels")
                        .map(
                                list ->
                                        list.items().stream()
                                                .flatMap(item -> PatchFile.range(item).stream())
                                                .toList())
                        .orElse(List.of());
        final ToleranceRule rule =
                new ToleranceRule(
                        fields.text("figure", "share"),
                        texts(fields.required("scenarios", "[a, b]")),
                        kernels,
                        texts(fields.optional("tasks")),
                        fields.choiceOr("cpus", CPUS, ToleranceRule.Cpus.ANY),
                        decimal(fields, "absolute"),
                        decimal(fields, "relative"),
                        decimal(fields, "factor"),
                        fields.flagOr("regimes", false),
                        fields.textOr("notMeasured", ""),
                        fields.textOr("reason", ""));
        final boolean hasTolerance =
                fields.has("absolute") || fields.has("relative") || fields.has("factor");
        if (hasTolerance == fields.has("notMeasured")) {
            fields.reject(
                    "needs either a tolerance (absolute, relative, factor) or notMeasured with the"
                            + " reason");
        }
        if (fields.has("factor") && rule.factor() < 1) {
            fields.reject("has a factor below 1; write for instance factor: 3.162");
        }
        return rule;
    }

    private static List<String> texts(Optional<Value> list) {
        return list.map(
                        value ->
                                value.items().stream()
                                        .flatMap(item -> item.text(TEXT_MAX).stream())
                                        .toList())
                .orElse(List.of());
    }

    private static double decimal(Fields fields, String key) {
        final double value =
                fields.optional(key).map(found -> found.decimal().orElse(0)).orElse(0.0);
        if (value < 0) {
            fields.reject("has a negative " + key + "; write 0 or more");
        }
        return value;
    }

    /** The rule for one figure. */
    public Optional<ToleranceRule> ruleFor(
            String figure, String scenario, KernelVersion kernel, String task, int cpuCount) {
        return rules.stream()
                .filter(rule -> rule.fits(figure, scenario, kernel, task, cpuCount))
                .findFirst();
    }
}
