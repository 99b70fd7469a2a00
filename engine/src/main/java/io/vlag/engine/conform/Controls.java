package io.vlag.engine.conform;

import io.vlag.engine.config.Tolerances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds recordings to the simulations of other recordings that ran the very same, by the rule of
 * docs/model/conformance.md.
 */
final class Controls {
    private static final String COMMAND = "command:";

    private final Tolerances tolerances;

    Controls(Tolerances tolerances) {
        this.tolerances = tolerances;
    }

    /** Folders whose commands, files and CPUs are the same, in the order of their first one. */
    static List<List<Path>> sameWorkload(List<Path> folders) {
        final Map<String, List<Path>> groups = new LinkedHashMap<>();
        for (final Path folder : folders) {
            groups.computeIfAbsent(workloadOf(folder), _ -> new ArrayList<>()).add(folder);
        }
        return groups.values().stream().filter(group -> group.size() > 1).toList();
    }

    private static String workloadOf(Path folder) {
        final StringBuilder workload = new StringBuilder();
        final Path text = folder.resolve("workload.txt");
        if (Files.exists(text)) {
            TextFiles.lines(text).stream()
                    .dropWhile(line -> !line.startsWith(COMMAND))
                    .takeWhile(line -> !line.startsWith("knobs:"))
                    .forEach(line -> workload.append(line.strip()).append('\n'));
        }
        final Meta meta = MetaReader.read(folder.resolve("meta.json"));
        workload.append(meta.cpuCount()).append(" CPUs, ").append(meta.hz()).append(" HZ\n");
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.sorted().toList()) {
                final String name = String.valueOf(file.getFileName());
                if (name.endsWith(".json") && !name.equals("meta.json")) {
                    workload.append(name)
                            .append('\n')
                            .append(String.join("\n", TextFiles.lines(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return workload.toString();
    }

    /** Every control among recordings of one workload. */
    List<Control> of(List<Replay> replays) {
        final List<Control> controls = new ArrayList<>();
        for (final Replay right : replays) {
            if (right.phases().isEmpty()) {
                continue;
            }
            final Map<String, Figure> rightFigures = figures(right, right);
            for (final Replay wrong : replays) {
                if (!wrong.phases().isEmpty() && isControl(right, wrong)) {
                    final List<String> differing = differing(right, wrong);
                    if (!differing.isEmpty()) {
                        controls.add(control(right, wrong, differing, rightFigures));
                    }
                }
            }
        }
        return controls;
    }

    /** The same scenario on another kernel, or the same kernel with other flags. */
    private static boolean isControl(Replay right, Replay wrong) {
        final Meta one = right.recording().meta();
        final Meta other = wrong.recording().meta();
        final boolean sameKernel = one.kernel().equals(other.kernel());
        return sameKernel != one.scenario().equals(other.scenario());
    }

    private Control control(
            Replay right, Replay wrong, List<String> differing, Map<String, Figure> rightFigures) {
        final Meta meta = right.recording().meta();
        final Meta other = wrong.recording().meta();
        final List<String> tellingApart =
                figures(right, wrong).values().stream()
                        .filter(figure -> figure.verdict() == Verdict.DISAGREE)
                        .map(Figure::figure)
                        .filter(
                                name -> {
                                    final Figure same = rightFigures.get(name);
                                    return same != null && same.verdict() == Verdict.AGREE;
                                })
                        .toList();
        return new Control(
                meta.kernel().toString(),
                meta.scenario(),
                meta.cpuCount(),
                other.kernel().toString(),
                other.scenario(),
                differing,
                tellingApart);
    }

    /** The recording of {@code right} against the simulations of {@code of}. */
    private Map<String, Figure> figures(Replay right, Replay of) {
        return new Comparison(right.recording(), tolerances, of.phases(), "")
                .figures(right.distributions()).stream()
                        .collect(Collectors.toMap(Figure::figure, Function.identity()));
    }

    /**
     * Figures of {@code right}, distances excepted, for which the recording of {@code wrong}, in
     * place of a simulation, disagrees.
     */
    private List<String> differing(Replay right, Replay wrong) {
        final List<PhaseRun> recorded =
                wrong.recording().runs().stream()
                        .map(run -> new PhaseRun(run, Trace.Figures.NONE))
                        .toList();
        return new Comparison(right.recording(), tolerances, recorded, "")
                .figures(Optional.empty()).stream()
                        .filter(figure -> figure.verdict() == Verdict.DISAGREE)
                        .map(Figure::figure)
                        .toList();
    }
}
