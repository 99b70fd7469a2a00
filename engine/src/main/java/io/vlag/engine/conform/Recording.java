package io.vlag.engine.conform;

import io.vlag.engine.config.ConfigException;
import io.vlag.engine.config.SourcePosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A scenario folder: what ran on a real kernel, and its figures.
 *
 * @param directory where it lies
 * @param runs the repetitions
 */
record Recording(Path directory, Meta meta, List<RunSummary> runs) {
    private static final String META = "meta.json";
    private static final String SUMMARY = "summary.csv";
    private static final String TRACE = "trace.csv.gz";
    private static final int DEPTH_MAX = 4;
    private static final int RECORDINGS_MAX = 10_000;
    private static final Pattern BOGO_OPS = Pattern.compile("metrc: \\[\\d+\\] pipe +(\\d{1,15}) ");

    Recording {
        runs = List.copyOf(runs);
    }

    /** Every folder with a meta.json below a directory, by path. */
    static List<Path> find(Path root) {
        if (!Files.isDirectory(root)) {
            throw new ConfigException(
                    SourcePosition.of(root.toString()),
                    "",
                    "is no directory; name one that holds recordings");
        }
        try (Stream<Path> files = Files.walk(root, DEPTH_MAX)) {
            final List<Path> found =
                    files.filter(file -> file.endsWith(META))
                            .map(file -> Optional.ofNullable(file.getParent()).orElse(root))
                            .limit(RECORDINGS_MAX)
                            .sorted()
                            .toList();
            if (found.isEmpty()) {
                throw new ConfigException(
                        SourcePosition.of(root.toString()),
                        "",
                        "holds no recording: there is no "
                                + META
                                + " in it or up to "
                                + DEPTH_MAX
                                + " levels below");
            }
            return found;
        } catch (IOException e) {
            throw new ConfigException(
                    SourcePosition.of(root.toString()), "", "cannot be read: " + e.getMessage());
        }
    }

    static Recording read(Path directory) {
        final Meta meta = MetaReader.read(directory.resolve(META));
        final Path summary = directory.resolve(SUMMARY);
        final Map<Long, List<TaskSummary>> tasks =
                Files.exists(summary) ? SummaryReader.read(summary) : Map.of();
        final List<RunSummary> runs = new ArrayList<>();
        for (final Meta.Run run : meta.runs()) {
            runs.add(
                    new RunSummary(
                            run.windowNs(),
                            run.switches(),
                            tasks.getOrDefault(run.rep(), List.of()),
                            bogoOps(run.stdout()),
                            run.elapsedNs(),
                            run.contextSwitches()));
        }
        return new Recording(directory, meta, runs);
    }

    private static double bogoOps(String stdout) {
        final Matcher ops = BOGO_OPS.matcher(stdout);
        return ops.find() ? Double.parseDouble(ops.group(1)) : 0;
    }

    /** With the figures of the trace as the only repetition, where no summary says anything. */
    Recording orFrom(Trace.Figures traced) {
        if (runs.stream().anyMatch(run -> !run.tasks().isEmpty())) {
            return this;
        }
        final RunSummary first = runs.getFirst();
        return new Recording(
                directory,
                meta,
                List.of(
                        new RunSummary(
                                traced.window().lengthNs(),
                                traced.switches(),
                                traced.tasks(),
                                first.ops(),
                                first.wholeNs(),
                                first.wholeSwitches())));
    }

    /** The trace of repetition 1, if there is one. */
    Optional<Trace> trace(Set<String> names) {
        final Path file = directory.resolve(TRACE);
        return Files.exists(file) ? Optional.of(TraceReader.read(file, names)) : Optional.empty();
    }
}
