package io.vlag.engine.sweep;

import io.vlag.engine.config.SweepSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What makes a sweep this sweep, as named texts: two sweeps with the same facts have the same
 * configurations under the same ids.
 *
 * @param facts name to text, one line each
 */
public record SweepFacts(Map<String, String> facts) {
    /** Ids of a block at most; a block is simulated and kept as a whole. */
    private static final int BLOCK_SIZE_MAX = 16;

    private static final long BLOCKS_WANTED = 4_096;
    private static final String BLOCK_SIZE = "blockSize";
    private static final String CONFIGURATIONS = "configurations";
    private static final String METRICS = "metrics";

    public SweepFacts {
        facts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * Facts of a sweep.
     *
     * @param files name and SHA-256 of every scenario, machine and kernel file that can be told
     */
    public static SweepFacts of(SweepSpec spec, Map<String, String> files) {
        final long count = new ConfigurationSpace(spec).count();
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("name", spec.name());
        facts.put("scenario", spec.scenario());
        for (int i = 0; i < spec.sets().size(); i++) {
            facts.put("set[" + i + "]", spec.sets().get(i));
        }
        for (final SweepSpec.Axis axis : spec.axes()) {
            facts.put("axes." + axis.key(), levels(axis.levels()));
        }
        facts.put("design", design(spec.design()));
        for (int i = 0; i < spec.forbidden().size(); i++) {
            facts.put("forbid[" + i + "]", spec.forbidden().get(i).conditions().toString());
        }
        facts.put("seeds", Integer.toString(spec.seedCount()));
        facts.put(METRICS, String.join(", ", spec.metrics()));
        facts.putAll(files);
        facts.put(CONFIGURATIONS, Long.toString(count));
        facts.put(BLOCK_SIZE, Long.toString(Math.clamp(count / BLOCKS_WANTED, 1, BLOCK_SIZE_MAX)));
        return new SweepFacts(facts);
    }

    private static String levels(SweepSpec.Levels levels) {
        return switch (levels) {
            case SweepSpec.Levels.Listed(List<String> values) -> String.join(", ", values);
            case SweepSpec.Levels.Between between ->
                    "%s %d..%d%s x %d"
                            .formatted(
                                    between.logarithmic() ? "log" : "linear",
                                    between.low(),
                                    between.high(),
                                    between.suffix(),
                                    between.count());
        };
    }

    private static String design(SweepSpec.Design design) {
        return switch (design) {
            case SweepSpec.Design.Grid _ -> "grid";
            case SweepSpec.Design.OneAtATime _ -> "one_at_a_time";
            case SweepSpec.Design.TwoLevel _ -> "factorial";
            case SweepSpec.Design.Drawn drawn ->
                    "%s %d, seed %d"
                            .formatted(
                                    drawn.kind().name().toLowerCase(java.util.Locale.ROOT),
                                    drawn.count(),
                                    drawn.seed());
            case SweepSpec.Design.Morris morris ->
                    "morris %d, levels %d, seed %d"
                            .formatted(morris.trajectories(), morris.levels(), morris.seed());
            case SweepSpec.Design.SobolPairs pairs ->
                    "sobol_indices %d, seed %d".formatted(pairs.rows(), pairs.seed());
            case SweepSpec.Design.Points(List<int[]> points) -> {
                final StringJoiner all = new StringJoiner(" ", "list ", "");
                points.forEach(point -> all.add(java.util.Arrays.toString(point)));
                yield all.toString();
            }
        };
    }

    public long configurationCount() {
        return Long.parseLong(facts.getOrDefault(CONFIGURATIONS, "0"));
    }

    public int blockSize() {
        return Integer.parseInt(facts.getOrDefault(BLOCK_SIZE, "1"));
    }

    /** Names of the metrics of each result. */
    public List<String> metrics() {
        final String names = facts.getOrDefault(METRICS, "");
        return names.isEmpty() ? List.of() : List.of(names.split(", "));
    }

    /** First 64 bits of the SHA-256 of the facts. */
    public long hash() {
        try {
            final byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.fromHexDigitsToLong(HexFormat.of().formatHex(hash, 0, Long.BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** One line a fact. */
    public String text() {
        final StringBuilder text = new StringBuilder();
        facts.forEach((name, fact) -> text.append(name).append(": ").append(fact).append('\n'));
        return text.toString();
    }

    /** The facts of a text; lines that are none are passed over. */
    public static SweepFacts parse(String text) {
        final Map<String, String> facts = new LinkedHashMap<>();
        text.lines()
                .forEach(
                        line -> {
                            final int colon = line.indexOf(": ");
                            if (colon > 0) {
                                facts.put(line.substring(0, colon), line.substring(colon + 2));
                            }
                        });
        return new SweepFacts(facts);
    }

    /** What differs, one line each: empty when it is the same sweep. */
    public List<String> differencesTo(SweepFacts now) {
        final List<String> differences = new ArrayList<>();
        facts.forEach(
                (name, before) -> {
                    final String after = now.facts.get(name);
                    if (after == null) {
                        differences.add(name + " was \"" + before + "\" and is gone");
                    } else if (!after.equals(before)) {
                        differences.add(name + " was \"" + before + "\" and is \"" + after + "\"");
                    }
                });
        now.facts.forEach(
                (name, after) -> {
                    if (!facts.containsKey(name)) {
                        differences.add(name + " is new: \"" + after + "\"");
                    }
                });
        return differences;
    }
}
